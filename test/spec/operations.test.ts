import { describe, expect, it } from 'vitest';
import { eachOperation } from '../../scripts/contract/operations.js';
import { standingOf } from '../../scripts/contract/standing.js';
import { bundle } from './bundle.js';
import { operations } from './operations.js';

const prefix = '/api/directory/private/v1alpha';

const described = [...eachOperation(bundle)].map(({ path, method, operation }) => {
  const success = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
  return [operation.operationId, method, path, standingOf(operation), ...success.map(Number)] as const;
});

describe('the document', () => {
  it('describes 117 operations', () => {
    expect(operations).toHaveLength(117);
    expect(described).toHaveLength(117);
  });

  it.each(operations)('describes %s as %s %s, %s, with %i for success', (id, method, path, ...others) => {
    const found = described.find(([operationId]) => operationId === id);
    expect(found).toEqual([id, method, prefix + path, ...others]);
  });

  it('describes no operation that is not in the table', () => {
    const known = new Set(operations.map(([id]) => id));
    expect(described.map(([id]) => id).filter((id) => !known.has(id))).toEqual([]);
  });
});
