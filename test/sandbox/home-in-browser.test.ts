import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noBrowser, openBrowser } from '../docs/reference-browser.js';
import { entryPath } from './fixture.js';
import { patch, serveForTests } from './http.js';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const served = serveForTests();
let browser: Browser | undefined;
beforeAll(async () => {
  browser = noBrowser === undefined ? await openBrowser() : undefined;
});
beforeEach((context) => {
  if (noBrowser !== undefined) context.skip(noBrowser);
});

interface Opened extends AsyncDisposable {
  page: Page;
  messages: string[];
}

async function open(options: { width?: number; bypassCSP?: boolean } = {}): Promise<Opened> {
  const { width = 1280, bypassCSP = false } = options;
  const context = await browser!.newContext({ viewport: { width, height: 900 }, bypassCSP });
  const page = await context.newPage();
  const messages: string[] = [];
  page.on('pageerror', (error) => messages.push(String(error)));
  page.on('console', (message) => messages.push(message.text()));
  await page.goto(`${served.url}/`);
  await page.getByText('This page shows changes as they happen.').waitFor();
  return { page, messages, [Symbol.asyncDispose]: () => context.close() };
}

const rename = (title: string): Promise<Response> => patch(served.url + entryPath, { title });

describe('the home page in a browser', () => {
  it('shows a change made in a terminal without a reload, and marks the change', { tags: 'slow' }, async () => {
    await using tab = await open();
    const { page, messages } = tab;
    const hostileText = '<img src=x onerror=alert(1)> & more';
    await rename(hostileText);
    await page.getByRole('link', { name: hostileText }).waitFor();
    const row = page.getByRole('row').filter({ hasText: hostileText });
    expect(await row.getAttribute('class')).toBe('changed');
    expect(await row.getByRole('cell').last().textContent()).toBe(`title: "Fjordline Data" → "${hostileText}"`);
    expect(await page.locator('#changes li').allTextContents()).toEqual([
      `PartnerEntry ${hostileText} title: "Fjordline Data" → "${hostileText}"`,
    ]);
    await page.locator('#requests').getByText(`PATCH ${entryPath}`).waitFor();
    expect(messages).toEqual([]);
  });

  it('switches faults and restores the initial state, also by keyboard', { tags: 'slow' }, async () => {
    await using tab = await open();
    const { page, messages } = tab;
    await page.getByText('Other faults').click();
    await page.getByRole('button', { name: 'Switch on wrong-type' }).click();
    const off = page.getByRole('button', { name: 'Switch off wrong-type' });
    await off.waitFor();
    expect(served.sandbox.faults()).toEqual(['wrong-type']);
    await off.press('Enter');
    await page.getByText('No fault is active').waitFor();
    expect(served.sandbox.faults()).toEqual([]);
    await rename('Renamed');
    await page.getByRole('link', { name: 'Renamed' }).waitFor();
    await page.getByRole('button', { name: 'Restore the initial state' }).press('Enter');
    await page.getByRole('link', { name: 'Fjordline Data' }).waitFor();
    expect(await page.locator('tr.changed').count()).toBe(0);
    expect(messages).toEqual([]);
  });

  it.each([
    { width: 390, colorScheme: 'light' },
    { width: 1280, colorScheme: 'dark' },
  ] as const)(
    'has no axe violation and no horizontal scrolling: $width, $colorScheme',
    { tags: 'slow' },
    async ({ width, colorScheme }) => {
      served.sandbox.setFaults(['wrong-type']);
      await using tab = await open({ width, bypassCSP: true });
      const { page } = tab;
      await rename('Changed');
      await page.getByRole('link', { name: 'Changed' }).waitFor();
      await page.addScriptTag({ path: axe });
      // All kinds look the same, so checking a few open kinds is enough. The many faults are checked at one width only.
      await page.evaluate((isWide) => {
        for (const element of document.querySelectorAll<HTMLDetailsElement>('details'))
          element.open = element.id === 'other-faults' ? isWide : !isWide || /Tier|locations/.test(element.id);
      }, width > 1000);
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const violations = await page.evaluate(async () => {
        const { axe: axeInPage } = globalThis as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        };
        return (await axeInPage.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      });
      expect(violations).toEqual([]);
    },
  );
});
