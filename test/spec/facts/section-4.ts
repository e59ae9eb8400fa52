import { expect } from 'vitest';
import type { OpenApiResponse } from '../../../scripts/contract/document.js';
import { eachOperation } from '../../../scripts/contract/operations.js';
import { dereference } from '../../../scripts/contract/references.js';
import { bundle, schema } from '../bundle.js';
import { partnerEntryUpdate } from '../fields.js';
import { sourceNames } from '../source-names.js';
import {
  at,
  type Change,
  factsOf,
  idsWhere,
  inFull,
  moved,
  notShown,
  operationOf,
  type Row,
  schemas,
  statedOf,
} from './fact.js';
import { exactly, fieldRows, nothingRequired, seenValues } from './field-facts.js';
import { namedOperation } from './named-operations.js';
import { failsWith, requestRows, returns } from './operations-in-full.js';

const json = ['application/json'];

const generalRows: Row[] = [
  [
    'paths are appended to the base URL',
    (document) => {
      const servers = (document as { servers?: { url: string }[] }).servers ?? [];
      expect(servers.map(({ url }) => url)).toEqual(['{base_url}']);
      for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/.*\/$/);
    },
    ['/servers/0/url', 'https://directory.example'],
    ['/paths/tiers', {}],
  ],
  [
    'bodies of requests are JSON',
    (document) => {
      const bodies = [...eachOperation(document)].flatMap(({ operation }) => operation.requestBody ?? []);
      expect(bodies.length).toBeGreaterThan(30);
      for (const { content } of bodies) expect(Object.keys(content)).toContain('application/json');
    },
    [at('createReview', '/requestBody/content'), { 'text/csv': {} }],
  ],
  [
    'bodies of responses are JSON',
    (document) => {
      for (const { id, operation } of eachOperation(document)) {
        for (const response of Object.values(operation.responses)) {
          const { content } = dereference<OpenApiResponse>(document, response);
          if (content) expect(Object.keys(content), id).toContain('application/json');
        }
      }
    },
    [at('getReview', '/responses/200/content'), { 'text/csv': {} }],
    ['/components/responses/BadRequest/content', { 'text/html': {} }],
  ],
];

const body = at('updatePartnerEntry', '/requestBody/content');
const shapesOfUpdate = ['Resource', 'Verification', 'Media', 'Callout'].map((name) => `Entry${name}Update`);

const partnerEntryRows: Row[] = [
  namedOperation('Update a partner entry', 'updatePartnerEntry', 'method', 'path', 'request', 'responses'),
  ...requestRows('updatePartnerEntry', '/directories/{directory_id}/entries/partners/{entry_id}/', [
    'directory_id',
    'entry_id',
  ]),
  [
    'the request body is a JSON object, and is stated',
    (document) => {
      const { requestBody, 'x-provenance': provenance } = operationOf(document, 'updatePartnerEntry').operation;
      expect(Object.keys(requestBody?.content ?? {})).toEqual(json);
      expect(requestBody?.content['application/json']?.schema).toEqual({ $ref: `#${schemas}/PartnerEntryUpdate` });
      expect(schema('PartnerEntryUpdate', document)).toMatchObject({
        type: 'object',
        'x-provenance': { section: '4.1', stated: true },
      });
      expect(provenance.stated).toEqual(['name', 'method', 'path', 'request', 'responses']);
    },
    [`${body}/text~1csv`, {}],
    [`${body}/application~1json/schema`, { $ref: `#${schemas}/PartnerEntry` }],
    [`${schemas}/PartnerEntryUpdate/x-provenance`],
    [at('updatePartnerEntry', '/x-provenance/stated'), ['name', 'method', 'path', 'responses']],
  ],
  exactly('PartnerEntryUpdate', partnerEntryUpdate),
  ...fieldRows('PartnerEntryUpdate', partnerEntryUpdate),
  seenValues('PartnerEntryUpdate', 'status', ['hidden']),
  seenValues('PartnerEntryUpdate', 'type', []),
  nothingRequired('PartnerEntryUpdate', ...shapesOfUpdate, 'EntryKeyword', 'EntryOwnerUpdate'),
  notShown('4.1', 'required fields', 'partner-entry-update.required', `${schemas}/PartnerEntryUpdate`),
  returns('updatePartnerEntry', '200', 'PartnerEntry'),
  failsWith('updatePartnerEntry', '404'),
];

const filterRows: Row[] = [
  namedOperation('Update a filter', 'updateFilter', 'method', 'path', 'responses'),
  ...requestRows('updateFilter', '/filters/{filter_id}/', ['filter_id']),
  [
    'the request body is inferred',
    (document) => {
      expect(statedOf(operationOf(document, 'updateFilter'))).toEqual(['name', 'method', 'path', 'responses']);
      expect(schema('FilterUpdate', document)['x-provenance']).toBeUndefined();
    },
    [at('updateFilter', '/x-provenance/stated'), ['name', 'method', 'path', 'request', 'responses']],
    [`${schemas}/FilterUpdate/x-provenance`, { section: '4.2', stated: true }],
  ],
  notShown('4.2', 'the request body', 'filter-update.request', `${schemas}/FilterUpdate`, at('updateFilter')),
  returns('updateFilter', '200', 'Filter'),
  failsWith('updateFilter', '400'),
];

const methodRows = Object.entries(sourceNames.operations['4.3'] ?? {}).flatMap(([name, id]): Row[] => {
  const [method = ''] = Object.entries(sourceNames.methods).find(([, ids]) => ids.includes(id)) ?? [];
  return [
    namedOperation(name, id, 'method'),
    [
      `${name}: ${method.toUpperCase()}`,
      (document) => {
        const { operation, method: text } = operationOf(document, id);
        expect([text, operation['x-provenance'].section]).toEqual([method, '4.3']);
      },
      moved(id, { method: method === 'get' ? 'post' : 'put' }),
      [at(id, '/x-provenance/section'), '1'],
    ],
  ];
});

/** The fact that the description shows this only for the two operations that it describes in full. */
function onlyInFull(what: string, facet: string, question: string): Row[] {
  const otherValues = idsWhere(bundle, ({ id }) => !inFull.includes(id));
  const claims = [otherValues[0] ?? '', otherValues.at(-1) ?? ''].map(
    (id): Change => [at(id, '/x-provenance/stated'), ['name', 'method', facet]],
  );
  return [
    [
      `${what}: inferred for all but the two updates`,
      (document) => {
        const claimedValues = idsWhere(document, (operation) => statedOf(operation).includes(facet));
        expect(claimedValues.filter((id) => !inFull.includes(id))).toEqual([]);
      },
      ...claims,
    ],
    notShown('4.3', what, question, ...otherValues.map((id) => at(id))),
  ];
}

const otherRows: Row[] = [
  ...methodRows,
  [
    'no other method is stated',
    (document) => {
      const statedValues = idsWhere(document, (operation) => statedOf(operation).includes('method'));
      expect(statedValues.sort()).toEqual([...Object.values(sourceNames.methods).flat(), ...inFull].sort());
    },
    [at('getReview', '/x-provenance/stated'), ['name', 'method']],
  ],
  ...onlyInFull('paths', 'path', 'operations.paths'),
  ...onlyInFull('parameters and payloads of requests', 'request', 'operations.parameters'),
  ...onlyInFull('payloads of responses', 'responses', 'operations.payloads'),
];

/** §4: the operations. */
export const operations = [
  ...factsOf('4', generalRows),
  ...factsOf('4.1', partnerEntryRows),
  ...factsOf('4.2', filterRows),
  ...factsOf('4.3', otherRows),
];
