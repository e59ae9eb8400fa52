import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import type { CheckedOperation } from '../../../scripts/check/model/contract/operations.js';
import type { ResourceType } from '../../../scripts/check/model/contract/resources.js';
import { Fixtures } from '../../../scripts/check/session/fixtures.js';
import { FactNotebook } from '../../../scripts/check/session/notebook.js';

it.each<[string, (fixtures: Fixtures, type: ResourceType, list: CheckedOperation) => void]>([
  [
    'the items lack the likeliest id',
    (fixtures, _, list) => fixtures.noteResponse(list, {}, [{ slug: 'a' }, { slug: 'b' }]),
  ],
  ['a read succeeds by another field', (fixtures, type) => fixtures.proveIdField(type, 'slug')],
])('a run notes that %s, and leaves the contract unchanged', (_, learn) => {
  const contract = readContract(fileURLToPath(new URL('shelves.yaml', import.meta.url)));
  const before = structuredClone(contract.resources.map(({ idField, isCreatable }) => ({ idField, isCreatable })));
  const notebook = new FactNotebook(contract);
  const [type = expect.fail('no type')] = notebook.contract.resources;
  learn(new Fixtures(notebook, {}), type, contract.operation('listShelves') ?? expect.fail('no list'));
  expect(type.idField).toBe('slug');
  expect(contract.resources).toMatchObject(before);
});
