import { describe, expect, it } from 'vitest';
import { fieldAnchor, groupAnchor, operationAddress, schemaAddress } from '../../scripts/build/docs/links/addresses.js';
import { samplesOf } from '../../scripts/build/docs/pages/samples.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { standingOf } from '../../scripts/contract/standing.js';
import { bundle, schema } from '../spec/bundle.js';
import { mainOf, ownSite, partsOf, sectionOf, textOf } from './pages-fixture.js';

const site = ownSite();
const places = [...eachOperation(bundle)];
const operations = places.map(({ operation }) => operation);
const schemas = Object.keys(bundle.components['schemas'] ?? {});
const page = (path: string): string => mainOf(site.get(path) ?? '');

/** Returns the ids of all open questions that a part of the document names. */
function unknownsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'x-unknown' ? (value as string[]) : key === 'example' || key === 'examples' ? [] : unknownsIn(value),
  );
}

describe('the pages of the operations', () => {
  it('exist for each of the 117, with its badge and its five sample calls', () => {
    expect(operations).toHaveLength(117);
    expect([...site.keys()].filter((path) => /^operations\/.*\.html$/.test(path))).toHaveLength(117);
    for (const { operation, method, path } of places) {
      const html = page(operationAddress(operation.operationId));
      const standing = standingOf(operation);
      const [heading = '', facts = '', badges = ''] = html.slice(html.indexOf('<h1')).split('\n');
      expect(textOf(heading)).toBe(operation.summary);
      expect(textOf(facts)).toBe(`${method.toUpperCase()} ${path}`);
      expect(textOf(badges)).toMatch(new RegExp(`^${operation.operationId} · ${standing}`));
      expect(badges.split(`<span class="standing ${standing}"><span>${standing}</span></span>`)).toHaveLength(2);
      const calls = [...sectionOf(html, 'calls').matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)];
      const sources = samplesOf(bundle, operation).map(({ source }) => source.trimEnd());
      expect(sources).toHaveLength(5);
      expect(calls.slice(0, 5).map(([, code = '']) => textOf(code))).toEqual(sources);
    }
  });

  it('are listed with badge and request, each operation in its group', () => {
    const list = page('operations.html');
    for (const { operation, method, path } of places) {
      const row = sectionOf(list, groupAnchor(operation.tags[0] ?? ''))
        .split('\n')
        .filter((line) => line.includes(`href="${operationAddress(operation.operationId)}"`));
      expect(row.map(textOf), operation.operationId).toEqual([
        `${operation.summary}${standingOf(operation)}${method.toUpperCase()} ${path}`,
      ]);
    }
  });
});

describe('the pages of the schemas', () => {
  it('exist for each of the 83, with a row with an id, a badge and the type for each field', () => {
    expect(schemas).toHaveLength(83);
    expect([...site.keys()].filter((path) => /^schemas\/.*\.html$/.test(path))).toHaveLength(83);
    let count = 0;
    for (const name of schemas) {
      const html = page(schemaAddress(name));
      expect(html, name).toMatch(
        /<h1 [^>]*><code>\w+<\/code><\/h1>\n<p class="quiet"><span class="standing (stated|inferred)"><span>\1</,
      );
      for (const field of Object.keys(schema(name).properties ?? {})) {
        const id = fieldAnchor(name, field).replaceAll('+', '\\+').replaceAll('.', '\\.');
        const standing = schema(name)['x-provenance'] ? 'stated' : 'inferred';
        expect(html).toMatch(
          new RegExp(
            `<tr><th scope="row" id="${id}"><a href="#${id}"><code>${field}` +
              `</code></a></th><td>[^]+?</td><td><span class="standing ${standing}">`,
          ),
        );
        count += 1;
      }
    }
    expect(count).toBe(240);
  });

  it('say at each interpreted name that its meaning is not stated, with a link to the explanation', () => {
    for (const name of schemas) {
      const parts = [schema(name), ...Object.values(schema(name).properties ?? {})];
      const count = parts.filter((part) => 'x-interpreted' in part).length;
      const html = page(schemaAddress(name));
      expect(html.match(/stated(?:<\/span><\/span> §[\d.]+)? except its meaning[ <]/g)?.length ?? 0, name).toBe(count);
      const link = '<a href="../index.html#our-reading">Our reading</a> of the name.';
      expect(html.split(link).length - 1, name).toBe(count);
    }
    expect(textOf(sectionOf(page('index.html'), 'our-reading'))).toContain('so a guess.');
  });

  it('are listed, and say which operations and schemas use them', () => {
    const list = page('schemas.html');
    for (const name of schemas) expect(list).toContain(`<a href="schemas/${name}.html"><code>${name}</code></a>`);
    const uses = sectionOf(page(schemaAddress('PartnerEntryUpdate')), 'used-by');
    expect(uses).toMatch(/<strong>Requests<\/strong>: .*<a href="\.\.\/operations\/updatePartnerEntry\.html">/);
    const callout = sectionOf(page(schemaAddress('EntryCallout')), 'used-by');
    expect(callout).toMatch(/<strong>Schemas<\/strong>: .*<a href="\.\.\/schemas\/PartnerEntry\.html">/);
    for (const name of schemas) expect(partsOf(page(schemaAddress(name))).links.length, name).toBeGreaterThan(3);
  });

  it('are linked from the fields whose type is the schema', () => {
    expect(page(schemaAddress('PartnerEntry'))).toMatch(
      /id="PartnerEntry\.callouts">.*?<td>list of <a href="\.\.\/schemas\/EntryCallout\.html">/,
    );
    // On the page of an operation, the fields of a type are on the same page.
    expect(page(operationAddress('getPartnerEntry'))).toMatch(
      /id="PartnerEntry\.callouts">.*?<td>list of <a href="#EntryCallout">/,
    );
  });
});

describe('the open questions', () => {
  const register = new Map((bundle['x-unknowns'] ?? []).map(({ id, question }) => [id, question.replaceAll('`', '')]));
  const link = (id: string): string => `<a href="../unknowns.html#${id}">${id}</a>`;

  it('are listed with their texts at each operation that depends on them', () => {
    for (const operation of operations) {
      const html = page(operationAddress(operation.operationId));
      const questions = textOf(sectionOf(html, 'open-questions'));
      for (const id of operation['x-unknown'] ?? []) {
        expect(html, operation.operationId).toContain(link(id));
        expect(questions, operation.operationId).toContain(`${id}: ${register.get(id)}`);
      }
    }
  });

  it('are listed at each schema and field that depends on them', () => {
    let count = 0;
    for (const name of schemas) {
      for (const id of unknownsIn(schema(name))) {
        expect(page(schemaAddress(name)), name).toContain(link(id));
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(50);
  });
});
