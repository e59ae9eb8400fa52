import { describe, expect, it } from 'vitest';
import { words } from '../words.js';
import { yamlBeside } from '../yaml-beside.js';
import { bundle, resolve, type Schema, schema } from './bundle.js';
import { expectFields, expectLeaf } from './field-types.js';
import { filterUpdate, partnerEntry, partnerEntryUpdate } from './fields.js';

// facts/ has the tests of fields that the interface description states. This file tests the inferred additions.

describe('FilterUpdate', () => {
  it('has the ten fields that a filter can change, and requires none', () => {
    expectFields(bundle, schema('FilterUpdate'), filterUpdate);
    expect(Object.keys(filterUpdate)).toHaveLength(10);
    expect(schema('FilterUpdate')['x-provenance']).toBeUndefined();
  });
});

const guessed = Object.entries({ PartnerEntry: partnerEntry, PartnerEntryUpdate: partnerEntryUpdate }).flatMap(
  ([name, fields]) =>
    Object.entries(fields).flatMap(([field, type]) =>
      Object.entries(typeof type === 'object' && 'array' in type ? type.array : {}).flatMap(([innerText, leaf]) =>
        typeof leaf === 'object' && 'guess' in leaf ? [[name, field, innerText, leaf.guess] as const] : [],
      ),
    ),
);

describe('a type that the description leaves out', () => {
  it('occurs in nine places', () => {
    expect(guessed).toHaveLength(9);
  });

  it.each(guessed)('%s, %s: %s is a guess that names its question', (name, field, innerText, type) => {
    const node = resolve(schema(name).properties?.[field]?.items ?? {}).properties?.[innerText] ?? {};
    expectLeaf(node, type);
    expect(node['x-unknown'] ?? []).not.toEqual([]);
  });
});

const patterns = yamlBeside<[name: string, field: string, pattern: string, question: string][]>(
  import.meta.url,
  'patterns.yaml',
);

describe('a pattern', () => {
  it.each(patterns)('of %s.%s is partly a guess that names its question', (name, field, pattern, question) => {
    const property = schema(name).properties?.[field];
    expect(property?.pattern).toBe(pattern);
    expect(property?.['x-unknown']).toContain(question);
  });
});

it('the status of a review is open, with two known values', () => {
  const status = schema('Review').properties?.['status'];
  expect(status?.['x-known-values']).toEqual(['A', 'D']);
  expect(status?.enum).toBeUndefined();
});

describe('x-reflected-as', () => {
  const update = schema('PartnerEntryUpdate').properties ?? {};
  it('is on all fields of an update except the ten that the entry does not show', () => {
    const none = Object.keys(update).filter((name) => update[name]?.['x-reflected-as'] === undefined);
    expect(none).toEqual(
      words`
        type owner userAssignedFilterOptions integrationDescription internalPointOfContactCtaUrl
        internalPointOfContactCtaLabel internalChannelContactCtaUrl internalChannelContactCtaLabel keywords
        internalDescription
      `,
    );
  });

  it.each(words`
    PartnerEntry EntryResource EntryVerification EntryMedia EntryCallout Filter Review Callout Tier Certification
    Verification Badge
  `)('leads from each field of the update of a %s to one of its fields', (to) => {
    const from = `${to}Update`;
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
    expect(update).toMatchObject({
      customSlug: { 'x-reflected-as': '/custom_slug' },
      tier: { 'x-reflected-as': '/tier/id' },
      externalId: { 'x-reflected-as': '/metadata/external_id' },
      'the service': { 'x-reflected-as': '/the service' },
    });
  });
});
