import type { INestApplication } from '@nestjs/common';
import fastifyHelmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import helmet from 'helmet';
import { HOSTILE, inspectedApp, PLATFORMS, type InspectedApp } from '../support/inspected-app.js';
import { expectText, InspectorBrowser } from './inspector-browser.js';
import { measureContrast } from './measure-contrast.js';

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

describe('The inspector in a browser', () => {
  it('lists what the server offers, with where it comes from', async () => {
    await inspector.open(running.link);
    await expectText(inspector.page.getByRole('heading', { level: 1 }), /^inspected1\.2\.3$/);
    await inspector.select('orders_create');
    await expectText(inspector.page.locator('.facts'), /OrdersController\.create in AppModule/);
    await expectText(inspector.page.locator('.facts'), /POST \/orders/);
    await expectText(inspector.page.locator('.chain'), 'KeyGuard');
    await inspector.page.getByText('Published input schema').click();
    await expectText(inspector.page.getByLabel('Published input schema'), /"customer": \{/);
    const groups = await inspector.page.locator('#index h2').allTextContents();
    expect(groups).toEqual(['Tools4', 'Resource templates1', 'Prompts1']);
    await inspector.page.getByRole('searchbox').fill('WAIT');
    expect(await inspector.page.locator('#index .item.code').allTextContents()).toEqual([
      'slow_wait',
    ]);
  });

  it('can be worked by keyboard alone, and shows where the focus is', async () => {
    await inspector.open(running.link);
    const press = (key: string) => inspector.page.keyboard.press(key);
    const focused = () =>
      inspector.page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement as Element);
        return {
          text: document.activeElement?.textContent,
          outline: `${outlineStyle} ${outlineWidth}`,
        };
      });
    await press('Tab');
    expect(await focused()).toEqual({ text: 'Skip to the content', outline: 'solid 2px' });
    await inspector.page.getByRole('searchbox').focus();
    await press('ArrowDown');
    expect(await focused()).toEqual({ text: 'orders_create', outline: 'solid 2px' });
    await press('ArrowDown');
    await press('Enter');
    expect((await focused()).text).toBe('orders_find');
    // From the heading on: the two ways of entering, as one stop, then the field.
    await press('Tab');
    await press('Tab');
    await inspector.page.keyboard.type('7');
    await press('Control+Enter');
    await expectText(inspector.result, /^Succeeded/);
    await expectText(inspector.page.getByRole('status'), /^Succeeded, HTTP 200/);
    await press('Tab');
    expect(await focused()).toEqual({ text: 'Call', outline: 'solid 2px' });
    await press('Enter');
    await expectText(inspector.result, /^Succeeded/);
  });

  it.each(['light', 'dark'] as const)('is legible in the %s', async (colorScheme) => {
    await inspector.open(running.link, { colorScheme });
    await inspector.select('slow_hostile');
    await inspector.call();
    await expectText(inspector.result, /^Succeeded/);
    const { ground, faint } = await inspector.page.evaluate(measureContrast);
    expect(ground > 0.5).toBe(colorScheme === 'light');
    expect(faint).toEqual([]);
  });

  it('takes no text for markup, wherever it comes from', async () => {
    await inspector.open(running.link);
    await inspector.select('slow_hostile');
    await expectText(inspector.page.getByRole('heading', { level: 2 }).last(), HOSTILE);
    await inspector.call();
    await expectText(inspector.result, new RegExp(`^Succeeded.*${escaped(HOSTILE)}$`));
    await inspector.select('orders_find');
    await inspector.form.getByLabel('id').fill('1');
    await inspector.call();
    await expectText(inspector.result, /^Succeeded/);
    expect(await inspector.page.locator('img').count()).toBe(0);
    expect(await inspector.page.locator('script').count()).toBe(1);
    expect(await inspector.page.title()).toBe('inspected · Toolport inspector');
    // The last line: should anything of the page ever try, the browser would not let it.
    const refusal = await inspector.page.evaluate((text) => {
      try {
        document.body.innerHTML = text;
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    }, HOSTILE);
    expect(refusal).toBe('TypeError');
    inspector.forgive();
  });

  it('says that credentials are refused, shows nothing, and recovers with better ones', async () => {
    await inspector.open(running.link);
    await inspector.select('orders_find');
    await inspector.credentials('key bad');
    await expectText(inspector.page.getByRole('main'), /The server refuses this caller/);
    await expectText(inspector.page.getByRole('main'), /This key opens nothing\./);
    expect(await inspector.page.locator('#index .item').count()).toBe(0);
    await inspector.credentials('key good');
    await inspector.select('orders_members');
    await expectText(inspector.page.locator('.chain'), 'KeyGuardMemberGuard');
    await inspector.call();
    await expectText(inspector.result, /for members/);
    await expectText(inspector.messages, /authorization: ••••••/);
    expect(await inspector.messages.innerText()).not.toContain('key good');
  });

  it('keeps credentials and token out of all that outlives the page', async () => {
    await inspector.open(running.link);
    await inspector.credentials('key good');
    await inspector.page.getByRole('button', { name: 'orders_members' }).waitFor();
    const kept = await inspector.page.evaluate(() => ({
      address: location.href,
      stored: localStorage.length + sessionStorage.length,
      state: String(history.state),
      cookies: document.cookie,
    }));
    expect(kept.address).toBe(running.link.split('#')[0]);
    expect(kept.stored).toBe(0);
    expect(kept.cookies).toBe('');
    expect(kept.state).not.toContain('key good');
    await inspector.page.reload();
    await inspector.page.getByRole('button', { name: 'orders_create' }).waitFor();
    expect(await inspector.page.getByLabel('Credentials').inputValue()).toBe('');
    await inspector.select('orders_create');
    await expectText(inspector.page.locator('.chain'), 'KeyGuard');
  });

  it('tells whoever has no token nothing but what MCP tells', async () => {
    await inspector.open(running.link.split('#')[0]);
    await inspector.select('orders_find');
    expect(await inspector.page.locator('.facts').innerText()).not.toMatch(/Guard|Controller/);
    await inspector.form.getByLabel('id').fill('1');
    await inspector.call();
    await expectText(inspector.result, /^Succeeded/);
    await inspector.select('Boot report');
    await expectText(inspector.page.getByRole('main'), /for whoever started the application/);
  });

  it('shows the boot report', async () => {
    await inspector.open(running.link);
    await inspector.credentials('key good');
    await inspector.page.getByRole('button', { name: 'orders_members' }).waitFor();
    await inspector.select('Boot report');
    await expectText(inspector.page.locator('.notice').first(), /^MCP_DESCRIPTION_MISSING/);
  });

  it.each(['2026-07-28', '2025-11-25', '2025-03-26', '2024-11-05'])(
    'speaks revision %s',
    async (revision) => {
      await inspector.open(running.link);
      await inspector.page.getByLabel('Revision').selectOption(revision);
      await inspector.select('orders_find');
      await inspector.form.getByLabel('id').fill('7');
      await inspector.call();
      await expectText(inspector.result, /^Succeeded/);
      await expectText(inspector.messages, new RegExp(`mcp-protocol-version: ${revision}`));
    },
  );

  it.each([1280, 800])('fits a window of %d pixels', async (width) => {
    await inspector.open(running.link, { viewport: { width, height: 900 } });
    await inspector.select('orders_create');
    await inspector.form.getByLabel('address').check();
    await inspector.call();
    await expectText(inspector.result, /^Failed/);
    const overflow = await inspector.page.evaluate(() =>
      ['html', 'main', 'nav', 'header'].filter((name) => {
        const box = document.querySelector(name) as Element;
        return box.scrollWidth > box.clientWidth;
      }),
    );
    expect(overflow).toEqual([]);
  });

  it.each(PLATFORMS)('works on %s behind helmet and a global prefix', async (platform) => {
    const other = await inspectedApp(platform, {
      configure: async (app: INestApplication) => {
        app.setGlobalPrefix('api/v1');
        if (platform === 'express') app.use(helmet());
        else await (app as NestFastifyApplication).register(fastifyHelmet);
      },
    });
    try {
      await inspector.open(other.link);
      await inspector.select('orders_find');
      await inspector.form.getByLabel('id').fill('7');
      await inspector.call();
      await expectText(inspector.result, /^Succeeded/);
      await expectText(inspector.messages, /POST \/api\/v1\/mcp/);
    } finally {
      // First: Fastify waits for the browser's open connections.
      await inspector.close();
      await other.app.close();
    }
  });
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
