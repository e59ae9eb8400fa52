import { transform } from 'esbuild';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { examplesText } from '../../scripts/build/artefacts/examples.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { escapeToken } from '../../scripts/contract/pointer.js';

const entry = { $ref: '#/components/schemas/Entry' };
const map = {
  files: ['openapi/openapi.yaml'],
  pointers: { '/components/examples/b': [0, 9, 1] as [number, number, number] },
};

/** A document with an update that accepts and returns `examples`, a read that also returns them, and a list. */
function documentOf(examples: Record<string, object>, inline: Record<string, object> = {}): OpenApiDocument {
  const references = Object.fromEntries(
    Object.keys(examples).map((name) => [name, { $ref: `#/components/examples/${escapeToken(name)}` }]),
  );
  const body = (own: object) => ({ 'application/json': { schema: entry, examples: { ...references, ...own } } });
  const list = { 'application/json': { schema: { type: 'array', items: entry }, examples: { all: { value: [1] } } } };
  const responses = { 200: { $ref: '#/components/responses/Entry' }, 204: { description: 'Nothing.' } };
  return {
    paths: {
      '/entries/{id}/': {
        patch: { operationId: 'updateEntry', requestBody: { content: body({}) }, responses },
        get: { operationId: 'getEntry', responses },
      },
      '/entries/': { get: { operationId: 'listEntries', responses: { 200: { description: 'All.', content: list } } } },
    },
    components: {
      examples,
      responses: { Entry: { description: 'One.', content: body(inline) } },
      schemas: { Entry: { type: 'object' } },
    },
  } as unknown as OpenApiDocument;
}

async function valuesOf(text: string): Promise<Record<string, unknown>> {
  const { code } = await transform(text, { loader: 'ts', format: 'esm' });
  return { ...((await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, unknown>) };
}

describe('the text of the examples', () => {
  it('has the summary and the uses of each example', () => {
    const EntryHidden = { summary: 'An entry that is hidden.', value: { id: 1 } };
    const text = examplesText(documentOf({ EntryHidden }), map);
    expect(text).toContain(`
/**
 * An entry that is hidden.
 *
 * Request of updateEntry.
 *
 * Response 200 of updateEntry, getEntry.
 */
export const entryHidden: Entry = {
  id: 1,
};
`);
    expect(text).toContain("import type {\n  Entry,\n} from './types.js';");
    expect(text).toContain('export const all: Entry[] = [\n  1,\n];');
  });

  it('has inline examples, once each, also in a response that operations share', () => {
    const text = examplesText(documentOf({}, { here: { summary: 'Here.', value: 'x' } }), map);
    expect(text.match(/^export const \w+/gm)).toEqual(['export const here', 'export const all']);
    expect(text).toContain(' * Here.\n *\n * Response 200 of updateEntry, getEntry.\n');
  });

  const texts = ['', "'", '"', '`${globalThis.hacked = 1}`', '\\', '*/', 'a\r\n\u2028\u2029\u0000b', 'é😀\ud800'];
  const values: unknown[] = [
    ...[...texts, null, true, -1.5e300, [], {}, [[], [{}]]],
    JSON.parse('{"__proto__":{"hacked":1},"constructor":1,"the service":2,"a-b":3,"1":4,"":5,"default":6}'),
  ];

  it('keeps every value unchanged', async () => {
    const examples = Object.fromEntries(values.map((value, index) => [`Value${index}`, { value }]));
    const createdValues = await valuesOf(
      examplesText(documentOf(examples), map, '', 'const _createFactory = () => 0;'),
    );
    for (const [index, value] of values.entries()) {
      expect(JSON.stringify(createdValues[`value${index}`])).toBe(JSON.stringify(value));
      if (typeof value === 'object' && value !== null)
        expect(Object.getPrototypeOf(createdValues[`value${index}`])).toBe(Object.getPrototypeOf(value));
    }
    // The others are the list, and the factory of the entry.
    expect(Object.keys(createdValues)).toHaveLength(values.length + 2);
  });

  it('runs no code, and contains only constants, whatever the summaries, names and ids are', () => {
    const hostileText = '*/ globalThis.hacked = 1; /* @deprecated `${1}`\n{@link x}';
    const document = documentOf({
      'A-b.c_d': { summary: hostileText, value: hostileText },
      [`${hostileText}`]: { summary: hostileText, value: 1 },
    });
    const [update] = Object.values(document.paths);
    Object.assign(update?.patch ?? {}, { operationId: hostileText });
    const file = ts.createSourceFile('examples.ts', examplesText(document, map), ts.ScriptTarget.Latest, true);
    const kinds = file.statements.map((statement) => ts.SyntaxKind[statement.kind]);
    expect(kinds).toEqual(['ImportDeclaration', ...Array<string>(3).fill('FirstStatement')]);
    for (const statement of file.statements) expect(ts.getJSDocTags(statement)).toEqual([]);
  });

  it('is a module if there are no examples', () => {
    expect(examplesText({ paths: {}, components: {} } as unknown as OpenApiDocument, map)).toContain('export {};');
  });

  it.each([
    [
      'two names that are the same in camelCase',
      { a: { value: 1 }, A: { value: 2 } },
      'a already has the name a); found "A".',
    ],
    ['a name that is taken by an inline example', { all: { value: 1 } }, 'Expected a unique name for each example ('],
    ['a reserved word', { Delete: { value: 1 } }, 'a name that can be written in camelCase; found "Delete".'],
    ['a word that is reserved in modules', { await: { value: 1 } }, 'found "await".'],
    ['a name of the platform', { undefined: { value: 1 } }, 'found "undefined".'],
    ['a name without letters', { '1': { value: 1 } }, 'found "1".'],
    ['a name of non-ASCII letters', { é: { value: 1 } }, 'found "é".'],
    ['no value', { b: { summary: 'B.' } }, 'Expected an example with a value; found none.'],
  ])('cannot be generated with %s', (_, examples, message) => {
    const location = { file: 'openapi/openapi.yaml', rule: 'example-name', line: 'b' in examples ? 9 : 1 };
    const problem = expect.objectContaining({ ...location, message: expect.stringContaining(message) as string });
    const error = expect.objectContaining({ problems: [problem] });
    expect(() => examplesText(documentOf(examples as Record<string, object>), map)).toThrow(error);
  });
});
