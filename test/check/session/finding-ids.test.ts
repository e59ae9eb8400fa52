import { describe, expect, it } from 'vitest';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import { Fixtures } from '../../../scripts/check/session/fixtures.js';
import { Notebook } from '../../../scripts/check/session/notebook.js';
import { temporaryFile } from '../../temporary-folder.js';

const id = { type: 'string' };
const inPath = (name: string): object => ({ parameters: [{ name, in: 'path', required: true, schema: id }] });
const get = (operationId: string, schema: object, more: object = {}): object => ({
  get: {
    operationId,
    responses: { 200: { description: 'Done.', content: { 'application/json': { schema } }, ...more } },
  },
});
const listOf = (properties: object): object => ({ type: 'array', items: { type: 'object', properties } });
const thing = { type: 'object', properties: { uid: id, owner: { type: 'object', properties: { ref: id } } } };

/** Returns the parameters that a run knows for one operation after another one has returned a value. */
function foundFor(
  paths: object,
  wanted: string,
  [read, value]: readonly [operationId: string, value: unknown],
): unknown {
  const document = { openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths };
  const contract = readContract(temporaryFile('things.json', JSON.stringify(document)));
  const fixtures = new Fixtures(new Notebook(contract), {});
  const [from, to] = [contract.operation(read), contract.operation(wanted)];
  if (!from || !to) throw new Error('The document lacks an operation.');
  fixtures.learn(from, {}, value);
  fixtures.learnPaths();
  return fixtures.parametersFor(to);
}

describe('ids are found', () => {
  it.each([
    ['an operationId', { operationId: 'getOwner' }],
    ['a reference', { operationRef: '#/paths/~1owners~1{owner_ref}/get' }],
  ])('by a link with %s to another operation', (_, target) => {
    const links = { owner: { ...target, parameters: { 'path.owner_ref': '$response.body#/owner/ref' } } };
    const paths = {
      '/thing': get('getThing', thing, { links }),
      '/owners/{owner_ref}': { ...inPath('owner_ref'), ...get('getOwner', { type: 'object' }) },
    };
    expect(foundFor(paths, 'getOwner', ['getThing', { uid: 'a', owner: { ref: 'o-7' } }])).toEqual([
      { owner_ref: 'o-7' },
    ]);
  });

  it.each([
    ['the keys of a map', { type: 'object', additionalProperties: thing }, { red: {}, blue: {} }],
    ['a list of texts', { type: 'array', items: id }, ['red', 'blue']],
    [
      'a map in an envelope',
      { type: 'object', properties: { data: { type: 'object', additionalProperties: thing }, next: id } },
      { data: { red: {}, blue: {} } },
    ],
  ])('in %s', (_, schema, value) => {
    const paths = {
      '/colours': get('listColours', schema),
      '/colours/{colour}': { ...inPath('colour'), ...get('getColour', thing) },
    };
    expect(foundFor(paths, 'getColour', ['listColours', value])).toEqual([{ colour: 'red' }, { colour: 'blue' }]);
  });

  it('under the other names that parameters have in other paths', () => {
    const paths = {
      '/sites': get('listSites', listOf({ name: id })),
      '/sites/{name}': { ...inPath('name'), ...get('getSite', { type: 'object', properties: { name: id } }) },
      '/sites/{site}/boxes': { ...inPath('site'), ...get('listBoxes', { type: 'object' }) },
    };
    expect(foundFor(paths, 'listBoxes', ['listSites', [{ name: 'north' }]])).toEqual([{ site: 'north' }]);
  });

  it('under a name that tells the kind, and not under `id` alone', () => {
    const paths = {
      '/users': get('listUsers', listOf({ id })),
      '/users/{id}': { ...inPath('id'), ...get('getUser', thing) },
      '/files/{id}': { ...inPath('id'), ...get('getFile', thing) },
      '/boxes': get('listBoxes', listOf({ id })),
      '/boxes/{box_id}': { ...inPath('box_id'), ...get('getBox', thing) },
      '/seals/{box_id}': { ...inPath('box_id'), ...get('getSeal', thing) },
    };
    expect(foundFor(paths, 'getFile', ['listUsers', [{ id: 'u1' }]])).toEqual([]);
    expect(foundFor(paths, 'getSeal', ['listBoxes', [{ id: 'b1' }]])).toEqual([{ box_id: 'b1' }]);
  });
});
