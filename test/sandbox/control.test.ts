import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faults } from '../../scripts/sandbox/faults/index.js';
import type { SandboxState } from '../../scripts/sandbox/model/store.js';
import { createSandbox, defaultKey, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import { isControlRequest, type RecentRequest } from '../../scripts/sandbox/server/control.js';
import { type SandboxServer, serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { type Raw, send } from './program.js';

let sandbox: Sandbox;
let server: SandboxServer;
beforeAll(async () => {
  sandbox = createSandbox();
  server = await serveSandbox({ sandbox });
});
afterAll(() => server.close());
beforeEach(() => {
  sandbox.reset();
  sandbox.setFaults([]);
});

function control(method: string, name: string, body?: unknown, headers: Record<string, string> = {}): Promise<Raw> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return send(`${server.url}/__sandbox/${name}`, { method, headers, body: body === undefined ? [] : [text] });
}

async function state(): Promise<SandboxState> {
  return JSON.parse((await control('GET', 'state')).text) as SandboxState;
}

async function rename(): Promise<void> {
  const [directory] = sandbox.snapshot().collections['Directory'] ?? [];
  const response = await fetch(`${server.url}/api/directory/private/v1alpha/directories/${directory?.id}/`, {
    method: 'PATCH',
    headers: { authorization: defaultKey, 'content-type': 'application/json' },
    body: '{"name":"Another"}',
  });
  expect(response.status).toBe(200);
}

describe('the control paths', () => {
  it('return the state, and accept it again', async () => {
    const before = await state();
    await rename();
    const after = await state();
    expect(after).not.toEqual(before);
    expect((await control('PUT', 'state', before)).status).toBe(200);
    expect(await state()).toEqual(before);
    expect((await control('PUT', 'state', after)).status).toBe(200);
    expect(await state()).toEqual(after);
  });

  it('show the last hundred requests and their responses, without the key', async () => {
    const last = async (): Promise<RecentRequest[]> =>
      JSON.parse((await control('GET', 'requests')).text) as RecentRequest[];
    await rename();
    const [newest] = (await last()).slice(-1);
    expect(newest).toMatchObject({ method: 'PATCH', sent: '{"name":"Another"}', status: 200 });
    expect(newest?.path).toMatch(/^\/api\/directory\/private\/v1alpha\/directories\/[0-9a-f-]{36}\/$/);
    expect(newest?.received).toContain('"name":"Another"');
    for (let n = 0; n < 120; n += 1) await send(`${server.url}/nothing/${n}`, { method: 'GET', headers: {}, body: [] });
    const all = await last();
    expect(all.map(({ path }) => path)).toEqual(Array.from({ length: 100 }, (_, n) => `/nothing/${n + 20}`));
    expect(JSON.stringify(all)).not.toContain(defaultKey);
  });

  it('need no icon', async () => {
    expect((await fetch(`${server.url}/favicon.ico`)).status).toBe(204);
  });

  it('show a new state at once, even one with the same serial', async () => {
    const before = await state();
    const [directory] = before.collections['Directory'] ?? [];
    if (!directory) throw new Error('The initial state has no directory.');
    const read = async (): Promise<unknown> => {
      const url = `${server.url}/api/directory/private/v1alpha/directories/${directory.id}/`;
      return (await fetch(url, { headers: { authorization: defaultKey } })).json();
    };
    expect(await read()).toMatchObject({ name: directory.value['name'] });
    const renamed = { ...directory, value: { ...directory.value, name: 'Put there' } };
    const others = before.collections['Directory']?.slice(1) ?? [];
    await control('PUT', 'state', {
      ...before,
      collections: { ...before.collections, Directory: [renamed, ...others] },
    });
    expect(await read()).toMatchObject({ name: 'Put there' });
    await control('POST', 'reset');
    expect(await read()).toMatchObject({ name: directory.value['name'] });
  });

  it('restore the initial state', async () => {
    const before = await state();
    await rename();
    expect((await control('POST', 'reset')).status).toBe(200);
    expect(await state()).toEqual(before);
  });

  it('return the active faults, and set them', async () => {
    const [name = ''] = [...faults.keys()];
    expect((await control('GET', 'faults')).text).toBe('[]');
    const set = await control('PUT', 'faults', [name]);
    expect(set).toMatchObject({ status: 200, text: JSON.stringify([name]) });
    expect(sandbox.faults()).toEqual([name]);
    expect((await control('PUT', 'faults', [])).text).toBe('[]');
    expect(sandbox.faults()).toEqual([]);
  });

  it.each([
    ['PUT faults', ['no-such-fault'], 400, 'no-such-fault'],
    ['PUT faults', { name: 'x' }, 400, 'array'],
    ['PUT state', '{"format":', 400, 'not well-formed JSON'],
    ['PUT state', {}, 400, '"pointer":"/format"'],
    ['GET reset', undefined, 405, 'POST'],
    ['DELETE state', undefined, 405, 'GET, PUT'],
    ['GET nothing', undefined, 404, '/__sandbox/state'],
    ['GET __proto__', undefined, 404, '/__sandbox/state'],
  ])('refuse %s with %j', async (request, body, status, says) => {
    const before = sandbox.snapshot();
    const [method = '', name = ''] = request.split(' ');
    const response = await control(method, name, body);
    expect(response.status).toBe(status);
    expect(response.headers['content-type']).toBe('application/json');
    expect(response.text).toContain(says);
    if (status === 405) expect(response.headers['allow']).toBe(says);
    expect(sandbox.snapshot()).toEqual(before);
    expect(sandbox.faults()).toEqual([]);
  });

  it.each([
    ['a request with an Origin', { origin: 'https://pages.example' }],
    ['a request that a browser marks', { 'sec-fetch-site': 'cross-site' }],
    ['a host name that resolves to this machine', { host: 'rebound.example' }],
  ])('refuse %s', async (_, headers) => {
    await rename();
    const before = sandbox.snapshot();
    const response = await control('POST', 'reset', undefined, headers);
    expect(response.status).toBe(403);
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
    expect(sandbox.snapshot()).toEqual(before);
  });

  it('accept pages from this machine', async () => {
    const begun = sandbox.snapshot();
    await rename();
    const response = await control('POST', 'reset', undefined, { origin: 'http://localhost:5173' });
    expect(response).toMatchObject({
      status: 200,
      headers: { 'access-control-allow-origin': 'http://localhost:5173' },
    });
    expect(sandbox.snapshot()).toEqual(begun);
  });

  it.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['192.0.2.7', false],
    ['2001:db8::1', false],
    [undefined, false],
  ])('exist for a client at %s: %s', (remoteAddress, exists) => {
    expect(isControlRequest({ url: '/__sandbox/state', socket: { remoteAddress } })).toBe(exists);
  });

  it('need no key, and are not part of the contract', async () => {
    const request = new Request('http://sandbox.example/__sandbox/state', { headers: { authorization: defaultKey } });
    expect((await sandbox.fetch(request)).status).toBe(404);
  });
});
