import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Why the tests in a browser are left out; undefined where there is a browser. */
export const noBrowser = existsSync(executablePath)
  ? undefined
  : `There is no Chromium at ${executablePath}; CHROMIUM says where there is one.`;

export function openBrowser(): Promise<Browser> {
  const quiet = [
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...quiet] });
}

/** A page, and what it asked for and complained of so far. */
export interface Opened extends AsyncDisposable {
  page: Page;
  /** Requests other than the one for the page itself, complaints of the console, errors. */
  heard: string[];
}

/** Opens an address as somebody who never was there. Nothing but the origin of the page can be reached. */
export async function open(
  browser: Browser,
  address: string,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Opened> {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1400, height: 900 } });
  const [own] = address.split('#', 1);
  const heard: string[] = [];
  await context.route(
    (url) => url.protocol !== 'data:' && url.protocol !== 'blob:' && url.href.split('#', 1)[0] !== own,
    (route) => {
      heard.push(route.request().url());
      return route.abort();
    },
  );
  const page = await context.newPage();
  page.on('pageerror', (error) => heard.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') heard.push(message.text());
  });
  await page.goto(address);
  return { page, heard, [Symbol.asyncDispose]: () => context.close() };
}

/** Waits until an element is within the window, at rest or not. */
export async function inView(page: Page, id: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const box = document.getElementById(wanted)?.getBoundingClientRect();
    return box !== undefined && box.top >= 0 && box.top < window.innerHeight / 2;
  }, id);
}
