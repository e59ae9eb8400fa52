import { expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { applyOverlay } from '../../scripts/answers/overlay.js';
import { teachOwnContract } from '../../scripts/answers/own-contract.js';
import { toPointer } from '../../scripts/contract/pointer.js';
import type { Schema } from '../../scripts/contract/schema.js';
import { withSharedQuestions } from '../../scripts/contract/shared-questions.js';
import inlineObjects from '../../scripts/spectral/inline-objects.js';
import { findingsOfRules } from './rules.js';
import { correctedFile, taughtWith } from './taught.js';
import { expectWhole } from './whole.js';

const object = (properties: Record<string, object>): object => ({ type: 'object', properties });
const text = { type: 'string' };
const map = { type: 'object', 'x-open': true, additionalProperties: object({ a: text }) };
const fields = {
  office: { ...object({ city: text, geo: object({ lat: { type: 'number' } }) }), description: 'The office.' },
  branch_list: {
    type: 'array',
    items: object({ city: text, staff: { type: 'array', items: object({ name: text }) } }),
  },
  'the map': map,
  either: { anyOf: [object({ a: text }), object({ b: text }), { type: 'null' }] },
  // The names of both differ only in a sign.
  the_map: map,
};
const required = ['office.city', 'branch_list[].city', 'PartnerEntryOfficeGeo.lat'];
const answers = { 'partner-entry.fields': { value: fields }, 'partner-entry.required': { value: required } };

/** The components of a taught contract that the contract without answers does not have. */
function additions(schemas: Record<string, Schema> = {}): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => !contract.components['schemas']?.[name]));
}

it('each object that answers bring is a component, at any depth', () => {
  const { document, overlay, origins } = taughtWith(answers);
  const schemas = document.components['schemas'] as Record<string, Schema>;
  const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  expect(inlineObjects(document)).toEqual([]);
  expect(additions(schemas)).toMatchObject({
    PartnerEntryOffice: {
      description: 'The office.',
      required: ['city'],
      properties: { geo: ref('PartnerEntryOfficeGeo') },
    },
    PartnerEntryOfficeGeo: { required: ['lat'], 'x-provenance': { answered: 'partner-entry.fields' } },
    PartnerEntryBranchListItem: {
      required: ['city'],
      properties: { staff: { type: 'array', items: ref('PartnerEntryBranchListItemStaffItem') } },
    },
    PartnerEntryBranchListItemStaffItem: {
      properties: { name: text },
      description: 'Part of PartnerEntryBranchListItem.',
    },
    PartnerEntryTheMap: { additionalProperties: ref('PartnerEntryTheMapValue') },
    PartnerEntryTheMapValue: object({ a: text }),
    PartnerEntryEither: object({ a: text }),
    PartnerEntryEither2: object({ b: text }),
  });
  const answeredNode = { 'x-answered': ['partner-entry.fields'] };
  expect(schemas['PartnerEntry']?.properties).toMatchObject({
    office: { ...ref('PartnerEntryOffice'), description: 'The office.', ...answeredNode },
    branch_list: { type: 'array', items: ref('PartnerEntryBranchListItem'), ...answeredNode },
    'the map': { ...ref('PartnerEntryTheMap'), ...answeredNode },
    the_map: { ...ref('PartnerEntryTheMap'), ...answeredNode },
    either: { anyOf: [ref('PartnerEntryEither'), ref('PartnerEntryEither2'), { type: 'null' }] },
  });
  for (const name of Object.keys(additions(schemas)))
    expect(origins.of(toPointer(['components', 'schemas', name, 'properties']))).toEqual({
      question: 'partner-entry.fields',
    });
  expectWhole(document);
  expect(findingsOfRules(document)).toEqual([]);
  expect(withSharedQuestions(applyOverlay(contract, overlay.actions))).toEqual(document);
});

it('each object that a correction brings is a component, too', () => {
  const update = { office: object({ city: text }), owner_of: { allOf: [{ $ref: '#/components/schemas/Tier' }] } };
  const action = { target: '$.components.schemas.Badge.properties', update };
  const { document, overlay, origins } = teachOwnContract(correctedFile([action]));
  const schemas = document.components['schemas'] as Record<string, Schema>;
  expect(inlineObjects(document)).toEqual([]);
  expect(schemas['Badge']?.properties).toMatchObject({
    office: { $ref: '#/components/schemas/BadgeOffice' },
    owner_of: { $ref: '#/components/schemas/Tier' },
  });
  expect(additions(schemas)).toEqual({
    BadgeOffice: {
      ...object({ city: text }),
      description: 'Part of Badge.',
      'x-provenance': { corrected: 'corrections.yaml' },
    },
  });
  expect(origins.of('/components/schemas/BadgeOffice/properties/city')?.correction?.file).toBe('corrections.yaml');
  expectWhole(document);
  expect(withSharedQuestions(applyOverlay(contract, overlay.actions))).toEqual(document);
});

it('an object in the body of errors is a component', () => {
  const error = object({ code: text, details: { type: 'array', items: object({ field: text }) } });
  const { document } = taughtWith({ 'errors.body': { value: object({ error }) } });
  expect(inlineObjects(document)).toEqual([]);
  expect(Object.keys(additions(document.components['schemas'] as Record<string, Schema>)).sort()).toEqual([
    'ApiErrorError',
    'ApiErrorErrorDetailsItem',
  ]);
});
