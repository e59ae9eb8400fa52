import { expect } from 'vitest';
import { eachOperation, parametersOf, successOf } from '../../../scripts/contract/operations.js';
import { valueAt } from '../../../scripts/contract/pointer.js';
import { findReachableSchemas } from '../../../scripts/contract/schema-walk.js';
import { words } from '../../words.js';
import { resolve, type Schema, schema } from '../bundle.js';
import { expectLeaf } from '../field-types.js';
import { filter, partnerEntry } from '../fields.js';
import { at, type Change, factsOf, notShown, operationOf, type Row, schemas } from './fact.js';
import { endOf, exactly, fieldRows, nothingRequired, property, seenValues, statedFor } from './field-facts.js';

type Document = Parameters<Row[1]>[0];

/** Returns every property of these schemas and of the schemas inside them. */
function propertiesOf(document: Document, ...names: string[]): [name: string, property: Schema][] {
  const allValues = names.flatMap((name) => [name, ...findReachableSchemas(document, schema(name, document))]);
  return [...new Set(allValues)].flatMap((name) => Object.entries(schema(name, document).properties ?? {}));
}

const statedValues = ['PartnerEntry', 'Filter', 'PartnerEntryUpdate'];

const generalRows: Row[] = [
  [
    'every identifier in a body is a UUID',
    (document) => {
      const foundProperties = propertiesOf(document, ...statedValues).filter(([name]) => name === 'id');
      expect(foundProperties.length).toBeGreaterThan(15);
      for (const [, id] of foundProperties) expectLeaf(id, 'uuid');
      for (const [name, { properties }] of Object.entries(document.components['schemas'] ?? {}) as [string, Schema][])
        if (properties?.['id']) expect(resolve(properties['id'], document), name).toMatchObject({ format: 'uuid' });
    },
    [`${schemas}/EntryUseCase/properties/id/format`],
    [`${schemas}/Badge/properties/id/format`],
  ],
  [
    'every identifier in a path is a UUID',
    (document) => {
      const parameters = [...eachOperation(document)].flatMap((operation) => parametersOf(document, operation));
      const ids = parameters.filter(({ parameter }) => parameter['in'] === 'path');
      expect(ids.length).toBeGreaterThan(100);
      for (const { parameter } of ids) expectLeaf(parameter['schema'] as Schema, 'uuid');
    },
    ['/components/parameters/BadgeId/schema/format'],
  ],
  [
    'links are paths relative to the base URL',
    (document) => {
      const links = propertiesOf(document, 'PartnerEntry', 'Filter', 'Tier').filter(
        ([name]) => name === 'href' || name === 'entriesListUrl',
      );
      expect(links).toHaveLength(4);
      for (const [, link] of links) expectLeaf(link, 'path');
    },
    [`${schemas}/PartnerEntry/properties/href/format`, 'uri'],
    [`${schemas}/Filter/properties/href/pattern`],
    [`${schemas}/TierSummary/properties/entriesListUrl/format`, 'uri'],
  ],
];

const camelCase = words`textColor backgroundColor pdfFileThumbnailUrl entriesCount entriesListUrl`;

/** The arrays whose items have an `order`. */
const ordered = words`resources special_offers clients testimonials callouts media`;

const entryRules: Row[] = [
  [
    'names are in snake_case, but for five nested ones',
    (document) => {
      const names = propertiesOf(document, 'PartnerEntry').map(([name]) => name);
      const otherNames = new Set(names.filter((name) => !/^[a-z]+(?:[_ ][a-z]+)*$/.test(name)));
      expect([...otherNames].sort()).toEqual([...camelCase].sort());
    },
    [`${schemas}/PartnerEntry/properties/customSlug`, {}],
    [`${schemas}/EntryCallout/properties/textColor`],
  ],
  ...ordered.map(
    (field): Row => [
      `each of the ${field} carries an integer order`,
      (document) => {
        const { items } = schema('PartnerEntry', document).properties?.[field] ?? {};
        expectLeaf(resolve(items ?? {}, document).properties?.['order'] ?? {}, 'integer');
      },
      [`${endOf(`${property('PartnerEntry', field)}/items`)}/properties/order`],
      [`${endOf(`${property('PartnerEntry', field)}/items`)}/properties/order/type`, 'number'],
      [`${property('PartnerEntry', field)}/items`, { type: 'object' }],
    ],
  ),
  [
    'certifications come in the order of a position, which no item has',
    (document) => {
      const certifications = schema('PartnerEntry', document).properties?.['certifications'];
      expect(certifications?.['x-unknown']).toContain('certifications.position');
      const item = resolve(certifications?.items ?? {}, document).properties ?? {};
      expect(Object.keys(item).filter((name) => /order|position/i.test(name))).toEqual([]);
    },
    [`${schemas}/PartnerEntry/properties/certifications/x-unknown`, []],
    [`${schemas}/EntryCertification/properties/position`, { type: 'integer' }],
  ],
];

const shapesOfEntry = words`
  EntryMetadata EntryUseCase EntryCallout EntryMedia EntryResource EntryTestimonial EntryCertification
  EntryVerification EntryTracking TierSummary
`;

/** The other resources. For each, an operation returns a single resource. */
const otherValues = words`
  Directory Tier Badge Certification Verification Callout FilterOption FilterOptionMapping ContactRequest
  MatchmakingRequest Review ContactRequestForm DirectorySettings
`;

const otherResources = otherValues.map((name): Row => {
  const id = name === 'ContactRequestForm' ? `getDefault${name}` : `get${name}`;
  return [
    `${name} exists; its fields are not stated`,
    (document) => {
      const [status = '', response] = successOf(document, operationOf(document, id).operation) ?? [];
      const returnedSchema = response?.content?.['application/json']?.schema;
      expect(returnedSchema, `${id} ${status}`).toEqual({ $ref: `#${schemas}/${name}` });
      const { 'x-provenance': provenance, 'x-unknown': questions = [] } = schema(name, document);
      expect(provenance).toBeUndefined();
      expect(questions.some((question) => /^(?:resources\.fields|operations\.payloads)/.test(question))).toBe(true);
    },
    [`${schemas}/${name}/x-provenance`, { section: '2.3', stated: true }],
    [`${schemas}/${name}/x-unknown`, []],
    [at(id)],
  ];
});

const entryParts = words`
  EntryCallout EntryCertification EntryContactInformation EntryKeyword EntryLocation EntryMedia EntryResource
  EntryTestimonial EntryUseCase EntryVerification
`;

const otherRows: Row[] = [
  ...otherResources,
  [
    'the parts of an entry exist as resources',
    (document) => {
      for (const name of entryParts)
        expect(valueAt(document, `${schemas}/${name}`), name).toMatchObject({ type: 'object' });
    },
    ...entryParts.map((name): Change => [`${schemas}/${name}`]),
  ],
  [
    'no field is stated beyond these three tables',
    (document) => {
      const names = statedValues.flatMap((name) => [name, ...findReachableSchemas(document, schema(name, document))]);
      const claimedNames = Object.keys(document.components['schemas'] ?? {}).filter(
        (name) => schema(name, document)['x-provenance'] !== undefined,
      );
      expect(claimedNames.sort()).toEqual([...new Set(names)].filter((name) => name !== 'FilterOption').sort());
    },
    [`${schemas}/AppEntry/x-provenance`, { section: '2.3', stated: true }],
    [`${schemas}/EntryMedia/x-provenance`],
  ],
  notShown('2.3', 'further fields of other resources', 'resources.fields', `${schemas}/Tier`, `${schemas}/AppEntry`),
];

/** §2: the resources and their fields. */
export const resources = [
  ...factsOf('2', generalRows),
  ...factsOf('2.1', [
    statedFor('updatePartnerEntry', 'PartnerEntry', '2.1'),
    exactly('PartnerEntry', partnerEntry),
    ...fieldRows('PartnerEntry', partnerEntry),
    ...entryRules,
    seenValues('PartnerEntry', 'status', ['public', 'hidden']),
    seenValues('EntryMedia', 'type', []),
    nothingRequired('PartnerEntry', ...shapesOfEntry),
    notShown('2.1', 'required fields', 'partner-entry.required', `${schemas}/PartnerEntry`),
    notShown('2.1', 'values of `status`', 'partner-entry.status-values', property('PartnerEntry', 'status')),
    notShown('2.1', 'values of `type`', 'partner-entry.type-values', property('PartnerEntryUpdate', 'type')),
    notShown('2.1', 'codes of media', 'media.type-values', property('EntryMedia', 'type')),
  ]),
  ...factsOf('2.2', [
    statedFor('updateFilter', 'Filter', '2.2'),
    exactly('Filter', filter),
    ...fieldRows('Filter', filter),
    seenValues('Filter', 'type', ['user']),
    nothingRequired('Filter', 'FilterOption'),
    notShown('2.2', 'items of `filterOptions`', 'filter.option-shape', property('Filter', 'filterOptions')),
    notShown('2.2', 'values of `type`', 'filter.type-values', property('Filter', 'type')),
  ]),
  ...factsOf('2.3', otherRows),
];
