// @module-tag slow
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sample } from '../sample.js';
import { builtSite } from './built-site.js';
import { noBrowser, type Opened, open, openBrowser } from './reference-browser.js';

let root: string;
let opened: Opened;
beforeAll(async () => {
  ({ root } = await builtSite());
  if (noBrowser !== undefined) return;
  opened = await open(await openBrowser(), `${root}index.html`, { within: root });
});
afterAll(() => opened?.[Symbol.asyncDispose]());
beforeEach((context) => {
  if (noBrowser !== undefined) context.skip(noBrowser);
});

/** Questions of an integrator, the links and buttons from the first page to the answer, and words of the answer. */
const questions: readonly (readonly [question: string, presses: readonly string[], answer: RegExp])[] = [
  ['How do I hide a partner entry?', [], /-X PATCH -d '\{ "status": "hidden" \}'/],
  ['What is customSlug called in a response?', ['Names'], /custom_slug/],
  ['Where does the key go, and does a word stand before it?', [], /Authorization\..*without a scheme/],
  ['What can I rely on in the body of an error?', ['Errors'], /detail/],
  ['What may an update of a filter send?', ['Update a filter'], /multipleSelectFromDashboard/],
  ['Does a list have pages?', ['Lists and paging'], /array/],
  ['What does the response to an update of a partner entry look like?', ['Update a partner entry'], /"custom_slug"/],
  [
    'How certain is the path of "Create a partner entry"?',
    ['Partner entries', 'Create a partner entry'],
    /Inferred.* path/,
  ],
  ['Can I get reviews as CSV?', ['Reviews', 'Export reviews'], /text\/csv/],
  [
    'What lists the filters of a directory, without a server?',
    ['Filters', 'List filters', 'Try it in a sandbox', 'Send'],
    /200 OK/,
  ],
];

it.each(sample(questions, 3))('the question "%s" is answered after pressing %j', async (_, presses, answer) => {
  await opened.page.goto(`${root}index.html`);
  for (const name of presses) await press(opened.page, name);
  await opened.page.locator('main').getByText(answer).filter({ visible: true }).first().waitFor();
  expect(opened.heard).toEqual([]);
});

/** Presses the first link or button with this name. */
async function press(page: Page, name: string): Promise<void> {
  const exact = { name, exact: true };
  await page.getByRole('link', exact).or(page.getByRole('button', exact)).first().click();
}
