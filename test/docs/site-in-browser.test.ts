import { mkdirSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readWrittenFiles } from '../../scripts/build/docs/read-written-files.js';
import { docsSite } from '../../scripts/build/docs/site.js';
import type { SiteFile } from '../../scripts/build/docs/site-file.js';
import { families as rulesByFamily } from '../../scripts/check/model/rules/families.js';
import { type DocsServer, serveDocs } from '../../scripts/docs-server/serve.js';
import { bundle } from '../spec/bundle.js';
import { temporaryFolder } from '../temporary-folder.js';
import { words } from '../words.js';
import { noBrowser, open, openBrowser } from './reference-browser.js';

const project = resolve(import.meta.dirname, '../..');
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** The folder for screenshots of the pages; without it none are made. */
const pictures = process.env['DOCS_SCREENSHOTS'];

const folder = temporaryFolder('site');
let files: SiteFile[];
let server: DocsServer;
let browser: Browser | undefined;
beforeAll(async () => {
  files = await docsSite(bundle, readWrittenFiles(project));
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  server = await serveDocs(folder);
  browser = noBrowser === undefined ? await openBrowser() : undefined;
});
afterAll(async () => {
  await browser?.close();
  await server.close();
});

/** The pages that a browser shows. */
const pages = words`
  index reference plain unknowns errors authentication mock-and-sandbox teach own-service check rules rules-schema
  weights safety changelog
`.map((name) => `${name}.html`);

describe('the site', () => {
  it('has each page, and one file for each operation', () => {
    const paths = files.map(({ path }) => path);
    const families = Object.keys(rulesByFamily).map((family) => `rules-${family}.html`);
    expect(paths.filter((path) => path.endsWith('.html')).sort()).toEqual([...new Set([...pages, ...families])].sort());
    expect(readdirSync(join(folder, 'operations'))).toHaveLength(117);
    expect(paths).toEqual(
      expect.arrayContaining([
        'reference.md',
        'llms.txt',
        'openapi.yaml',
        'openapi.json',
        `v/${bundle.info.version}/openapi.yaml`,
        `v/${bundle.info.version}/openapi.json`,
      ]),
    );
  });

  // The register and the rules have limits of their own, which grow with them: test/docs/pages.test.ts.
  it('has pages of our own with at most 30,000 bytes each', () => {
    const large = files.filter(
      ({ path, text }) =>
        path.endsWith('.html') &&
        !/^(?:reference|plain|unknowns|rules.*)\./.test(path) &&
        Buffer.byteLength(text) > 30_000,
    );
    expect(large.map(({ path }) => path)).toEqual([]);
  });
});

describe('the site in a browser', () => {
  beforeEach((context) => {
    if (noBrowser !== undefined) context.skip(noBrowser);
  });

  it.each(pages)(
    'shows %s over http or as a file, without requests, console messages or horizontal scrolling',
    async (name) => {
      // Most pages differ only in their texts: a normal run opens two of them as files.
      const asFile = pictures !== undefined || ['index.html', 'reference.html'].includes(name);
      for (const root of [server.url, ...(asFile ? [pathToFileURL(folder).href] : [])]) {
        await using opened = await open(browser!, `${root}/${name}`);
        await opened.page.getByRole('heading', { level: 1 }).first().waitFor();
        for (const width of [360, 1600]) {
          await opened.page.setViewportSize({ width, height: 900 });
          expect(await opened.page.evaluate(() => document.documentElement.scrollWidth), root).toBeLessThanOrEqual(
            width,
          );
        }
        expect(opened.heard, root).toEqual([]);
      }
    },
  );

  it('has no serious axe violations in any page of our own, in light and dark', async () => {
    // The policy of the pages would block axe.
    const page = await browser!.newPage({ bypassCSP: true });
    const own = pages.filter((each) => each !== 'reference.html' && each !== 'plain.html');
    // They have one layout and one sheet of styles: a normal run tests every third.
    for (const name of own.filter((_, index) => pictures !== undefined || index % 3 === 0)) {
      await page.goto(`${server.url}/${name}`);
      await page.addScriptTag({ path: axe });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const violations = await page.evaluate(async () => {
          const { axe: found } = globalThis as unknown as {
            axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
          };
          return (await found.run()).violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
        });
        expect(
          violations.filter((each) => /^(?:serious|critical)/.test(each)),
          `${name}, ${colorScheme}`,
        ).toEqual([]);
      }
    }
  });

  for (const name of pictures === undefined ? [] : pages) {
    it(`has a screenshot: ${name}`, async () => {
      mkdirSync(pictures!, { recursive: true });
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of [360, 1600]) {
          await using opened = await open(browser!, `${server.url}/${name}`, colorScheme);
          await opened.page.setViewportSize({ width, height: 1000 });
          await opened.page.getByRole('heading', { level: 1 }).first().waitFor();
          const picture = await opened.page.screenshot({
            path: join(pictures!, `${name.replace('.html', '')}-${width}-${colorScheme}.png`),
          });
          expect(picture.length).toBeGreaterThan(5_000);
        }
      }
    });
  }
});
