import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** A browser page for the tests of a file; without a browser, they are skipped. */
export function browserPage(): () => Page {
  let browser: Browser | undefined;
  let page: Page;
  beforeAll(async () => {
    if (!existsSync(executablePath)) return;
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    page = await browser.newPage();
  });
  afterAll(() => browser?.close());
  beforeEach((context) => {
    if (!browser) context.skip(`There is no Chromium at ${executablePath}; CHROMIUM says where there is one.`);
  });
  return () => page;
}
