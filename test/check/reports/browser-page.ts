import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { noBrowser, openBrowser } from '../../docs/reference-browser.js';

/** Returns a browser page that the tests of a file share. Without a browser, these tests are skipped. */
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
