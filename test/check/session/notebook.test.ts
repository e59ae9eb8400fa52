import { expect, it } from 'vitest';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import type { CheckedOperation } from '../../../scripts/check/model/contract/operations.js';
import type { ResourceType } from '../../../scripts/check/model/contract/resources.js';
import { Fixtures } from '../../../scripts/check/session/fixtures.js';
import { Notebook } from '../../../scripts/check/session/notebook.js';
import { temporaryFile } from '../../temporary-folder.js';

const text = { type: 'string' };
const item = { type: 'object', properties: { id: text, slug: text } };
const json = (schema: object): object => ({
  responses: { 200: { description: 'Done.', content: { 'application/json': { schema } } } },
});
const document = {
  openapi: '3.1.0',
  info: { title: 'Shelves', version: '1' },
  paths: {
    '/shelves': { get: { operationId: 'listShelves', ...json({ type: 'array', items: item }) } },
    '/shelves/{shelf}': {
      parameters: [{ name: 'shelf', in: 'path', required: true, schema: text }],
      get: { operationId: 'getShelf', ...json(item) },
      put: { operationId: 'putShelf', ...json(item) },
    },
  },
};

interface Run {
  notebook: Notebook;
  fixtures: Fixtures;
  type: ResourceType;
  list: CheckedOperation;
}

it.each<[string, (run: Run) => void, Partial<ResourceType>]>([
  [
    'the items lack the likeliest id',
    ({ fixtures, list }) => fixtures.learn(list, {}, [{ slug: 'a' }, { slug: 'b' }]),
    { idField: 'slug' },
  ],
  [
    'a read succeeds by another field',
    ({ fixtures, type }) => fixtures.proveIdField(type, 'slug'),
    { idField: 'slug' },
  ],
])('a run notes that %s, and leaves the contract as it is', (_, learn, found) => {
  const contract = readContract(temporaryFile('shelves.json', JSON.stringify(document)));
  const before = structuredClone(contract.resources.map(({ idField, isCreatable }) => ({ idField, isCreatable })));
  const notebook = new Notebook(contract);
  const fixtures = new Fixtures(notebook, {});
  const [type] = notebook.contract.resources;
  const list = contract.operation('listShelves');
  if (!type || !list) throw new Error('The document lacks the shelves.');
  learn({ notebook, fixtures, type, list });
  expect(type).toMatchObject(found);
  expect(contract.resources).toMatchObject(before);
});
