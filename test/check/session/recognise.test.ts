import { describe, expect, it } from 'vitest';
import { createContract } from '../../../scripts/check/model/contract/contract.js';
import type { ResourceType } from '../../../scripts/check/model/contract/resources.js';
import { fitsPattern, scopeOf, toCallableContract } from '../../../scripts/check/model/scope.js';
import type { Outcome } from '../../../scripts/check/session/outcome.js';
import { idOfCreation } from '../../../scripts/check/session/recognise.js';
import { idOf, teamContract } from '../team-service.js';

const contract = createContract({ document: teamContract as never, placeOf: (pointer) => ({ pointer }) });
const users = contract.resources.find(({ prefix }) => prefix === '/users/{user_id}') as ResourceType;
const id = idOf(4);

function found(value: unknown, location?: string): string | undefined {
  const response = { status: 201, headers: location === undefined ? {} : { location }, bytes: new Uint8Array() };
  const request = { method: 'POST', path: '/users', headers: {}, key: 'right' as const };
  const exchange = { request, response, milliseconds: 0, attempts: 1 };
  return idOfCreation(contract, users, { exchange, value } as unknown as Outcome);
}

describe('safety "--writes disposable": the id of a created resource', () => {
  it.each<[unknown, string?]>([
    [{ id }],
    [{ data: { id } }],
    [{ user: { id } }],
    [{ users: [{ id }] }],
    [{ response: { data: [{ id }] } }],
    [{ DATA: { id } }],
    [{}, `/users/${id}`],
    [undefined, `https://team.example.com/api/v2/users/${id}/?fresh#top`],
    [undefined, `users/${id}`],
    [{ id: 'request-1', data: { id } }, `/users/${id}`],
  ])('is recognised in %j, %s', (value, location) => {
    expect(found(value, location)).toBe(id);
  });

  it.each<[unknown, string?]>([
    [{ identifier: id }],
    [{ author: { id } }],
    [{ data: [{ id }, { id }] }],
    [{ id: 'request-1', data: { id } }],
    [undefined, `/jobs/${id}`],
    [undefined, '/users/me'],
    [undefined, '/users/%2E%2E'],
    [{ id: 'me' }],
    [undefined, 'http://['],
  ])('is not recognised in %j, %s', (value, location) => {
    expect(found(value, location)).toBeUndefined();
  });
});

describe('--exclude', () => {
  it.each([
    ['/users/*', '/users/{user_id}', true],
    ['/users/*', '/users/1/promote', true],
    ['/users', '/users/', true],
    ['/USERS/{user_id}', '/users/{user_id}', true],
    ['/users/*', '/users', false],
    ['/user', '/users', false],
    ['/*/promote', '/users/1/promote', true],
    ['/a.c', '/abc', false],
  ])('%s, as a pattern, matches %s: %s', (pattern, path, isFit) => {
    expect(fitsPattern(pattern, path)).toBe(isFit);
  });

  it('leaves out the operations to read and create resources, but not the fact that they can be created', () => {
    const scope = scopeOf({ operations: contract.operations, exclude: ['people'] });
    const [resource] = toCallableContract(contract, scope).resources;
    const without = { get: undefined, list: undefined, create: undefined, remove: undefined };
    expect(resource).toMatchObject({ ...without, isCreatable: true });
  });
});
