import { describe, expect, it } from 'vitest';
import { findLinkProblems } from '../../scripts/build/docs/links/links.js';
import type { SiteFile } from '../../scripts/build/docs/pages/docs-page.js';
import { bundle } from '../spec/bundle.js';
import { words } from '../words.js';
import { asLine, ownSite } from './pages-fixture.js';

const reference: SiteFile = { path: 'reference.html', text: '<a href="https://example.com/">of Redoc</a>' };

function found(...files: SiteFile[]): string[] {
  return findLinkProblems([...files, reference], bundle).map(asLine);
}

describe('the links of the docs', () => {
  it('lead to pages of the docs, or to files that other steps make', { tags: 'slow' }, () => {
    const files = [...ownSite()].map(([path, text]) => ({ path, text }));
    const missing = found(...files).map((line) => /which leads to (\S+)\. /.exec(line)?.[1] ?? line);
    expect([...new Set(missing)].sort()).toEqual(
      words`icon.svg openapi.json openapi.yaml site.css site.js third-party-notices.txt`,
    );
  });
});

describe('the check of links', () => {
  const page = { path: 'a.html', text: '<main>\n<a id="here" href="#here">x</a>' };

  it.each([
    '<a href="a.html">',
    '<a href="a.html#here">',
    '<a href="">',
    '<a href="b/c.md#two-words">',
    '<a href="b/d.html#there">',
    '<a href="openapi.yaml">',
    '<a href="reference.html">',
    '<a href="reference.html#/filters/updatefilter">',
    '<a href="reference.html#/filters">',
    '<a href="https://spec.openapis.org/oas/v3.1.0">',
    '<p>href="no.html"</p>',
  ])('accepts %s', (html) => {
    const files = [
      page,
      { path: 'b/c.md', text: '# Two words\n\n[up](../a.html#here) [down](#two-words)\n' },
      { path: 'b/d.html', text: '<a id="there" href="../a.html#here">up</a> <a href="c.md">beside</a>' },
      { path: 'openapi.yaml', text: 'openapi: 3.1.0' },
    ];
    expect(found({ path: 'b.html', text: html }, ...files)).toEqual([]);
  });

  it.each([
    ['<a href="no.html">', 'Expected a link to a file of the docs, found "no.html", which leads to no.html.'],
    ['<a class="x" href=\'no.html\'>', 'found "no.html"'],
    ['<a href="a.html#there">', 'The file a.html has no place with the id "there".'],
    ['<a href="#there">', 'The file b.html has no place with the id "there".'],
    ['<a href="reference.html#/filters/nofilter">', 'reference.html has no place with the id "/filters/nofilter".'],
    ['<a href="openapi.yaml#/info">', 'The file openapi.yaml has no place with the id "/info"'],
    ['<a href="/a.html">', 'Expected a link to a page in the docs, found "/a.html".'],
    ['<a href="../a.html">', 'which leads to ../a.html.'],
    ['<a href="&#104;ttps://example.com/">', 'Expected a link to a page in the docs, found "https://example.com/".'],
    ['<a href="javascript:alert(1)">', 'found "javascript:alert(1)"'],
    ['<a href="a.html?x=1">', 'which leads to a.html?x=1.'],
    ['<img src="a.png">', 'found "a.png"'],
    ['<use xlink:href="#there"/>', 'The file b.html has no place with the id "there"'],
    ['<form action="https://example.com/">', 'found "https://example.com/"'],
    ['<b id="x"></b><b id="x"></b>', 'Expected each id once, found "x" twice. Rename one of them.'],
  ])('reports %s, with line and column', (html, says) => {
    const [first = '', ...others] = found({ path: 'b.html', text: `<main>\n  ${html}` }, page, {
      path: 'openapi.yaml',
      text: '',
    });
    expect(first).toContain(says);
    expect(first).toMatch(/^generated\/docs\/b\.html:2:\d+ docs\/link /);
    expect(others).toEqual([]);
  });

  it.each([
    ['[x](../no.html)', 'found "../no.html", which leads to no.html.'],
    ['[x](c.md#no)', 'The file b/c.md has no place with the id "no".'],
    ['[x](https://example.com/)', 'Expected a link to a page in the docs'],
  ])('also reads Markdown: %s', (text, says) => {
    const [first = ''] = found({ path: 'b/c.md', text: `# C\n\n${text}\n` });
    expect(first).toMatch(/^generated\/docs\/b\/c\.md:3:5 /);
    expect(first).toContain(says);
  });
});
