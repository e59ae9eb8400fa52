import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readAnswers } from '../../scripts/answers/read-answers.js';
import type { DocsPage } from '../../scripts/build/docs/pages/docs-page.js';
import { indexPage } from '../../scripts/build/docs/pages/index-page.js';
import { buildPageScripts } from '../../scripts/build/docs/site/page-scripts.js';
import { type RuleFamily, ruleKeys, rulesOf } from '../../scripts/check/model/rules/index.js';
import { ruleAddress } from '../../scripts/check/model/rules/rule-text.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { type Standing, standingOf } from '../../scripts/contract/standing.js';
import { bundle } from '../spec/bundle.js';
import { words } from '../words.js';
import { documentWith } from './hostile-document.js';
import {
  changelogPage,
  contentOf,
  cutPage,
  mainOf,
  ownSite,
  pagesOf,
  partsOf,
  sectionOf,
  siteOf,
  table,
  tagsOf,
  textOf,
} from './pages-fixture.js';

/** A page with only this text in all places. */
function createPage(text: string): DocsPage {
  return { path: 'a.html', title: text, description: text, blocks: [{ heading: [text], level: 1, id: 'a' }] };
}

const operations = [...eachOperation(bundle)].map(({ operation }) => operation);
const site = ownSite();
const index = mainOf(site.get('index.html') ?? '');
const unknowns = mainOf(site.get('unknowns.html') ?? '');

function count(standing: Standing, tag?: string): number {
  return operations.filter((each) => standingOf(each) === standing && (tag === undefined || each.tags[0] === tag))
    .length;
}

describe('the first page', () => {
  it('links to the two operations that are stated in full', () => {
    const stated = sectionOf(index, 'stated');
    expect([...stated.matchAll(/<li><a href="([^"]+)">([^<]+)</g)].map(([, href, name]) => [href, name])).toEqual([
      ['operations/updateFilter.html', 'Update a filter'],
      ['operations/updatePartnerEntry.html', 'Update a partner entry'],
    ]);
    expect(site.get('index.md')).toContain('- [Update a partner entry](operations/updatePartnerEntry.md) **stated** ');
  });

  it('counts the operations of the contract by standing, in words and as squares', () => {
    for (const [standing, all] of [
      ['stated', 2],
      ['named', 49],
      ['inferred', 66],
    ] as const) {
      expect(count(standing)).toBe(all);
      expect(index).toContain(`<strong>${all} ${standing}.</strong>`);
      expect(site.get('index.md')).toContain(`\n- **${all} ${standing}.** `);
    }
    const [, picture = ''] = /<svg [^>]*role="img"[^>]*>(.*?)<\/svg>/s.exec(index) ?? [];
    expect(picture).toContain('117 squares, one for each operation: 2 stated, 49 named, 66 inferred.');
    expect(['ms', 'mn', 'mi'].map((mark) => picture.split(`href="#${mark}"`).length - 1)).toEqual([2, 49, 66]);
  });

  it('shows every group once, below its parent, with its counts', () => {
    const map = index.slice(index.indexOf('<div class="map">'));
    const rows = [
      ...map.matchAll(
        /<th scope="row"><a href="operations\.html#group-([^"]+)">([^<]+)<\/a><\/th><td>(.*?)<\/td><td>(.*?)<\/td>/gs,
      ),
    ];
    const tags = (bundle['x-tagGroups'] ?? []).flatMap((group) => group.tags);
    expect(rows.map(([, tag]) => tag)).toEqual(tags);
    expect(new Set(tags)).toEqual(new Set(operations.map(({ tags: [tag] }) => tag)));
    for (const [, tag = '', name, picture = '', text] of rows) {
      const expected = (['stated', 'named', 'inferred'] as const)
        .map((standing) => [count(standing, tag), standing] as const)
        .filter(([number]) => number > 0);
      const said = expected.map(([number, standing]) => `${number} ${standing}`).join(', ');
      expect(text).toBe(said);
      expect(site.get('index.md')).toContain(`\n- [${name}](operations.html#group-${tag}): ${said}\n`);
      expect(picture.split('<use ').length - 1).toBe(expected.reduce((sum, [number]) => sum + number, 0));
    }
    expect([...map.matchAll(/<h3[^>]*>([^<]+)/g)].map(([, name]) => name)).toEqual([
      'Directory',
      'Entries',
      'Requests and reviews',
    ]);
  });

  it.each(table<{ dates: [text: string, says: string][] }>('guides').dates)(
    'takes the date from the changelog: %j',
    (text, message) => {
      expect(contentOf(indexPage(bundle, changelogPage(text)))).toContain(message);
    },
  );

  it('has the quick start of the guides, and links to every guide', () => {
    const start = sectionOf(index, 'quick-start');
    const commands = [...start.matchAll(/<pre[^>]*><code>.*?<\/code><\/pre>/gs)].map(([code]) => code);
    expect(commands.length).toBeGreaterThan(1);
    for (const code of commands) expect(site.get('quick-start.html')).toContain(code);
    const list = sectionOf(index, 'everything');
    for (const path of site.keys())
      if (/^[\w-]+\.html$/.test(path) && !/^(?:index|menu|404|rules-.*)\./.test(path))
        expect(list).toContain(`<a href="${path}">`);
  });
});

describe('the page of the open questions', () => {
  it('has all 62, each with its id, grouped by subject and then in the order of the register', () => {
    const register = (bundle['x-unknowns'] ?? []).map(({ id }) => id);
    const subjects = unknowns
      .split('<h2 ')
      .slice(1)
      .map((part) => [...part.matchAll(/<section>\n<h3 id="([^"]+)">/g)].map(([, id = '']) => register.indexOf(id)));
    expect(subjects.length).toBeGreaterThan(3);
    for (const places of subjects) expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(subjects.flat().toSorted((a, b) => a - b)).toEqual([...register.keys()]);
    expect(register).toHaveLength(62);
    for (const { id, question } of bundle['x-unknowns'] ?? []) {
      expect(textOf(unknowns)).toContain(question.replaceAll('`', ''));
      expect(textOf(unknowns)).toContain(`${id} · section `);
    }
  });

  it('has question, assumption and evidence for each', () => {
    const section = sectionOf(unknowns, 'partner-entry.status-values');
    expect(section).toMatch(/^<h3 [^>]+>Which values can the status of a partner entry have\? <a class="anchor"/);
    expect(section).toContain(
      '<strong>Assumed:</strong> An open set with <code>public</code> and <code>hidden</code>.',
    );
    expect(section).toContain(
      '<strong>To settle it:</strong> Values of <code>status</code> in entries read; the refusal of a value in an ' +
        'update.',
    );
    expect(section).toContain('<a href="schemas/PartnerEntry.html#PartnerEntry.status">PartnerEntry.status</a>');
  });

  it('has for each an example of an answer, which the reader of answers accepts', () => {
    for (const { id } of bundle['x-unknowns'] ?? []) {
      const [, code = ''] = /example of an answer.*?<pre[^>]*><code>(.*?)<\/code>/s.exec(sectionOf(unknowns, id)) ?? [];
      const { answers } = readAnswers(bundle, 'directory.answers.yaml', textOf(code));
      expect(Object.keys(answers), id).toEqual([id]);
    }
  });

  it('lists the places that depend on each question', () => {
    const rests = new Map(
      (bundle['x-unknowns'] ?? []).map(({ id }) => [
        id,
        /<strong>Affects:<\/strong> (.*?)<\/li>/.exec(sectionOf(unknowns, id))?.[1] ?? '',
      ]),
    );
    for (const [id, text] of rests) expect(text, id).toMatch(/<a href="[^"]+">/);
    expect(rests.get('operations.paths')).toBe('<a href="index.html#map">all 115 operations that are not stated</a>.');
    expect(rests.get('filter-update.request')).toContain('<a href="operations/updateFilter.html">updateFilter</a>');
    expect(rests.get('auth.scheme-prefix')).toBe('<a href="authentication.html">the key of every request</a>.');
    expect(rests.get('lists.envelope')).toMatch(
      /^47 operations: 1 of <a href="operations\.html#group-directories">Directories<\/a>, /,
    );
    expect(rests.get('the-service.name')).toMatch(/<a href="schemas\/PartnerEntry\w*\.html#PartnerEntry\w*\.the\+/);
  });
});

describe('the pages about rules', () => {
  it.each(ruleKeys)('have a section for %s, to which the list of rules links', (rule) => {
    const address = ruleAddress(rule);
    const [path = '', anchor = ''] = address.split('#');
    const section = sectionOf(mainOf(site.get(path) ?? ''), anchor);
    expect(section).toMatch(/^<h2 id="[\w.-]+">/);
    expect(section).toContain(`><code>${rule}</code> <a class="anchor"`);
    for (const label of ['Why:', 'Source:', 'Severity:', 'Wrong:', 'What to do:']) expect(section).toContain(label);
    expect(site.get('rules.html')).toContain(`<a href="${address}"><code>${rule}</code></a> `);
  });

  it('can be found from the rule of any finding, also of another version', () => {
    expect(ruleAddress('header.x-total-missing')).toBe('rules-header.html#header.name-missing');
    expect(ruleAddress('schema.newer')).toBe('rules-schema.html');
    expect(ruleAddress('newer.rule')).toBe('rules.html');
  });
});

describe('the pages of the site', () => {
  const packedSize = (text: string): number => gzipSync(text).length;

  /** Maximum size of a page in compressed bytes. A page that lists entries may grow with their number. */
  function limitOf(path: string): number {
    if (path === 'unknowns.html') return 2_500 + 140 * (bundle['x-unknowns']?.length ?? 0);
    if (path === 'rules.html') return 2_500 + 50 * ruleKeys.length;
    const [, family] = /^rules-(.*)\.html$/.exec(path) ?? [];
    if (family !== undefined) return 2_500 + 500 * rulesOf(family as RuleFamily).length;
    return path.startsWith('operations/') ? 14_000 : 10_000;
  }

  // Pages are also read on slow connections, and texts grow unnoticed, so each limit is just above the largest page.
  it('stay below a maximum size', () => {
    const largePages = pagesOf(site).filter(([path, text]) => packedSize(text) > limitOf(path));
    expect(largePages.map(([path, text]) => `${path}: ${packedSize(text)}, at most ${limitOf(path)}`)).toEqual([]);
  });

  it('load at most 30 kB, including everything that they need', async () => {
    const scripts = (await buildPageScripts()).files.filter(({ path }) =>
      /^(?:site\.(?:css|js)|icon\.svg)$/.test(path),
    );
    expect(scripts).toHaveLength(3);
    const loadedSize = scripts.reduce((sum, { text }) => sum + packedSize(text), 0);
    for (const [path, text] of pagesOf(site)) expect(packedSize(text) + loadedSize, path).toBeLessThanOrEqual(30_000);
  });

  it('each have one heading of the first level, and no duplicate ids', () => {
    for (const [path, html] of pagesOf(site)) {
      const tags = tagsOf(html);
      expect(tags.filter(({ name }) => name === 'h1').length, path).toBe(1);
      const ids = tags.flatMap(({ attributes }) => attributes.get('id') ?? []);
      expect(
        ids.filter((id, place) => ids.indexOf(id) !== place || id === ''),
        path,
      ).toEqual([]);
    }
  });

  const knownValues = words`
    a blockquote br button circle code defs desc details div em figcaption figure footer g h1 h2 h3 h4 header kbd li
    main nav ol p path pre rect s section span strong summary svg table tbody td th thead title tr ul use wbr
  `;
  const allowed = words`
    aria-current aria-hidden aria-label aria-labelledby class cx cy d data-about data-operation fill focusable height
    hidden href id open r role rx scope start stroke stroke-width tabindex type viewbox width x y
  `;
  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onfocus=alert(1) autofocus x='",
    '</title></style></svg><svg onload=alert(1)>',
    '</main></body></html><base href="https://example.com/">',
    '[x](javascript:alert(1)) <javascript:alert(1)>',
    '`a` | b\n\n# c\n\n```',
  ])('show %j as text, wherever the document contains it', { tags: 'slow' }, (text) => {
    const pages = (word: string): [path: string, html: string][] =>
      pagesOf(siteOf(documentWith(word), [createPage(word)]));
    const [hostileValues, harmlessValues] = [pages(text), pages('x')];
    expect(hostileValues).toHaveLength(harmlessValues.length);
    for (const [place, [path, page]] of hostileValues.entries()) {
      const { elements, attributes } = partsOf(mainOf(page));
      expect(
        [...elements].filter((name) => !knownValues.includes(name)),
        path,
      ).toEqual([]);
      expect(
        [...attributes].filter((name) => !allowed.includes(name)),
        path,
      ).toEqual([]);
      for (const href of partsOf(page).links) expect(href, path).not.toMatch(/^\s*(?:javascript|data|vbscript):/i);
      // The frame around the content is the same as for a harmless document.
      const [frame, usual] = [cutPage(page), cutPage(harmlessValues[place]?.[1] ?? '')];
      const shape = (html: string): string[] =>
        tagsOf(html).map(({ name, attributes: givenValues }) => [name, ...givenValues.keys()].join(' '));
      expect(shape(frame.before), path).toEqual(shape(usual.before));
      expect(shape(frame.after), path).toEqual(shape(usual.after));
      for (const end of ['</main>', '</body>', '<title>', '</head>', '<h1']) {
        expect(page.split(end).length, `${path} ${end}`).toBe(2);
      }
    }
  });
});
