import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationAddress, schemaAddress } from '../../scripts/build/docs/links/addresses.js';
import { families as rulesByFamily } from '../../scripts/check/model/rules/index.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { type DocsServer, serveDocs } from '../../scripts/docs-server/serve.js';
import { amountOf, isWhole } from '../sample.js';
import { bundle } from '../spec/bundle.js';
import { words } from '../words.js';
import { type BuiltSite, builtSite } from './built-site.js';
import { axeFindings, layoutFindings } from './page-checks.js';
import { guides } from './pages-fixture.js';
import { type Opened, useBrowser } from './reference-browser.js';

/** With 10, long runs test every tenth page; with 1, all pages. Other runs test one page of each kind. */
const every = amountOf('docsPages');

const schemes = ['light', 'dark'] as const;
const widths = [390, 1280, 1920];

let site: BuiltSite;
let server: DocsServer;
beforeAll(async () => {
  site = await builtSite();
  server = await serveDocs(site.folder);
});
afterAll(() => server.close());

/** Every page except that of Redoc. */
const allValues = [
  ...words`index operations schemas names unknowns rules menu 404`.map((name) => `${name}.html`),
  ...[...eachOperation(bundle)].map(({ operation }) => operationAddress(operation.operationId)),
  ...Object.keys(bundle.components['schemas'] ?? {}).map(schemaAddress),
  ...rulesByFamily.map((family) => `rules-${family}.html`),
  ...guides.map(({ path }) => `${/([^/]+)\.md$/.exec(path)?.[1]?.toLowerCase()}.html`),
];

/** The kinds of pages that differ most. The page of an operation has large bodies. */
const sample = words`
  index.html operations/updatePartnerEntry.html schemas/PartnerEntry.html unknowns.html
`;

/** The colour scheme and width in which axe checks a page of the sample. */
const seenValues = ['light 390', 'dark 1280'];

const chosenValues = isWhole ? allValues.filter((_, index) => index % every === 0) : sample.slice(0, 1);

describe('the site', () => {
  it('has each page with its Markdown, and the files for programs', () => {
    const { paths } = site;
    expect(paths.filter((path) => path.endsWith('.html')).sort()).toEqual([...allValues, 'reference.html'].sort());
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toEqual(
      expect.arrayContaining([
        ...allValues.map((path) => path.replace(/html$/, 'md')),
        ...words`reference.md llms.txt openapi.yaml openapi.json third-party-notices.txt site.css site.js icon.svg`,
      ]),
    );
    expect(allValues).toEqual(expect.arrayContaining(sample));
  });

  it('has only addresses that stay distinct on file systems that ignore upper and lower case', () => {
    const lower = site.paths.map((path) => path.toLowerCase());
    expect(lower.filter((path, index) => lower.indexOf(path) !== index)).toEqual([]);
  });
});

describe('the site in a browser', () => {
  const open = useBrowser();
  const visit = (root: string, path: string): Promise<Opened> => open(root + path, { within: root });

  it.each(chosenValues)(
    'shows %s in both schemes, at each width, without messages or faults, and the same from a file',
    { tags: 'slow', timeout: isWhole ? 300_000 : undefined },
    async (path) => {
      await using tab = await visit(`${server.url}/`, path);
      const { page, messages } = tab;
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        for (const width of widths) {
          const label = `${colorScheme} ${width}`;
          // Another colour scheme changes only colours, and another width only the layout.
          const isLaidOut = isWhole || colorScheme === 'light';
          const isSeen = isWhole || label === seenValues[sample.indexOf(path) % seenValues.length];
          if (!isLaidOut && !isSeen) continue;
          await page.setViewportSize({ width, height: 900 });
          if (isLaidOut) expect(await layoutFindings(page), label).toEqual([]);
          if (isSeen) expect(await axeFindings(page), label).toEqual([]);
        }
      }
      expect(messages).toEqual([]);
      const elements = await elementsOf(page);
      await using fromFile = await visit(site.root, path);
      await fromFile.page.setViewportSize(page.viewportSize() as { width: number; height: number });
      expect(await elementsOf(fromFile.page)).toEqual(elements);
      expect(fromFile.messages).toEqual([]);
    },
  );

  /** Returns the number of visible elements by name, after the scripts have run. */
  function elementsOf(page: Page): Promise<Record<string, number>> {
    return page.evaluate(() => {
      const counts: Record<string, number> = {};
      for (const element of document.querySelectorAll<HTMLElement>('body *'))
        if (element.checkVisibility()) counts[element.localName] = (counts[element.localName] ?? 0) + 1;
      return counts;
    });
  }

  it.each(isWhole ? ['http', 'file'] : ['http'])(
    'shows the page of Redoc by %s, without messages or horizontal scrolling',
    { tags: 'slow' },
    async (scheme) => {
      const root = scheme === 'http' ? `${server.url}/` : site.root;
      await using tab = await visit(root, 'reference.html');
      const { page, messages } = tab;
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth), root).toBeLessThanOrEqual(width);
      }
      expect(messages).toEqual([]);
    },
  );

  it('shows its page for unknown addresses in any folder, completely and with links that work', {
    tags: 'slow',
  }, async () => {
    await using tab = await visit(`${server.url}/`, 'operations/no/page.html');
    const { page, messages } = tab;
    // The browser reports the status of the page itself, which is correct.
    expect(messages.splice(0)).toEqual([expect.stringContaining('404 (Not Found)')]);
    expect(await layoutFindings(page)).toEqual([]);
    expect(await page.locator('header .search').isVisible()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/operations/no/page.html#main`);
    await page.getByRole('main').getByRole('link', { name: 'All operations' }).click();
    await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor();
    expect(page.url()).toBe(`${server.url}/operations.html`);
    expect(messages).toEqual([]);
  });
});
