import type { RuleTexts } from './text.js';

/** Rules for the fields of a body, and for their values. */
export const fieldTexts = {
  'field.undeclared': {
    means:
      'An object has a field that its schema does not list, at any depth. Objects with x-open, with ' +
      'additionalProperties or without any listed field are left alone, since the contract does not list all their ' +
      'fields.',
    wrong: `
      > PATCH …/entries/partners/c07e…/
      < 200 OK
      < {"customSlug": "fjordline"}
    `,
    right: `
      < 200 OK
      < {"custom_slug": "fjordline"}
    `,
    at: 'updatePartnerEntry /customSlug',
    says: 'The contract lists all fields here, and "customSlug" is not among them.',
    contract: 'List the field in the schema. If more fields may come, mark the schema with x-open: true.',
  },
  'field.empty': {
    means:
      'A field with the format uri, uri-reference, email, date, date-time or uuid is an empty string. This is how ' +
      'many services say "no value".',
    wrong: `
      > PATCH …/entries/partners/c07e…/
      < 200 OK
      < {"support_email": ""}
    `,
    right: `
      < 200 OK
      < {}
    `,
    at: 'updatePartnerEntry /support_email',
    says: 'A field without a value is empty instead of absent.',
    contract: 'Say that the field may be empty: with anyOf, or without the format.',
  },
  'field.absent': {
    means:
      'A field that the contract lists, and does not require, was missing in some objects of the run, or in all. If ' +
      'a ' +
      'baseline says that it was always present, this is a change.',
    wrong: `
      > GET …/entries/partners/
      < 200 OK
      < [{"title": "Fjordline", "tier": {"title": "Gold"}},
      < {"title": "Nordvik"}]
    `,
    at: 'listPartnerEntries /tier',
    says: 'PartnerEntry has "tier" in 1 of 2 objects.',
    contract: 'If the field is always present by design, add it to "required": then its absence is schema.required.',
  },
  'value.new': {
    means: 'A field with x-known-values has a value that is not among them. All such values of a run are one finding.',
    schema: 'status: { type: string, x-known-values: [public, hidden] }',
    wrong: `
      > GET …/entries/partners/
      < 200 OK
      < [{"title": "Fjordline", "status": "archived"}]
    `,
    at: 'listPartnerEntries /status',
    says: 'PartnerEntry has values of "status" that the contract does not list.',
  },
} as const satisfies RuleTexts;
