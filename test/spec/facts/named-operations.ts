import { expect } from 'vitest';
import { at, type Change, operationOf, type Row, statedOf } from './fact.js';

/**
 * The fact that the description names this operation.
 *
 * @param group the group within which it has the name; empty for a name that is complete
 * @param facets the stated facets besides the name
 */
export function namedOperation(group: string, name: string, id: string, ...facets: string[]): Row {
  return [
    `${group === '' ? name : `${group}: ${name}`} is an operation`,
    (document) => {
      const found = operationOf(document, id);
      expect(statedOf(found)).toEqual(['name', ...facets]);
      // Capital letters depend on the place of a name in its sentence.
      const source = String(found.node['x-source-name']).toLowerCase();
      if (group === '') expect(source).toBe(name.toLowerCase());
      for (const word of name.toLowerCase().split(/\W+/)) expect(source).toContain(word);
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
