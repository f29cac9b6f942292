import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { launchChromium } from '../../../../../tools/chromium.mjs';

/** The inspector in one browser, as a person has it before them. */
export class InspectorBrowser {
  page: Page;
  #browser: Browser;
  #context: BrowserContext;
  /** What the browser complained of, and where it went beside the application. */
  #complaints: string[] = [];

  async start(): Promise<void> {
    this.#browser = await launchChromium();
  }

  async stop(): Promise<void> {
    await this.#browser.close();
  }

  /** Opens the page in a window of its own, and waits until it knows the server. */
  async open(link: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<void> {
    const window = { viewport: { width: 1280, height: 900 }, ...options };
    this.#context = await this.#browser.newContext(window);
    this.page = await this.#context.newPage();
    this.page.setDefaultTimeout(20_000);
    this.#listen(new URL(link).origin);
    await this.page.goto(link);
    await this.page.getByRole('button', { name: 'Boot report' }).waitFor();
  }

  /** Closes the window; what the browser has complained of is a failure. */
  async close(): Promise<void> {
    await this.#context.close();
    const complaints = this.#complaints.splice(0);
    if (complaints.length > 0) throw new Error(`The browser complains: ${complaints.join('; ')}`);
  }

  /** Forgets what was provoked on purpose. */
  forgive(): void {
    this.#complaints.length = 0;
  }

  select(name: string): Promise<void> {
    return this.page.getByRole('button', { name }).click();
  }

  async credentials(value: string): Promise<void> {
    await this.page.getByLabel('Credentials').fill(value);
    await this.page.getByRole('button', { name: 'Apply' }).click();
  }

  call(verb = 'Call'): Promise<void> {
    return this.form.getByRole('button', { name: verb, exact: true }).click();
  }

  get form(): Locator {
    return this.page.getByRole('form', { name: 'Arguments' });
  }

  get result(): Locator {
    return this.page.getByRole('group', { name: 'Result', exact: true });
  }

  get messages(): Locator {
    return this.page.getByRole('group', { name: 'Messages', exact: true });
  }

  #listen(origin: string): void {
    const { page } = this;
    page.on('pageerror', ({ message }) => this.#complaints.push(message));
    page.on('console', (message) => {
      // The browser itself notes each answer that is no success.
      const isStatus = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isStatus) this.#complaints.push(message.text());
    });
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== origin) this.#complaints.push(request.url());
    });
  }
}

/** Waits until an element says so. */
export async function expectText(place: Locator, text: string | RegExp) {
  const matches = (found: string | null) =>
    typeof text === 'string' ? found === text : text.test((found ?? '').replaceAll('\n', ' '));
  const page = place.page();
  await place.waitFor();
  let found = await place.textContent();
  for (const end = Date.now() + 15_000; !matches(found) && Date.now() < end;) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    found = await place.textContent();
  }
  if (typeof text === 'string') expect(found).toBe(text);
  else expect((found ?? '').replaceAll('\n', ' ')).toMatch(text);
}
