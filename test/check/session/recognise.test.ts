import { describe, expect, it } from 'vitest';
import { createContract } from '../../../scripts/check/model/contract/contract.js';
import { fitsPattern, restrictContract, scopeOf } from '../../../scripts/check/model/scope.js';
import type { Outcome } from '../../../scripts/check/session/outcome.js';
import { idOfCreation } from '../../../scripts/check/session/recognise.js';
import { yamlBeside } from '../../yaml-beside.js';
import { idOf, teamContract } from '../team-service.js';

type Response = [body: unknown, location?: string];
const { recognised, unclear, patterns } = yamlBeside<{
  recognised: Response[];
  unclear: Response[];
  patterns: [pattern: string, path: string, isFit: boolean][];
}>(import.meta.url, 'recognise.yaml');

const contract = createContract({ document: teamContract as never, placeOf: (pointer) => ({ pointer }) });
const users = contract.resources.find(({ prefix }) => prefix === '/users/{user_id}') ?? expect.fail('no users');
const createdId = idOf(4);

function idIn(response: Response): string | undefined {
  const [value, location] = JSON.parse(JSON.stringify(response).replaceAll('{id}', createdId)) as Response;
  const exchange = {
    request: { method: 'POST', path: '/users', headers: {}, key: 'right' },
    response: { status: 201, headers: location === undefined ? {} : { location }, bytes: new Uint8Array() },
  };
  return idOfCreation(contract, users, { exchange, value: value ?? undefined } as unknown as Outcome);
}

describe('safety "--writes disposable": the id of a created resource', () => {
  it.each(recognised)('is recognised in %j, %s', (...response) => {
    expect(idIn(response)).toBe(createdId);
  });

  it.each(unclear)('is not recognised in %j, %s', (...response) => {
    expect(idIn(response)).toBeUndefined();
  });
});

describe('--exclude', () => {
  it.each(patterns)('%s, as a pattern, matches %s: %s', (pattern, path, isFit) => {
    expect(fitsPattern(pattern, path)).toBe(isFit);
  });

  it('leaves out the operations to read and create resources, but not the fact that they can be created', () => {
    const scope = scopeOf({ operations: contract.operations, exclude: ['people'] });
    const [resource] = restrictContract(contract, scope).resources;
    const without = { get: undefined, list: undefined, create: undefined, remove: undefined };
    expect(resource).toMatchObject({ ...without, isCreatable: true });
  });
});
