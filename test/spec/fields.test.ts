import { describe, expect, it } from 'vitest';
import { words } from '../words.js';
import { bundle, resolve, type Schema, schema } from './bundle.js';
import { expectFields, expectLeaf } from './field-types.js';
import { type Fields, filterUpdate, type LeafType, partnerEntry, partnerEntryUpdate } from './fields.js';

// The fields that the interface description states are tested in facts/. This file tests the inferred additions.

describe('FilterUpdate', () => {
  it('has the ten fields that a filter can change, none required', () => {
    expectFields(bundle, schema('FilterUpdate'), filterUpdate);
    expect(Object.keys(filterUpdate)).toHaveLength(10);
    expect(schema('FilterUpdate')['x-provenance']).toBeUndefined();
  });
});

/** Returns the fields of a shape whose type is a guess. */
function guesses(fields: Fields): [field: string, type: LeafType][] {
  return Object.entries(fields).flatMap(([field, type]) =>
    typeof type === 'object' && 'guess' in type ? [[field, type.guess] as [string, LeafType]] : [],
  );
}

const shapes = [
  ...Object.entries(partnerEntry).map(([field, type]) => ['PartnerEntry', field, type] as const),
  ...Object.entries(partnerEntryUpdate).map(([field, type]) => ['PartnerEntryUpdate', field, type] as const),
];
const guessed = shapes.flatMap(([name, field, type]) =>
  typeof type === 'object' && 'array' in type
    ? guesses(type.array).map(([inner, leaf]) => [name, field, inner, leaf] as const)
    : [],
);

describe('a type that the description leaves out', () => {
  it('is missing in nine places', () => {
    expect(guessed).toHaveLength(9);
  });

  it.each(guessed)('%s, %s: %s is a guess that names its question', (name, field, inner, type) => {
    const node = resolve(schema(name).properties?.[field]?.items ?? {}).properties?.[inner] ?? {};
    expectLeaf(node, type);
    expect(node['x-unknown'] ?? []).not.toEqual([]);
  });
});

const hexadecimal = '^(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$';

describe('a pattern', () => {
  it.each([
    ['EntryCallout', 'textColor', hexadecimal, 'colour.digits'],
    ['EntryCallout', 'backgroundColor', hexadecimal, 'colour.digits'],
    ['PartnerEntry', 'href', '^/(?!/)', 'links.leading-slash'],
    ['Filter', 'href', '^/(?!/)', 'links.leading-slash'],
    ['TierSummary', 'entriesListUrl', '^/(?!/)', 'links.leading-slash'],
    ['EntryMedia', 'type', '^[A-Za-z]$', 'media.type-values'],
  ])('of %s.%s is partly a guess that names its question', (name, field, pattern, question) => {
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
  const reflected = Object.entries(update).filter(([, property]) => property['x-reflected-as'] !== undefined);

  it('is on the 22 fields of an update that the entry shows', () => {
    expect(reflected).toHaveLength(22);
  });

  it('is missing from the ten fields that the entry does not show', () => {
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
