import { describe, expect, it } from 'vitest';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import { listCases } from '../../../scripts/check/engine/runners/list-cases.js';
import type { CheckedContract } from '../../../scripts/check/model/contract/contract.js';
import type { CheckedOperation } from '../../../scripts/check/model/contract/operations.js';
import { sample } from '../../sample.js';
import { api, fileWith, folder, get, head, ref, schemas } from './contract-texts.js';

const read = (text: string): CheckedContract => readContract(fileWith(text));
const notesOf = (text: string): string[] => read(text).notes.map((note) => note.replaceAll(folder, ''));

function allows(contract: CheckedContract, value: unknown): boolean {
  return contract.judge.response(contract.operations[0] as CheckedOperation, '200', value).length === 0;
}

describe('the reader of imperfect documents', () => {
  it.each<[what: string, text: string, note: string]>([
    [
      'nullable, which 3.1 does not have',
      get('{ type: string, nullable: true, collectionFormat: csv }'),
      'The contract has 2 schema keywords that OpenAPI 3.1 does not have, which are ignored: the first is "nullable" ' +
        '(/api.yaml:12).',
    ],
    [
      'a pattern of another language',
      get('{ type: string, pattern: "(?i)a++" }'),
      '1 pattern that JavaScript does not accept',
    ],
    ['a type that does not exist', get('{ type: strin }'), '1 schema keyword with a value that it cannot have'],
    [
      'required as in an old draft',
      get('{ properties: { a: { required: true } } }'),
      'ignored: required: true (/api.yaml:12)',
    ],
    ['a bound that is a text', get('{ type: integer, minimum: "1" }'), 'minimum: "1"'],
    ['a schema that is null', get('~'), 'schema: null'],
    ['a format that nobody knows', get('{ type: string, format: country }'), '1 format that the check does not know'],
    ['a reference that leads nowhere', get(ref('None')), '1 reference to a schema that does not exist'],
    [
      'an operationId twice',
      `${get('{}')}  /b:\n    get:\n      operationId: getA\n      responses: {}\n`,
      'which is replaced by method and path: getA (/api.yaml:15)',
    ],
    ['no responses', api('get: {}'), '1 operation without responses'],
    [
      'a parameter without a name',
      api('get: { parameters: [{ in: query }, ~], responses: {} }'),
      '2 parameters without a name',
    ],
    [
      'a status that does not exist',
      api('get: { responses: { OK: {} } }'),
      '1 response with a status that HTTP does not have',
    ],
    [
      'a path without a slash',
      `${head}paths: { a: { get: { responses: {} } } }\n`,
      '1 path without a slash at the start',
    ],
    [
      'the same template twice',
      `${head}paths: { "/a/{x}": { get: { responses: {} } }, "/a/{y}": { get: { responses: {} } } }\n`,
      '1 path with the template of another one, but for the names of parameters',
    ],
    [
      'a path with a query',
      `${head}paths: { "/a?b": { get: { responses: {} } }, "/a": { get: { responses: {} } } }\n`,
      '1 path with a query or a fragment, which is not checked',
    ],
    ['a list where a map belongs', `${api('get: { responses: {} }')}components: { responses: [] }\n`, 'responses: []'],
  ])('%s: is read with one note that has the place', (_, text, note) => {
    const notes = notesOf(text);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain(note);
    expect(notes[0]).toMatch(/\(\/api\.yaml:\d+\)\.$/);
  });

  it.each([
    [
      'extensions anywhere',
      `${api('{ x-a: 1, get: { x-b: [], responses: { x-c: 1, "200": { x-d: ~ } } } }')}x-e: {}\n`,
    ],
    ['a reference in an extension', `${api('get: { responses: {} }')}x-a: { $ref: ./other.md }\n`],
    [
      'a parameter with content',
      api('get: { parameters: [{ name: a, in: query, content: { application/json: {} } }], responses: {} }'),
    ],
    ['no operationId', api('get: { responses: {} }')],
    ['no info', 'openapi: 3.1\npaths: { /a: { get: { responses: {} } } }\n'],
  ])('%s: is read without a note', (_, text) => {
    expect(notesOf(text)).toEqual([]);
  });

  it('names an operation without a unique operationId by its method and path', () => {
    const { operations } = read(
      `${get('{}')}  /b:\n    get:\n      operationId: getA\n  /c: { put: { responses: {} } }\n`,
    );
    expect(operations.map(({ id }) => id)).toEqual(['getA', 'get /b', 'put /c']);
  });

  it('checks the rest of a schema whose type does not exist', () => {
    const contract = read(get('{ type: [strin, object], required: [id], properties: { id: { type: integer } } }'));
    expect([{ id: 1 }, { id: 'x' }, {}].map((value) => allows(contract, value))).toEqual([true, false, false]);
  });

  it('follows references with any escapes to any place', () => {
    const text = (pointer: string): string =>
      `${schemas('"A B{x}": { type: integer }')}  pathItems:\n    P: { get: { responses: { "200": { content: { ` +
      `application/json: { schema: { $ref: "${pointer}" } } } } } } }\n`;
    for (const pointer of ['#/components/schemas/A%20B%7Bx%7D', '#/components/schemas/A B{x}'])
      expect(allows(read(text(pointer).replace(ref('A'), `{ $ref: "${pointer}" }`)), 'x')).toBe(false);
    const deep = '#/paths/~1b/get/responses/200/content/application~1json/schema';
    const item =
      '  /b: { $ref: "#/components/pathItems/P", summary: B }\ncomponents:\n' +
      '  schemas: { A: { type: integer } }\n  pathItems:\n';
    const whole =
      `${get(`{ $ref: "${deep}" }`)}${item}    P: { get: { responses: { "200": { content: { application/json: ` +
      `{ schema: ${ref('A')} } } } } } }\n`;
    expect([1, 'x'].map((value) => allows(read(whole), value))).toEqual([true, false]);
  });

  it('applies the keywords beside a reference', () => {
    const contract = read(
      `${get('{ $ref: "#/components/schemas/A", maxLength: 2 }')}components: { schemas: { A: { type: string } } }\n`,
    );
    expect(['x', 'xxx', 1].map((value) => allows(contract, value))).toEqual([true, false, false]);
  });

  it('follows names of schemas, and an address of their own', () => {
    const named = read(`${get('{ $ref: "#a" }')}components: { schemas: { A: { $anchor: a, type: integer } } }\n`);
    expect([1, 'x'].map((value) => allows(named, value))).toEqual([true, false]);
    const own = '{ $id: "https://example.com/a", $ref: "#/$defs/x", $defs: { x: { type: integer } } }';
    expect([1, 'x'].map((value) => allows(read(get(own)), value))).toEqual([true, false]);
  });
});

describe('schemas that contain themselves, or others many times', () => {
  const list = async (contract: CheckedContract): Promise<number> =>
    (await listCases(contract, { writes: 'disposable', include: ['named', 'inferred'] })).length;
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
                  `{ ${names.map((other) => `${other}: ${ref(other)}`).join(', ')} } }\n`,
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
    const contract = read(text);
    expect(await list(contract)).toBeGreaterThan(0);
  });
});
