import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { beforeAll, beforeEach } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** The reason for skipping tests that need a browser; undefined if there is a browser. */
export const noBrowser = existsSync(executablePath)
  ? undefined
  : `${executablePath} does not exist. Set CHROMIUM to the path of a Chromium.`;

let launched: Promise<Browser> | undefined;

/** Returns the browser of this process. It stays open until the process ends. */
export function openBrowser(): Promise<Browser> {
  launched ??= launch();
  return launched;
}

/** Tests send signals to this process, and the browser must not end because of them. */
const unasked = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

async function launch(): Promise<Browser> {
  const flags = [
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // All pages of a site share one process, which starts faster.
    '--process-per-site',
  ];
  // A worker is killed at its end, before its browser can remove the profile; the test run removes this folder instead.
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = temporaryFolder('browser');
  try {
    return await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...flags], ...unasked });
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
}

/** A page, and the messages from it so far. */
export interface Opened extends AsyncDisposable {
  page: Page;
  /** Requests that the page may not send, console messages, errors and dialogs. */
  messages: string[];
}

export interface OpenOptions {
  colorScheme?: 'light' | 'dark' | undefined;
  /** Prefixes of addresses that the page may load; by default only the page itself. */
  within?: string | readonly string[];
  javaScriptEnabled?: boolean;
}

/** Redoc writes this greeting to the console. */
const banner = '%c Redoc %c';

/** Unused pages of each browser, as in a new profile, with and without scripts. */
const ready = new WeakMap<Browser, Record<'true' | 'false', Page[]>>();

/** Returns a function that opens pages for the tests of a file or group. Without a browser, these tests are skipped. */
export function useBrowser(): (address: string, options?: OpenOptions) => Promise<Opened> {
  let browser: Browser;
  beforeAll(async () => {
    if (noBrowser === undefined) browser = await openBrowser();
  });
  beforeEach((context) => {
    if (noBrowser !== undefined) context.skip(noBrowser);
  });
  return (address, options) => open(browser, address, options);
}

/** Opens an address in an empty profile that can load only allowed addresses. */
async function open(
  browser: Browser,
  address: string,
  { colorScheme = 'light', within, javaScriptEnabled = true }: OpenOptions = {},
): Promise<Opened> {
  const unused = ready.get(browser) ?? { true: [], false: [] };
  ready.set(browser, unused);
  const pages = unused[`${javaScriptEnabled}`];
  const page = pages.pop() ?? (await (await browser.newContext({ javaScriptEnabled })).newPage());
  const [own] = address.split('#', 1);
  const isOwn = ({ protocol, href }: URL): boolean =>
    ['data:', 'blob:'].includes(protocol) ||
    (within === undefined ? href.split('#', 1)[0] === own : [within].flat().some((start) => href.startsWith(start)));
  const messages: string[] = [];
  await page.context().route(
    (url) => !isOwn(url),
    (route) => {
      messages.push(route.request().url());
      return route.abort();
    },
  );
  page.on('pageerror', (error) => messages.push(String(error)));
  page.on('console', (message) => {
    if (!message.text().includes(banner)) messages.push(message.text());
  });
  page.on('dialog', (dialog) => {
    messages.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.emulateMedia({ colorScheme });
  await page.goto(address);
  const close = async (): Promise<void> => {
    if (await emptied(page)) pages.push(page);
    else await page.context().close();
  };
  return { page, messages, [Symbol.asyncDispose]: close };
}

/**
 * Removes everything that a test can leave in a page and its profile, since a new profile takes a second of processor
 * time. Returns whether that succeeded.
 */
async function emptied(page: Page): Promise<boolean> {
  const context = page.context();
  try {
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    page.removeAllListeners();
    await Promise.all([context.unrouteAll(), page.unrouteAll(), context.clearCookies(), context.clearPermissions()]);
    await page.emulateMedia({ media: null, colorScheme: null });
    await page.goto('about:blank');
    return context.pages().length === 1;
  } catch {
    return false;
  }
}

/** Waits until an element is within the window. */
export async function inView(page: Page, id: string): Promise<void> {
  await page.waitForFunction((wantedText) => {
    const box = document.getElementById(wantedText)?.getBoundingClientRect();
    return box !== undefined && box.top >= 0 && box.top < window.innerHeight / 2;
  }, id);
}
