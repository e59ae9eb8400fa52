import { expect, it } from 'vitest';
import { taughtWith } from './taught.js';

it.each([
  [
    'a field that nobody has',
    'partner-entry.required: { value: [id, titel] }',
    '2:41: expected a field of PartnerEntry, found "titel". Did you mean title?',
  ],
  [
    'a field that an object inside lacks',
    'partner-entry.nullability: { value: [headline, EntryMedia.ulr] }',
    '2:50: expected a field of PartnerEntry, found "EntryMedia.ulr". Did you mean EntryMedia.url?',
  ],
  [
    'an id that can be null',
    'filter.nullability: { value: [id] }',
    '2:33: expected a field that can be null (§2.2 states that the id identifies the resource), found "id". Remove it.',
  ],
  [
    'exceptions where only one place is meant',
    'filter.required: { value: [id], except: { Filter: [id] } }',
    '2:35: expected one answer for the whole contract, found "except" with Filter. Write everything into ' +
      '"value", and remove "except".',
  ],
  [
    'more fields than anybody has',
    `partner-entry.fields: { value: { ${Array.from({ length: 501 }, (_, n) => `f${n}: {}`).join(', ')} } }`,
    '2:27: expected at most 500 members, found 501. Leave out those that nobody uses.',
  ],
  [
    'closed where no set is meant',
    'filter.required: { value: [id], closed: true }',
    '2:35: expected "value" and "from", found "closed". It is for answers that list the values of a field. Remove it.',
  ],
  [
    'a closed set without a value that the source shows',
    'partner-entry.status-values: { value: [public, draft], closed: true }',
    '2:34: expected "hidden" among the values of a closed set, found ["public","draft"]. ' +
      'Add it, since §2.1 shows it, or remove "closed".',
  ],
  [
    'a value that is not in the form that is stated',
    'media.type-values: { value: [V, image] }',
    '2:35: expected a text that matches ^[A-Za-z]$, as §2.1 states, found "image". Correct it.',
  ],
  [
    'a further field that is stated',
    'partner-entry.fields: { value: { title: { type: string } } }',
    '2:36: expected a field that the contract lacks, found "title". §2.1 states "title". Remove it here.',
  ],
  [
    'a misspelled keyword',
    'partner-entry.fields: { value: { tags: { type: array, items: { typ: string } } } }',
    '2:66: expected a keyword of JSON Schema, found "typ". Did you mean type?',
  ],
  [
    'a keyword of OpenAPI 3.0',
    'partner-entry.fields: { value: { tags: { type: string, nullable: true } } }',
    `2:58: expected no "nullable", which OpenAPI 3.1 does not have, found "nullable". Write type: [string, 'null'].`,
  ],
  [
    'an unknown type',
    'partner-entry.fields: { value: { tags: { type: [strin, "null"] } } }',
    '2:51: expected a type of JSON, found "strin". Did you mean string?',
  ],
  [
    'an unknown format',
    'partner-entry.fields: { value: { on: { type: string, format: datetime } } }',
    '2:56: expected a format that can be checked, found "datetime". Did you mean date-time? ' +
      'Formats that nobody checks belong into "description".',
  ],
  [
    'a reference to a schema that does not exist',
    "resources.fields: { value: { Badge: { properties: { tier: { $ref: '#/components/schemas/TierSumary' } } } } }",
    '2:63: expected a schema of the contract, found "#/components/schemas/TierSumary". ' +
      'Did you mean #/components/schemas/TierSummary?',
  ],
  [
    'a keyword with a wrong value',
    'partner-entry.fields: { value: { note: { type: string, minLength: x } } }',
    '2:58: expected a JSON Schema, but this value must be integer. Correct it.',
  ],
  [
    'a pattern that no program reads',
    'partner-entry.fields: { value: { note: { type: string, pattern: "[" } } }',
    '2:58: expected a pattern of JavaScript: Invalid regular expression: /[/u: ' +
      'Unterminated character class. Correct it.',
  ],
  [
    'a schema that no value fits',
    'partner-entry.fields: { value: { note: { type: string, minLength: 5, maxLength: 3 } } }',
    '2:36: expected a schema with a value that fits, for the examples, found ' +
      '{"type":"string","minLength":5,"maxLength":3}. Correct it, or add "examples".',
  ],
  [
    'another field than those that are asked for',
    'resource-items.types: { value: { EntryResource.link: { type: string } } }',
    '2:36: expected EntryResource.title, EntryResource.url, EntryCallout.name, EntryMediaUpdate.title, ' +
      'EntryMediaUpdate.description; found "EntryResource.link". Did you mean EntryResource.title?',
  ],
  [
    'a position in a text',
    'certifications.position: { value: { field: title } }',
    '2:39: expected the name of a field with an integer, found "title". ' +
      '§2.1 states that "title" is of type string. Name another field.',
  ],
  [
    'a name that is taken',
    'the-service.name: { value: { request: website, response: slug } }',
    '2:50: expected a name that no other field has, found "slug". PartnerEntry has a field of this name already.',
  ],
  [
    'only one of two names',
    'the-service.name: { value: { request: website } }',
    '2:23: expected an object with response, found {"request":"website"}. Add response.',
  ],
  [
    'a requirement of a field without a schema',
    'filter.option-shape: { value: { properties: { name: { type: string } }, required: [nam] } }',
    '2:86: expected a field of FilterOption, found "nam". Did you mean name?',
  ],
  [
    'an id that is no UUID',
    'filter.option-shape: { value: { properties: { id: { type: integer } } } }',
    '2:49: expected { type: string, format: uuid } (§2 states that identifiers are UUIDs), ' +
      'found {"type":"integer"}. Correct it.',
  ],
  [
    'an unknown resource',
    'resources.fields: { value: { Tiers: { required: [id] } } }',
    '2:32: expected the schema of a resource, found "Tiers". Did you mean Tier?',
  ],
  [
    'a resource that is stated',
    'resources.fields: { value: { PartnerEntry: { required: [id] } } }',
    '2:32: expected a schema that is not stated, found "PartnerEntry". §2.1 states its fields. Remove it.',
  ],
  [
    'a key that is no text',
    'partner-entry-update.owner-keys: { value: { properties: { id: { type: integer } } } }',
    '2:61: expected a schema of type string, found {"type":"integer"}. §4.1 states that it is one.',
  ],
  [
    'a length of a field that is no text',
    'limits.field-lengths: { value: { PartnerEntryUpdate.featured: 10 } }',
    '2:36: expected a field that contains a text, found "PartnerEntryUpdate.featured". It contains boolean.',
  ],
  [
    'a length that no value has',
    'limits.field-lengths: { value: { PartnerEntry.id: 10 } }',
    '2:36: expected a length that some value of the field has, found 10. Write a larger number.',
  ],
])('%s is refused, with file, line and column', (_, answer, message) => {
  expect(() => taughtWith(`answers:\n  ${answer}\n`)).toThrow(`directory.answers.yaml:${message}`);
});

it('two answers that set one place differently are refused, and two that add to one place are not', () => {
  const tier = { Tier: { properties: { title: { type: 'string', maxLength: 9 } } } };
  expect(() =>
    taughtWith({ 'resources.fields': { value: tier }, 'limits.field-lengths': { value: { 'Tier.title': 20 } } }),
  ).toThrow(/limits\.field-lengths and resources\.fields .* both set .*\/Tier\/properties\/title\/maxLength/);
  const { document } = taughtWith({
    'partner-entry.required': { value: ['EntryMedia.url'] },
    'order.presence': { value: true },
  });
  expect(document.components['schemas']?.['EntryMedia']).toMatchObject({ required: ['order', 'url'] });
});
