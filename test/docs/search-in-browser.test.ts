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
    await using opened = await page('operations/getBadge.html');
    await searched(opened.page, 'upadte fliter');
    expect(await opened.page.locator('.results section').first().locator('h2').innerText()).toMatch(/^Operations \d+$/);
    await opened.page.keyboard.press('Enter');
    await opened.page.waitForURL(`${root}operations/updateFilter.html`);
    expect(opened.heard).toEqual([]);
  });

  it('works with the keyboard alone', { tags: 'slow' }, async () => {
    await using opened = await page('index.html');
    await searched(opened.page, 'tier');
    const results = await opened.page.locator('.results a').count();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await opened.page.keyboard.press(key);
    const focused = () => opened.page.evaluate(() => document.activeElement?.getAttribute('href'));
    expect(await focused()).toBe(await opened.page.locator('.results a').first().getAttribute('href'));
    await opened.page.keyboard.press('ArrowUp');
    expect(await focused()).toBeNull();
    await opened.page
      .getByRole('button', { name: /^More / })
      .first()
      .click();
    expect(await opened.page.locator('.results a').count()).toBeGreaterThan(results);
    await opened.page.keyboard.press('Escape');
    expect(await opened.page.getByRole('dialog').count()).toBe(0);
    // A slash that is typed into an input does not open the search.
    await opened.page.goto(`${root}unknowns.html`);
    await opened.page.getByLabel('Filter the questions').press('/');
    expect(await opened.page.getByRole('dialog').count()).toBe(0);
    expect(await opened.page.getByLabel('Filter the questions').inputValue()).toBe('/');
  });

  it('scrolls to the place of a result on the same page', { tags: 'slow' }, async () => {
    await using opened = await page('unknowns.html');
    await searched(opened.page, 'limits.rate');
    await opened.page.keyboard.press('Enter');
    await opened.page.waitForURL(`${root}unknowns.html#limits.rate`);
    expect(await opened.page.getByRole('dialog').count()).toBe(0);
  });

  it('says so if it finds nothing', async () => {
    await using opened = await page('index.html');
    await opened.page.getByRole('button', { name: /^Search/ }).click();
    await opened.page.keyboard.type('qqqqqqqqqq<b>');
    await opened.page.getByText('Nothing found for “qqqqqqqqqq<b>”.').waitFor();
    expect(opened.heard).toEqual([]);
  });

  it.each([
    [390, 'light'],
    [1280, 'dark'],
  ] as const)(
    'has at %i pixels in %s colours no faults of contrast or layout',
    { tags: 'slow' },
    async (width, scheme) => {
      await using opened = await page('index.html', scheme);
      await opened.page.setViewportSize({ width, height: 800 });
      await searched(opened.page, 'partner entry');
      expect(await axeFindings(opened.page)).toEqual([]);
      expect(await layoutFindings(opened.page)).toEqual([]);
    },
  );

  it('is loaded only when a reader opens it', async () => {
    await using opened = await page('index.html');
    const scripts = () => opened.page.evaluate(() => [...document.scripts].map(({ src }) => src.split('/').at(-1)));
    expect(await scripts()).toEqual(['site.js']);
    await searched(opened.page, 'tier');
    expect(await scripts()).toEqual(['site.js', 'search-index.js', 'search.js']);
  });
});

/** Questions of a reader, the links and buttons from the first page to the answer, and words of the answer. */
const { questions } = table<{ questions: { question: string; presses: string[]; answer: string }[] }>('questions');

it.each(sample(questions, 3))(
  'the question "$question" is answered after pressing $presses',
  { tags: 'slow' },
  async ({ presses, answer }) => {
    await using opened = await page('index.html');
    for (const name of presses) await press(opened.page, name);
    await opened.page.locator('main').getByText(new RegExp(answer)).filter({ visible: true }).first().waitFor();
    expect(opened.heard).toEqual([]);
  },
);

/** Presses the first link or button with this name. */
async function press(page: Page, name: string): Promise<void> {
  const exact = { name, exact: true };
  await page.getByRole('link', exact).or(page.getByRole('button', exact)).first().click();
}
