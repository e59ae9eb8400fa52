// @module-tag slow
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { referenceAddress } from '../../scripts/build/docs/links/addresses.js';
import { buildReferencePage } from '../../scripts/build/docs/reference/reference.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { valueAt } from '../../scripts/contract/pointer.js';
import { type Listening, listenHere } from '../listen-here.js';
import { isWhole } from '../sample.js';
import { temporaryFolder } from '../temporary-folder.js';
import { yamlBeside } from '../yaml-beside.js';
import { axeFindings } from './page-checks.js';
import { inView, type Opened, useBrowser } from './reference-browser.js';

/** Maximum size of the page in compressed bytes. */
const limit = 750_000;

/** Texts that run `window.ran = …` if the page does not escape them. */
const hostile = (word: string): string =>
  `</script><script>window.ran='${word}'</script><img src=x ` +
  `onerror="window.ran='${word}'"><svg onload="window.ran='${word}'">` +
  `<iframe srcdoc="<script>parent.ran='${word}'</script>"></iframe> <b ` +
  `style="position:fixed">bold</b> [go](javascript:window.ran='${word}') ` +
  '{% html name="iframe" attributes={srcdoc: "x"} /%} {% if %} */ ' +
  `\`\`\` | <!-- \n\n\`\`\`\n{% if %}\n\`\`\`\n\nthe end of ${word}`;

/** Places where Redoc shows texts, with the word of each hostile text there. */
const hostileWords = yamlBeside<Record<string, Record<string, string>>>(import.meta.url, 'hostile-words.yaml');

/** The contract with hostile texts wherever Redoc shows text. */
function hostileDocument(): OpenApiDocument {
  const document = structuredClone(contract);
  const at = (pointer: string): object => valueAt(document, pointer) as object;
  for (const [pointer, texts] of Object.entries(hostileWords))
    for (const [key, word] of Object.entries(texts)) Object.assign(at(pointer), { [key]: hostile(word) });
  Object.assign(at('/components/schemas/PartnerEntryUpdate/properties'), {
    '<img src=x onerror=window.ran=1>': { pattern: hostile('pattern') },
  });
  Object.assign(at('/components/examples/PartnerEntryUpdateHide'), { value: { [hostile('key')]: hostile('value') } });
  return document;
}

let page: string;
let secondText: string;
let hostilePage: string;
beforeAll(async () => {
  [page, secondText, hostilePage] = await Promise.all([
    buildReferencePage(contract),
    buildReferencePage(contract),
    buildReferencePage(hostileDocument()),
  ]);
});

describe('the reference page', () => {
  it('is the same for the same document, and is small', () => {
    expect(secondText).toBe(page);
    expect(gzipSync(page, { level: 9 }).length).toBeLessThanOrEqual(limit);
  });

  it.each(['usual', 'hostile'])('allows exactly four scripts, for a document that is %s', (which) => {
    const [, allowed] = /script-src ([^;]*);/.exec(which === 'usual' ? page : hostilePage) ?? [];
    expect(allowed).toMatch(/^('sha256-[\w+/]{43}=' ?){4}$/);
  });
});

describe('the reference page in a browser', () => {
  const open = useBrowser();
  let server: Listening;
  const folder = temporaryFolder('reference');

  beforeAll(async () => {
    await writeFile(join(folder, 'reference.html'), page);
    server = await listenHere(
      createServer((request, response) => {
        response.setHeader('content-type', 'text/html').end(request.url === '/hostile.html' ? hostilePage : page);
      }),
    );
  });
  afterAll(() => server.close());

  /** Opens a place on the page, by the address that other pages use in links. */
  function visit(
    fragment: string,
    colorScheme?: 'light' | 'dark',
    from = `${server.url}/reference.html`,
  ): Promise<Opened> {
    return open(`${from}#${fragment}`, { colorScheme });
  }

  const update = referenceAddress({ operationId: 'updatePartnerEntry', tags: ['partner-entries'] }).split('#')[1] ?? '';

  // Each visit loads a large page, so a normal run leaves out rows that differ little from others.
  const some = <Row>(rows: readonly Row[]): readonly Row[] => (isWhole ? rows : rows.slice(-1));

  it.each(some(['http', 'file']))(
    'shows the operation that a link leads to, without requests, by %s',
    async (scheme) => {
      const from = scheme === 'http' ? undefined : pathToFileURL(join(folder, 'reference.html')).href;
      await using tab = await visit(update, 'light', from);
      const { page: shownPage, messages } = tab;
      await inView(shownPage, 'partner-entries/updatepartnerentry');
      await shownPage.getByRole('heading', { name: 'Update a partner entry', level: 2 }).waitFor();
      await shownPage.waitForLoadState('networkidle');
      expect(messages).toEqual([]);
    },
  );

  it.each(
    some([
      ['a field', `${update}#partner-entries/updatepartnerentry/t=request&path=the service`],
      [
        'a field inside of a list',
        '/partner-entries/listpartnerentries#partner-entries/listpartnerentries/' +
          't=response&c=200&path=callouts[]/textcolor',
      ],
    ]),
  )('scrolls to %s', { tags: 'long' }, async (_, fragment) => {
    await using tab = await visit(encodeURI(fragment));
    await inView(tab.page, fragment.split('#')[1] ?? '');
    expect(tab.messages).toEqual([]);
  });

  it.each(some(['light', 'dark'] as const))(
    'shows the standing at the heading and in the menu, in %s and with contrast',
    async (scheme) => {
      await using tab = await visit(update, scheme);
      const { page: shownPage } = tab;
      await inView(shownPage, 'partner-entries/updatepartnerentry');
      const menu = shownPage.locator('[data-component-name="Menu/MenuItem"]');
      for (const [name, standing] of [
        ['Update a partner entry', 'stated'],
        ['Delete a partner entry', 'named'],
      ] as const) {
        const item = menu.filter({ has: shownPage.getByText(name, { exact: true }) }).last();
        expect(await item.locator(`.tag-${standing}`).innerText()).toBe(standing);
      }
      const findings = await axeFindings(shownPage, '.tag-stated, .tag-named, .tag-inferred');
      expect(findings).toEqual([]);
      expect(await shownPage.locator('.tag-stated, .tag-named, .tag-inferred').count()).toBeGreaterThan(5);
      const colours = await shownPage
        .locator('.tag-stated, .tag-named')
        .evaluateAll((tags) => [...new Set(tags.map((tag) => getComputedStyle(tag).color))]);
      expect(colours.length).toBeGreaterThan(1);
    },
  );

  it('has only links that stay on the page or in the site', { tags: 'slow' }, async () => {
    await using tab = await visit(update);
    const { page } = tab;
    await page.locator('a[href="#/partner-entries"]').first().waitFor();
    const addresses = await page
      .locator('a[href]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(addresses.filter((address) => address?.startsWith('/'))).toEqual([]);
    expect(addresses.length).toBeGreaterThan(20);
  });

  it('shows each sample of an operation', { tags: 'long' }, async () => {
    await using tab = await visit(update);
    const { page: shownPage } = tab;
    await inView(shownPage, 'partner-entries/updatepartnerentry');
    const operation = shownPage
      .locator('[id="partner-entries/updatepartnerentry"]')
      .locator('xpath=ancestor-or-self::*[.//*[contains(text(), "DIRECTORY_BASE_URL")]][1]');
    const text = (): Promise<string> => operation.innerText();
    expect(await text()).toContain('curl -X PATCH');
    await operation.getByText('curl', { exact: true }).first().click();
    await shownPage.getByText('TypeScript', { exact: true }).last().click();
    await operation.getByText('await client').first().waitFor();
    expect(await text()).toContain('await client.updatePartnerEntry({');
  });

  it('finds fields by their names', { tags: 'long' }, async () => {
    await using tab = await visit('/');
    const { page: shownPage } = tab;
    await shownPage.getByText('Search', { exact: false }).first().click();
    await shownPage.getByPlaceholder('Search docs...').fill('textColor');
    const results = shownPage.locator('[data-component-name="Search/SearchItem"]');
    await results.filter({ hasText: 'callouts → textColor' }).first().waitFor();
    expect(tab.messages).toEqual([]);
  });

  const places: [fragment: string, words: string[]][] = [
    ['/', ['info summary', 'info']],
    ['/directories', ['tag']],
    [update, ['operation', 'schema', 'field', 'parameter']],
  ];
  it.each(some(places))(
    'runs no code of a hostile document, and shows its texts completely, at %s',
    async (fragment, words) => {
      await using tab = await visit(fragment, 'light', `${server.url}/hostile.html`);
      const { page: shownPage, messages } = tab;
      for (const word of words) await shownPage.getByText(`the end of ${word}`, { exact: true }).first().waitFor();
      const { ran, elements } = await shownPage.evaluate(() => ({
        ran: (window as { ran?: string }).ran,
        elements: document.querySelectorAll('iframe, [onerror], [onload], a[href^="javascript:"], b').length,
      }));
      expect({ ran, elements, heard: messages }).toEqual({ ran: undefined, elements: 0, heard: [] });
    },
  );
});
