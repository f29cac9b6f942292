import { PARITY_CASES } from './fixtures/parity-cases.js';
import { configure, ParityModule } from './fixtures/parity.module.js';
import { describeTransports } from './support/describe-transports.js';
import { expectParity, observeRest, observeTool } from './support/parity.js';

describeTransports('a tool call is the REST call', ParityModule, { configure }, (benches) => {
  it.each(PARITY_CASES)('$title', async (item) => {
    const rest = await observeRest(benches().rest, item);
    const tool = await observeTool(benches().tools, item);
    expectParity(item, rest, tool);
  });
});
