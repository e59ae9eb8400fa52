import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SiteFile } from '../../scripts/build/docs/pages/docs-page.js';
import { guidePages } from '../../scripts/build/docs/pages/guide-pages.js';
import { buildDocumentSite } from '../../scripts/build/docs/site/document-site.js';
import { writeSite } from '../../scripts/commands/docs/run.js';
import { docsCommand } from '../../scripts/commands/docs.js';
import { elementsOf } from '../package/xml-elements.js';
import { bundle } from '../spec/bundle.js';
import { temporaryFolder } from '../temporary-folder.js';
import { guides, table, tagsOf } from './pages-fixture.js';

const address = 'https://docs.example.com/directory/';
const folder = temporaryFolder('published-site');
const [source, plain, target] = ['made', 'plain', 'site'].map((name) => join(folder, name)) as [string, string, string];
let createdFiles: SiteFile[];

beforeAll(() => {
  createdFiles = buildDocumentSite(bundle, guidePages(bundle, guides));
  createdFiles.push({ path: 'reference.html', text: '<html><head><title>All</title></head></html>' });
  for (const { path, text } of createdFiles) {
    mkdirSync(join(source, path, '..'), { recursive: true });
    writeFileSync(join(source, path), text);
  }
  writeSite(source, plain, '0.2.0');
  writeSite(source, target, '0.2.0', address);
});

/** Files of the docs that are the same for every document. */
const notDocument = ['site.css', 'site.js', 'icon.svg', 'third-party-notices.txt'];

const page = (path: string): string => readFileSync(join(target, path), 'utf8');

describe('docs that are published at an address', () => {
  it.each([
    ['index.html', address],
    ['operations/updateFilter.html', `${address}operations/updateFilter.html`],
    ['reference.html', `${address}reference.html`],
  ])('name the address in %s, with title and description', (path, ownText) => {
    const text = page(path);
    expect(text).toContain(`<link rel="canonical" href="${ownText}">`);
    expect(text).toContain(`<meta property="og:url" content="${ownText}">`);
    const [, title] = /<title>(.*?)<\/title>/.exec(text) ?? [];
    expect(text).toContain(`<meta property="og:title" content="${title}">`);
    expect(text.includes('og:description')).toBe(path !== 'reference.html');
    expect(text.match(/<head>/g)).toHaveLength(1);
  });

  it('have a site map of all pages, each only once', () => {
    const addresses = [...page('sitemap.xml').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, text]) => text);
    const pages = createdFiles.filter(({ path }) => path.endsWith('.html') && path !== '404.html');
    expect(addresses).toHaveLength(pages.length);
    expect(new Set(addresses).size).toBe(pages.length);
    expect(addresses).toContain(`${address}schemas/PartnerEntry.html`);
    expect(elementsOf(page('sitemap.xml'))).toEqual({ urlset: 1, url: pages.length, loc: pages.length });
  });

  it('have the document at a permanent address', () => {
    for (const form of ['yaml', 'json']) expect(page(`v/0.2.0/openapi.${form}`)).toBe(page(`openapi.${form}`));
  });

  it('have a page for unknown addresses whose links work at any depth', () => {
    const text = page('404.html');
    const links = tagsOf(text).flatMap(({ attributes }) => attributes.get('href') ?? attributes.get('src') ?? []);
    const innerLinks = links.filter((href) => href.startsWith('#'));
    expect(innerLinks).toEqual(['#main']);
    for (const href of links.filter((link) => !innerLinks.includes(link))) {
      expect(href.startsWith(address), href).toBe(true);
      const path = href.slice(address.length).replace(/#.*/, '');
      expect(existsSync(join(target, path)) || notDocument.includes(path), href).toBe(true);
    }
    expect(text).toContain(`<html lang="en" data-root="${address}">`);
    expect(text).toContain("base-uri 'none'");
    expect(text).not.toMatch(/canonical|<base/);
  });
});

it('docs without an address are written unchanged', () => {
  for (const { path, text } of createdFiles) expect(readFileSync(join(plain, path), 'utf8'), path).toBe(text);
  for (const name of ['sitemap.xml', 'v']) expect(existsSync(join(plain, name))).toBe(false);
});

it('docs are not written into a folder that has files', () => {
  const ownPath = join(folder, 'own');
  mkdirSync(ownPath);
  writeFileSync(join(ownPath, 'mine.txt'), 'mine');
  expect(() => writeSite(source, ownPath, '0.2.0')).toThrow(
    /own is not empty\. Empty it first, or choose another folder with --output\.$/,
  );
  expect(readdirSync(ownPath)).toEqual(['mine.txt']);
  expect(() => writeSite(source, join(ownPath, 'mine.txt/site'), '0.2.0')).toThrow(
    /^Cannot write .*mine\.txt\/site.*: .+\. Nothing was written\. Free disk space, or choose another folder with /,
  );
});

const { taken, refused } = table<{ taken: Record<string, string>; refused: string[] }>('addresses');

/** Returns the address as the command understands it. */
function siteIn(givenText: string): unknown {
  const command = docsCommand().configureOutput({ writeErr: () => undefined });
  command.parseOptions(['--site', givenText]);
  return command.opts()['site'];
}

it.each(Object.entries(taken))('the address %s is taken as %s', (givenText, address) => {
  expect(siteIn(givenText)).toBe(address);
});

it.each(refused)('the address %s is refused with an example', (givenText) => {
  expect(() => siteIn(givenText)).toThrow('Expected an address such as https://docs.example.com/directory/.');
});
