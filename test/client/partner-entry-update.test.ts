import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PartnerEntry, type PartnerEntryUpdate, toPartnerEntryUpdate } from '../../scripts/index.js';
import { bundle, resolve, type Schema, schema } from '../spec/bundle.js';

/** Returns the values dropped at these pointers, because an update accepts other types there. */
const drops = (kind: 'no' | 'string' | 'object', ...pointers: string[]): { pointer: string; reason: string }[] =>
  pointers.map((pointer) => ({ pointer, reason: `An update takes ${kind} values here.` }));
const examples = bundle.components['examples'] as Record<string, { value: unknown }>;
const example = (name: string) => structuredClone(examples[name]?.value);
const hidden = example('PartnerEntryHidden') as PartnerEntry;
const entries = [
  hidden,
  example('PartnerEntryPublic'),
  ...(example('PartnerEntryList') as unknown[]),
] as PartnerEntry[];

/** Returns a schema without references. If `closed`, its objects allow no undeclared fields. */
function whole(node: Schema, closed: boolean): Schema {
  const { properties, items, ...rest } = resolve(node);
  const open = rest.additionalProperties !== undefined;
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, whole(each, closed)])),
    }),
    ...(properties && closed && !open && { additionalProperties: false }),
    ...(items && { items: whole(items, closed) }),
  };
}

const ajv = addFormats.default(new Ajv2020({ strict: false, ownProperties: true }));
const isEntry = ajv.compile(whole(schema('PartnerEntry'), false));
const isUpdate = ajv.compile(whole(schema('PartnerEntryUpdate'), true));

function expectValid(validate: ValidateFunction, value: unknown): void {
  expect(validate(value) ? [] : validate.errors, JSON.stringify(value)).toEqual([]);
}

/** Returns the pointer of each field in the entry and in the update, by the contract; `*` is any position in a list. */
function reflections(update: Schema, inEntry = '', inUpdate = ''): [entry: string, update: string][] {
  return Object.entries(update.properties ?? {}).flatMap(([name, property]) => {
    const shown = property['x-reflected-as'];
    if (shown === undefined) return [];
    const { items } = resolve(property);
    const [from, to] = [`${inEntry}${shown}`, `${inUpdate}/${name}`];
    return items ? [[from, to], ...reflections(resolve(items), `${from}/*`, `${to}/*`)] : [[from, to]];
  });
}
const places = new Map(reflections(schema('PartnerEntryUpdate')));

/** Returns texts, numbers, booleans, nulls and empty lists in a value, by JSON pointer. */
function leaves(value: unknown, pointer = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && value.length === 0))
    return [[pointer, value]];
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

/** Expects that each value of an entry was copied to its place or dropped, and that the body has nothing else. */
function expectWhole(entry: unknown): { body: PartnerEntryUpdate; dropped: { pointer: string; reason: string }[] } {
  const before = JSON.stringify(entry);
  const { body, dropped } = toPartnerEntryUpdate(entry as PartnerEntry);
  expect(JSON.stringify(entry)).toBe(before);
  const made = new Map(leaves(body));
  made.delete('');
  const lost: [string, unknown][] = [];
  for (const [pointer, value] of leaves(entry)) {
    if (dropped.some((one) => pointer === one.pointer || pointer.startsWith(`${one.pointer}/`))) continue;
    const pattern = places.get(pointer.replace(/\/\d+(?=\/|$)/, '/*'));
    const place = pattern?.replace('*', /\/(\d+)(?:\/|$)/.exec(pointer)?.[1] ?? '*') ?? 'nowhere';
    const came = made.get(place);
    if (JSON.stringify(came) !== JSON.stringify(value)) lost.push([pointer, came]);
    made.delete(place);
  }
  expect(lost).toEqual([]);
  expect([...made].filter(([pointer]) => !/^\/[^/]+\/\d+$/.test(pointer))).toEqual([]);
  return { body, dropped };
}

describe('the update of a partner entry', () => {
  it('has every field that an update accepts, and lists all others', () => {
    const { body, dropped } = toPartnerEntryUpdate(hidden);
    expect(body).toEqual({
      id: hidden.id,
      title: 'Fjordline Data',
      headline: hidden.headline,
      description: hidden.description,
      slug: 'fjordline-data',
      customSlug: 'fjordline',
      status: 'hidden',
      featured: true,
      'the service': hidden['the service'],
      location: 'Bergen, Norway',
      callToActionUrl: 'https://fjordline.example/contact',
      callToActionLabel: 'Talk to us',
      externalUrl: 'https://fjordline.example',
      supportEmail: 'support@fjordline.example',
      developerName: 'Fjordline Data AS',
      externalId: 'CRM-20417',
      callouts: hidden.callouts?.map(({ textColor, backgroundColor, ...rest }) => ({
        ...rest,
        text_color: textColor,
        background_color: backgroundColor,
      })),
      media: hidden.media?.map(({ pdfFileThumbnailUrl, ...rest }) => ({
        ...rest,
        pdf_file_thumbnail_url: pdfFileThumbnailUrl,
      })),
      resources: hidden.resources?.map(({ file, ...rest }) => (file === null ? rest : { ...rest, file })),
      verifications: hidden.verifications,
      displayOnInternalDirectory: true,
      tier: hidden.tier?.id,
    });
    expect(dropped).toEqual([
      ...drops('no', '/href', '/icon', '/image'),
      ...drops('object', '/owner'),
      ...drops('no', '/award', '/use_cases'),
      ...drops('string', '/resources/0/file'),
      ...drops('no', '/special_offers', '/clients', '/testimonials', '/certifications', '/tracking'),
      ...drops('no', '/tier/title', '/tier/default', '/tier/image', '/tier/order', '/tier/entriesCount'),
      ...drops('no', '/tier/entriesListUrl'),
    ]);
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
      const dropped = drops('object', '/callouts');
      expect(toPartnerEntryUpdate({ callouts: [{ name: 'New' }, item] } as PartnerEntry)).toEqual({
        body: {},
        dropped,
      });
    }
  });

  it('ignores undefined values, and makes an empty body if there is no entry', () => {
    expect(toPartnerEntryUpdate({ title: undefined } as unknown as PartnerEntry)).toEqual({ body: {}, dropped: [] });
    for (const value of [null, undefined, 'text', 4, [hidden], () => 1]) {
      const dropped = drops('object', '');
      expect(toPartnerEntryUpdate(value as unknown as PartnerEntry)).toEqual({ body: {}, dropped });
    }
  });
});

/** An entry in which some values, at any depth, are removed, set to null, or moved. */
const change = fc.tuple(fc.nat(), fc.constantFrom('delete', 'null', 'other', 'add'), fc.jsonValue({ maxDepth: 2 }));
const mutated = fc.tuple(fc.constantFrom(...entries), fc.array(change, { maxLength: 6 })).map(([entry, changes]) => {
  const copy = structuredClone(entry) as Record<string, unknown>;
  for (const [at, change, other] of changes) {
    const spots: [Record<string, unknown>, string][] = [];
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const key of Object.keys(node)) {
        spots.push([node as Record<string, unknown>, key]);
        walk((node as Record<string, unknown>)[key]);
      }
    };
    walk(copy);
    const [node, key] = spots[at % Math.max(spots.length, 1)] ?? [copy, 'title'];
    if (change === 'delete' && !Array.isArray(node)) delete node[key];
    else if (change === 'add' && !Array.isArray(node)) node[`field/${at}`] = other;
    else node[key] = change === 'null' ? null : other;
  }
  return copy;
});

describe('any entry', () => {
  it('that is valid makes a valid update, and none loses a value silently', () => {
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
    // With too few valid entries, the property would hardly be tested.
    expect(valid).toBeGreaterThan(100);
  });
});
