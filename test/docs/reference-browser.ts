import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** The reason for skipping browser tests; undefined if there is a browser. */
export const noBrowser = existsSync(executablePath)
  ? undefined
  : `${executablePath} does not exist. Set CHROMIUM to the path of a Chromium.`;

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

/** A page, with its requests and errors so far. */
export interface Opened extends AsyncDisposable {
  page: Page;
  /** Requests except the one for the page itself, console messages, errors. */
  heard: string[];
}

/** Opens an address in a fresh profile, which can reach nothing but the origin of the page. */
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

/** Waits until an element is within the window. */
export async function inView(page: Page, id: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const box = document.getElementById(wanted)?.getBoundingClientRect();
    return box !== undefined && box.top >= 0 && box.top < window.innerHeight / 2;
  }, id);
}
