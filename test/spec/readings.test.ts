import { describe, expect, it } from 'vitest';
import { words } from '../words.js';
import { bundle, resolve, type Schema, schema } from './bundle.js';

type Described = Schema & { description?: string; 'x-interpreted'?: unknown };

const all = Object.keys(bundle.components['schemas'] ?? {});
const stated = all.filter((name) => schema(name)['x-provenance']?.stated);
const fields = stated.flatMap((name) =>
  Object.entries(schema(name).properties ?? {}).map(([field, node]) => ({ at: `${name}.${field}`, node })),
);

/** Fields whose sentence repeats the interface description, or says only what the name implies. */
const literal = new Set(
  words`
  EntryCallout.id EntryCallout.order EntryCallout.textColor EntryCallout.backgroundColor EntryCalloutUpdate.id
  EntryCalloutUpdate.order EntryCalloutUpdate.text_color EntryCalloutUpdate.background_color EntryCertification.id
  EntryCertification.title EntryCertification.quantity EntryKeyword.id EntryKeyword.name EntryMedia.id EntryMedia.title
  EntryMedia.description EntryMedia.order EntryMedia.url EntryMedia.type EntryMediaUpdate.id EntryMediaUpdate.title
  EntryMediaUpdate.description EntryMediaUpdate.order EntryMediaUpdate.url EntryMediaUpdate.file EntryMediaUpdate.type
  EntryResource.id EntryResource.title EntryResource.url EntryResource.file EntryResource.order EntryResourceUpdate.id
  EntryResourceUpdate.title EntryResourceUpdate.url EntryResourceUpdate.file EntryResourceUpdate.order
  EntryTestimonial.id EntryTestimonial.author_name EntryTestimonial.testimonial_text EntryTestimonial.order
  EntryUseCase.id EntryUseCase.title EntryUseCase.description EntryUseCase.order EntryVerification.id
  EntryVerification.title EntryVerificationUpdate.id EntryVerificationUpdate.title Filter.id Filter.name Filter.href
  Filter.type Filter.filterOptions Filter.genericDirectory PartnerEntry.id PartnerEntry.href PartnerEntry.owner
  PartnerEntry.metadata PartnerEntry.use_cases PartnerEntry.callouts PartnerEntry.special_offers PartnerEntry.clients
  PartnerEntry.testimonials PartnerEntry.certifications PartnerEntry.verifications PartnerEntry.tracking
  PartnerEntry.tier PartnerEntryUpdate.id PartnerEntryUpdate.owner PartnerEntryUpdate.verifications
  PartnerEntryUpdate.callouts PartnerEntryUpdate.keywords PartnerEntryUpdate.tier TierSummary.id TierSummary.title
  TierSummary.default TierSummary.image TierSummary.order TierSummary.entriesListUrl
`.concat(['PartnerEntry.the service', 'PartnerEntryUpdate.the service']),
);

describe('each stated field', () => {
  it('has a sentence, its own or that of the schema that it refers to', () => {
    expect(fields.length).toBeGreaterThan(130);
    const silent = fields.filter(({ node }) => ((resolve(node) as Described).description ?? '') === '');
    expect(silent.map(({ at }) => at)).toEqual([]);
  });

  it('is marked as interpreted, unless its sentence is literal', () => {
    const marked = fields.filter(({ node }) => (node as Described)['x-interpreted'] !== undefined);
    expect(marked.length).toBeGreaterThan(50);
    const both = marked.filter(({ at }) => literal.has(at)).map(({ at }) => at);
    const neither = fields.filter((field) => !marked.includes(field) && !literal.has(field.at)).map(({ at }) => at);
    expect({ both, neither }).toEqual({ both: [], neither: [] });
  });
});

it('the document marks only descriptions of stated schemas as interpreted', () => {
  const marks = all.flatMap((name) => {
    const nodes = [schema(name), ...Object.values(schema(name).properties ?? {})] as Described[];
    return nodes.filter((node) => 'x-interpreted' in node).map((node) => ({ name, node }));
  });
  for (const { name, node } of marks) {
    expect(stated, name).toContain(name);
    expect(node['x-interpreted'], name).toBe(true);
    expect(node.description, name).toBeTruthy();
  }
});

it('the document names an open question at each schema that is not stated, since its description is a guess', () => {
  const guesses = all.filter((name) => !stated.includes(name));
  expect(guesses.length).toBeGreaterThan(50);
  expect(guesses.filter((name) => (schema(name)['x-unknown'] ?? []).length === 0)).toEqual([]);
});
