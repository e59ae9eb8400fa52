import { resolve } from 'node:path';
import { build } from 'esbuild';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as generated from '../../generated/examples.js';
import { examplesText } from '../../scripts/build/artefacts/examples.js';
import { createFactory, type Factory } from '../../scripts/client/factory.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import * as validators from '../../scripts/validators/index.js';
import { bundle } from '../spec/bundle.js';

const factories = Object.entries(generated as object).filter(
  (each): each is [string, Factory<Record<string, unknown>>] => typeof each[1] === 'function',
);

describe('the factories of the examples', () => {
  it('are named for the schemas of the objects in examples', () => {
    const schemas = Object.keys(bundle.components['schemas'] ?? {});
    const names = schemas.map((name) => name.charAt(0).toLowerCase() + name.slice(1));
    expect(factories.length).toBeGreaterThan(75);
    for (const [name] of factories) expect(names).toContain(name);
  });

  it.each(factories)('make values that the contract allows, each with its own id: %s', (name, create) => {
    const values = create.list(3);
    const validator = (validators as unknown as Record<string, { is(value: unknown): boolean }>)[name];
    for (const value of values) expect(validator?.is(value)).toBe(true);
    const ids = values.flatMap(({ id }) => (id === undefined ? [] : [id]));
    expect(new Set(ids).size).toBe('id' in create() ? 3 : 0);
  });
});

const example = {
  id: 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9',
  slug: 'ours-c07ef43e-b5f0-44d8-8c75-5f49fec498c9',
  tier: { id: 'bc4048fe-b64e-42ae-ba87-0578bd18e23a', title: 'Gold', image: null },
  media: [{ id: 'a' }, { id: 'b' }],
};
const secondId = 'c07ef43e-b5f0-44d8-8c75-000000000002';

describe('a factory', () => {
  it('gives the n-th id to the n-th value, also in texts that contain it, and keeps the ids of others', () => {
    const [create, otherFactory] = [createFactory(example), createFactory(example)];
    create();
    expect(create()).toEqual({ ...example, id: secondId, slug: `ours-${secondId}` });
    expect(create.list(2)).toEqual(otherFactory.list(4).slice(2));
  });

  it('merges objects, replaces lists, keeps null, and removes what is undefined', () => {
    const changes = { id: 'x-1', slug: undefined, tier: { title: null, more: { a: undefined, b: 1 } }, media: [{}] };
    const [value] = createFactory<object>(example).list(1, changes);
    const tier = { ...example.tier, title: null, more: { b: 1 } };
    expect(value).toStrictEqual({ id: 'x-1', tier, media: [{}] });
  });

  it.each([
    [
      ['partner-1', 'partner-10'],
      ['partner-2', 'partner-10'],
    ],
    [
      ['00000000-0000-4000-8000-000000000001', ''],
      ['00000000-0000-4000-8000-000000000002', ''],
    ],
    [
      ['featured', 'featured'],
      ['featured1', 'featured'],
    ],
  ])('gives an id that is not that of the example, and changes no other id: %j', ([id, other], [newId, sameOther]) => {
    expect(createFactory<object>({ id, other })()).toEqual({ id: newId, other: sameOther });
  });

  it('lets texts follow an id that the caller chooses', () => {
    expect(createFactory<typeof example>(example)({ id: '$&' }).slug).toBe('ours-$&');
  });

  it.each([
    ['usr_000a9f', 'usr_000001'],
    ['north', 'north1'],
    [7, 8],
    [null, null],
  ])('counts in ids of any form: after %j comes %j', (id, next) => {
    const text = 'north of usr_ 7';
    expect(createFactory({ id, text })()).toEqual({ id: next, text });
  });

  it('shares nothing between values, the example and the changes', () => {
    fc.assert(
      fc.property(fc.object(), fc.object(), (original, changes) => {
        const before = JSON.stringify([original, changes]);
        const create = createFactory<Record<string, unknown>>({ inside: original });
        const [first, second] = create.list(2, { changes } as object);
        const copy = JSON.stringify(second);
        for (const part of Object.values(first ?? {})) deepEmpty(part);
        expect(JSON.stringify(second)).toBe(copy);
        expect(JSON.stringify([original, changes])).toBe(before);
      }),
    );
  });

  it('falls out of a bundle that does not use it, with its example', async () => {
    const bundled = async (contents: string): Promise<string> => {
      const stdin = { contents, resolveDir: resolve('.') };
      const options = { bundle: true, minify: true, format: 'esm', write: false } as const;
      return (await build({ stdin, ...options })).outputFiles[0]?.text ?? '';
    };
    const from = "from './generated/examples.js';";
    expect(await bundled(`import { filter, partnerEntry } ${from}`)).toBe('');
    expect(await bundled(`import { badge } ${from} console.log(badge());`)).not.toMatch(/Fjordline|Silver/);
    expect(await bundled(`import { tierGold } ${from} console.log(tierGold);`)).not.toContain('padStart');
  });
});

/** Removes everything in a value, at any depth. */
function deepEmpty(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    deepEmpty(inner);
    delete (value as Record<string, unknown>)[name];
  }
}

/** Returns the lines that declare factories, for a document with these bodies of successes. */
function factoryLines(bodies: { method?: string; schema: object; name: string; value: unknown }[]): string[] {
  const paths = bodies.map(({ method = 'get', schema, name, value }, index) => {
    const content = { 'application/json': { schema, examples: { [name]: { value } } } };
    return [
      `/${index}/`,
      { [method]: { operationId: `op${index}`, responses: { 200: { description: '', content } } } },
    ];
  });
  const part = { $ref: '#/components/schemas/Part' };
  const schemas = {
    Item: { type: 'object', properties: { part, parts: { type: 'array', items: part } } },
    Part: { type: 'object' },
    'odd-part': { type: 'object' },
  };
  const document = { paths: Object.fromEntries(paths), components: { schemas } } as unknown as OpenApiDocument;
  const lines = examplesText(document, { files: [], pointers: {} }).split('\n');
  return lines.filter((line) => line.includes('_createFactory<')).map((line) => line.slice('export const '.length));
}

const item = { $ref: '#/components/schemas/Item' };
const factoryCall = '= /* @__PURE__ */ _createFactory';

describe('the code of the factories', () => {
  it('takes whole examples of reads before others, and then what is least deep', () => {
    const value = { parts: [{}], part: {} };
    const page = { type: 'object', properties: { rows: { type: 'array', items: item } } };
    expect(
      factoryLines([
        { name: 'Page', schema: page, value: { rows: [value] } },
        { name: 'Created', method: 'post', schema: item, value },
        { name: 'Read', schema: item, value },
      ]),
    ).toEqual([`item ${factoryCall}<Item>(read);`, `part ${factoryCall}<Part>(created, 'part');`]);
  });

  it('leaves its name to an example that has it, and names types that are no identifiers', () => {
    const schema = { $ref: '#/components/schemas/odd-part' };
    expect(
      factoryLines([
        { name: 'item', schema: item, value: {} },
        { name: 'x', schema, value: {} },
      ]),
    ).toEqual([
      `itemFactory ${factoryCall}<Item>(item);`,
      `oddPart ${factoryCall}<import('./types.js').components['schemas']['odd-part']>(x);`,
    ]);
  });
});
