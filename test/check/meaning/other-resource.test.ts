import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import { cases } from '../../../scripts/check/engine/runners/cases-for-runners.js';
import { yamlBeside } from '../../yaml-beside.js';

const rows = yamlBeside<[what: string, operationId: string, body: object, rules: string[]][]>(
  import.meta.url,
  'other-resource.yaml',
);

// `ann` is the id in the path.
it.each(rows)('%s', async (_, operationId, body, rules) => {
  const contract = readContract(fileURLToPath(new URL('users.yaml', import.meta.url)));
  const allCases = cases({ contract, parameters: { user: 'ann' }, only: [operationId] });
  const read = allCases.find(({ id }) => id === `${operationId}/read`) ?? expect.fail('no case');
  expect((await read.judge({ status: 200, body })).map(({ rule }) => rule)).toEqual(rules);
});
