import { expect } from 'vitest';
import { at, type Change, operationOf, type Row, statedOf } from './fact.js';

/** The fact that the description names this operation, and states these facets besides the name. */
export function namedOperation(name: string, id: string, ...facets: string[]): Row {
  return [
    `${name} is an operation`,
    (document) => {
      const operation = operationOf(document, id);
      expect(statedOf(operation)).toEqual(['name', ...facets]);
      expect(operation.node['x-source-name']).toBe(name);
    },
    [at(id)],
    [at(id, '/x-provenance/stated'), facets],
    [at(id, '/x-source-name'), 'Archive'],
  ];
}

/** The fact that the description names a group of operations, which these operations represent. */
export function namedGroup(name: string, ids: readonly string[], ...facets: string[]): Row {
  return [
    `${name}: a group with operations`,
    (document) => {
      for (const id of ids) expect(statedOf(operationOf(document, id)), id).toEqual(facets);
    },
    ...ids.map((id): Change => [at(id)]),
    [at(ids[0] ?? '', '/x-provenance/stated'), ['name', 'method', 'path']],
  ];
}
