import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fieldAnchor, groupAnchor } from '../../scripts/build/docs/addresses.js';
import { htmlPage } from '../../scripts/build/docs/html-page.js';
import { plainPage } from '../../scripts/build/docs/plain.js';
import { samplesOf } from '../../scripts/build/docs/samples.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { standingOf } from '../../scripts/contract/standing.js';
import { bundle, schema } from '../spec/bundle.js';

const page = plainPage(bundle);
const operations = [...eachOperation(bundle)].map(({ operation }) => operation);

/** The content from a heading with an id to the next heading of the same level. */
function section(id: string): string {
  const [, level = '', text = ''] = new RegExp(`<h(\\d) id="${id}">([^]*?)(?=<h[123] |</main>)`).exec(page) ?? [];
  return level === '' ? '' : text;
}

/** The text of HTML. */
function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);|&(amp|lt|gt|quot);/g, (_, code?: string, name?: string) =>
      code ? String.fromCharCode(Number(code)) : ({ amp: '&', lt: '<', gt: '>', quot: '"' }[name ?? ''] ?? ''),
    );
}

describe('plain.html', () => {
  it('has each of the 117 operations once, with its badge and its three calls', () => {
    expect(operations).toHaveLength(117);
    for (const operation of operations) {
      const html = section(operation.operationId);
      const standing = standingOf(operation);
      expect(textOf(html.split('\n')[0] ?? '')).toBe(operation.summary);
      expect(html.split(`<span class="standing ${standing}">${standing}</span>`), operation.operationId).toHaveLength(
        2,
      );
      const calls = [...html.matchAll(/<pre><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, code = '']) => textOf(code));
      expect(calls).toEqual(samplesOf(bundle, operation).map(({ source }) => source.trimEnd()));
    }
  });

  it('has each of the 82 schemas, and a row with an id, a badge and the type for each of its fields', () => {
    const names = Object.keys(bundle.components['schemas'] ?? {});
    expect(names).toHaveLength(82);
    let count = 0;
    for (const name of names) {
      const html = section(name);
      expect(html, name).toMatch(/<span class="standing (stated|inferred)">\1<\/span>/);
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

  it('has unique ids, one heading of the first level, and an anchor for each group', () => {
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(page.match(/<h1/g)).toHaveLength(1);
    for (const tag of new Set(operations.map(({ tags }) => tags[0] ?? ''))) expect(ids).toContain(groupAnchor(tag));
  });

  it('names every open question where it applies', () => {
    const text = textOf(page);
    for (const { id, question } of bundle['x-unknowns'] ?? []) {
      expect(page).toContain(`<a href="unknowns.html#${id}">${id}</a>`);
      expect(text).toContain(question.replaceAll('`', ''));
    }
  });

  it('is small for its content, and reproducible', () => {
    expect(gzipSync(page).length).toBeLessThan(80_000);
    expect(plainPage(structuredClone(bundle)) === page).toBe(true);
  });
});

describe('a page of our own', () => {
  const own = htmlPage({
    title: '<b>',
    main: '<h1>A</h1>',
    current: 'errors.html',
    version: '"1"',
    description: '"><script>',
  });

  it('escapes its texts, needs no script and forbids every request', () => {
    expect(own).toContain('<title>&#60;b&#62; · Directory interface</title>');
    expect(own).toContain('content="&#34;&#62;&#60;script&#62;"');
    expect(own).not.toMatch(/<script|<link|<img|\ssrc=|\son\w+=/i);
    expect(own).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"`,
    );
  });

  it('links to every other page and marks itself', () => {
    expect(own.match(/<a href="[\w-]+\.html"[^>]*>/g)?.length).toBeGreaterThanOrEqual(9);
    expect(own.match(/aria-current="page"/g)).toHaveLength(1);
    expect(own).toContain('<a href="errors.html" aria-current="page">');
  });

  it('has little overhead', () => {
    expect(Buffer.byteLength(own)).toBeLessThan(10_000);
  });
});
