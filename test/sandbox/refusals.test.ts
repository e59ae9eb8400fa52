import { beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../scripts/sandbox/sandbox.js';
import { yamlBeside } from '../yaml-beside.js';
import { type Asked, bodyOf, ids, open, operationOf, origin, read, root, urlOf } from './fixture.js';
import { testStories } from './story.js';

const { appMarketplace, nobody } = ids;

const table = yamlBeside<{
  types: [type: string, status: number][];
  examples: string[];
  codes: [code: string, status: number][];
}>(import.meta.url, 'refusals.yaml');

let sandbox: Asked;
beforeEach(() => {
  sandbox = open();
});

describe('an unknown entry', () => {
  const innerOperations = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'entry_id'));

  it.each(innerOperations)('is refused with 404 by $id', async (operation) => {
    const send = { body: operation.takesBody ? bodyOf(operation) : undefined };
    const places: Record<string, string>[] = [
      { entry_id: nobody },
      { entry_id: 'fjordline' },
      { directory_id: nobody },
      // The entry exists, but in the other directory.
      { directory_id: appMarketplace },
    ];
    for (const path of places) expect(await sandbox.status(operation.id, { ...send, path })).toBe(404);
    expect(sandbox.snapshot().serial).toBe(0);
  });

  it('is refused with 404 for HEAD, and with 405 for a method that the path does not support', async () => {
    const url = urlOf(operationOf('getPartnerEntry'), { entry_id: nobody });
    expect((await sandbox.send('HEAD', url)).status).toBe(404);
    const put = await sandbox.send('PUT', url, { body: {} });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, PATCH, DELETE, HEAD']);
  });
});

describe('a request without the right key', () => {
  it.each(operations)('is refused with 401 by $id, and changes nothing', async (operation) => {
    const body = operation.takesBody ? bodyOf(operation) : undefined;
    for (const authorization of ['', 'another', 'Bearer sandbox-key', 'sandbox-keys', 'Sandbox-Key'])
      expect(await sandbox.status(operation.id, { body, headers: { authorization } })).toBe(401);
    const request = new Request(origin + urlOf(operation), { method: operation.method.toUpperCase() });
    expect((await sandbox.fetch(request)).status).toBe(401);
    expect(sandbox.snapshot().serial).toBe(0);
  });
});

describe('a path', () => {
  it.each(['', '/', '/api/', '//', `${root}/`, `${root}/directories`])(
    'that the contract does not list is refused with 404: "%s"',
    async (path) => expect((await sandbox.send('GET', path)).status).toBe(404),
  );

  it('accepts HEAD like GET, but returns no body', async () => {
    const url = urlOf(operationOf('getPartnerEntry'));
    const [get, head] = [await sandbox.send('GET', url), await sandbox.send('HEAD', url)];
    expect([head.status, head.text]).toEqual([200, '']);
    const length = String(Buffer.byteLength(get.text));
    expect(Object.fromEntries(head.headers)).toEqual({ ...Object.fromEntries(get.headers), 'content-length': length });
  });

  it('gives the length of a list in the response to HEAD, even for a long list', async () => {
    for (const entries of [12, 2000]) {
      const sendMethod = (method: string) => open({ entries }).send(method, urlOf(operationOf('listPartnerEntries')));
      const [get, head] = [await sendMethod('GET'), await sendMethod('HEAD')];
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
    }
  });
});

describe('a body', () => {
  const send = (body: string, type = 'application/json') =>
    sandbox.call('updatePartnerEntry', { body, headers: { 'content-type': type } });

  it.each(table.types)('of the type %s is answered with %i', async (type, status) =>
    expect((await send('{"title":"A"}', type)).status).toBe(status),
  );

  it('just below one megabyte is read', async () => {
    expect((await send(`{"title":"${'x'.repeat(1_048_500)}"}`)).status).toBe(200);
  });

  it.each([
    ['too deep to be serialised again', `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['with a number beyond double', '{"title":"A","x":[1e999]}'],
  ])('%s is refused with 400 and a pointer', async (_, body) => {
    const { status, json } = await send(body);
    expect([status, json]).toMatchObject([400, { errors: [{ pointer: expect.stringMatching(/^\/x\/0/) }] }]);
  });

  it('with names that JavaScript itself uses is stored like any other body, and pollutes no prototype', async () => {
    const body = '{"__proto__":{"title":"polluted"},"constructor":{"prototype":{"title":"polluted"}},"name":"A"}';
    const createdRequest = await sandbox.call('createDirectory', { body });
    const { id } = createdRequest.json as { id: string };
    expect(createdRequest.text).toBe(`{"id":"${id}",${body.slice(1)}`);
    expect((await sandbox.call('getDirectory', { path: { directory_id: id } })).text).toBe(createdRequest.text);
    expect(JSON.stringify(sandbox.snapshot())).toContain(body);
    expect(({} as { title?: string }).title).toBeUndefined();
  });
});

it.each(operations)('every response of $id has the standing of the operation', async (operation) => {
  const body = operation.takesBody ? bodyOf(operation) : undefined;
  const refusals = operation.takesBody ? [{ body: '{' }, { headers: { prefer: 'code=418' } }] : [];
  for (const send of [{ body }, ...refusals]) {
    const { headers } = await open().call(operation.id, send);
    expect(headers.get('X-Contract-Standing')).toBe(operation.standing);
  }
});

testStories(import.meta.url, 'refusal-steps.yaml');

const prefer = (value: string) => ({ headers: { prefer: value } });

describe('Prefer', () => {
  it.each(table.examples)('selects a response by the name of its example: %s', async (value) => {
    expect(await read(sandbox, 'getPartnerEntry', prefer(value))).toMatchObject({ status: 'hidden' });
  });

  it('does not change any resource', async () => {
    for (const operation of operations.filter(({ method }) => method !== 'get')) {
      const body = operation.takesBody ? bodyOf(operation) : undefined;
      await read(sandbox, operation.id, { body, ...prefer(`code=${operation.successStatus}`) });
    }
    expect(sandbox.snapshot().serial).toBe(0);
  });

  it.each(table.codes)('with the status "%s" is refused with %i', async (code, status) => {
    expect(await sandbox.status('getPartnerEntry', prefer(`code=${code}`))).toBe(status);
  });

  it.each(['return=minimal', 'wait=10', '=', ',;,'])(
    'with another preference changes no response: %s',
    async (value) => {
      const plainRequest = await sandbox.call('getPartnerEntry');
      expect((await sandbox.call('getPartnerEntry', prefer(value))).text).toBe(plainRequest.text);
    },
  );
});
