import { describe, expect, it } from 'vitest';
import { readContract } from '../../../scripts/check/engine/foreign-contract.js';
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

/** Returns the parameters that a run knows for one operation, after another has returned a value. */
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

  it.each([
    ['has a list of its own is not sought under `id` among others', true, []],
    ['has no list is sought under `id` in one of each other kind', false, [{ id: 'u1' }, { id: 'a1' }]],
  ])('what %s', (_, hasList, found) => {
    const page = { type: 'object', properties: { href: id } };
    const paths = {
      '/users': get('listUsers', listOf({ id, page })),
      '/users/{id}': { ...inPath('id'), ...get('getUser', thing) },
      '/pages/{id}': { ...inPath('id'), ...get('getPage', thing) },
      ...(hasList && { '/files': get('listFiles', listOf({ id })) }),
      '/files/{id}': { ...inPath('id'), ...get('getFile', thing) },
    };
    const users = [{ id: 'u1', page: { href: '/pages/a1' } }, { id: 'u2' }];
    expect(foundFor(paths, 'getFile', ['listUsers', users])).toEqual(found);
  });

  it.each(['name', 'by-name'])('by a field that a path names: %s', (segment) => {
    const flow = { type: 'object', properties: { id, name: id } };
    const paths = {
      '/flows': get('listFlows', listOf({ id, name: id })),
      '/flows/{id}': { ...inPath('id'), ...get('getFlow', flow) },
      [`/flows/${segment}/{name}`]: { ...inPath('name'), ...get('getFlowByName', flow) },
    };
    const flows = [
      { id: '1', name: 'daily' },
      { id: '2', name: 'hourly' },
    ];
    expect(foundFor(paths, 'getFlowByName', ['listFlows', flows])).toEqual([{ name: 'daily' }, { name: 'hourly' }]);
  });

  it('in what a list shows of a resource above', () => {
    const run = { run_id: id, try_number: { type: 'integer' }, options: { type: 'array', items: { type: 'object' } } };
    const paths = {
      '/runs': get('listRuns', listOf(run)),
      '/runs/{run_id}': { ...inPath('run_id'), ...get('getRun', { type: 'object', properties: run }) },
      '/runs/{run_id}/tries/{last_try_number}': get('getTry', thing),
      '/runs/{run_id}/options/{option}': get('getOption', thing),
    };
    const runs = [{ run_id: 'r', try_number: 2, options: [{ key: 'dry', value: 'yes' }] }];
    expect(foundFor(paths, 'getTry', ['listRuns', runs])).toEqual([{ run_id: 'r', last_try_number: '2' }]);
    expect(foundFor(paths, 'getOption', ['listRuns', runs])).toEqual([{ run_id: 'r', option: 'dry' }]);
  });

  it('in a list above that is called as the resource, by its name', () => {
    const sections = { type: 'array', items: { type: 'object', properties: { name: id, size: id } } };
    const config = { type: 'object', properties: { sections } };
    const document = {
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      paths: {
        '/config': get('getConfig', config),
        '/config/section/{section}': { ...inPath('section'), ...get('getSection', config) },
      },
    };
    const contract = readContract(temporaryFile('config.json', JSON.stringify(document)));
    const fixtures = new Fixtures(new Notebook(contract), {});
    const [list, read] = [contract.operation('getConfig'), contract.operation('getSection')];
    if (!list || !read) throw new Error('The document lacks an operation.');
    fixtures.learnUnclaimed('/config/section/{section}', list, {}, [{ sections: [{ name: 'core', size: '1' }] }]);
    expect(fixtures.parametersFor(read)).toEqual([{ section: 'core' }]);
  });
});
