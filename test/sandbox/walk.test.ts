import { beforeAll, describe, expect, it } from 'vitest';
import { createDirectoryClient, type DirectoryClient } from '../../generated/client.js';
import { contract } from '../../generated/contract.js';
import { operationTable } from '../../generated/operation-table.js';
import { pathParameters } from '../../scripts/contract/example-walk.js';
import type { Json, JsonObject } from '../../scripts/contract/json.js';
import type { Schema } from '../../scripts/contract/schema.js';
import type { SandboxOperation } from '../../scripts/sandbox/model/operations.js';
import { defaultKey, operations, schemas } from '../../scripts/sandbox/sandbox.js';
import { callEveryOperation, type OperationVerdict } from '../call-every-operation.js';
import { bodyOf } from './fixture.js';
import { serveForTests } from './http.js';

const served = serveForTests();
let client: DirectoryClient;
beforeAll(() => {
  client = createDirectoryClient({ baseUrl: served.url, apiKey: defaultKey });
});

/** Any method of the client, without the types of its operation. */
type AnyCall = (
  call: unknown,
) => Promise<{ ok: true; status: number; data: unknown } | { ok: false; status: number; error: unknown }>;

/** The operations of each type of resource that can be created, if the contract has them. */
const resources = operations
  .filter(({ verb }) => verb === 'create')
  .map((create) => {
    const { collection: name, path } = create;
    const ofOne = (verb: string): SandboxOperation | undefined =>
      operations.find((each) => each.collection === name && each.verb === verb && each.itemParameter);
    return { name, create, list: listAbove(path), get: ofOne('get'), update: ofOne('update'), delete: ofOne('delete') };
  });

/** Returns the list at the path of a creation, or at the nearest path above it. */
function listAbove(path: string): SandboxOperation | undefined {
  const list = operations.find((each) => each.path === path && each.isList && each.method === 'get');
  return list ?? (path.length > 1 ? listAbove(path.replace(/[^/]+\/$/, '')) : undefined);
}

describe('every kind of resource that can be created', () => {
  it('has a list', () => {
    expect(resources.length).toBeGreaterThanOrEqual(15);
    expect(resources.filter(({ list }) => !list).map(({ name }) => name)).toEqual([]);
  });

  it.each(resources)('$name is created, read, listed, updated and deleted', { tags: 'slow' }, async (resource) => {
    const parameters: Record<string, string> = { ...pathParameters(contract, resource.create.operation) };
    const send = (operation: SandboxOperation, body?: unknown) =>
      (client[operation.id as keyof typeof operationTable] as AnyCall)({ path: parameters, body });
    const call = async (operation: SandboxOperation, body?: unknown): Promise<unknown> => {
      const result = await send(operation, body);
      if (!result.ok || result.status !== operation.successStatus)
        throw new Error(`${operation.id}: ${JSON.stringify(result)}`);
      return result.data;
    };

    const sentBody = bodyOf(resource.create) as JsonObject;
    const made = (await call(resource.create, sentBody)) as JsonObject & { id: string };
    expect(shownOf(resource.create, sentBody, made)).toEqual(sentBody);
    const parameter = (resource.get ?? resource.update ?? resource.delete)?.itemParameter ?? '';
    parameters[parameter] = made.id;

    let last: JsonObject = made;
    if (resource.get) expect(await call(resource.get)).toEqual(made);
    if (resource.list) expect(await call(resource.list)).toContainEqual(made);
    if (resource.update) {
      const change = another(bodyOf(resource.update) as JsonObject);
      last = (await call(resource.update, change)) as JsonObject;
      expect(shownOf(resource.update, change, last)).toEqual(change);
      expect(last).not.toEqual(made);
      expect(last['id']).toBe(made.id);
    }
    if (resource.update && resource.get) expect(await call(resource.get)).toEqual(last);
    if (resource.update && resource.list) expect(await call(resource.list)).toContainEqual(last);
    if (!resource.delete) return;
    expect(await call(resource.delete)).toBeUndefined();
    for (const operation of [resource.get, resource.delete])
      if (operation) expect((await send(operation)).status).toBe(404);
    if (resource.list) expect(await call(resource.list)).not.toContainEqual(expect.objectContaining({ id: made.id }));
  });
});

/** Returns the value that a response shows for each sent field, under the name of the field in the request. */
function shownOf(operation: SandboxOperation, sentBody: JsonObject, response: JsonObject): JsonObject {
  const [media] = Object.values(operation.operation.requestBody?.content ?? {});
  const { properties } = schemas.fields((media?.schema ?? {}) as Schema);
  return Object.fromEntries(
    Object.keys(sentBody).map((name) => [
      name,
      response[(properties.get(name)?.['x-reflected-as'] ?? `/${name}`).slice(1)] as Json,
    ]),
  );
}

/** Returns a body of the same form with other values. */
function another(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (typeof value === 'boolean') return [name, !value];
      if (typeof value === 'number') return [name, value + 1];
      if (typeof value !== 'string') return [name, value];
      if (/^[0-9A-F]{6}$/.test(value)) return [name, '000000'];
      return [name, /^https?:/.test(value) ? `${value}?v=2` : `${value} II`];
    }),
  );
}

describe('every operation, called once on a fresh sandbox with the examples of the contract', () => {
  const verdicts = new Map<string, OperationVerdict>();
  beforeAll(async () => {
    for await (const verdict of callEveryOperation(client, contract)) {
      verdicts.set(verdict.operationId, verdict);
      served.sandbox.reset();
    }
  });

  it.each(Object.entries(operationTable))(
    'calls %s, which returns its success status and a valid body',
    (id, { success }) => {
      expect(verdicts.get(id)).toEqual({ operationId: id, status: success, faults: [] });
    },
  );
});
