// @module-tag slow
import { expect, it } from 'vitest';
import { findUnsentChanges } from '../../scripts/check/model/reflection.js';
import { accusations } from './run.js';
import type { JsonObject } from './service/contract.js';
import { documentOf, integer, listOf, type OperationRow, object, text } from './service/document.js';
import { checkDocument, type ResourceOptions } from './service/resources.js';

const logoUrl = { type: 'string', enum: ['/items/logo'] };
const fields = { title: text, shown: { type: 'boolean' }, sizes: object({ wide: integer }), logoUrl };

/** Checks a service of items, which a request creates and updates with this example. */
async function findingsOf(
  { example, form, refusals = [400, 404, 415, 422] }: { example: JsonObject; form?: true; refusals?: number[] },
  service: ResourceOptions,
): Promise<string[]> {
  const write: OperationRow = { takes: object(fields), shows: 'Item', example };
  const document = documentOf({
    title: 'Items',
    schemas: { Item: object({ id: text, homeUrl: text, ...fields }, 'id') },
    refusals,
    operations: {
      'GET /items listItems': { shows: listOf('Item') },
      'POST /items createItem': { ...write, status: 201 },
      'GET /items/{id} getItem': { shows: 'Item' },
      'PATCH /items/{id} updateItem': write,
      'DELETE /items/{id} deleteItem': {},
    },
  });
  const json = JSON.stringify(document);
  const asForm = json.replaceAll(
    /("requestBody":\{"required":true,"content":\{)"application\/json"/g,
    `$1"${formType}"`,
  );
  return accusations((await checkDocument(form ? JSON.parse(asForm) : document, service)).report);
}

const formType = 'application/x-www-form-urlencoded';

it('wrong values that a lenient service accepts are not reported again in its later responses', async () => {
  const findings = await findingsOf(
    { example: { title: 'One' } },
    {
      change: ({ schema }) => ({
        schema: (call) => (JSON.stringify(call.body)?.includes('null') ? schema(call) : undefined),
      }),
    },
  );
  expect(findings).toContain('refusal.wrong-type-accepted updateItem /shown');
  expect(findings).toContain('refusal.wrong-type-accepted createItem /sizes/wide');
  expect(findings.filter((line) => line.startsWith('schema.'))).toEqual([]);
});

it('wrong values that a service shows although no request sent them are reported', async () => {
  const findings = await findingsOf(
    { example: { title: 'One' } },
    { change: () => ({ show: (_, resource) => ({ ...resource, shown: 'no' }) }) },
  );
  expect(findings).toContain('schema.type listItems /*/shown');
});

it('wrong values that a service correctly refuses but shows nevertheless are reported', async () => {
  let isRefused = false;
  const findings = await findingsOf(
    { example: { title: 'One' } },
    {
      change: ({ refuse }) => ({
        refuse(call, ...rest) {
          isRefused ||= JSON.stringify(call.body)?.includes('"sizes":"wrong"') === true;
          return refuse(call, ...rest);
        },
        show: (_, resource) => (isRefused ? { ...resource, sizes: 'wrong' } : resource),
      }),
    },
  );
  expect(findings.filter((line) => /^schema\.type .*\/sizes$/.test(line))).not.toEqual([]);
});

it('a link that the run itself has sent may lead nowhere, unlike a link from the service', async () => {
  const findings = await findingsOf(
    { example: { title: 'One' } },
    { change: () => ({ show: (_, resource) => ({ ...resource, homeUrl: '/items/none' }) }) },
  );
  expect(findings.filter((line) => line.startsWith('href.dead'))).toEqual(['href.dead listItems /*/homeUrl']);
});

it('a field that a form sends does not count as unsent', async () => {
  const findings = await findingsOf(
    { example: { title: 'One', owner: 'anna-example' }, form: true },
    {
      change: ({ create }) => ({
        read: (_, body) => Object.fromEntries(new URLSearchParams(body)),
        create: (call) => create(call, { ...(call.body as JsonObject), owner: 'bob-example' }),
      }),
    },
  );
  expect(findings.filter((line) => line.startsWith('update.touches'))).toEqual([]);
});

it('a place with the name of a sent field does not count as unsent, even if another field may be shown there', () => {
  const guesses = [
    { name: 'owner', pointer: '/owner_name', schema: {} },
    { name: 'owner_id', pointer: '/owner', schema: {} },
  ];
  expect(findUnsentChanges(guesses, new Set(['owner']), { owner: 'a' }, { owner: 'b' })).toEqual([]);
  expect(findUnsentChanges(guesses, new Set(['title']), { owner: 'a' }, { owner: 'b' })).toEqual([guesses[1]]);
});
