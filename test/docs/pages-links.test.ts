import { describe, expect, it } from 'vitest';
import { findLinkProblems } from '../../scripts/build/docs/links/links.js';
import type { SiteFile } from '../../scripts/build/docs/pages/docs-page.js';
import { bundle } from '../spec/bundle.js';
import { words } from '../words.js';
import { asLine, ownSite, table } from './pages-fixture.js';

const reference: SiteFile = { path: 'reference.html', text: '<a href="https://example.com/">of Redoc</a>' };

function found(...files: SiteFile[]): string[] {
  return findLinkProblems([...files, reference], bundle).map(asLine);
}

describe('the links of the docs', () => {
  it('lead to pages of the docs, or to files that other build steps make', { tags: 'slow' }, () => {
    const files = [...ownSite()].map(([path, text]) => ({ path, text }));
    const missing = found(...files).map((line) => / leads to (\S+), which does not exist/.exec(line)?.[1] ?? line);
    expect([...new Set(missing)].sort()).toEqual(
      words`.redocly.lint-ignore.yaml icon.svg openapi-3.0.json openapi-3.0.yaml openapi.json openapi.yaml site.css
        site.js spectral-ibm.yaml spectral.yaml third-party-notices.txt`,
    );
  });
});

const { goodLinks, badLinks, badLinksInMarkdown } = table<{
  goodLinks: string[];
  badLinks: Record<string, string>;
  badLinksInMarkdown: Record<string, string>;
}>('links');

describe('the check of links', () => {
  const page = { path: 'a.html', text: '<main>\n<a id="here" href="#here">x</a>' };

  it.each(goodLinks)('accepts %s', (html) => {
    const files = [
      page,
      { path: 'b/c.md', text: '# Two words\n\n[up](../a.html#here) [down](#two-words)\n' },
      { path: 'b/d.html', text: '<a id="there" href="../a.html#here">up</a> <a href="c.md">beside</a>' },
      { path: 'openapi.yaml', text: 'openapi: 3.1.0' },
    ];
    expect(found({ path: 'b.html', text: html }, ...files)).toEqual([]);
  });

  it.each(Object.entries(badLinks))('reports %s, with line and column', (html, message) => {
    const [first = '', ...otherValues] = found({ path: 'b.html', text: `<main>\n  ${html}` }, page, {
      path: 'openapi.yaml',
      text: '',
    });
    expect(first).toContain(message);
    expect(first).toMatch(/^generated\/docs\/b\.html:2:\d+ docs\/link /);
    expect(otherValues).toEqual([]);
  });

  it.each(Object.entries(badLinksInMarkdown))('also reads Markdown: %s', (text, message) => {
    const [first = ''] = found({ path: 'b/c.md', text: `# C\n\n${text}\n` });
    expect(first).toMatch(/^generated\/docs\/b\/c\.md:3:5 /);
    expect(first).toContain(message);
  });
});
