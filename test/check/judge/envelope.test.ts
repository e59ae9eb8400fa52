import { expect, it } from 'vitest';
import { judgeResponse } from '../../../scripts/check/index.js';
import { createContract } from '../../../scripts/check/model/contract/contract.js';
import { documentOf, integer, json, listOf, object, text } from '../service/document.js';

const data = object({ id: integer, attributes: { ...object({ name: text }), additionalProperties: false } });
const responses = {
  200: { description: 'A thing.', content: { '*/*': { schema: object({ data }) } } },
  202: { description: 'Later.', ...json(object({ job: text })) },
};
const operations = {
  'GET /things listThings': {
    shows: object({ data: listOf(data) }),
    more: { 'x-paging': { items: '/data/*/attributes' } },
  },
  'GET /things/{id} getThing': { more: { 'x-envelope': { response: '/data/attributes' }, responses } },
};
const document = documentOf({ title: 'Things', operations });
const contract = createContract({ document: document as never, placeOf: (pointer) => ({ pointer }) });

/** An object with more members than the check uses. The check judges the object nevertheless. */
const large = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`x${index}`, 1]));

it.each<[what: string, id: string, body: object, ...findings: string[]]>([
  ['a resource', 'getThing', { data: { attributes: { name: 'a' } } }],
  ['a wrong field', 'getThing', { data: { attributes: { name: 1 } } }, 'violation schema.type /name'],
  ['an id around a resource', 'getThing', { data: { id: 1, attributes: { name: 'a' } } }],
  ['an id in a resource', 'getThing', { data: { attributes: { id: 1 } } }, 'violation field.undeclared /id'],
  ['ids around items', 'listThings', { data: [{ id: 1, attributes: { name: 'a' } }] }],
  ['a large object', 'getThing', { data: { attributes: { name: 'a' } }, large }],
  ['no resource', 'getThing', { data: {} }, 'violation schema.required /data/attributes'],
  ['another success', 'getThing', { job: 1 }, 'violation schema.type /job'],
])('a body with resources inside other objects is judged: %s', async (_, id, body, ...findings) => {
  const responseFindings = await judgeResponse(contract, id, { status: 'job' in body ? 202 : 200, body });
  expect(responseFindings.map(({ severity, rule, pointer }) => `${severity} ${rule} ${pointer}`)).toEqual(findings);
});
