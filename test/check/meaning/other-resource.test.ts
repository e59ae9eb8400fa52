import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import { cases } from '../../../scripts/check/engine/runners/cases-for-runners.js';

// `ann` is the id in the path.
it.each<[what: string, operationId: string, body: object, rules: string[]]>([
  ['another id than the one in the path is reported', 'getUser', { id: 'bob' }, ['identity.other']],
  ['the id in the path is right', 'getUser', { id: 'ann' }, []],
  ['a path may name a resource by another field than its id', 'getUser', { id: '71', login: 'Ann' }, []],
  ['a path may name a resource by the id of another one', 'getSettings', { id: '8', colour: 'red' }, []],
])('%s', async (_, operationId, body, rules) => {
  const contract = readContract(fileURLToPath(new URL('users.yaml', import.meta.url)));
  const all = cases({ contract, parameters: { user: 'ann' }, only: [operationId] });
  const read = all.find(({ id }) => id === `${operationId}/read`) ?? expect.fail('no case');
  expect((await read.judge({ status: 200, body })).map(({ rule }) => rule)).toEqual(rules);
});
