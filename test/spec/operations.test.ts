import { expect, it } from 'vitest';
import { eachOperation } from '../../scripts/contract/operations.js';
import { standingOf } from '../../scripts/contract/standing.js';
import { bundle } from './bundle.js';
import { operations } from './operations.js';

const prefix = '/api/directory/private/v1alpha';

it('the document describes 117 operations, each as in the table, and no other', () => {
  const described = [...eachOperation(bundle)].map(({ id, path, method, operation }) => {
    const success = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
    return [id, [method, path, standingOf(operation), ...success.map(Number)]];
  });
  const expected = operations.map(([id, method, path, ...others]) => [id, [method, prefix + path, ...others]]);
  expect(described).toHaveLength(117);
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(expected));
});
