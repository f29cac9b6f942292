import { inspectedApp, SlowService, type InspectedApp } from '../support/inspected-app.js';
import { expectText, InspectorBrowser } from './inspector-browser.js';

const inspector = new InspectorBrowser();
let running: InspectedApp;

beforeAll(async () => {
  await inspector.start();
  running = await inspectedApp('express');
});
afterEach(() => inspector.close());
afterAll(async () => {
  await inspector.stop();
  await running.app.close();
});

describe('A call from the inspector', () => {
  it('makes a form of the schema and calls with what is filled in', async () => {
    await inspector.open(running.link);
    await inspector.select('orders_create');
    await inspector.form.getByLabel('customer').fill('Ada');
    await inspector.form.getByLabel('packing').selectOption('bag');
    await inspector.form.getByLabel('sku').fill('TEA-1');
    await inspector.form.getByLabel('quantity').fill('2');
    await inspector.form.getByRole('button', { name: 'Add to lines' }).click();
    await inspector.form.getByLabel('sku').nth(1).fill('TEA-2');
    await inspector.form.getByLabel('quantity').nth(1).fill('3');
    await inspector.form.getByLabel('address').check();
    await inspector.form.getByLabel('street').fill('Low Road 1');
    await inspector.form.getByLabel('gift').selectOption('true');
    await inspector.form.getByLabel('labels').fill('{"to":"Bob"}');
    await inspector.call();
    await expectText(inspector.result, /^Succeeded/);
    const sent = JSON.parse(await inspector.messages.getByLabel('Sent message').innerText());
    expect(sent.params.arguments).toEqual({
      customer: 'Ada',
      packing: 'bag',
      lines: [
        { sku: 'TEA-1', quantity: 2 },
        { sku: 'TEA-2', quantity: 3 },
      ],
      address: { street: 'Low Road 1' },
      gift: true,
      // So the portable profile publishes a map: a text that holds JSON.
      labels: '{"to":"Bob"}',
    });
    const received = JSON.parse(
      await inspector.messages.getByLabel('Received message').innerText(),
    );
    expect(received.result.structuredContent).toEqual({
      placed: { ...sent.params.arguments, labels: { to: 'Bob' } },
    });
    expect(JSON.parse(await inspector.result.getByLabel('Structured content').innerText())).toEqual(
      received.result.structuredContent,
    );
  });

  it('takes what no form can be made of as JSON', async () => {
    const full = await inspectedApp('express', { mcp: { schemaProfile: 'full' } });
    try {
      await inspector.open(full.link);
      await inspector.select('orders_create');
      const labels = inspector.form.getByLabel('labels');
      await labels.fill('{"to":');
      await inspector.call();
      await expectText(inspector.result, /labels: .*JSON/);
      expect(await labels.evaluate((element) => element === document.activeElement)).toBe(true);
      await labels.fill('{"to":"Bob"}');
      await inspector.call();
      await expectText(inspector.messages, /"labels": \{\s+"to": "Bob"/);
    } finally {
      await full.app.close();
    }
  });

  it('leaves out what is left empty, and takes a line away', async () => {
    await inspector.open(running.link);
    await inspector.select('orders_create');
    await inspector.form.getByLabel('sku').fill('A');
    await inspector.form.getByRole('button', { name: 'Add to lines' }).click();
    await inspector.form.getByLabel('sku').nth(1).fill('B');
    await inspector.form.getByRole('button', { name: 'Remove lines 1' }).click();
    await inspector.page.getByLabel('JSON', { exact: true }).check();
    const text = await inspector.page.getByLabel('Arguments as JSON').inputValue();
    expect(JSON.parse(text)).toEqual({ customer: '', lines: [{ sku: 'B' }] });
  });

  it('takes the arguments as JSON as well, and carries them over', async () => {
    await inspector.open(running.link);
    await inspector.select('orders_find');
    await inspector.page.getByLabel('JSON', { exact: true }).check();
    await inspector.page.getByLabel('Arguments as JSON').fill('{"id": 7');
    await inspector.call();
    await expectText(inspector.result, /^The arguments: .*JSON/);
    await expectText(inspector.messages, 'Nothing was sent.');
    await inspector.page.getByLabel('Form', { exact: true }).click();
    await inspector.page.getByRole('alert').waitFor();
    await inspector.page.getByLabel('Arguments as JSON').fill('{"id": 7}');
    await inspector.page.getByLabel('Form', { exact: true }).check();
    expect(await inspector.form.getByLabel('id').inputValue()).toBe('7');
    await inspector.call();
    await expectText(inspector.result, /"id": 7/);
  });

  it('shows what was wrong with the arguments at their places', async () => {
    await inspector.open(running.link);
    await inspector.select('orders_create');
    await inspector.form.getByLabel('packing').selectOption('box');
    await inspector.form.getByLabel('sku').fill('TEA-1');
    await inspector.form.getByLabel('quantity').fill('0');
    await inspector.call();
    await expectText(inspector.result, /^FailedVALIDATION_FAILED/);
    const quantity = inspector.form.getByLabel('quantity');
    expect(await quantity.getAttribute('aria-invalid')).toBe('true');
    await expectText(inspector.form.locator('.fault:visible'), /1/);
    await quantity.fill('x');
    expect(await quantity.getAttribute('aria-invalid')).toBeNull();
    await inspector.call();
    await expectText(inspector.result, /lines\[0\]\.quantity: This is no number\./);
  });

  it('shows an operation that failed, and a message that was refused', async () => {
    await inspector.open(running.link);
    await inspector.select('orders_find');
    await inspector.form.getByLabel('id').fill('404');
    await inspector.call();
    await expectText(inspector.result, /^FailedCONFLICT/);
    await expectText(inspector.result, /There is no such order any more\./);
    await inspector.page.getByLabel('JSON', { exact: true }).check();
    await inspector.page.getByLabel('Arguments as JSON').fill('[]');
    await inspector.call();
    await expectText(inspector.result, /^FailedMCP_ARGUMENTS_INVALID/);
  });

  it('shows progress as it comes, and cancels', async () => {
    await inspector.open(running.link);
    await inspector.select('slow_wait');
    const stopped = new Promise<void>((resolve) => {
      SlowService.onStopped = resolve;
    });
    await inspector.call();
    await expectText(inspector.messages, /half of it/);
    await inspector.form.getByRole('button', { name: 'Cancel' }).click();
    await expectText(inspector.result, /^Cancelled/);
    await stopped;
  });

  it('reads resources and gets prompts', async () => {
    await inspector.open(running.link);
    await inspector.select('notes://{topic}');
    await inspector.form.getByLabel('topic').fill('tea & milk');
    await inspector.call('Read');
    await expectText(inspector.result, /About tea & milk/);
    await inspector.select('slow_letter');
    await inspector.call('Get');
    await expectText(inspector.result, /Write a letter\./);
  });
});
