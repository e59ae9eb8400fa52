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

  it('requires the API key in the header Authorization for every operation', () => {
    expect(bundle).toMatchObject({ security: [{ ApiKey: [] }] });
    expect(bundle.components['securitySchemes']?.['ApiKey']).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
    });
    expect([...eachOperation(bundle)].filter(({ operation }) => 'security' in operation)).toEqual([]);
  });

  it('states 404 for the update of a partner entry and 400 for the update of a filter', () => {
    const responses = Object.fromEntries(
      [...eachOperation(bundle)].map(({ operation }) => [operation.operationId, Object.keys(operation.responses)]),
    );
    expect(responses['updatePartnerEntry']).toEqual(['200', '404', 'default']);
    expect(responses['updateFilter']).toEqual(['200', '400', 'default']);
    const others = Object.entries(responses).filter(([id]) => id !== 'updatePartnerEntry' && id !== 'updateFilter');
    expect(others.filter(([, statuses]) => statuses.length !== 2)).toEqual([]);
  });
});
