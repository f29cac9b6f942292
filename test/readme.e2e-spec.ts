import { readFileSync } from 'node:fs';
import { startBuiltSample, type BuiltSample } from './support/built-sample.js';
import { run } from './support/children.js';

/** The curl lines of the README, in order. */
const LINES = readFileSync('README.md', 'utf8').match(/^curl .*$/gm) ?? [];

describe('The README', () => {
  let sample: BuiltSample;
  beforeAll(async () => {
    sample = await startBuiltSample();
  });
  afterAll(() => sample.stop());

  /** As printed, but for the port: 3000 may be somebody else's. */
  const paste = async (line: string): Promise<unknown> => {
    const here = line.replace('localhost:3000', new URL(sample.url).host);
    const { code, stdout } = await run('bash', ['-c', here]);
    expect(code).toBe(0);
    return JSON.parse(stdout);
  };

  it('shows two requests', () => {
    expect(LINES).toHaveLength(2);
  });

  it('lists the tools as printed', async () => {
    expect(await paste(LINES[0] ?? '')).toMatchObject({
      id: 1,
      result: {
        tools: expect.arrayContaining([expect.objectContaining({ name: 'orders_create' })]),
      },
    });
  });

  it('places an order as printed', async () => {
    const answer = await paste(LINES[1] ?? '');
    expect(answer).toMatchObject({
      id: 2,
      result: { structuredContent: { customer: 'Ada', totalCents: 2500 } },
    });
    expect(answer).not.toHaveProperty('result.isError', true);
  });

  it('names an OpenAPI page that describes the same routes', async () => {
    const page = await fetch(`${sample.url}/docs`);
    expect(page.status).toBe(200);
    const document = (await (await fetch(`${sample.url}/docs-json`)).json()) as { paths: object };
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/orders', '/orders/{id}', '/orders/{id}/cancel', '/products']),
    );
  });
});
