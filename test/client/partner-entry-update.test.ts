import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPointer } from '../../scripts/contract/pointer.js';
import {
  createDirectoryClient,
  type PartnerEntry,
  type PartnerEntryUpdate,
  toPartnerEntryUpdate,
} from '../../scripts/index.js';
import { createSandbox, defaultKey } from '../../scripts/sandbox/index.js';
import { bundle, resolve, type Schema, schema } from '../spec/bundle.js';
import { closedSchema } from '../validators/closed-schema.js';
import { yamlBeside } from '../yaml-beside.js';

/** Returns the values dropped at these pointers, because an update takes only other types there. */
const drops = (kind: 'no' | 'string' | 'object', ...pointers: string[]): { pointer: string; reason: string }[] =>
  pointers.map((pointer) => ({ pointer, reason: `An update takes ${kind} values here.` }));
const examples = bundle.components['examples'] as Record<string, { value: unknown }>;
const example = (name: string) => structuredClone(examples[name]?.value);
const hiddenEntry = example('PartnerEntryHidden') as PartnerEntry;
const list = example('PartnerEntryList') as PartnerEntry[];
const entries = [hiddenEntry, example('PartnerEntryPublic') as PartnerEntry, ...list];

const ajv = addFormats.default(new Ajv2020({ strict: false, ownProperties: true }));
const isEntry = ajv.addSchema(bundle, 'contract').compile({ $ref: 'contract#/components/schemas/PartnerEntry' });
const isUpdate = ajv.compile(closedSchema('PartnerEntryUpdate'));

function expectValid(validate: ValidateFunction, value: unknown): void {
  expect(validate(value) ? [] : validate.errors, JSON.stringify(value)).toEqual([]);
}

/** Returns the pointers of each field in the entry and in the update, by the contract; `*` is any index in a list. */
function reflections(update: Schema, inEntry = '', inUpdate = ''): [entry: string, update: string][] {
  return Object.entries(update.properties ?? {}).flatMap(([name, property]) => {
    const shownText = property['x-reflected-as'];
    if (shownText === undefined) return [];
    const { items } = resolve(property);
    const [from, to] = [`${inEntry}${shownText}`, `${inUpdate}/${name}`];
    return items ? [[from, to], ...reflections(resolve(items), `${from}/*`, `${to}/*`)] : [[from, to]];
  });
}
const places = new Map(reflections(schema('PartnerEntryUpdate')));

/** Returns texts, numbers, booleans, nulls and empty lists in a value, by JSON pointer. */
function leaves(value: unknown, pointer = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && value.length === 0))
    return [[pointer, value]];
  return Object.entries(value).flatMap(([key, innerValue]) => leaves(innerValue, pointer + toPointer([key])));
}

/** Expects that each value of an entry was copied to its place or dropped, and that the body has nothing else. */
function expectWhole(entry: unknown): { body: PartnerEntryUpdate; dropped: { pointer: string; reason: string }[] } {
  const textBefore = JSON.stringify(entry);
  const { body, dropped } = toPartnerEntryUpdate(entry as PartnerEntry);
  expect(JSON.stringify(entry)).toBe(textBefore);
  const bodyLeaves = new Map(leaves(body));
  bodyLeaves.delete('');
  const lost: [string, unknown][] = [];
  for (const [pointer, value] of leaves(entry)) {
    if (dropped.some((field) => pointer === field.pointer || pointer.startsWith(`${field.pointer}/`))) continue;
    const pattern = places.get(pointer.replace(/\/\d+(?=\/|$)/, '/*'));
    const place = pattern?.replace('*', /\/(\d+)(?:\/|$)/.exec(pointer)?.[1] ?? '*') ?? 'nowhere';
    const came = bodyLeaves.get(place);
    if (JSON.stringify(came) !== JSON.stringify(value)) lost.push([pointer, came]);
    bodyLeaves.delete(place);
  }
  expect(lost).toEqual([]);
  expect([...bodyLeaves].filter(([pointer]) => !/^\/[^/]+\/\d+$/.test(pointer))).toEqual([]);
  return { body, dropped };
}

describe('the update of a partner entry', () => {
  it('has every field that an update accepts, and lists all other fields', () => {
    const { body, dropped } = toPartnerEntryUpdate(hiddenEntry);
    const expected = yamlBeside<{ body: object; dropped: Parameters<typeof drops>[] }>(
      import.meta.url,
      'hidden-entry.yaml',
    );
    expect(body).toEqual(expected.body);
    expect(dropped).toEqual(expected.dropped.flatMap((group) => drops(...group)));
  });

  it.each(entries.map((entry, index) => [index, entry] as const))(
    'is valid for example %i, and drops nothing silently',
    (_, entry) => {
      expectValid(isUpdate, expectWhole(entry).body);
    },
  );

  it('leaves out nulls and unknown fields, at any depth', () => {
    const { body, dropped } = expectWhole({
      title: null,
      custom_slug: null,
      tier: null,
      callouts: null,
      featured: true,
      'a/b~c': 1,
      metadata: { external_id: 'x', note: 'y' },
      media: [{ id: '34b74a5a-31a4-4052-ab65-994386439e21', size: 3, title: null }, {}],
      resources: [],
    });
    expect(body).toEqual({
      featured: true,
      externalId: 'x',
      media: [{ id: '34b74a5a-31a4-4052-ab65-994386439e21' }, {}],
      resources: [],
    });
    expect(dropped).toEqual([
      ...drops('string', '/title', '/custom_slug'),
      ...drops('object', '/tier', '/callouts'),
      ...drops('no', '/a~1b~0c', '/metadata/note', '/media/0/size'),
      ...drops('string', '/media/0/title'),
    ]);
  });

  it('leaves out a whole list if an item is not an object, since a partial list would delete the rest', () => {
    for (const item of [null, 'a', 1]) {
      const droppedFields = drops('object', '/callouts');
      expect(toPartnerEntryUpdate({ callouts: [{ name: 'New' }, item] } as PartnerEntry)).toEqual({
        body: {},
        dropped: droppedFields,
      });
    }
  });

  it('ignores undefined values, and makes an empty body if the entry is undefined', () => {
    expect(toPartnerEntryUpdate({ title: undefined } as unknown as PartnerEntry)).toEqual({ body: {}, dropped: [] });
    for (const value of [null, undefined, 'text', 4, [hiddenEntry], () => 1]) {
      const droppedFields = drops('object', '');
      expect(toPartnerEntryUpdate(value as unknown as PartnerEntry)).toEqual({ body: {}, dropped: droppedFields });
    }
  });
});

/** An entry in which some values, at any depth, are removed, set to null, or moved. */
const change = fc.tuple(fc.nat(), fc.constantFrom('delete', 'null', 'other', 'add'), fc.jsonValue({ maxDepth: 2 }));
const mutated = fc.tuple(fc.constantFrom(...entries), fc.array(change, { maxLength: 6 })).map(([entry, changes]) => {
  const copy = structuredClone(entry) as Record<string, unknown>;
  for (const [index, change, otherValue] of changes) {
    const spots: [Record<string, unknown>, string][] = [];
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const key of Object.keys(node)) {
        spots.push([node as Record<string, unknown>, key]);
        walk((node as Record<string, unknown>)[key]);
      }
    };
    walk(copy);
    const [node, key] = spots[index % Math.max(spots.length, 1)] ?? [copy, 'title'];
    if (change === 'delete' && !Array.isArray(node)) delete node[key];
    else if (change === 'add' && !Array.isArray(node)) node[`field/${index}`] = otherValue;
    else node[key] = change === 'null' ? null : otherValue;
  }
  return copy;
});

describe('any entry', () => {
  it('becomes a valid update if it is valid, and never loses a value silently', () => {
    let valid = 0;
    fc.assert(
      fc.property(mutated, (entry) => {
        const { body } = expectWhole(entry);
        if (!isEntry(entry)) return;
        valid++;
        expectValid(isUpdate, body);
      }),
      { seed: 11, numRuns: 500 },
    );
    // With too few valid entries, the test would prove little.
    expect(valid).toBeGreaterThan(100);
  });
});

describe('hostile entries', () => {
  it('do not reach a prototype', () => {
    const text = `{"__proto__":{"title":"a"},"constructor":{"prototype":{"b":1}},
      "tier":{"__proto__":{"id":"c"}},"media":[{"__proto__":{"url":"d"}}],"toString":"e"}`;
    const { body, dropped } = toPartnerEntryUpdate(JSON.parse(text) as PartnerEntry);
    expect(JSON.stringify(body)).toBe('{"media":[{}]}');
    expect(dropped.map(({ pointer }) => pointer)).toEqual([
      '/__proto__',
      '/constructor',
      '/tier/__proto__',
      '/media/0/__proto__',
      '/toString',
    ]);
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['b']).toBeUndefined();
  });

  it('contribute only their own fields, even if Object.prototype has additional ones', () => {
    const pollutedPrototype = Object.prototype as unknown as Record<string, unknown>;
    try {
      Object.assign(pollutedPrototype, { title: 'all', nope: '', headline: 'all' });
      const { body, dropped } = toPartnerEntryUpdate({ headline: 'own', nope: 'own' } as PartnerEntry);
      expect(Object.entries(body)).toEqual([['headline', 'own']]);
      expect(dropped.map(({ pointer }) => pointer)).toEqual(['/nope']);
    } finally {
      for (const name of ['title', 'nope', 'headline']) delete pollutedPrototype[name];
    }
  });

  it('may have no prototype, be frozen or cyclic, or change at each read', () => {
    const cyclic: Record<string, unknown> = { title: 'a' };
    Object.assign(cyclic, { tier: cyclic, metadata: cyclic, media: [cyclic], owner: cyclic });
    expect(toPartnerEntryUpdate(cyclic).body).toEqual({ title: 'a', media: [{ title: 'a' }] });
    const bare = Object.freeze(Object.assign(Object.create(null) as object, { title: 'a' }));
    expect(toPartnerEntryUpdate(bare).body).toEqual({ title: 'a' });
    const twoFaced = Object.defineProperty({}, 'title', { enumerable: true, get: () => (reads++ ? {} : 'first') });
    let reads = 0;
    expect(toPartnerEntryUpdate(twoFaced).body).toEqual({ title: 'first' });
  });

  it('share nothing with the body', () => {
    const objectsIn = (value: unknown): unknown[] =>
      value instanceof Object ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
    const ofEntry = new Set(objectsIn(hiddenEntry));
    expect(ofEntry.size).toBeGreaterThan(10);
    expect(objectsIn(toPartnerEntryUpdate(hiddenEntry).body).filter((each) => ofEntry.has(each))).toEqual([]);
  });
});

it('an update made from an entry changes only dropped fields of items, for every entry of the sandbox', async () => {
  const { fetch } = createSandbox();
  const client = createDirectoryClient({ baseUrl: 'http://127.0.0.1', apiKey: defaultKey, fetch });
  const data = <Value>(result: { ok: true; data: Value } | { ok: false; error: unknown }): Value => {
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.data;
  };
  let sentCount = 0;
  for (const { id: directory_id = '' } of data(await client.listDirectories())) {
    for (const { id: entry_id = '' } of data(await client.listPartnerEntries({ path: { directory_id } }))) {
      const path = { directory_id, entry_id };
      const entryBefore = data(await client.getPartnerEntry({ path }));
      const { body, dropped } = toPartnerEntryUpdate(entryBefore);
      // The sandbox replaces its items by the sent ones, so dropped fields are lost.
      for (const { pointer } of dropped) {
        const [, list = '', index = '', field = ''] = /^\/(\w+)\/(\d+)\/(\w+)$/.exec(pointer) ?? [];
        delete (entryBefore as Record<string, Record<string, unknown>[]>)[list]?.[Number(index)]?.[field];
      }
      expect(data(await client.updatePartnerEntry({ path, body }))).toEqual(entryBefore);
      expect(data(await client.getPartnerEntry({ path }))).toEqual(entryBefore);
      sentCount++;
    }
  }
  expect(sentCount).toBeGreaterThan(10);
});
