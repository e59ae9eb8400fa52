import { expect, it } from 'vitest';
import { eachOperation } from '../../scripts/contract/operations.js';
import { standingOf } from '../../scripts/contract/standing.js';
import { yamlBeside } from '../yaml-beside.js';
import { bundle } from './bundle.js';

const prefix = '/api/directory/private/v1alpha';
const table = yamlBeside<Readonly<Record<string, Readonly<Record<string, string>>>>>(
  import.meta.url,
  'operations.yaml',
);

it('the document describes exactly the 117 operations of the table, each as the table says', () => {
  const described = [...eachOperation(bundle)].map(({ id, path, method, operation }) => {
    const success = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
    return [id, [method, path, standingOf(operation), ...success.map(Number)]];
  });
  const expected = Object.entries(table).flatMap(([path, rows]) =>
    Object.entries(rows).map(([method, row]) => {
      const [id = '', standing, success] = row.split(' ');
      return [id, [method, prefix + path, standing, Number(success)]];
    }),
  );
  expect(described).toHaveLength(117);
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(expected));
});
