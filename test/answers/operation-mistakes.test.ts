import { expect, it } from 'vitest';
import { taughtWith } from './taught.js';

const base = '/api/directory/private/v1alpha';
const id = '[{ name: id, schema: { type: string } }]';

it.each([
  [
    'an operation that does not exist',
    'operations.success-status: { value: { creatTier: 200 } }',
    '2:41: expected the id of an operation, found "creatTier". Did you mean createTier?',
  ],
  [
    'a status of no success',
    'operations.success-status: { value: { createTier: 404 } }',
    '2:41: the value must be <= 299; found 404.',
  ],
  [
    'a status that contradicts the source',
    'operations.success-status: { value: { updatePartnerEntry: 204 } }',
    '2:41: expected 200, found 204. §4.1 of the interface description states this of updatePartnerEntry. Correct',
  ],
  [
    'a read without a body',
    'operations.success-status: { value: { listTiers: 204 } }',
    '2:41: expected a status of responses with a body, found 204. listTiers returns one.',
  ],
  [
    'a status without a body beside a body',
    'operations.payloads: { value: { createTier: { response: Tier } } }\n' +
      '  operations.success-status: { value: { createTier: 204 } }',
    '3:41: expected a status of responses with a body, found 204. createTier returns one, as operations.payloads says.',
  ],
  [
    'exceptions where each operation is named',
    'operations.success-status: { value: {}, except: { createTier: {} } }',
    '2:43: expected one answer for the whole contract, found "except" with createTier. Write everything into ' +
      '"value", and remove "except".',
  ],
  [
    'a path that does not begin with a slash',
    'operations.paths: { value: { listTiers: tiers/ } }',
    '2:32: the value must match pattern "^/[^?#\\s]*$"; found "tiers/".',
  ],
  [
    'a path with an empty segment',
    'operations.paths: { value: { listTiers: /a//b/ } }',
    '2:32: expected words and parameters in braces between slashes, each parameter once, found "/a//b/". Write it',
  ],
  [
    'a parameter twice',
    "operations.paths: { value: { getTier: '/{tier_id}/{tier_id}/' } }",
    '2:32: expected words and parameters in braces between slashes, each parameter once, found',
  ],
  [
    'a path that the source states',
    `operations.paths: { value: { updateFilter: '/filters/{filter_id}/' } }`,
    '2:32: expected /api/directory/private/v1alpha/filters/{filter_id}/, found "/filters/{filter_id}/". §4.2 of the',
  ],
  [
    'a method that the source states',
    `operations.paths: { value: { listFilters: { method: post, path: /filters/ } } }`,
    '2:47: expected get, found "post". §4.3 of the interface description states this of listFilters. Correct the',
  ],
  [
    'a parameter without a schema',
    `operations.paths: { value: { getTier: '/tenants/{tenant}/{tier_id}/' } }`,
    '2:32: expected the schema of the new parameter {tenant}, found "/tenants/{tenant}/{tier_id}/". Add it:',
  ],
  [
    'a parameter that the path lacks',
    `operations.paths: { value: { getTier: { path: '/tiers/{tier_id}/', parameters: ${id} } } }`,
    '2:83: expected a parameter of the path /tiers/{tier_id}/, found "id". Parameters of the query belong to',
  ],
  [
    'the place of another operation',
    `operations.paths: { value: { listBadges: '${base}/directories/{directory_id}/tiers/' } }`,
    '2:32: expected a place for listBadges that no other operation has, found "get',
  ],
  [
    'two operations at one place',
    `operations.paths: { value: { listBadges: '/all/', listTiers: '/all' } }`,
    '2:53: expected a place for listTiers that no other operation has, found "get /all". It is that of listBadges.',
  ],
  [
    'other names for the same path',
    `operations.paths: { value: { getTier: { path: '${base}/tiers/{id}/', parameters: ${id} } } }`,
    '2:43: expected the names of parameters that updateTier has at the same path,',
  ],
  [
    'an example of a parameter that does not fit',
    'operations.paths: { value: { getTier: ' +
      `{ path: '/{n}/', parameters: [{ name: n, schema: { minLength: 2 }, example: a }] } } }`,
    '2:108: expected an example that fits the schema, found "a". Correct it.',
  ],
  [
    'a header that OpenAPI describes elsewhere',
    'operations.parameters: { value: { listTiers: [{ name: accept, in: header, schema: {} }] } }',
    '2:51: expected another header, found "accept". Media types belong to operations.payloads, and the key to',
  ],
  [
    'a parameter twice in one operation',
    'operations.parameters: { value: { listTiers: [{ name: q, in: query, schema: {} }, { name: q, in: query, ' +
      'schema: {} }] } }',
    '2:85: expected each parameter once, found "q". Remove one of the two.',
  ],
  [
    'a required parameter where the request is stated',
    'operations.parameters: { value: { updatePartnerEntry: [{ name: q, in: query, required: true, schema: {} }] } }',
    '2:80: expected no required parameter, found true. §4.1 of the interface description states this of',
  ],
  [
    'a parameter in the path',
    'operations.parameters: { value: { listTiers: [{ name: q, in: path, schema: {} }] } }',
    '2:60: expected one of "query", "header"; found "path".',
  ],
  [
    'a schema that does not exist',
    'operations.payloads: { value: { approvePartnerEntryReview: { response: PartnerEntri } } }',
    '2:64: expected the name of a schema, found "PartnerEntri". Did you mean PartnerEntry?',
  ],
  [
    'no JSON Schema',
    'operations.payloads: { value: { createTier: { request: { type: objekt } } } }',
    '2:60: expected a type of JSON, found "objekt". Did you mean object?',
  ],
  [
    'a body that is stated',
    'operations.payloads: { value: { updatePartnerEntry: { response: Tier } } }',
    '2:35: expected an operation whose bodies are an open question, found "updatePartnerEntry". §4.1 of the',
  ],
  [
    'a body with a question of its own',
    'operations.payloads: { value: { updateFilter: { request: TierUpdate } } }',
    '2:35: expected an operation whose bodies are an open question, found "updateFilter". §4.2 of the interface',
  ],
  [
    'a body of a GET',
    'operations.payloads: { value: { listTiers: { request: Tier } } }',
    '2:48: expected null, found "a schema". listTiers is a GET, which has no body.',
  ],
  [
    'a read that returns nothing',
    'operations.payloads: { value: { listTiers: { response: null } } }',
    '2:48: expected a body, found null. listTiers is a read, which returns one.',
  ],
  [
    'an exception that is no list',
    'lists.envelope: { value: bare, except: { listTier: bare } }',
    '2:44: expected the id of an operation that returns a list, found "listTier". Did you mean listTiers?',
  ],
  [
    'a total beside a bare array',
    'lists.envelope: { value: { total: /count, next: link } }',
    '2:30: expected items as well, found "/count". Without items, the response is an array, without fields.',
  ],
  [
    'a place inside of another',
    'lists.envelope: { value: { items: /data, next: /data/next } }',
    '2:44: expected a place outside of items, /data, found "/data/next". Correct it.',
  ],
  [
    'a place that is taken',
    'lists.envelope: { value: { items: /data, total: /data } }',
    '2:30: expected a place outside of total, /data, found "/data". Correct it.',
  ],
  [
    'a cursor from nowhere',
    'lists.envelope: { value: { items: /data, page: { query: after, by: cursor } } }',
    '2:66: expected next with the place of the next cursor, found "cursor". Add it.',
  ],
  [
    'a kind of next without next',
    'lists.envelope: { value: { items: /data, nextIs: more } }',
    '2:44: expected next with the JSON pointer of a field, found "more". Add it, or remove nextIs.',
  ],
  [
    'a next page that nothing asks for',
    'lists.envelope: { value: { items: /data, next: /more, nextIs: more } }',
    '2:57: expected page with the parameter that asks for a page, found "more". Add it.',
  ],
  [
    'a first page of offsets',
    'lists.envelope: { value: { items: /a, page: { query: from, by: offset, first: 1 } } }',
    '2:74: expected none beside "by: offset", found 1. Remove it.',
  ],
  [
    'one parameter for number and size',
    'lists.envelope: { value: { items: /a, page: { query: n, size: n } } }',
    '2:59: expected a parameter other than n, found "n". Correct it.',
  ],
  [
    'an operation without a body',
    'request.body-required: { value: false, except: { listTiers: true } }',
    '2:52: expected an operation that takes a body, found "listTiers". Remove it.',
  ],
  [
    'a field that no update has',
    'partner-entry-update.required: { value: [titel] }',
    '2:44: expected a field of PartnerEntryUpdate, found "titel". Did you mean title?',
  ],
  [
    'a field that an entry lacks',
    'partner-entry-update.reflection: { value: { title: /titel } }',
    '2:47: expected the JSON pointer of a field of PartnerEntry, found "/titel". Did you mean /title?',
  ],
  [
    'a place of another type',
    'partner-entry-update.reflection: { value: { featured: /title } }',
    '2:47: expected a place of PartnerEntry that can show boolean, found "/title". It is string. Name another one.',
  ],
  [
    'a place that shows another field',
    'partner-entry-update.reflection: { value: { headline: /title } }',
    '2:47: expected a place of its own, found "/title". It shows title. Name another one, or that of title as well.',
  ],
  [
    'a field that an entry shows',
    'partner-entry-update.unshown-fields: { value: { title: /headline } }',
    '2:51: expected a field that no entry shows, found "title". It shows at /title. Use',
  ],
  [
    'a field that no filter update has',
    'filter-update.request: { value: { without: [nam] } }',
    '2:47: expected a field of FilterUpdate, found "nam". Did you mean name?',
  ],
  [
    'a required field that is gone',
    'filter-update.request: { value: { without: [name], required: [name] } }',
    '2:65: expected a field of FilterUpdate, found "name". Did you mean type?',
  ],
  [
    'an address of another kind',
    'service.address: { value: "https://user@directory.example.com/?a=b" }',
    '2:22: expected an address of http or https without user, query and fragment, found',
  ],
  [
    'a format of an export that nobody knows',
    'review-export.format: { value: [xml] }',
    '2:35: expected one of "csv", "json"; found "xml".',
  ],
  [
    'a status of refusals that is a success',
    "errors.other-statuses: { value: { '*': [200] } }",
    '2:43: the value must be >= 400; found 200.',
  ],
])('%s is refused with its place', (_, line, message) => {
  expect(() => taughtWith(`answers:\n  ${line}\n`)).toThrow(`directory.answers.yaml:${message}`);
});
