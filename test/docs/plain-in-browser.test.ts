import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fieldAnchor } from '../../scripts/build/docs/addresses.js';
import { htmlPage } from '../../scripts/build/docs/html-page.js';
import { markdownToHtml } from '../../scripts/build/docs/markdown.js';
import { plainPage } from '../../scripts/build/docs/plain.js';
import { hostileText } from '../check/reports/hostile.js';
import { bundle } from '../spec/bundle.js';
import { temporaryFolder } from '../temporary-folder.js';
import { documentWith } from './hostile-document.js';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

let browser: Browser | undefined;
const folder = temporaryFolder('plain');
let page: Page;
/** Browser features that a static page does not need. */
let noises: string[];

beforeAll(async () => {
  await writeFile(join(folder, 'plain.html'), plainPage(bundle));
  await writeFile(join(folder, 'small.html'), plainPage(documentWith(' word')));
  if (!existsSync(executablePath)) return;
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  // The policy of the page is off, to test the page itself, and to inject axe.
  page = await browser.newPage({ bypassCSP: true });
  page.on('console', (message) => noises.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => noises.push(`error: ${error.message}`));
  page.on('request', (request) => noises.push(`request: ${request.url()}`));
  page.on('dialog', (dialog) => {
    noises.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
});
afterAll(() => browser?.close());
beforeEach((context) => {
  if (!browser) context.skip(`${executablePath} does not exist. Set CHROMIUM to the path of a Chromium.`);
  noises = [];
});

/** Opens a page from a file, like a double click, and blocks all other requests. */
async function open(name: string, fragment = ''): Promise<void> {
  const address = pathToFileURL(join(folder, name)).href;
  await page.goto(address + fragment);
  expect(noises.splice(0)).toEqual([`request: ${address}`]);
}

describe('plain.html in a browser', () => {
  it('shows the operation, schema, group or field that a link leads to', async () => {
    await open('plain.html', `#${fieldAnchor('EntryCallout', 'textColor')}`);
    const places: [id: string, text: string][] = [
      [fieldAnchor('EntryCallout', 'textColor'), 'textColor'],
      [fieldAnchor('PartnerEntryUpdate', 'the service'), 'the service'],
      ['updatePartnerEntry', 'Update a partner entry'],
      ['PartnerEntry', 'PartnerEntry'],
      ['group-partner-entries', 'Partner entries'],
    ];
    for (const [id, text] of places) {
      const target = await page.evaluate((fragment) => {
        location.hash = fragment;
        const found = document.querySelector(':target');
        const { top = -1 } = found?.getBoundingClientRect() ?? {};
        return { text: found?.textContent, isInView: top >= 0 && top < innerHeight / 2 };
      }, id);
      expect(target).toEqual({ text, isInView: true });
    }
    expect(noises).toEqual([]);
  });

  it('needs no horizontal scrolling, on narrow and wide screens', async () => {
    await open('plain.html');
    for (const width of [360, 1600]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });

  it('prints without navigation, in black', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await open('plain.html');
    expect(
      await page.evaluate(() => [...document.querySelectorAll('nav')].filter((nav) => nav.checkVisibility()).length),
    ).toBe(0);
    expect(
      await page.evaluate(() => [
        getComputedStyle(document.body).color,
        getComputedStyle(document.body).backgroundColor,
      ]),
    ).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    await page.emulateMedia({ media: 'screen' });
  });
});

describe('accessibility of our pages', () => {
  it.each(['light', 'dark'] as const)('have no serious axe violations, in %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    const guide = markdownToHtml(
      '# A guide\n\n[A link](errors.html) in a text.\n\n|a|b|\n|-|-|\n|c|d|\n\n> Said.\n\n```sh\ncurl\n```\n',
    );
    await writeFile(
      join(folder, 'guide.html'),
      htmlPage({ title: 'A guide', main: guide, current: 'check.html', version: '1' }),
    );
    for (const name of ['guide.html', 'small.html']) {
      await open(name);
      await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
      const violations = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as {
          axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
        };
        return (await axe.run()).violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
      });
      expect(
        violations.filter((each) => /^(?:serious|critical)/.test(each)),
        name,
      ).toEqual([]);
    }
  });

  it('lead the keyboard to the content first, and show the focus', async () => {
    await open('small.html');
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(() => [
        document.activeElement?.textContent,
        document.activeElement?.getBoundingClientRect().left,
      ]),
    ).toEqual(['Skip to the content', 16]);
  });
});

describe('a document with hostile texts', () => {
  const run = "globalThis.hasRun=true;alert('hasRun')";
  const texts = [
    `<script>${run}</script>`,
    `"><img src=x onerror="${run}">`,
    `'><svg onload=${run}>`,
    `</code></pre></style></title><script>${run}</script>`,
    `[a](javascript:${encodeURIComponent(run)}) [a]: <javascript:${encodeURIComponent(run)}>`,
    `*/ \`\`\`\n<iframe srcdoc="<script>${run}</script>">\n\`\`\` | a |`,
    '![a](http://example.com/a.png) <link rel=stylesheet ' +
      'href=http://example.com/a.css> <base href=http://example.com/>',
  ];

  it('runs and loads nothing, even without the policy of the page', async () => {
    for (const text of texts) {
      await writeFile(join(folder, 'hostile.html'), plainPage(documentWith(text)));
      await open('hostile.html');
      const [hasRun, links] = await page.evaluate(
        () =>
          [
            'hasRun' in globalThis,
            [...document.querySelectorAll('[href]')].map((link) => link.getAttribute('href') ?? ''),
          ] as const,
      );
      expect(hasRun, text).toBe(false);
      expect(
        links.filter((href) => !/^(?:#|https?:|mailto:|[\w-]+\.(?:html|md|yaml|json|txt)|operations\/)/.test(href)),
        text,
      ).toEqual([]);
      expect(links.length, text).toBeGreaterThan(20);
      expect(noises, text).toEqual([]);
    }
  });

  it('has only the elements and attributes of a reference', async () => {
    const documents = fc
      .sample(hostileText, 60)
      .map((text) => plainPage(documentWith(text)).replace(/<style>[\s\S]*?<\/style>/, ''));
    const found = await page.evaluate((texts) => {
      const all = texts.flatMap((text) => [
        ...new DOMParser().parseFromString(text, 'text/html').body.querySelectorAll('*'),
      ]);
      return [
        [...new Set(all.map(({ localName }) => localName))].sort(),
        [...new Set(all.flatMap((element) => element.getAttributeNames()))].sort(),
      ];
    }, documents);
    const [elements = [], attributes = []] = found;
    const known =
      'a blockquote br code details div em footer h1 h2 h3 h4 header li ' +
      'main nav ol p pre s span strong summary table tbody td th thead tr ul';
    expect(elements.filter((name) => !known.split(' ').includes(name))).toEqual([]);
    expect(
      attributes.filter(
        (name) => !'aria-current aria-label class href id role scope start tabindex'.split(' ').includes(name),
      ),
    ).toEqual([]);
    expect(elements).toContain('table');
  });
});
