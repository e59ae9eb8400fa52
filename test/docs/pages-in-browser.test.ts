import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldAddress, operationAddress, schemaAddress } from '../../scripts/build/docs/links/addresses.js';
import { samplesOf } from '../../scripts/build/docs/pages/samples.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { type DocsServer, serveDocs } from '../../scripts/docs-server/serve.js';
import { isWhole, sample } from '../sample.js';
import { bundle } from '../spec/bundle.js';
import { temporaryFolder } from '../temporary-folder.js';
import { words } from '../words.js';
import { type BuiltSite, builtSite } from './built-site.js';
import { documentWith } from './hostile-document.js';
import { axeFindings, layoutFindings } from './page-checks.js';
import { siteOf } from './pages-fixture.js';
import { inView, noBrowser, type Opened, type OpenOptions, useBrowser } from './reference-browser.js';

const update = operationAddress('updatePartnerEntry');
let site: BuiltSite;
let server: DocsServer;
const open = useBrowser();

beforeAll(async () => {
  site = await builtSite();
  server = await serveDocs(site.folder);
});
afterAll(() => server.close());

/** Opens a page over HTTP. */
function visit(path: string, options: OpenOptions = {}): Promise<Opened> {
  return open(`${server.url}/${path}`, { within: `${server.url}/`, ...options });
}

/** Opens a page from a file, as a double click does. */
function visitFile(path: string, options: OpenOptions = {}): Promise<Opened> {
  return open(site.root + path, { within: site.root, ...options });
}

/** Opening a page as a file is the harder case; the long run also opens it over HTTP. */
const ways = [visitFile, ...(isWhole ? [visit] : [])];

/** Returns every second row; the long run uses all rows. */
const some = <Row>(rows: readonly Row[]): readonly Row[] => rows.filter((_, index) => isWhole || index % 2 === 0);

/** Opens all folds, as a reader can do without scripts. */
function openFolds(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
  });
}

/** Returns the parts of the content that a reader cannot see, besides those in other places. */
function unseen(page: Page, besides = 'nav'): Promise<string[]> {
  return page.evaluate((allowed) => {
    const parts = [...document.querySelectorAll('main :is(h1, h2, h3, h4, p, li, pre, tr)')];
    const hiddenParts = parts.filter((part) => !part.checkVisibility() && !part.closest(allowed));
    return hiddenParts.map((part) => part.outerHTML.slice(0, 80));
  }, besides);
}

describe('a link', () => {
  const openedPages: Opened[] = [];
  beforeAll(async () => {
    if (noBrowser === undefined) for (const from of ways) openedPages.push(await from('404.html'));
  });
  afterAll(async () => {
    for (const page of openedPages) await page[Symbol.asyncDispose]();
  });

  it.each(
    sample(
      [
        [update, 'Update a partner entry'],
        [schemaAddress('PartnerEntry'), 'PartnerEntry'],
        [fieldAddress('EntryCallout', 'textColor'), 'textColor'],
        [`${update}#PartnerEntryUpdate.the+service`, 'the service'],
        [`${update}#EntryCallout.textColor`, 'textColor'],
        ['unknowns.html#auth.scheme-prefix', 'Does a scheme stand in front of the key in the Authorization header?'],
        ['rules-schema.html#schema.type', 'schema.type'],
      ],
      3,
    ),
  )('to %s shows it at the top of the window', { tags: 'slow' }, async (address, text) => {
    for (const { page, messages } of openedPages) {
      await page.goto(new URL(address, page.url().replace(/(?:operations|schemas)\/.*$/, '')).href);
      const [, id] = address.split('#');
      if (id !== undefined) await inView(page, id);
      const target = page.locator(id === undefined ? 'h1' : `[id="${id}"]`);
      // The link from a heading to itself is not part of its text.
      expect((await target.innerText()).replace(/\s*#$/, '')).toBe(text);
      // The header of the page must not cover the target.
      const [top = 0, end = 0] = await Promise.all([
        target.evaluate((element) => element.getBoundingClientRect().top),
        page.locator('header').evaluate((element) => element.getBoundingClientRect().bottom),
      ]);
      expect(top).toBeGreaterThanOrEqual(end - 1);
      expect(messages).toEqual([]);
    }
  });

  it('in the table of contents and at a heading leads to the heading, and marks it', { tags: 'slow' }, async () => {
    await using tab = await visit('check.html');
    const { page, messages } = tab;
    const link = page.locator('nav.contents a').nth(2);
    const href = (await link.getAttribute('href')) ?? '';
    await link.click();
    await inView(page, decodeURIComponent(href.slice(1)));
    expect(new URL(page.url()).hash).toBe(href);
    const heading = page.locator('main h2').nth(1);
    await heading.hover();
    const ownLocator = heading.locator('.anchor');
    await expect.poll(() => ownLocator.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
    await ownLocator.click();
    expect(decodeURIComponent(new URL(page.url()).hash)).toBe(`#${await heading.getAttribute('id')}`);
    await inView(page, (await heading.getAttribute('id')) ?? '');
    expect(messages).toEqual([]);
  });

  it('to an example shows the tab with the example, on the page and from another page', { tags: 'slow' }, async () => {
    await using tab = await visit(`${update}#example-PartnerEntryUpdateComplete`);
    const { page, messages } = tab;
    const names = await page.getByRole('tablist', { name: 'request examples' }).getByRole('tab').allInnerTexts();
    expect(names.length).toBeGreaterThan(1);
    const selected = page.getByRole('tablist', { name: 'request examples' }).getByRole('tab', { selected: true });
    for (const name of names) {
      await page.evaluate((id) => {
        location.hash = id;
      }, `example-${name}`);
      await expect.poll(() => selected.innerText()).toBe(name);
      const panel = page.locator(`section[data-anchor="example-${name}"]`);
      expect(await panel.isVisible()).toBe(true);
    }
    await page.goto(`${server.url}/${update}#example-${names.at(-1)}`);
    await expect.poll(() => selected.innerText()).toBe(names.at(-1));
    expect(messages).toEqual([]);
  });
});

describe('a page without scripts', () => {
  it.each(some([update, 'unknowns.html', 'quick-start.html', schemaAddress('PartnerEntry')]))(
    'shows everything that it has: %s',
    { tags: 'slow' },
    async (path) => {
      for (const from of ways) {
        await using tab = await from(path, { javaScriptEnabled: false });
        const { page, messages } = tab;
        await openFolds(page);
        expect(await unseen(page)).toEqual([]);
        // Controls that need a script are hidden.
        for (const control of ['header .search', '.try button', '.copy', '.filter', '[role=tab]'])
          expect(await page.locator(control).filter({ visible: true }).count(), control).toBe(0);
        for (const width of [390, 1920]) {
          await page.setViewportSize({ width, height: 900 });
          expect(await layoutFindings(page)).toEqual([]);
        }
        expect(messages).toEqual([]);
      }
    },
  );

  it.each(some([update, 'unknowns.html']))('has no axe violation: %s', { tags: 'slow' }, async (path) => {
    // Axe needs scripts, so only the page's own script is left out.
    await using tab = await visit('404.html');
    const { page } = tab;
    await page.route('**/site.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }));
    await page.goto(`${server.url}/${path}`);
    await openFolds(page);
    expect(await unseen(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('has a link to a page with the menu in a narrow window', { tags: 'slow' }, async () => {
    await using tab = await visit(update, { javaScriptEnabled: false });
    const { page } = tab;
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.locator('#menu').isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Menu' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Update a filter', exact: true }).click();
    await page.waitForURL(`${server.url}/${operationAddress('updateFilter')}`);
  });
});

describe('a page with scripts', () => {
  it('hides only the tabs that are not selected', { tags: 'slow' }, async () => {
    const pages = site.paths.filter((path) => path.endsWith('.html') && path !== 'reference.html');
    await using tab = await visit('404.html');
    const { page } = tab;
    for (const path of pages.filter((_, index) => index % (isWhole ? 10 : 80) === 0)) {
      await page.goto(`${server.url}/${path}`);
      await openFolds(page);
      expect(await unseen(page, 'nav, [role=tabpanel]'), path).toEqual([]);
    }
  });

  it('has tabs with the calls, usable by mouse and keyboard, and keeps the choice on other pages', {
    tags: 'slow',
  }, async () => {
    await using openedPage = await visit(update);
    const { page, messages } = openedPage;
    const { operation } = [...eachOperation(bundle)].find(({ id }) => id === 'updatePartnerEntry')!;
    const sources = samplesOf(bundle, operation);
    const list = page.getByRole('tablist', { name: 'calls' });
    const tab = (name: string) => list.getByRole('tab', { name, exact: true });
    expect(await list.getByRole('tab').allInnerTexts()).toEqual(sources.map(({ language }) => language));
    const listShown = async (): Promise<string[]> => {
      const panels = await page.locator('.tabs[data-about=calls] [role=tabpanel]').filter({ visible: true }).all();
      return Promise.all(panels.map((panel) => panel.locator('pre').innerText()));
    };
    const source = (index: number): string => sources.at(index)?.source.trimEnd() ?? '';
    expect(await listShown()).toEqual([source(0)]);
    await tab('Go').click();
    expect(await listShown()).toEqual([source(3)]);
    for (const [key, index] of [
      ['ArrowRight', 4],
      ['ArrowRight', 0],
      ['ArrowLeft', -1],
      ['Home', 0],
      ['End', -1],
      ['ArrowLeft', 3],
    ] as const) {
      await page.keyboard.press(key);
      expect(await listShown(), key).toEqual([source(index)]);
      const chosenLocator = list.getByRole('tab', { selected: true });
      expect(await chosenLocator.innerText()).toBe(sources.at(index)?.language);
      expect(await chosenLocator.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await list.locator('[tabindex="0"]').count()).toBe(1);
    }
    const panel = page.getByRole('tabpanel', { name: 'Go' });
    expect(await panel.getAttribute('id')).toBe(await tab('Go').getAttribute('aria-controls'));
    for (const { language } of sources) {
      await tab(language).click();
      await page.goto(`${server.url}/${operationAddress('updateFilter')}`);
      expect(await list.getByRole('tab', { selected: true }).innerText()).toBe(language);
      await page.goBack();
    }
    expect(messages).toEqual([]);
  });

  it('copies a block of code unchanged', { tags: 'slow' }, async () => {
    await using tab = await visit(update);
    const { page, messages } = tab;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const code = page.locator('.code').filter({ visible: true }).first();
    await code.getByRole('button', { name: 'Copy' }).click();
    await code.getByRole('button', { name: 'Copied' }).waitFor();
    const { operation } = [...eachOperation(bundle)].find(({ id }) => id === 'updatePartnerEntry')!;
    const copiedText = await page.evaluate(() => navigator.clipboard.readText());
    expect(copiedText).toBe(samplesOf(bundle, operation)[0]?.source.trimEnd());
    await code.getByRole('button', { name: 'Copy', exact: true }).waitFor();
    expect(messages).toEqual([]);
  });

  it('filters the open questions by all words, and says how many remain', { tags: 'slow' }, async () => {
    await using tab = await visitFile('unknowns.html');
    const { page, messages } = tab;
    const input = page.getByRole('searchbox', { name: 'Filter the questions' });
    const count = page.getByRole('status').filter({ hasText: 'questions' });
    const sections = page.locator('.filterable > section').filter({ visible: true });
    const subjects = page.locator('.filterable > h2').filter({ visible: true });
    const readResults = async () => {
      const numbers = { sections: await sections.count(), subjects: await subjects.count() };
      return { ...numbers, says: await count.innerText() };
    };
    const all = await readResults();
    expect(all.says).toBe(`${all.sections} of ${all.sections} questions`);
    for (const text of ['Bearer', '  key   HEADER ']) {
      await input.fill(text);
      const few = await readResults();
      expect(few.sections).toBeGreaterThan(0);
      expect(few.subjects).toBeLessThan(all.subjects);
      expect(few.says).toBe(`${few.sections} of ${all.sections} questions`);
      for (const section of await sections.allInnerTexts())
        for (const word of text.trim().toLowerCase().split(/ +/)) expect(section.toLowerCase()).toContain(word);
    }
    await input.fill('no question has this');
    expect(await readResults()).toEqual({ sections: 0, subjects: 0, says: `0 of ${all.sections} questions` });
    await input.fill('');
    expect(await readResults()).toEqual(all);
    expect(messages).toEqual([]);
  });

  it('shows the menu beside the page, scrolled to the current link', { tags: 'slow' }, async () => {
    await using tab = await visit(operationAddress('updateReview'));
    const { page } = tab;
    const link = page.locator('#menu [aria-current=page]');
    const box = await link.boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.y).toBeLessThan(900);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  it.each([
    ['its button', (page: Page) => page.getByRole('button', { name: 'Close' }).click()],
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
    ['a tap outside', (page: Page) => page.mouse.click(380, 400)],
    ['the way back', (page: Page) => page.goBack()],
  ])('opens the menu as a sheet in a narrow window, which %s closes', { tags: 'slow' }, async (_, close) => {
    await using tab = await visit(update);
    const { page, messages } = tab;
    await page.setViewportSize({ width: 390, height: 800 });
    const sheet = page.getByRole('dialog', { name: 'Menu' });
    for (const _time of [1, 2]) {
      await page.getByRole('link', { name: 'Menu' }).click();
      expect(await sheet.getByRole('link', { name: 'Quick start' }).isVisible()).toBe(true);
      expect(await axeFindings(page)).toEqual([]);
      await close(page);
      await sheet.waitFor({ state: 'hidden' });
      await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
    }
    expect(page.url()).toBe(`${server.url}/${update}`);
    expect(messages).toEqual([]);
  });

  it('leads from the sheet to a page, from which the way back leads to the page before', { tags: 'slow' }, async () => {
    await using tab = await visit(update);
    const { page } = tab;
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('link', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Quick start' }).click();
    await page.waitForURL(`${server.url}/quick-start.html`);
    await page.goBack();
    await page.waitForURL(`${server.url}/${update}`);
    expect(await page.getByRole('dialog').filter({ visible: true }).count()).toBe(0);
  });

  it.each([
    [1280, 5_000],
    [390, 8_000],
  ])(
    'has, for the update of a partner entry at %i pixels, at most %i pixels of height',
    {
      tags: 'slow',
    },
    async (width, limit) => {
      await using tab = await visit(update);
      const { page } = tab;
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(limit);
    },
  );

  it('folds the groups of the menu, and unfolds any of them', { tags: 'slow' }, async () => {
    for (const from of [visit, visitFile]) {
      await using tab = await from(update);
      const { page, messages } = tab;
      const ownButton = page.getByRole('button', { name: 'Operations of Partner entries' });
      const ownLink = page.locator('#menu [aria-current=page]');
      expect(await ownButton.getAttribute('aria-expanded')).toBe('true');
      await ownButton.click();
      expect(await ownLink.isVisible()).toBe(false);
      const button = page.getByRole('button', { name: 'Operations of Badges' });
      expect(await button.getAttribute('aria-expanded')).toBe('false');
      await button.click();
      const link = page.locator('#menu').getByRole('link', { name: /List .*badges/i });
      await link.waitFor();
      expect(await button.getAttribute('aria-expanded')).toBe('true');
      await link.click();
      await page.getByRole('heading', { level: 1, name: /badges/i }).waitFor();
      expect(messages).toEqual([]);
    }
  });

  it('leads the keyboard focus to the content first, and shows the focus', { tags: 'slow' }, async () => {
    for (const path of [update, 'index.html', 'unknowns.html']) {
      await using tab = await visit(path);
      const { page } = tab;
      await page.keyboard.press('Tab');
      const [text, leftEdge, outline] = await page.evaluate(() => {
        const { activeElement } = document;
        return [
          activeElement?.textContent,
          activeElement?.getBoundingClientRect().left,
          activeElement ? getComputedStyle(activeElement).outlineStyle : '',
        ];
      });
      expect([text, leftEdge, outline]).toEqual(['Skip to the content', 16, 'solid']);
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    }
  });
});

describe('a printed page', () => {
  it.each([true, false])(
    'has everything of the content and no navigation, in black; with scripts: %s',
    { tags: 'slow' },
    async (scripted) => {
      await using tab = await visit(update, { javaScriptEnabled: scripted, colorScheme: 'dark' });
      const { page } = tab;
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      expect(await page.locator('nav').filter({ visible: true }).count()).toBe(0);
      expect(await page.locator('button').filter({ visible: true }).count()).toBe(0);
      expect(await page.locator('main details:not([open])').count()).toBeGreaterThan(3);
      expect(await unseen(page, 'nav')).toEqual([]);
      const colours = await page.evaluate(() => {
        const { color, backgroundColor } = getComputedStyle(document.body);
        return [color, backgroundColor];
      });
      expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
      expect((await page.pdf()).length).toBeGreaterThan(20_000);
    },
  );
});

const run = "globalThis.hasRun=true;alert('hasRun')";
const hostileTexts = [
  `<script>${run}</script>`,
  `"><img src=x onerror="${run}">`,
  `'><svg onload=${run}>`,
  `' onfocus="${run}" autofocus tabindex=0 x='`,
  `</code></pre></style></title></main><script>${run}</script>`,
  `[a](javascript:${encodeURIComponent(run)}) [a]: <javascript:${encodeURIComponent(run)}>`,
  `*/ \`\`\`\n<iframe srcdoc="<script>${run}</script>">\n\`\`\` | a |`,
  '![a](http://example.com/a.png) <link rel=stylesheet href=http://example.com/a.css> <base href=http://example.com/>',
];

/** Writes the pages of a document, without the policy of real pages, but with their scripts. */
function writeHostile(text: string): { root: string; paths: string[] } {
  const folder = temporaryFolder('hostile');
  const pages = [...siteOf(documentWith(text))];
  for (const [path, html] of pages) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), html.replace(/<meta http-equiv="Content-Security-Policy".*>\n/, ''));
  }
  for (const name of words`site.js site.css search.js try.js icon.svg`)
    copyFileSync(join(site.folder, name), join(folder, name));
  const paths = pages.map(([path]) => path).filter((path) => /^(?!rules|404).*\.html$/.test(path));
  return { root: pathToFileURL(`${folder}/`).href, paths };
}

it('a document with hostile texts runs and loads nothing, even without the policy of the page', {
  tags: 'long',
}, async () => {
  for (const [place, text] of hostileTexts.entries()) {
    const { root, paths } = writeHostile(text);
    await using tab = await open(`${root}operations.html`, { within: root });
    const { page, messages } = tab;
    expect(paths.length).toBeGreaterThan(7);
    // A normal run puts each text into a different quarter of the pages, the long run puts each text into all pages.
    for (const path of paths.filter((_, index) => isWhole || index % 4 === place % 4)) {
      await page.goto(root + path);
      const { links, ...flags } = await page.evaluate(() => ({
        hasRun: 'hasRun' in globalThis,
        hasPolicy: document.querySelector('meta[http-equiv]') !== null,
        links: [...document.querySelectorAll('[href]')].map((link) => link.getAttribute('href') ?? ''),
      }));
      expect({ ...flags, heard: messages }, `${path} ${text}`).toEqual({ hasRun: false, hasPolicy: false, heard: [] });
      const inSite = /^(?:\.\.\/)?(?:(?:operations|schemas)\/)?[\w.+~-]+\.(?:html|md|yaml|json|txt|css|svg)(?:#|$)/;
      const otherLinks = links.filter((href) => !inSite.test(href) && !/^(?:#|https?:|mailto:)/.test(href));
      expect(otherLinks, `${path} ${text}`).toEqual([]);
      expect(links.length, path).toBeGreaterThan(20);
    }
  }
});
