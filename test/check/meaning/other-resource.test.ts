import { expect, it } from 'vitest';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import { cases } from '../../../scripts/check/engine/runners/cases-for-runners.js';
import { temporaryFile } from '../../temporary-folder.js';

const text = { type: 'string' };
const user = { type: 'object', properties: { id: text, login: text } };
const settings = { type: 'object', properties: { id: text, colour: text } };
const returns = (schema: object) => ({
  responses: { 200: { description: 'It.', content: { 'application/json': { schema } } }, 404: { description: 'No.' } },
});
const parameter = (name: string) => ({ parameters: [{ name, in: 'path', required: true, schema: text }] });
const document = {
  openapi: '3.1.0',
  info: { title: 'Users', version: '1' },
  paths: {
    '/users': { get: { operationId: 'listUsers', ...returns({ type: 'array', items: user }) } },
    '/users/{user}': { ...parameter('user'), get: { operationId: 'getUser', ...returns(user) } },
    '/settings/of/{user}': { ...parameter('user'), get: { operationId: 'getSettings', ...returns(settings) } },
  },
};

/** Returns the rules that a response breaks if `ann` is the id in its path. */
async function broken(operationId: string, body: object): Promise<string[]> {
  const contract = readContract(temporaryFile('openapi.json', JSON.stringify(document)));
  const [read] = cases({ contract, parameters: { user: 'ann' }, only: [operationId] }).filter(
    ({ id }) => id === `${operationId}/read`,
  );
  if (!read) throw new Error(`There is no case for ${operationId}.`);
  return (await read.judge({ status: 200, body })).map(({ rule }) => rule);
}

it('a resource whose id differs from the one in the path is reported', async () => {
  expect(await broken('getUser', { id: 'ann' })).toEqual([]);
  expect(await broken('getUser', { id: 'bob' })).toEqual(['identity.other']);
});

it('a path may name a resource by another field than its id', async () => {
  expect(await broken('getUser', { id: '71', login: 'Ann' })).toEqual([]);
});

it('a path may name a resource by the id of another one', async () => {
  expect(await broken('getSettings', { id: '8', colour: 'red' })).toEqual([]);
});
