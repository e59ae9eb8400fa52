import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import type { FileServer } from './file-server.js';

/** The waiting time of a reader with an empty cache, and the size of the download. */
export interface Visit {
  /** Milliseconds from the start of the navigation until the name of the operation is in view. */
  readableAfter: number;
  /** The number of bytes of all response bodies, as sent. */
  bytes: number;
}

/** The time limit for one page in milliseconds, which is long enough even for a busy machine. */
const timeout = 120_000;

/** @throws Error if this machine has no Chromium */
export async function startBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  if (!existsSync(executablePath))
    throw new Error(`Chromium does not exist at ${executablePath}. Set CHROMIUM to its path.`);
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

/** A script that records when the text is first in view. As a string, it contains no calls that a compiler adds. */
const watcherScript = (selector: string, text: string): string => `
  requestAnimationFrame(function look() {
    const isShown = [...document.querySelectorAll(${JSON.stringify(selector)})].some((each) => {
      const { top, bottom, height } = each.getBoundingClientRect();
      return each.textContent.trim().startsWith(${JSON.stringify(text)}) &&
        top >= 0 && height > 0 && bottom <= window.innerHeight;
    });
    if (isShown) window.readableAfter = performance.now();
    else requestAnimationFrame(look);
  });
`;

/** Opens a page in a new browser context, whose cache is empty. */
export async function visit(
  browser: Browser,
  server: FileServer,
  { address, headingSelector, text }: { address: string; headingSelector: string; text: string },
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  try {
    await context.route(
      (url) => url.protocol.startsWith('http') && url.origin !== new URL(server.url).origin,
      (route) => route.abort(),
    );
    const page = await context.newPage();
    await page.addInitScript({ content: watcherScript(headingSelector, text) });
    server.takeSentBytes();
    await page.goto(`${server.url}${address}`, { waitUntil: 'commit' });
    const handle = await page.waitForFunction(() => (window as { readableAfter?: number }).readableAfter, undefined, {
      timeout,
    });
    await page.waitForLoadState('networkidle', { timeout });
    return { readableAfter: (await handle.jsonValue()) ?? NaN, bytes: server.takeSentBytes() };
  } finally {
    await context.close();
  }
}
