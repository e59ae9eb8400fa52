import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sample } from '../sample.js';
import { builtSite } from './built-site.js';
import { axeFindings, layoutFindings } from './page-checks.js';
import { table } from './pages-fixture.js';
import { type Opened, useBrowser } from './reference-browser.js';

const open = useBrowser();
let root: string;
beforeAll(async () => {
  ({ root } = await builtSite());
});

/** Opens a page as a file, which can load only the docs. */
function page(path: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Opened> {
  return open(root + path, { within: root, colorScheme });
}

async function searched(page: Page, question: string): Promise<void> {
  await page.keyboard.press('/');
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
  await page.keyboard.type(question);
  await page.locator('.results a').first().waitFor();
}

describe('the search', () => {
  it('opens by a key, finds misspelt words, and leads to the result, also in a folder', { tags: 'slow' }, async () => {
    await using tab = await page('operations/getBadge.html');
    await searched(tab.page, 'upadte fliter');
    expect(await tab.page.locator('.results section').first().locator('h2').innerText()).toMatch(/^Operations \d+$/);
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForURL(`${root}operations/updateFilter.html`);
    expect(tab.messages).toEqual([]);
  });

  it('works with the keyboard alone', { tags: 'slow' }, async () => {
    await using tab = await page('index.html');
    await searched(tab.page, 'tier');
    const input = tab.page.getByRole('combobox');
    const options = tab.page.getByRole('option');
    const count = await options.count();
    const selected = () => tab.page.getByRole('option', { selected: true }).innerText();
    const [first, , third] = await options.allInnerTexts();
    expect(await selected()).toBe(first);
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home']) await tab.page.keyboard.press(key);
    expect(await selected()).toBe(third);
    const selectedId = await tab.page.getByRole('option', { selected: true }).getAttribute('id');
    expect(await input.getAttribute('aria-activedescendant')).toBe(selectedId);
    // Home moves the caret in the text, and the arrow keys do not.
    await tab.page.keyboard.type('a ');
    expect(await input.inputValue()).toBe('a tier');
    expect(await selected()).toBe(first);
    while (!(await selected()).startsWith('More ')) await tab.page.keyboard.press('ArrowDown');
    await tab.page.keyboard.press('Enter');
    expect(await options.count()).toBeGreaterThan(count);
    expect(await selected()).not.toMatch(/^More /);
    expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
    await tab.page.keyboard.press('Escape');
    expect(await tab.page.getByRole('dialog').count()).toBe(0);
    // A slash that is typed into an input does not open the search.
    await tab.page.goto(`${root}unknowns.html`);
    await tab.page.getByLabel('Filter the questions').press('/');
    expect(await tab.page.getByRole('dialog').count()).toBe(0);
    expect(await tab.page.getByLabel('Filter the questions').inputValue()).toBe('/');
  });

  it('has links as options, which open in a new tab and leave the search open', { tags: 'slow' }, async () => {
    await using tab = await page('operations/getBadge.html');
    await searched(tab.page, 'updatePartnerEntry');
    const option = tab.page
      .getByRole('group', { name: /^Operations/ })
      .getByRole('option')
      .first();
    expect(await option.locator('.verb.patch').innerText()).toBe('PATCH');
    const [newPage] = await Promise.all([
      tab.page.context().waitForEvent('page'),
      option.click({ modifiers: ['ControlOrMeta'] }),
    ]);
    expect(newPage.url()).toBe(`${root}operations/updatePartnerEntry.html`);
    expect(await tab.page.getByRole('dialog').count()).toBe(1);
  });

  it('scrolls to the place of a result on the same page', { tags: 'slow' }, async () => {
    await using tab = await page('unknowns.html');
    await searched(tab.page, 'limits.rate');
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForURL(`${root}unknowns.html#limits.rate`);
    expect(await tab.page.getByRole('dialog').count()).toBe(0);
  });

  it('says so if it finds nothing', async () => {
    await using tab = await page('index.html');
    await tab.page.getByRole('button', { name: /^Search/ }).click();
    await tab.page.keyboard.type('qqqqqqqqqq<b>');
    await tab.page.getByText('Nothing found for “qqqqqqqqqq<b>”.').waitFor();
    expect(await tab.page.getByRole('combobox').getAttribute('aria-expanded')).toBe('false');
    expect(tab.messages).toEqual([]);
  });

  it.each([
    [390, 'light'],
    [1280, 'dark'],
  ] as const)(
    'has at %i pixels in %s colours no faults of contrast or layout',
    { tags: 'slow' },
    async (width, scheme) => {
      await using tab = await page('index.html', scheme);
      await tab.page.setViewportSize({ width, height: 800 });
      await searched(tab.page, 'partner entry');
      expect(await axeFindings(tab.page)).toEqual([]);
      expect(await layoutFindings(tab.page)).toEqual([]);
    },
  );

  it('is loaded only when a reader opens it', async () => {
    await using tab = await page('index.html');
    const scripts = () => tab.page.evaluate(() => [...document.scripts].map(({ src }) => src.split('/').at(-1)));
    expect(await scripts()).toEqual(['site.js']);
    await searched(tab.page, 'tier');
    expect(await scripts()).toEqual(['site.js', 'search-index.js', 'search.js']);
  });
});

/** Questions of a reader, the links and buttons from the first page to the answer, and words of the answer. */
const { questions } = table<{ questions: { question: string; presses: string[]; answer: string }[] }>('questions');

it.each(sample(questions, 3))(
  'the question "$question" is answered after pressing $presses',
  { tags: 'slow' },
  async ({ presses, answer }) => {
    await using tab = await page('index.html');
    for (const name of presses) await press(tab.page, name);
    await tab.page.locator('main').getByText(new RegExp(answer)).filter({ visible: true }).first().waitFor();
    expect(tab.messages).toEqual([]);
  },
);

/** Presses the first link or button with this name. */
async function press(page: Page, name: string): Promise<void> {
  const exact = { name, exact: true };
  await page.getByRole('link', exact).or(page.getByRole('button', exact)).first().click();
}
