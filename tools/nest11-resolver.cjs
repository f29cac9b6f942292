// Lets jest find NestJS 11, installed in the folder NEST_11, in place of the workspace's; see
// nest11.mjs. Everything else is as it was.

/** Nest's own packages; the throttler is one and the same for both versions. */
const NEST = /^@nestjs\/(?!throttler)/;
/** Must exist once: metadata and classes are compared by identity. */
const SHARED = /^(rxjs|reflect-metadata|class-validator|class-transformer)(\/|$)/;

module.exports = (request, options) => {
  let { basedir } = options;
  if (NEST.test(request)) basedir = process.env.NEST_11;
  else if (SHARED.test(request)) basedir = __dirname;
  return options.defaultResolver(request, { ...options, basedir });
};
