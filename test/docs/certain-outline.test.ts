// @module-tag slow
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { outlineOf } from '../../scripts/build/docs/links/markdown-links.js';
import { certainOutline } from '../../scripts/build/docs/pages/certain-outline.js';
import { ownSite } from './pages-fixture.js';

/** Lines that could mislead a reader of lines. */
const lines = [
  '# Title',
  '## Title',
  '## `a_b` *c* \\# d #',
  '  # indented',
  '#no heading',
  'Title',
  '===',
  '---',
  '```',
  '```js',
  '````',
  '~~~',
  '``` a `b`',
  '```a``` b',
  '  ```',
  '- ```',
  '> ```',
  '- a',
  '  b',
  '    c',
  '> q',
  '> # quoted',
  '| a | b |',
  '|---|---|',
  '',
  'to [a](b.md#c) and [d](#title)',
  '[a](b.md "t") [e](<f g>)',
  '[a](b(c)) [d](e\\_f) [g](h&amp;i) [j](k%20l)',
  '<https://a.example/> <a@b.example>',
  '`](code.md)`',
  '[a]: b.md',
  '[a]',
  '\\](c.md)',
  'a\u2028# Title',
  'a\r# Title\r```\r# Title',
];

const text = fc.array(fc.constantFrom(...lines), { maxLength: 12 }).map((all) => `${all.join('\n')}\n`);

it('what is certain of a text is what its parser finds', () => {
  let certain = 0;
  fc.assert(
    fc.property(text, (markdown) => {
      const found = certainOutline(markdown);
      if (!found) return;
      certain += 1;
      const { headings, links } = outlineOf(markdown);
      const ids = headings.map(({ id }) => id);
      expect([...found.ids].filter((id) => !ids.includes(id))).toEqual([]);
      expect(links.filter(({ href }) => !found.hrefs.includes(href))).toEqual([]);
    }),
    { numRuns: 20_000 },
  );
  expect(certain).toBeGreaterThan(2000);
});

it('every page that the build makes is certain, with all its headings and links', () => {
  const pages = [...ownSite()].filter(([path]) => path.endsWith('.md'));
  expect(pages.length).toBeGreaterThan(100);
  for (const [path, markdown] of pages) {
    const { headings, links } = outlineOf(markdown);
    const found = certainOutline(markdown);
    expect([...(found?.ids ?? [])], path).toEqual(headings.map(({ id }) => id));
    expect(new Set(found?.hrefs), path).toEqual(new Set(links.map(({ href }) => href)));
  }
});
