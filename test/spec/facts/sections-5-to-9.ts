import { expect } from 'vitest';
import { eachOperation, parametersOf } from '../../../scripts/contract/operations.js';
import type { bundle } from '../bundle.js';
import { at, factsOf, idsWhere, moved, notShown, operationOf, type Row, schemas } from './fact.js';

const apiKey = '/components/securitySchemes/ApiKey';

const authentication: Row[] = [
  [
    'every request carries the key',
    (document) => {
      const { security: ofAll, components } = document as { security?: unknown } & typeof document;
      for (const { id, node } of eachOperation(document))
        expect(node['security'] ?? ofAll, id).toEqual([{ ApiKey: [] }]);
      expect(Object.keys(components['securitySchemes'] ?? {})).toEqual(['ApiKey']);
    },
    ['/security'],
    ['/security', [{ ApiKey: [] }, {}]],
    [at('listTiers', '/security'), []],
  ],
  [
    'the key is in the header Authorization',
    (document) =>
      expect(document.components['securitySchemes']).toMatchObject({ ApiKey: { in: 'header', name: 'Authorization' } }),
    [`${apiKey}/in`, 'query'],
    [`${apiKey}/name`, 'X-Api-Key'],
  ],
  [
    'the value of the header is an API key',
    (document) => expect(document.components['securitySchemes']).toMatchObject({ ApiKey: { type: 'apiKey' } }),
    [`${apiKey}/type`, 'http'],
  ],
  notShown('5', 'a prefix of the key', 'auth.scheme-prefix', apiKey),
  notShown('5', 'how a key is issued', 'auth.key-issuance', apiKey),
  notShown('5', 'what a key permits', 'auth.permissions', apiKey),
];

const events: Row[] = [
  [
    'no event is described',
    (document) => {
      expect(Object.keys(document)).not.toContain('webhooks');
      expect(idsWhere(document, ({ node }) => node['callbacks'] !== undefined)).toEqual([]);
    },
    ['/webhooks', {}],
    [at('createReview', '/callbacks'), {}],
  ],
  notShown('6', 'events', 'events', '/info'),
];

const statusesOf = (document: typeof bundle, id: string): string[] =>
  Object.keys(operationOf(document, id).operation.responses);

/** The fact that a refusal of one of the two updates has this status, and that its meaning has a separate name. */
function refusal(id: string, status: string, meaning: string): Row {
  return [
    `${id}: ${status} means ${meaning}`,
    (document) =>
      expect(operationOf(document, id).operation.responses[status]).toEqual({
        $ref: `#/components/responses/${meaning}`,
      }),
    [at(id, `/responses/${status}`)],
    [at(id, `/responses/${status}`), { $ref: '#/components/responses/UnexpectedError' }],
    [at(id, `/responses/${status}`), { description: 'Refused.' }],
  ];
}

const errors: Row[] = [
  refusal('updatePartnerEntry', '404', 'RecordNotFound'),
  refusal('updateFilter', '400', 'BadRequest'),
  [
    'both updates succeed with 200, and with no other status',
    (document) => {
      for (const id of ['updatePartnerEntry', 'updateFilter'])
        expect(statusesOf(document, id).filter((status) => /^[23]/.test(status))).toEqual(['200']);
    },
    [at('updateFilter', '/responses/200')],
    [at('updatePartnerEntry', '/responses/202'), {}],
  ],
  [
    'no other status of a refusal is listed, for any operation',
    (document) => {
      const refusals = [...eachOperation(document)].flatMap(({ id, operation }) =>
        Object.keys(operation.responses).flatMap((status) => (/^[2d]/.test(status) ? [] : `${id} ${status}`)),
      );
      expect(refusals.sort()).toEqual(['updateFilter 400', 'updatePartnerEntry 404']);
    },
    [at('updateFilter', '/responses/404'), {}],
    [at('listTiers', '/responses/401'), {}],
  ],
  [
    'the body of a refusal is an open object',
    (document) => {
      const body = document.components['schemas']?.['ApiError'];
      expect(body).toMatchObject({ type: 'object', 'x-open': true, additionalProperties: true });
      expect(body).not.toHaveProperty('properties');
      expect(body).not.toHaveProperty('x-provenance');
    },
    [`${schemas}/ApiError/properties`, { detail: {} }],
    [`${schemas}/ApiError/x-provenance`, { section: '7', stated: true }],
  ],
  notShown('7', 'the body of a refusal', 'errors.body', `${schemas}/ApiError`),
  notShown('7', 'what is refused with 400', 'errors.filter-400-conditions', '/components/responses/BadRequest'),
  notShown('7', 'the media type of a refusal', 'operations.media-types', '/components/responses/RecordNotFound'),
  notShown('7', 'other statuses', 'errors.other-statuses', '/components/responses/UnexpectedError'),
  [
    'every status that is not stated depends on a question',
    (document) => {
      for (const { id, operation } of eachOperation(document)) {
        expect(operation.responses['default'], id).toEqual({ $ref: '#/components/responses/UnexpectedError' });
        const isStated = operation['x-provenance'].stated.includes('responses');
        if (!isStated) expect(operation['x-unknown'], id).toContain('operations.success-status');
      }
    },
    [at('listTiers', '/x-unknown'), []],
    [at('updateFilter', '/responses/default')],
  ],
];

/** Keywords with which a schema sets a limit. */
const maxima = /^(?:maxLength|maxItems|maxProperties|maximum|exclusiveMaximum)$/;

/** Returns the keywords of the document that set a limit, except those in the values of examples. */
function* limitsIn(node: unknown): Iterable<string> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (maxima.test(key) && typeof value === 'number') yield key;
    // The register contains schemas of answers, so it is left out as well.
    if (key !== 'examples' && key !== 'x-unknowns') yield* limitsIn(value);
  }
}

const limits: Row[] = [
  [
    'no limit is declared',
    (document) => expect([...limitsIn(document)]).toEqual([]),
    [`${schemas}/PartnerEntry/properties/title/maxLength`, 200],
    [`${schemas}/PartnerEntryUpdate/properties/media/maxItems`, 10],
  ],
  notShown('8', 'limits of the rate', 'limits.rate', '/info'),
  notShown('8', 'limits of the size', 'limits.size', '/info'),
  notShown('8', 'limits of counts', 'limits.counts', '/info'),
  notShown('8', 'limits of the length of fields', 'limits.field-lengths', `${schemas}/PartnerEntryUpdate`),
];

const versioning: Row[] = [
  [
    'the version is the segment `v1alpha` of every path',
    (document) => {
      for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/api\/directory\/private\/v1alpha\/[^/]/);
    },
    moved('getTier', { path: '/api/directory/private/v1/tiers/{tier_id}/' }),
    moved('getTier', { path: '/api/directory/private/tiers/v1alpha/{tier_id}/' }),
  ],
  [
    'the version is in no parameter',
    (document) => {
      const names = [...eachOperation(document)].flatMap((operation) =>
        parametersOf(document, operation).map(({ parameter }) => String(parameter['name'])),
      );
      expect(names.filter((name) => /version/i.test(name))).toEqual([]);
    },
    [at('listTiers', '/parameters/1'), { in: 'header', name: 'Api-Version', schema: {} }],
  ],
  notShown('9', 'changes, deprecation, compatibility', 'versioning.policy', '/info'),
];

/** §5 authentication, §6 events, §7 errors, §8 limits, §9 versioning. */
export const conventions = [
  ...factsOf('5', authentication),
  ...factsOf('6', events),
  ...factsOf('7', errors),
  ...factsOf('8', limits),
  ...factsOf('9', versioning),
];
