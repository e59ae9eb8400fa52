import { describe, expect, it } from 'vitest';
import { faults } from '../../scripts/sandbox/faults/index.js';
import type { SandboxState } from '../../scripts/sandbox/model/store.js';
import { defaultKey } from '../../scripts/sandbox/sandbox.js';
import { isControlRequest, type RecentRequest } from '../../scripts/sandbox/server/control.js';
import { yamlBeside } from '../yaml-beside.js';
import { ids, requestOf, root } from './fixture.js';
import { jsonHeaders, patch, serveForTests } from './http.js';
import { type Raw, send } from './program.js';

const served = serveForTests();

function control(method: string, name: string, body?: unknown): Promise<Raw> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return send(`${served.url}/__sandbox/${name}`, { method, body: body === undefined ? [] : [text] });
}

async function state(): Promise<SandboxState> {
  return JSON.parse((await control('GET', 'state')).text) as SandboxState;
}

const directory = (): string => `${served.url}${root}/directories/${ids.directory}/`;

async function rename(): Promise<void> {
  expect((await patch(directory(), { name: 'Another' })).status).toBe(200);
}

describe('the control paths', () => {
  it('return the state, and accept the same state again', async () => {
    const stateBefore = await state();
    await rename();
    const stateAfter = await state();
    expect(stateAfter).not.toEqual(stateBefore);
    expect((await control('PUT', 'state', stateBefore)).status).toBe(200);
    expect(await state()).toEqual(stateBefore);
    expect((await control('PUT', 'state', stateAfter)).status).toBe(200);
    expect(await state()).toEqual(stateAfter);
    // A reset restores the initial state.
    expect((await control('POST', 'reset')).status).toBe(200);
    expect(await state()).toEqual(stateBefore);
  });

  it('show the last hundred requests and their responses, without the key', async () => {
    const last = async (): Promise<RecentRequest[]> =>
      JSON.parse((await control('GET', 'requests')).text) as RecentRequest[];
    await rename();
    expect((await last()).at(-1)).toMatchObject({
      method: 'PATCH',
      path: `${root}/directories/${ids.directory}/`,
      sent: '{"name":"Another"}',
      status: 200,
      received: expect.stringContaining('"name":"Another"'),
    });
    for (let n = 0; n < 120; n += 1) await send(`${served.url}/nothing/${n}`, {});
    const allRequests = await last();
    expect(allRequests.map(({ path }) => path)).toEqual(Array.from({ length: 100 }, (_, n) => `/nothing/${n + 20}`));
    expect(JSON.stringify(allRequests)).not.toContain(defaultKey);
  });

  it('need no icon', async () => {
    expect((await fetch(`${served.url}/favicon.ico`)).status).toBe(204);
  });

  it('use a new state at once, even if its serial is the same', async () => {
    const stateBefore = await state();
    const read = async (): Promise<unknown> => (await fetch(directory(), { headers: jsonHeaders })).json();
    expect(await read()).toMatchObject({ name: 'Solution partners' });
    await control('PUT', 'state', JSON.stringify(stateBefore).replace('Solution partners', 'Put there'));
    expect(await read()).toMatchObject({ name: 'Put there' });
    await control('POST', 'reset');
    expect(await read()).toMatchObject({ name: 'Solution partners' });
  });

  it('return the active faults, and replace them', async () => {
    const [name = ''] = [...faults.keys()];
    expect((await control('GET', 'faults')).text).toBe('[]');
    expect(await control('PUT', 'faults', [name])).toMatchObject({ status: 200, text: JSON.stringify([name]) });
    expect(served.sandbox.faults()).toEqual([name]);
    expect((await control('PUT', 'faults', [])).text).toBe('[]');
    expect(served.sandbox.faults()).toEqual([]);
  });

  type Row = [request: string, body: unknown, status: number, says: string];
  it.each(yamlBeside<Row[]>(import.meta.url, 'control-mistakes.yaml'))(
    'refuse %s with %j',
    async (request, body, status, message) => {
      const stateBefore = served.sandbox.snapshot();
      const [method = '', name = ''] = request.split(' ');
      const response = await control(method, name, body ?? undefined);
      expect(response).toMatchObject({ status, headers: { 'content-type': 'application/json' } });
      expect(response.text).toContain(message);
      if (status === 405) expect(response.headers['allow']).toBe(message);
      expect(served.sandbox.snapshot()).toEqual(stateBefore);
      expect(served.sandbox.faults()).toEqual([]);
    },
  );

  it.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['192.0.2.7', false],
    [undefined, false],
  ])('exist for a client at %s: %s', (remoteAddress, exists) => {
    expect(isControlRequest({ url: '/__sandbox/state', socket: { remoteAddress } })).toBe(exists);
  });

  it('need no key, and are not part of the contract', async () => {
    expect((await served.sandbox.fetch(requestOf('GET', '/__sandbox/state'))).status).toBe(404);
  });
});
