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
    // One process for all pages of a site, which starts faster.
    '--process-per-site',
  ];
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...quiet] });
}

/** A page, with its requests and errors so far. */
export interface Opened extends AsyncDisposable {
  page: Page;
  /** Requests for anything that the page may not load, console messages, errors, dialogs. */
  heard: string[];
}

export interface OpenOptions {
  colorScheme?: 'light' | 'dark' | undefined;
  /** The page may load what has an address that begins with one of these; by default nothing but itself. */
  within?: string | readonly string[];
  javaScriptEnabled?: boolean;
}

/** Redoc greets in the console. */
const banner = '%c Redoc %c';

/** Opens an address in a fresh profile, which can reach nothing else. */
export async function open(
  browser: Browser,
  address: string,
  { colorScheme = 'light', within, javaScriptEnabled = true }: OpenOptions = {},
): Promise<Opened> {
  const context = await browser.newContext({
    colorScheme,
    javaScriptEnabled,
    viewport: { width: 1400, height: 900 },
  });
  const [own] = address.split('#', 1);
  const isOwn = ({ protocol, href }: URL): boolean =>
    ['data:', 'blob:'].includes(protocol) ||
    (within === undefined ? href.split('#', 1)[0] === own : [within].flat().some((start) => href.startsWith(start)));
  const heard: string[] = [];
  await context.route(
    (url) => !isOwn(url),
    (route) => {
      heard.push(route.request().url());
      return route.abort();
    },
  );
  const page = await context.newPage();
  page.on('pageerror', (error) => heard.push(String(error)));
  page.on('console', (message) => {
    if (!message.text().includes(banner)) heard.push(message.text());
  });
  page.on('dialog', (dialog) => {
    heard.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
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
