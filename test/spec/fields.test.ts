import { describe, expect, it } from 'vitest';
import { words } from '../words.js';
import { resolve, type Schema, schema } from './bundle.js';
import { type Fields, type FieldType, filter, filterUpdate, partnerEntry, partnerEntryUpdate } from './fields.js';

const tables: [name: string, section: string | undefined, fields: Fields, count: number][] = [
  ['PartnerEntry', '2.1', partnerEntry, 33],
  ['Filter', '2.2', filter, 14],
  ['PartnerEntryUpdate', '4.1', partnerEntryUpdate, 32],
  ['FilterUpdate', undefined, filterUpdate, 10],
];

const hexadecimal = '^(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$';

/** The type of a field of this schema in the notation of the tables. */
function typeOf(node: Schema): FieldType | undefined {
  const { type, format, pattern, items } = resolve(node);
  if (type === 'object') return objectType(resolve(node));
  if (type === 'array' && items) {
    const item = resolve(items);
    if (item.type === 'string' && item.format === 'uuid') return 'uuid[]';
    if (item['x-open'] === true) return 'open objects';
    return { array: fieldsOf(item) };
  }
  if (Array.isArray(type)) return type.join() === 'string,null' ? 'string?' : undefined;
  if (type === 'integer' || type === 'boolean') return type;
  if (type !== 'string') return undefined;
  if (format === 'uri' || format === 'uuid' || format === 'email') return format;
  if (format === 'uri-reference' && pattern === '^/(?!/)') return 'path';
  if (pattern === hexadecimal) return 'colour';
  if (pattern === '^[A-Za-z]$') return 'letter';
  return format === undefined && pattern === undefined ? 'string' : undefined;
}

function objectType(node: Schema): FieldType {
  if (node.properties === undefined) return 'string map';
  return node['x-open'] === true ? { object: fieldsOf(node), open: true } : { object: fieldsOf(node) };
}

function fieldsOf(node: Schema): Fields {
  const entries = Object.entries(node.properties ?? {}).map(([name, property]) => [name, typeOf(property)]);
  return Object.fromEntries(entries) as Fields;
}

describe.each(tables)('%s', (name, section, fields, count) => {
  const described = schema(name);

  it(`has ${count} fields, in the order of the table`, () => {
    expect(Object.keys(described.properties ?? {})).toEqual(Object.keys(fields));
    expect(Object.keys(fields)).toHaveLength(count);
  });

  it.each(Object.entries(fields))('describes %s by type and format', (field, type) => {
    expect(typeOf(described.properties?.[field] ?? {})).toEqual(type);
  });

  it('requires nothing, since the description names no required fields', () => {
    const nested = Object.values(described.properties ?? {}).flatMap((property) => {
      const target = resolve(property);
      return target.items ? resolve(target.items) : target;
    });
    for (const node of [described, ...nested]) expect(node.required).toBeUndefined();
  });

  it('names the section that states its fields, if any', () => {
    expect(described['x-provenance']).toEqual(section === undefined ? undefined : { section, stated: true });
  });
});

describe('sets of values', () => {
  it.each([
    ['PartnerEntry', 'status', ['public', 'hidden']],
    ['PartnerEntryUpdate', 'status', ['hidden']],
    ['PartnerEntryUpdate', 'type', []],
    ['Filter', 'type', ['user']],
    ['EntryMedia', 'type', []],
    ['Review', 'status', ['A', 'D']],
  ])('of %s.%s are open, with the known values', (name, field, values) => {
    const property = schema(name).properties?.[field];
    expect(property?.['x-known-values']).toEqual(values);
    expect(property?.enum).toBeUndefined();
  });
});

describe('x-reflected-as', () => {
  const update = schema('PartnerEntryUpdate').properties ?? {};
  const reflected = Object.entries(update).filter(([, property]) => property['x-reflected-as'] !== undefined);

  it('is on the 22 fields of an update that the entry shows', () => {
    expect(reflected).toHaveLength(22);
  });

  it('is missing from the ten that do not', () => {
    const none = Object.keys(update).filter((name) => update[name]?.['x-reflected-as'] === undefined);
    expect(none).toEqual(
      words`
        type owner userAssignedFilterOptions integrationDescription internalPointOfContactCtaUrl
        internalPointOfContactCtaLabel internalChannelContactCtaUrl internalChannelContactCtaLabel keywords
        internalDescription
      `,
    );
  });

  const pairs = [
    ['PartnerEntryUpdate', 'PartnerEntry'],
    ['EntryResourceUpdate', 'EntryResource'],
    ['EntryVerificationUpdate', 'EntryVerification'],
    ['EntryMediaUpdate', 'EntryMedia'],
    ['EntryCalloutUpdate', 'EntryCallout'],
    ['FilterUpdate', 'Filter'],
    ['ReviewUpdate', 'Review'],
    ['CalloutUpdate', 'Callout'],
    ['TierUpdate', 'Tier'],
    ['CertificationUpdate', 'Certification'],
    ['VerificationUpdate', 'Verification'],
    ['BadgeUpdate', 'Badge'],
  ] as const;

  it.each(pairs)('leads from each field of %s to a field of %s', (from, to) => {
    const pointers = Object.values(schema(from).properties ?? {}).flatMap(
      (property) => property['x-reflected-as'] ?? [],
    );
    expect(pointers.length).toBeGreaterThan(0);
    for (const pointer of pointers) {
      let node: Schema | undefined = schema(to);
      for (const key of pointer.slice(1).split('/')) node = node && resolve(node).properties?.[key];
      expect(node, `${from} ${pointer}`).toBeDefined();
    }
  });

  it('uses the spelling of responses', () => {
    expect(update['customSlug']?.['x-reflected-as']).toBe('/custom_slug');
    expect(update['tier']?.['x-reflected-as']).toBe('/tier/id');
    expect(update['externalId']?.['x-reflected-as']).toBe('/metadata/external_id');
    expect(update['the service']?.['x-reflected-as']).toBe('/the service');
  });
});
