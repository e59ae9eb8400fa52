import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import MarkdownIt, { type Token } from 'markdown-it';
import { describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { dereference } from '../../scripts/contract/references.js';
import { hostileText } from '../check/reports/hostile.js';
import { bundle, schema } from '../spec/bundle.js';
import { documentWith } from './hostile-document.js';
import { mainOf, ownContent, ownSite, pagesOf, siteOf, tagsOf, textOf } from './pages-fixture.js';

const operations = [...eachOperation(bundle)];
const site = ownSite();
const reference = site.get('reference.md') ?? '';
const pages = new Map(operations.map(({ operation: { operationId: id } }) => [id, site.get(`operations/${id}.md`)]));
const page = (operationId: string): string => pages.get(operationId) ?? '';

/** Parses Markdown as liberally as possible: with HTML, images and every link. */
const open = new MarkdownIt({ html: true });
open.validateLink = () => true;

function tokensOf(markdown: string): Token[] {
  return open.parse(markdown, {}).flatMap((token) => [token, ...(token.children ?? [])]);
}

/** Returns the texts of the code blocks in a language. */
function blocksIn(markdown: string, language: string): string[] {
  return open
    .parse(markdown, {})
    .filter(({ type, info }) => type === 'fence' && info === language)
    .map(({ content }) => content);
}

/** Returns every named example below a part of the document. */
function examplesBehind(node: unknown): { value: unknown }[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('$ref' in node && typeof node.$ref === 'string') {
    const target = dereference<object>(bundle, node as { $ref: string });
    if (node.$ref.includes('/examples/')) return [target as { value: unknown }];
    return node.$ref.includes('/responses/') ? examplesBehind(target) : [];
  }
  return Object.values(node).flatMap(examplesBehind);
}

/** Returns the fields of a schema and of all schemas that it refers to. */
function fieldsBehind(node: unknown, seenValues = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return seenValues;
  if ('$ref' in node && typeof node.$ref === 'string') {
    const name = node.$ref.slice('#/components/schemas/'.length);
    if (!node.$ref.includes('/schemas/') || seenValues.has(name)) return seenValues;
    seenValues.add(name);
    for (const field of Object.keys(schema(name).properties ?? {})) seenValues.add(`${name}.${field}`);
    return fieldsBehind(schema(name), seenValues);
  }
  for (const value of Object.values(node)) fieldsBehind(value, seenValues);
  return seenValues;
}

/** Returns the first cell of each row, prefixed with the heading of its table. */
function rowsOf(markdown: string): Set<string> {
  const rows = new Set<string>();
  let heading = '';
  for (const line of markdown.split('\n')) {
    heading = /^#+ `(.+)`$/.exec(line)?.[1] ?? heading;
    const [, field] = /^\| `([^`]+)` \|/.exec(line) ?? [];
    if (field !== undefined) rows.add(`${heading}.${field}`);
  }
  return rows;
}

describe('the page of an operation', () => {
  it('has every example of its bodies, unchanged', () => {
    for (const { operation } of operations) {
      const text = page(operation.operationId);
      const values = examplesBehind([operation.requestBody, operation.responses]).map(({ value }) => value);
      const examples = [...blocksIn(text, 'json').map((json): unknown => JSON.parse(json)), ...blocksIn(text, '')];
      for (const value of values) expect(examples, operation.operationId).toContainEqual(value);
    }
    expect(blocksIn(page('exportReviews'), '')).toHaveLength(1);
  });

  it('has a row for each field of each schema that it uses', () => {
    let count = 0;
    for (const { operation } of operations) {
      const contents = [
        operation.requestBody,
        ...Object.values(operation.responses).map((response) => dereference(bundle, response)),
      ];
      const fields = [...fieldsBehind(contents)].filter((name) => name.includes('.'));
      const rows = rowsOf(page(operation.operationId));
      const missingFields = fields.filter((field) => !rows.has(field));
      expect(missingFields, operation.operationId).toEqual([]);
      count += fields.length;
    }
    expect(count).toBeGreaterThan(1000);
  });

  it('describes a field as the contract does', () => {
    const text = page('updatePartnerEntry');
    expect(text).toContain(
      '\n| `the service` | string (uri) | **stated** | A URL under a name that holds a space, exactly as ' +
        'the interface description spells it. Shows as `/the service`. ' +
        'Open: [the-service.name](../unknowns.html#the-service.name) |\n',
    );
    expect(text).toContain('\n| `custom_slug` | string or null | **stated** except its meaning |');
    expect(text).toContain(
      '\n| `media` | list of [`EntryMediaUpdate`](#entrymediaupdate) | **stated** except its meaning | Images, ' +
        'films and documents of the entry. [Our reading](../index.html#our-reading) of the name. Shows ' +
        'as `/media`. Open: [updates.lists](../unknowns.html#updates.lists) |\n',
    );
    expect(text).toContain('\n| `owner` | [`EntryOwnerUpdate`](#entryownerupdate) | **stated** |');
    expect(text).toContain('**stated** §4.1 · Type: object of string under any name');
    expect(text).toMatch(/\n\| `textColor` \| string \(pattern `\^\(\?:\[0-9A-Fa-f\]\{3,4\}\\\|/);
    expect(page('updateReview')).toContain('Type: object (at least 1 field)');
  });

  it('names the basis of guessed facets, and the open questions', () => {
    expect(page('getPartnerEntry')).toContain(
      '**named** Stated in §4.3 as "Get a partner entry": name, method. ' +
        'Inferred from the form of the stated operations: path, request, responses.',
    );
    expect(page('getPartnerEntry')).toContain('- [operations.paths](../unknowns.html#operations.paths): ');
  });

  it('is at most 33 kB, and 40 kB for the update of a partner entry', () => {
    // That page has two complete entries as examples, and a sentence for each of its 130 fields.
    const limitOf = (id: string) => (id === 'updatePartnerEntry' ? 40_000 : 33_000);
    for (const [id, text = ''] of pages) expect(Buffer.byteLength(text), id).toBeLessThanOrEqual(limitOf(id));
  });
});

describe('reference.md', () => {
  it('has every operation, every field, every example and every open question', () => {
    const headings = new Set(reference.split('\n').filter((line) => line.startsWith('### ')));
    for (const { operation } of operations) expect(headings).toContain(`### ${operation.summary}`);
    const rows = rowsOf(reference);
    const schemas = Object.entries((bundle.components['schemas'] ?? {}) as Record<string, { properties?: object }>);
    for (const [name, { properties }] of schemas) {
      expect(headings).toContain(`### \`${name}\``);
      for (const field of Object.keys(properties ?? {})) expect(rows).toContain(`${name}.${field}`);
    }
    expect(schemas).toHaveLength(83);
    for (const name of Object.keys(bundle.components['examples'] ?? {})) expect(headings).toContain(`### \`${name}\``);
    const unknowns = bundle['x-unknowns'] ?? [];
    for (const { id } of unknowns) expect(reference).toContain(`\n- [${id}](unknowns.html#${id}) (§`);
    expect(blocksIn(reference, 'bash').length + blocksIn(reference, 'typescript').length).toBe(234);
  });

  it('is small enough to be read in one request', () => {
    expect(gzipSync(reference).length).toBeLessThan(60_000);
  });
});

describe('llms.txt', () => {
  it('has title, summary, notes and then lists that link to the Markdown form of each page, once', () => {
    const lines = (site.get('llms.txt') ?? '').trimEnd().split('\n');
    expect(lines.slice(0, 3)).toEqual([
      '# Directory interface',
      '',
      '> The private HTTP interface of a directory service, version segment v1alpha.',
    ]);
    const lists = lines.slice(lines.findIndex((line) => line.startsWith('## ')));
    expect(lists.filter((line) => !/^(?:|## [\w ]+|- \[[\w./-]+\]\([\w./-]+\): .+)$/.test(line))).toEqual([]);
    for (const { operation } of operations)
      expect(lists.join('\n')).toContain(`- [${operation.operationId}](operations/${operation.operationId}.md): `);
    const linked = lists.flatMap((line) => /^- \[[^\]]*\]\((\S+)\)/.exec(line)?.[1] ?? []);
    const existingKeys = [...site.keys()].filter((path) => /^(?!404|menu).*\.md$/.test(path));
    expect(linked.filter((path) => path.endsWith('.md')).toSorted()).toEqual(existingKeys.toSorted());
    for (const path of linked)
      expect(site.has(path) || /^openapi(?:-3\.0)?\.(?:yaml|json)$/.test(path), path).toBe(true);
  });
});

describe('each page', () => {
  // A name after the language of a code fence is the name of a tab.
  const usual = new MarkdownIt();
  const fence = usual.renderer.rules.fence!;
  usual.renderer.rules.fence = (tokens, index, ...others) =>
    `${tokens[index]?.info.replace(/^\S*/, '') ?? ''}${fence(tokens, index, ...others)}`;

  const space = (text: string): string => text.replace(/\s+/g, '');

  it('has the same content in HTML and in Markdown, in the same order', { tags: 'slow' }, () => {
    for (const [path, html] of pagesOf(site)) {
      const markdown = site.get(path.replace(/html$/, 'md')) ?? '';
      const shownText = ownContent(mainOf(html)).replace(/ <a class="anchor".*?<\/a>/g, '');
      const [one, otherText] = [textOf(shownText), textOf(usual.render(markdown))].map(space) as [string, string];
      // Two parts of the first page are images in HTML, so test/docs/pages.test.ts compares them.
      const [start, end] = path === 'index.html' ? ['Whatiscertain', 'Everythinghere'] : [undefined, undefined];
      const parts = (text: string): string[] =>
        start === undefined ? [text] : [text.slice(0, text.lastIndexOf(start)), text.slice(text.lastIndexOf(end!))];
      expect(parts(one), path).toEqual(parts(otherText));
      expect(one.length, path).toBeGreaterThan(10);
    }
  });

  it('has the same links in HTML and in Markdown, to pages of the same form', { tags: 'slow' }, () => {
    for (const [path, html] of pagesOf(site)) {
      const markdown = site.get(path.replace(/html$/, 'md')) ?? '';
      const inHtml = tagsOf(ownContent(mainOf(html)))
        .filter(({ name, attributes }) => name === 'a' && attributes.get('class') !== 'anchor')
        .map(({ attributes }) => attributes.get('href') ?? '')
        .filter((href) => !href.startsWith('#'));
      const inMarkdown = tokensOf(markdown)
        .filter(({ type }) => type === 'link_open')
        .map((token) => String(token.attrGet('href')))
        .filter((href) => !href.startsWith('#'));
      const twin = (href: string): string => (/^[a-z]+:|#/.test(href) ? href : href.replace(/\.html$/, '.md'));
      expect(inHtml.map(twin), path).toEqual(inMarkdown);
    }
  });
});

describe('a document with hostile texts', () => {
  /** Returns the structure of a page, without the content of lines and descriptions. */
  const shape = (markdown: string): string[] =>
    tokensOf(markdown)
      .filter(({ type, level }) => /^(?:heading_open|table_open|tr_open|t[hd]_open)$/.test(type) && level < 5)
      .map(({ type, tag }) => `${type} ${tag}`);
  const texts = (document: OpenApiDocument): string[] =>
    [...siteOf(document)].filter(([path]) => /^(?!rules).*\.(?:md|txt)$/.test(path)).map(([, text]) => text);

  const inSite =
    /^(?:https?:|mailto:|#|(?:\.\.\/)?(?:(?:operations|schemas)\/)?[\w.+~-]+\.(?:html|md|txt|yaml|json)(?:#|$))/;

  it('makes pages of the same structure, without HTML and images, whose links lead to the web and the site', {
    tags: 'long',
  }, () => {
    const plainValues = texts(documentWith('x')).map(shape);
    fc.assert(
      fc.property(hostileText, (text) => {
        const createdValues = texts(documentWith(text));
        expect(createdValues.map(shape)).toEqual(plainValues);
        for (const token of createdValues.flatMap(tokensOf)) {
          expect(token.type).not.toMatch(/^(?:html_|image)/);
          if (token.type === 'link_open') expect(token.attrGet('href')).toMatch(inSite);
        }
      }),
      { numRuns: 40 },
    );
  });
});
