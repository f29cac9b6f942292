/**
 * `npm run screenshots`: pictures of the inspector for the documentation, of the built sample application.
 *
 * node tools/inspector-screenshots.mjs [folder] [width]
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join, resolve } from 'node:path';
import { launchChromium } from './chromium.mjs';

const folder = resolve(process.argv[2] ?? 'docs/images');
const width = Number(process.argv[3] ?? 1280);
mkdirSync(folder, { recursive: true });

const sample = spawn(process.execPath, ['dist/src/main.js'], {
  env: { ...process.env, PORT: '0', NODE_ENV: 'development', NO_COLOR: '1' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await launchChromium();
try {
  const link = await linkIn(sample.stdout);
  for (const [colorScheme, name] of [
    ['light', 'inspector.png'],
    ['dark', 'inspector-dark.png'],
  ]) {
    await picture(link, colorScheme, join(folder, name));
  }
} finally {
  await browser.close();
  sample.kill();
}

async function picture(link, colorScheme, path) {
  const page = await browser.newPage({ colorScheme, viewport: { width, height: 1320 } });
  await page.goto(link);
  await page.getByLabel('Credentials').fill('ApiKey dev-writer-key');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'orders_create' }).click();
  const form = page.getByRole('form', { name: 'Arguments' });
  await form.getByLabel('customer').fill('Ada');
  await form.getByLabel('sku').fill('TEA-001');
  await form.getByLabel('quantity').fill('2');
  await form.getByRole('button', { name: 'Call' }).click();
  await page.getByText('Succeeded', { exact: true }).waitFor();
  await page.getByRole('main').evaluate((main) => main.scrollTo(0, 0));
  await page.screenshot({ path });
  await page.close();
  console.log(path);
}

async function linkIn(output) {
  for await (const line of createInterface(output)) {
    const link = /Inspector: (\S+)/.exec(line)?.[1];
    if (link) return link;
  }
  throw new Error('The sample has ended without logging the link of its inspector');
}
