import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import { listCases } from '../../../scripts/check/engine/runners/list-cases.js';
import { sample } from '../../sample.js';
import { contractFile } from '../other-service/contract.js';
import { allows, api, folder, get, head, type Row, read, ref, refusalOf, rows, schemas } from './contract-texts.js';

/** Returns the document of a row. */
function textOf({ whole, schema, item, rest = '' }: Row): string {
  if (whole !== undefined) return whole;
  return `${schema !== undefined ? get(schema) : item !== undefined ? api(item) : head}${rest}\n`;
}

const notesOf = (row: Row): string[] => read(textOf(row)).notes.map((note) => note.replaceAll(folder, ''));

describe('safety references: a $ref that leads back to itself', () => {
  it.each(Object.entries(rows.cycles))('%s: is reported with its line and the cycle', (_, row) => {
    const steps = row.way.split(' ').map((text) => `#/components/${text}`);
    expect(refusalOf(textOf(row))).toBe(
      `/api.yaml:${row.line}: the $ref "${steps[0]}" leads back to itself: ` +
        `${steps.join(' → ')}. Replace one of the references in this cycle with the content that it should lead to.`,
    );
  });

  it('of a path item is also reported', () => {
    expect(refusalOf(api('$ref: "#/paths/~1b"\n  /b:\n    $ref: "#/paths/~1a"'))).toContain(
      'leads back to itself: #/paths/~1b → #/paths/~1a → #/paths/~1b.',
    );
  });

  it('is allowed through a property, an item or another field', () => {
    const schema =
      `{ type: object, properties: { id: { type: string }, a: ${ref('A')}, list: { ` +
      `type: array, items: ${ref('A')} } }, additionalProperties: ${ref('A')} }`;
    const values = [{ a: { list: [{ id: 'x' }] } }, { a: { list: [{ id: 1 }] } }];
    expect(allows(read(schemas(`A: ${schema}`)), ...values)).toEqual([true, false]);
  });
});

describe('a long chain of references', () => {
  const chain = (length: number, link: (next: string) => string): string =>
    [...Array(length).keys()].map((index) => `S${index}: ${link(`S${index + 1}`)}`).join('\n    ');
  const chained = (length: number, link: (next: string) => string): string =>
    `${get(ref('S0'))}components:\n  schemas:\n    ${chain(length, link)}\n    S${length}: { type: string }\n`;

  it.each<[what: string, link: (next: string) => string]>([
    ['references alone', ref],
    ['allOf', (next) => `{ allOf: [${ref(next)}] }`],
    ['oneOf', (next) => `{ oneOf: [{ type: "null" }, ${ref(next)}] }`],
    ['a reference with keywords beside it', (next) => `{ $ref: "#/components/schemas/${next}", minLength: 1 }`],
  ])('safety references: of %s is refused with the line of its start before it overflows the stack', (_, link) => {
    expect(refusalOf(chained(1500, link))).toMatch(
      /^\/api\.yaml:\d+: a chain of more than 200 references and nested schemas \(such as allOf\) begins here, and/,
    );
    expect(refusalOf(chained(60, link))).toBe('It was read.');
  });
});

describe('an unusable contract', () => {
  it.each(Object.entries(rows.refused))('safety yaml, references: that %s is refused in one sentence', (_, row) => {
    const message = refusalOf(textOf(row));
    expect(message).toContain(row.says);
    expect(message).not.toMatch(/\n\s+at /);
  });

  it('safety yaml: that is too deep, too large or missing is refused', () => {
    expect(refusalOf(`${head}x: ${'['.repeat(200)}${']'.repeat(200)}\n`)).toContain('Expected at most 100 levels');
    expect(refusalOf(`# ${'x'.repeat(50_000_001)}\n`)).toBe(
      '/api.yaml: expected a contract of at most 50 MB, found 50.0 MB.',
    );
    expect(refusalOf('', join(folder, 'none.yaml'))).toContain(
      'The contract /none.yaml cannot be read: the file or folder does not exist. Correct the path',
    );
  });
});

describe('a contract of another service', () => {
  it('reports the place of each fact', () => {
    const contract = readContract(contractFile);
    expect(contract.placeOf('/paths/~1v1~1books/get')).toMatchObject({ file: contractFile, line: 180 });
    expect(contract.placeOf('/paths/~1v1~1books/get/no/such/place')).toMatchObject({ line: 180 });
  });

  it('counts as stated in all its parts', () => {
    const { hasProvenance, operations } = readContract(contractFile);
    expect(hasProvenance).toBe(false);
    expect(new Set(operations.map(({ standing }) => standing))).toEqual(new Set(['stated']));
    expect(operations[0]?.statedFacets).toEqual(new Set(['name', 'method', 'path', 'request', 'responses']));
  });

  it('is read with its keys, its paging and its resources', () => {
    const { operation, resources } = readContract(contractFile);
    expect(operation('listBooks')?.security).toEqual({ kind: 'bearer' });
    expect(resources.map(({ prefix, list, create }) => [prefix, list?.id, create?.id])).toEqual([
      ['/v1/authors/{authorId}', 'listAuthors', 'createAuthor'],
      ['/v1/books/{bookId}', 'listBooks', 'createBook'],
      ['/v1/books/{bookId}/reviews/{reviewId}', 'listReviews', 'createReview'],
    ]);
  });
});

describe('the reader of imperfect documents', () => {
  it.each(Object.entries(rows.noted))('%s: is read with one note that has the place', (_, row) => {
    const place = expect.stringMatching(/\(\/api\.yaml:\d+\)\. (?:It is|They are) [\w ]+\.$/) as string;
    expect(notesOf(row)).toEqual([place]);
    expect(notesOf(row)[0]).toContain(row.says);
  });

  it.each(Object.entries(rows.silent))('%s: is read without a note', (_, row) => {
    expect(notesOf(row)).toEqual([]);
  });

  it('names an operation without a unique operationId by its method and path', () => {
    const { operations } = read(
      `${get('{}')}  /b:\n    get:\n      operationId: getA\n  /c: { put: { responses: {} } }\n`,
    );
    expect(operations.map(({ id }) => id)).toEqual(['getA', 'get /b', 'put /c']);
  });

  it('checks the rest of a schema whose type does not exist', () => {
    const contract = read(get('{ type: [strin, object], required: [id], properties: { id: { type: integer } } }'));
    expect(allows(contract, { id: 1 }, { id: 'x' }, {})).toEqual([true, false, false]);
  });

  it('follows references with any escapes to any place', () => {
    const text = (pointer: string): string =>
      `${schemas('"A B{x}": { type: integer }')}  pathItems:\n    P: { get: { responses: { "200": { content: { ` +
      `application/json: { schema: { $ref: "${pointer}" } } } } } } }\n`;
    for (const pointer of ['#/components/schemas/A%20B%7Bx%7D', '#/components/schemas/A B{x}'])
      expect(allows(read(text(pointer).replace(ref('A'), `{ $ref: "${pointer}" }`)), 'x')).toEqual([false]);
    const deepText = '#/paths/~1b/get/responses/200/content/application~1json/schema';
    const item =
      '  /b: { $ref: "#/components/pathItems/P", summary: B }\ncomponents:\n' +
      '  schemas: { A: { type: integer } }\n  pathItems:\n';
    const wholeText =
      `${get(`{ $ref: "${deepText}" }`)}${item}    P: { get: { responses: { "200": { content: { application/json: ` +
      `{ schema: ${ref('A')} } } } } } }\n`;
    expect(allows(read(wholeText), 1, 'x')).toEqual([true, false]);
  });

  it('applies keywords next to a reference', () => {
    const contract = read(
      `${get('{ $ref: "#/components/schemas/A", maxLength: 2 }')}components: { schemas: { A: { type: string } } }\n`,
    );
    expect(allows(contract, 'x', 'xxx', 1)).toEqual([true, false, false]);
  });

  it.each(Object.entries(rows.latest))('reads %s as JSON Schema 2020-12 says', (_, row) => {
    const contract = read(`${get(row.schema)}components: { schemas: { ${row.components} } }\n`);
    expect(contract.notes).toEqual([]);
    expect(allows(contract, ...row.allowed, ...row.forbidden)).toEqual([
      ...row.allowed.map(() => true),
      ...row.forbidden.map(() => false),
    ]);
  });

  it('accepts hundreds of aliases that do not expand without end', () => {
    const fields = Array.from({ length: 500 }, (_, index) => `f${index}: *text`).join(', ');
    const text = `${get(`{ properties: { ${fields} } }`)}`.replace(
      'openapi:',
      'x-text: &text { type: string }\nopenapi:',
    );
    expect(allows(read(text), { f0: 'x', f499: 'x' }, { f499: 1 })).toEqual([true, false]);
  });

  it('follows references to schemas by name or by their own address', () => {
    const contract = read(`${get('{ $ref: "#a" }')}components: { schemas: { A: { $anchor: a, type: integer } } }\n`);
    expect(allows(contract, 1, 'x')).toEqual([true, false]);
    const ownText = '{ $id: "https://example.com/a", $ref: "#/$defs/x", $defs: { x: { type: integer } } }';
    expect(allows(read(get(ownText)), 1, 'x')).toEqual([true, false]);
  });
});

describe('schemas that contain themselves, or other schemas many times', () => {
  const names = Array.from({ length: 24 }, (_, index) => `S${index}`);
  const post = (components: string): string =>
    `${head}paths:\n  /a:\n    post:\n      requestBody:\n        required: true\n` +
    `        content: { application/json: { schema: ${ref('S0')} } }\n` +
    `      responses: { "201": { description: ok, content: { application/json: { schema: ${ref('S0')} } } } }\n` +
    `components:\n  schemas:\n${components}`;
  const twice = (next: string): string => `{ anyOf: [${next}, { allOf: [${next}, ${next}] }] }`;
  const last = '{ type: object, properties: { a: {} } }';
  const each = (schema: (next: string) => string): string =>
    post(names.map((name, index) => `    ${name}: ${schema(ref(names[index + 1] ?? 'S0'))}\n`).join(''));

  it.each<[string, string]>(
    sample(
      [
        [
          'through every property',
          post(
            names
              .map(
                (name) =>
                  `    ${name}: { type: object, properties: ` +
                  `{ ${names.map((otherName) => `${otherName}: ${ref(otherName)}`).join(', ')} } }\n`,
              )
              .join(''),
          ),
        ],
        [
          'through items',
          each((next) => `{ type: object, properties: { a: { type: array, items: ${next} }, b: ${next} } }`),
        ],
        [
          'through arrays alone',
          post(
            `    S0: { type: object, properties: { a: ${ref('S1')} } }\n    S1: { type: array, items: ${ref('S1')} }\n`,
          ),
        ],
        ['through additionalProperties', each((next) => `{ type: object, additionalProperties: ${next} }`)],
        [
          'through branches',
          each(
            (next) =>
              `{ oneOf: [{ type: object, properties: { a: ${next} } }, ` +
              `{ type: object, properties: { b: ${next}, c: ${next} } }] }`,
          ),
        ],
        [
          'as two branches, again and again',
          post(
            names.map((name, index) => `    ${name}: ${index === 23 ? last : twice(ref(`S${index + 1}`))}\n`).join(''),
          ),
        ],
      ],
      3,
    ),
  )('%s: cases are made without a walk along each way', { tags: 'slow' }, async (_, text) => {
    const cases = await listCases(read(text), { writes: 'disposable', include: ['named', 'inferred'] });
    expect(cases.length).toBeGreaterThan(0);
  });
});
