import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { noBrowser, openBrowser } from '../../docs/reference-browser.js';

/** A browser page for the tests of a file; without a browser, they are skipped. */
export function browserPage(): () => Page {
  let page: Page | undefined;
  beforeAll(async () => {
    if (noBrowser === undefined) page = await (await openBrowser()).newPage();
  });
  afterAll(() => page?.close());
  beforeEach((context) => {
    if (noBrowser !== undefined) context.skip(noBrowser);
  });
  return () => page as Page;
}
