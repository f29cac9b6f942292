import { readFileSync } from 'node:fs';

const { version } = JSON.parse(
  readFileSync(require.resolve('@nestjs/core/package.json'), 'utf8'),
) as { version: string };

/** Of the NestJS that this run is on: `npm run test:nest11` puts another in the workspace's place. */
export const NEST_MAJOR = Number.parseInt(version, 10);
