import { describe, expect, it } from 'vitest';
import { type CheckedContract, createContract } from '../../../scripts/check/model/contract/contract.js';
import type { Exchange, SentRequest } from '../../../scripts/check/model/exchange.js';
import { Creations } from '../../../scripts/check/session/creations.js';
import { thingDocument } from '../thing-service.js';

const text = { type: 'string' };
const label = { type: 'object', properties: { title: text } };
const body = { content: { 'application/json': { schema: label } } };
const document = thingDocument() as { paths: Record<string, object> };
document.paths['/labels/{label}'] = {
  parameters: [{ name: 'label', in: 'path', required: true, schema: text }],
  put: {
    operationId: 'putLabel',
    requestBody: body,
    responses: { 200: { description: 'Changed.', ...body }, 201: { description: 'Created.', ...body } },
  },
  delete: { operationId: 'deleteLabel', responses: { 204: { description: 'Gone.' } } },
};
document.paths['/labels'] = {
  get: {
    operationId: 'listLabels',
    responses: {
      200: {
        description: 'By name.',
        content: { 'application/json': { schema: { type: 'object', additionalProperties: label } } },
      },
    },
  },
};

function contractOf(): CheckedContract {
  return createContract({ document: document as never, placeOf: (pointer) => ({ pointer }) });
}

const token = { name: 'Check-k4m9x2 name' };

interface Step {
  operationId: string;
  path: string;
  sent?: unknown;
  status: number;
  shown?: unknown;
  key?: SentRequest['key'];
}

/** Returns the facts that a run knows after these exchanges, by path. */
function after(steps: readonly Step[], keys: readonly string[] = []): Record<string, string> {
  const contract = contractOf();
  const creations = new Creations(contract);
  for (const key of keys) creations.addOwnKey(key);
  for (const { operationId, path, sent, status, shown, key = 'right' } of steps) {
    const operation = contract.operation(operationId);
    if (!operation) throw new Error(`No operation ${operationId}.`);
    const text = sent === undefined ? undefined : typeof sent === 'string' ? sent : JSON.stringify(sent);
    const request: SentRequest = { method: operation.method.toUpperCase(), path, headers: {}, body: text, key };
    const shownText = typeof shown === 'string' ? shown : JSON.stringify(shown ?? {});
    const response = { status, headers: {}, bytes: new TextEncoder().encode(shownText) };
    const exchange: Exchange = { request, response, milliseconds: 0, attempts: 1 };
    creations.noteRequest(request);
    creations.noteExchange(operation, exchange);
  }
  const word = ({ isSure, isRemoved }: (typeof creations.all)[number]): string =>
    isRemoved ? 'removed' : isSure ? 'sure' : 'unsure';
  return Object.fromEntries(creations.all.map((each) => [each.path, word(each)]));
}

const create = (shown: unknown, status = 201, sent: unknown = token): Step => ({
  ...{ operationId: 'createThing', path: '/things', sent, status, shown },
});
const put = (status: number, name = 'old'): Step => ({
  ...{ operationId: 'putLabel', path: `/labels/${name}`, sent: { title: token.name }, status },
  shown: { title: token.name },
});
const labels = (query: string): Step => ({
  ...{ operationId: 'listLabels', path: `/labels${query}`, status: 200, shown: { other: { title: 'Other' } } },
});
const plain: Step = { ...put(201), sent: { title: 'Plain' }, shown: { title: 'Plain' } };
const remove = (status: number, key: SentRequest['key'] = 'right'): Step => ({
  ...{ operationId: 'deleteThing', path: '/things/t9', status, key },
});
const made = create({ id: 't9', ...token });
const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

describe('safety 6, 22: a run knows which resources it has surely created', () => {
  it.each<[string, Step[], Record<string, string>, string[]?]>([
    ['a response with a value of ours', [made], { '/things/t9': 'sure' }],
    [
      'one that another creation had returned',
      [create({ id: 't9' }, 200, { name: 'Other' }), made],
      { '/things/t9': 'unsure' },
    ],
    [
      'one that another creation returns as well',
      [made, create({ id: 't9', name: 'Check-a1b2c3' }, 201, { name: 'Check-a1b2c3' })],
      { '/things/t9': 'unsure' },
    ],
    [
      'a value that others may send, and another id for the same request',
      [create({ id: 't9', size: 3 }, 200, { size: 3 }), create({ id: 't10', size: 3 }, 200, { size: 3 })],
      { '/things/t9': 'unsure', '/things/t10': 'sure' },
    ],
    ['one that the same creation returns again', [made, made], { '/things/t9': 'sure' }],
    [
      'one that a list had shown',
      [{ operationId: 'listThings', path: '/things', status: 200, shown: [{ id: 't9' }] }, made],
      { '/things/t9': 'unsure' },
    ],
    ['a response without a value of ours', [create({ id: 't9', name: 'Production' })], { '/things/t9': 'unsure' }],
    [
      'the same, and a read with it',
      [
        create({ id: 't9' }),
        { operationId: 'getThing', path: '/things/t9', status: 200, shown: { id: 't9', ...token } },
      ],
      { '/things/t9': 'sure' },
    ],
    ['no id', [create({}, 200)], { '/things': 'unsure' }],
    ['a body that is nested too deep', [create(deep), create(deep, 200, deep)], { '/things': 'unsure' }],
    ['a refusal', [create({ id: 't9', ...token }, 409)], {}],
    ['a deletion', [made, remove(204)], { '/things/t9': 'removed' }],
    ['a deletion without the right key', [made, remove(204, 'wrong')], { '/things/t9': 'removed' }],
    ['a refused deletion', [made, remove(403)], { '/things/t9': 'sure' }],
    ['a deletion that finds nothing, where ids are not proven', [made, remove(404)], { '/things/t9': 'sure' }],
    [
      'a deletion that finds nothing any more',
      [made, { operationId: 'getThing', path: '/things/t9', status: 200, shown: {} }, remove(410)],
      { '/things/t9': 'removed' },
    ],
    ['a deletion, and the same again', [made, remove(204), made], { '/things/t9': 'sure' }],
    [
      'a part of what the run has created, which shows nothing',
      [made, { operationId: 'addPart', path: '/things/t9/parts', sent: {}, status: 200, shown: { id: 'p1' } }],
      { '/things/t9': 'sure', '/things/t9/parts/p1': 'sure' },
    ],
    ['a PUT to an id that the user has named', [put(200)], {}],
    ['a PUT that says that it has created', [put(201)], { '/labels/old': 'sure' }],
    ['a value that others may send, after all keys', [labels(''), plain], { '/labels/old': 'sure' }],
    ['the same, after some of the keys', [labels('?limit=1'), plain], { '/labels/old': 'unsure' }],
    ['a PUT to a key of ours', [put(200, 'check-1x')], { '/labels/check-1x': 'sure' }, ['check-1x']],
  ])('by %s', (_, steps, want, keys) => {
    expect(after(steps, keys)).toEqual(want);
  });
});
