import { FILE_CASES } from './fixtures/file.controller.js';
import { PARITY_CASES } from './fixtures/parity-cases.js';
import { configure, ParityModule } from './fixtures/parity.module.js';
import { describeTransports } from './support/describe-transports.js';
import { NEST_MAJOR } from './support/nest-version.js';
import { expectParity, observeRest, observeTool } from './support/parity.js';

it('runs on the NestJS that it is meant for', () => {
  expect(NEST_MAJOR).toBe(process.env.NEST_11 === undefined ? 12 : 11);
});

describeTransports('a tool call is the REST call', ParityModule, { configure }, (benches) => {
  it.each([...PARITY_CASES, ...FILE_CASES])('$title', async (item) => {
    const rest = await observeRest(benches().rest, item);
    const tool = await observeTool(benches().tools, item);
    expectParity(item, rest, tool);
  });
});
