// The process of one subject: node subject-process.mjs FILE OPTIONS. Started by subject.mjs, which
// asks it for what the operating system counts of it.
const [file, options] = process.argv.slice(2);

process.on('message', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.send({ cpu: userCPUTime + systemCPUTime, peak: maxRSS * 1024 });
});
process.on('disconnect', () => process.exit());

const { start } = await import(file);
process.send({ port: await start(JSON.parse(options)) });
