import { describe, expect, it } from 'vitest';
import { indexPage } from '../../scripts/build/docs/index-page.js';
import { unknownsPage } from '../../scripts/build/docs/unknowns-page.js';
import { ruleAddress } from '../../scripts/check/model/rules/address.js';
import { type Family, rulesOf } from '../../scripts/check/model/rules/families.js';
import { rules } from '../../scripts/check/model/rules/index.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { type Standing, standingOf } from '../../scripts/contract/standing.js';
import { bundle } from '../spec/bundle.js';
import { documentWith } from './hostile-document.js';
import { changelog, mainOf, ownPages, partsOf } from './pages-fixture.js';

const operations = [...eachOperation(bundle)].map(({ operation }) => operation);
const index = mainOf(indexPage(bundle, changelog, []));
const unknowns = mainOf(unknownsPage(bundle));

function count(standing: Standing, tag?: string): number {
  return operations.filter((each) => standingOf(each) === standing && (tag === undefined || each.tags[0] === tag))
    .length;
}

describe('the first page', () => {
  it('links to the two stated operations', () => {
    const stated = index.slice(index.indexOf('id="stated"'), index.indexOf('id="map"'));
    expect([...stated.matchAll(/<dt><a href="([^"]+)">([^<]+)</g)].map(([, href, name]) => [href, name])).toEqual([
      ['reference.html#/filters/updatefilter', 'Update a filter'],
      ['reference.html#/partner-entries/updatepartnerentry', 'Update a partner entry'],
    ]);
    expect(stated).toContain('href="operations/updatePartnerEntry.md"');
  });

  it('counts the operations of the contract by standing, in words and in squares', () => {
    for (const [standing, all] of [
      ['stated', 2],
      ['named', 49],
      ['inferred', 66],
    ] as const) {
      expect(count(standing)).toBe(all);
      expect(index).toContain(`<strong>${all} ${standing}.</strong>`);
    }
    const [, picture = ''] = /<svg [^>]*role="img"[^>]*>(.*?)<\/svg>/s.exec(index) ?? [];
    expect(picture).toContain('117 squares, one for each operation: 2 stated, 49 named, 66 inferred.');
    expect(['ms', 'mn', 'mi'].map((mark) => picture.split(`href="#${mark}"`).length - 1)).toEqual([2, 49, 66]);
  });

  it('shows every group once, below its parent, with its counts', () => {
    const rows = [
      ...index.matchAll(
        /<tr><th scope="row"><a href="plain\.html#group-([^"]+)">[^<]+<\/a><\/th><td>(.*?)<\/td><td>(.*?)<\/td>/gs,
      ),
    ];
    const tags = (bundle['x-tagGroups'] ?? []).flatMap((group) => group.tags);
    expect(rows.map(([, tag]) => tag)).toEqual(tags);
    expect(new Set(tags)).toEqual(new Set(operations.map(({ tags: [tag] }) => tag)));
    for (const [, tag = '', picture = '', words] of rows) {
      const expected = (['stated', 'named', 'inferred'] as const)
        .map((standing) => [count(standing, tag), standing] as const)
        .filter(([number]) => number > 0);
      expect(words).toBe(expected.map(([number, standing]) => `${number}&nbsp;${standing}`).join(', '));
      expect(picture.split('<use ').length - 1).toBe(expected.reduce((sum, [number]) => sum + number, 0));
    }
    expect([...index.matchAll(/<h3[^>]*>([^<]+)/g)].map(([, name]) => name)).toEqual([
      'Directory',
      'Entries',
      'Requests and reviews',
    ]);
  });

  it.each([
    ['## 0.1.0 - 2026-11-21', 'released on <time datetime="2026-11-21">21 November 2026</time>.'],
    [
      '## Unreleased\n\n## [0.2.0] - 2027-01-05\n\n## 0.1.0 - 2026-11-21',
      '<time datetime="2027-01-05">5 January 2027</time>',
    ],
    ['## Unreleased', 'not released yet.'],
    ['## 0.1.0', 'not released yet.'],
    ['## 0.1.0 - 2026-02-30', 'not released yet.'],
    ['Since 0.1.0 - 2026-11-21', 'not released yet.'],
    ['', 'not released yet.'],
  ])('takes the date from the changelog: %j', (text, says) => {
    expect(indexPage(bundle, text, [])).toContain(says);
  });

  it('links to the guides by their titles', () => {
    const page = indexPage(bundle, changelog, [{ path: 'errors.html', title: 'Errors & more' }]);
    expect(page).toContain('<a href="errors.html">Errors &#38; more</a>');
  });
});

describe('the page of the open questions', () => {
  it('has all 59, each at its id, in the order of the register', () => {
    const ids = [...unknowns.matchAll(/<section id="([^"]+)">/g)].map(([, id]) => id);
    expect(ids).toHaveLength(59);
    expect(ids).toEqual((bundle['x-unknowns'] ?? []).map(({ id }) => id));
  });

  it('has question, assumption and evidence of each', () => {
    const [section = ''] = /<section id="partner-entry.status-values">.*?<\/section>/s.exec(unknowns) ?? [];
    expect(section).toContain('<h3>Which values can the status of a partner entry have?</h3>');
    expect(section).toContain('<b>Assumed:</b> An open set with <code>public</code> and <code>hidden</code>.');
    expect(section).toContain(
      '<b>To settle it:</b> Values of <code>status</code> in entries read; the refusal of a value in an update.',
    );
    expect(section).toContain('<a href="plain.html#PartnerEntry.status">PartnerEntry.status</a>');
  });

  it('lists the places that depend on each', () => {
    const rests = new Map(
      [...unknowns.matchAll(/<section id="([^"]+)">.*?(?:<b>Affects:<\/b> (.*?)<\/li>\n.*?)?<\/ul>/gs)].map(
        ([, id, text]) => [id, text ?? ''],
      ),
    );
    for (const [id, text] of rests) expect(text, id).toMatch(/<a href="[^"]+">/);
    expect(rests.get('operations.paths')).toBe('<a href="index.html#map">all 115 operations that are not stated</a>.');
    expect(rests.get('filter-update.request')).toContain('<a href="plain.html#updateFilter">updateFilter</a>');
    expect(rests.get('auth.scheme-prefix')).toBe('<a href="authentication.html">the key of every request</a>.');
    expect(rests.get('lists.envelope')).toMatch(
      /^47 operations: 1 of <a href="plain\.html#group-directories">Directories<\/a>, /,
    );
    expect(rests.get('the-service.name')).toContain('<a href="plain.html#PartnerEntry.the+service">');
  });
});

describe('the pages about rules', () => {
  const texts = new Map(ownPages().map(({ path, text }) => [path, mainOf(text)]));

  it.each(Object.keys(rules))('have a place for %s, which the list of rules leads to', (rule) => {
    const address = ruleAddress(rule);
    const [path = '', anchor = ''] = address.split('#');
    const page = texts.get(path) ?? '';
    const section = page.slice(page.indexOf(`<h2 id="${anchor}"><code>${rule}</code></h2>`)).split('\n<h2')[0] ?? '';
    expect(section).toMatch(/^<h2 id="[\w.-]+">/);
    for (const label of ['Why:', 'By:', 'Weighs:', 'Wrong:', 'What to do:']) expect(section).toContain(label);
    expect(texts.get('rules.html')).toContain(`<a href="${address}"><code>${rule}</code></a> `);
  });

  it('are reached from the rule of any finding, also of another version', () => {
    expect(ruleAddress('header.x-total-missing')).toBe('rules-header.html#header.name-missing');
    expect(ruleAddress('schema.newer')).toBe('rules-schema.html');
    expect(ruleAddress('newer.rule')).toBe('rules.html');
  });
});

describe('our own pages', () => {
  it.each(ownPages())('$path has at most 30 kB, or what its questions or rules need', ({ path, text }) => {
    // Each entry has its question, assumption, evidence, places, and its answer's form with an example: none can go.
    const questions = bundle['x-unknowns']?.length ?? 0;
    const [, family] = /^rules-(.*)\.html$/.exec(path) ?? [];
    const most =
      path === 'unknowns.html'
        ? 8_000 + 600 * questions
        : path === 'rules.html'
          ? 8_000 + 180 * Object.keys(rules).length
          : family === undefined
            ? 30_000
            : 8_000 + 1_500 * rulesOf(family as Family).length;
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(most);
  });

  it('are the same bytes each time', () => {
    expect(ownPages()).toEqual(ownPages());
  });

  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</title></style></svg><svg onload=alert(1)>',
    '[x](javascript:alert(1)) <javascript:alert(1)>',
    '`a` | b\n\n# c\n\n```',
  ])('keep %j as text, at any place of the document', (text) => {
    const hostile = documentWith(text) as OpenApiDocument;
    for (const page of [indexPage(hostile, text, [{ path: 'a.html', title: text }]), unknownsPage(hostile)]) {
      const { elements, attributes, links } = partsOf(page);
      for (const name of ['script', 'img', 'iframe', 'object', 'embed', 'form', 'base', 'link'])
        expect(elements).not.toContain(name);
      expect([...attributes].filter((name) => name.startsWith('on'))).toEqual([]);
      for (const href of links) expect(href).not.toMatch(/^\s*(?:javascript|data|vbscript):/i);
      expect(page.split('<h1').length - 1).toBe(1);
      expect(page.split('</style>').length - 1).toBe(1);
    }
  });
});
