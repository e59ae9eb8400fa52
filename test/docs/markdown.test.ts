import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import {
  fieldAddress,
  fieldAnchor,
  groupAddress,
  markdownPath,
  operationAddress,
  referenceAddress,
  rootOf,
  schemaAddress,
  unknownAddress,
} from '../../scripts/build/docs/links/addresses.js';
import { createHeadingIds, markdownToHtml } from '../../scripts/build/docs/text/markdown.js';
import { escapeCell, sourceLines, toOneLine } from '../../scripts/build/docs/text/markdown-text.js';
import {
  proseToHtml,
  proseToHtmlLine,
  proseToMarkdown,
  proseToMarkdownLine,
} from '../../scripts/build/docs/text/prose.js';
import { toCodeBlock, toCodeSpan } from '../../scripts/text/markdown-text.js';
import { hostileText } from '../check/reports/hostile.js';
import { table } from './pages-fixture.js';

/** The HTML of guides, and descriptions of the document in Markdown. */
const tables = table<{
  guides: { text: string; html: string }[];
  descriptions: { text: string; markdown: string }[];
}>('markdown');

/** Parses Markdown as liberally as possible: with HTML, images and every link. */
const open = new MarkdownIt({ html: true });
open.validateLink = () => true;

/** Returns the types of all tokens in a text, and the addresses of its links. */
function read(markdown: string): { types: string[]; links: string[] } {
  const tokens = open.parse(markdown, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  return {
    types: tokens.map(({ type }) => type),
    links: tokens.flatMap((token) => token.attrGet('href') ?? []).map(String),
  };
}

const outOfPlace = /^(?:html_|image|heading|hr|table)/;

describe('our own HTML for the Markdown of the docs', () => {
  it.each(tables.guides)('renders $text', ({ text, html }) => {
    expect(markdownToHtml(text)).toBe(`${html}\n`);
  });

  it('lets the caller map links, and uses the mapped links in the result', () => {
    const addressOf = (href: string): string => (href === 'operation:a' ? 'operations/a.html' : href);
    expect(markdownToHtml('[a](operation:a) [b](operation:b)', addressOf)).toBe(
      '<p><a href="operations/a.html">a</a> b</p>\n',
    );
  });
});

describe('ids of headings', () => {
  it('are the same as on GitHub', () => {
    const id = createHeadingIds();
    expect(['A b', 'A b', 'A b-1', '`x_y` & Ümläut!', '4.1 The end', ''].map(id)).toEqual([
      'a-b',
      'a-b-1',
      'a-b-1-1',
      'x_y--ümläut',
      '41-the-end',
      '',
    ]);
  });
});

describe('addresses', () => {
  it('match the ids of the pages', () => {
    expect(referenceAddress({ operationId: 'updatePartnerEntry', tags: ['partner-entries'] })).toBe(
      'reference.html#/partner-entries/updatepartnerentry',
    );
    expect(operationAddress('updateFilter')).toBe('operations/updateFilter.html');
    expect(groupAddress('partner-entries')).toBe('operations.html#group-partner-entries');
    expect(fieldAddress('PartnerEntry', 'the service')).toBe('schemas/PartnerEntry.html#PartnerEntry.the+service');
    expect(markdownPath('operations/updateFilter.html')).toBe('operations/updateFilter.md');
    expect(['a.html', 'b/a.html'].map(rootOf)).toEqual(['', '../']);
    expect(unknownAddress('auth.scheme-prefix')).toBe('unknowns.html#auth.scheme-prefix');
  });

  it('are one file in one folder, whatever characters the name contains', () => {
    fc.assert(
      fc.property(hostileText, (name) => {
        expect(schemaAddress(name)).toMatch(/^schemas\/[\w.+~-]*\.html$/);
        expect(operationAddress(name)).toMatch(/^operations\/[\w.+~-]*\.html$/);
      }),
    );
  });

  it('of two fields are never the same, and are valid in a URL and as an id', () => {
    const names = fc.array(fc.oneof(hostileText, fc.constantFrom('a', 'a.b', 'b', 'a b', 'a+b', '~002e')), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(names, names, (a, b) => {
        expect(fieldAnchor('A', ...a)).toMatch(/^[\w.+~-]+$/);
        expect(fieldAnchor('A', ...a) === fieldAnchor('A', ...b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
      { numRuns: 500 },
    );
  });
});

describe('a description of the document', () => {
  it.each(tables.descriptions)('$text becomes $markdown', ({ text, markdown }) => {
    expect(proseToMarkdown(text)).toBe(markdown);
  });

  it('has the same content in Markdown and in HTML', () => {
    const link = '[h](https://example.com/?a=1&b=2)';
    for (const text of ['One *two* `three`.', '- a\n- b', '> c', '```\n<d>\n```', 'e < f & g\\*', link]) {
      expect(open.render(proseToMarkdown(text)).trimEnd()).toBe(proseToHtml(text));
      expect(open.renderInline(proseToMarkdownLine(text))).toBe(proseToHtmlLine(text));
    }
  });

  it('is inert in Markdown and HTML, whatever it contains, and leaves no construct open', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const textAfter = `${proseToMarkdown(text)}\n\n# After`;
        const { types, links } = read(textAfter);
        expect(types.filter((type) => outOfPlace.test(type))).toEqual(['heading_open', 'heading_close']);
        expect(links.filter((href) => !/^(?:https?|mailto):/.test(href))).toEqual([]);
        expect(proseToHtml(text)).not.toMatch(/<(?!\/?(?:p|ul|ol|li|em|strong|s|code|pre|blockquote|a|br)\b)/i);
        expect(proseToHtml(text)).not.toMatch(/<\w+ (?!href="(?:https?|mailto):|start="|class="language-)/i);
      }),
      { numRuns: 1000 },
    );
  });

  it('is one line if requested, and one cell of a table', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const line = proseToMarkdownLine(text);
        expect(line).not.toContain('\n');
        const { types } = read(
          `| a | b |\n|---|---|\n| x${escapeCell(line)} | ${escapeCell(toCodeSpan(toOneLine(text)))} |\n`,
        );
        expect(types.filter((type) => /^(?:html_|image|td_open)/.test(type))).toEqual(['td_open', 'td_open']);
        expect(types.filter((type) => type === 'tr_open')).toHaveLength(2);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a value as code', () => {
  it('survives in a span and in a block, whatever it contains', () => {
    const printable = fc.stringMatching(/^[ -~]*[!-~][ -~]*$/);
    fc.assert(
      fc.property(printable, (value) => {
        expect(
          open.parseInline(toCodeSpan(toOneLine(value)), {})[0]?.children?.map(({ type, content }) => [type, content]),
        ).toEqual([['code_inline', value]]);
        const [fence, ...otherTokens] = open.parse(
          `${toCodeBlock('json', sourceLines(`${value}\n\`\`\`\n${value}`)).join('\n')}\n`,
          {},
        );
        expect([fence?.type, fence?.content, otherTokens]).toEqual(['fence', `${value}\n\`\`\`\n${value}\n`, []]);
      }),
      { numRuns: 500 },
    );
  });

  it('can be broken after the slashes of a long path, but not inside a short one', () => {
    const html = markdownToHtml('```sh\ncurl "$BASE/api/directory/private/v1alpha/tiers/" ./a/b/c/d\n```');
    expect(html).toContain('/api/<wbr>directory/<wbr>private/<wbr>v1alpha/<wbr>tiers/"</span> ./a/b/c/d<');
  });

  it('shows direction marks and line ends, and keeps the tabs of a block', () => {
    expect(toCodeSpan(toOneLine('a\u202eb\nc'))).toBe('`a\\u{202e}b\\u{a}c`');
    expect(sourceLines('\ta\u202eb\n')).toEqual(['\ta\\u202eb']);
  });
});
