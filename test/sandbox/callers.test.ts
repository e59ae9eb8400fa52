import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox } from '../../scripts/sandbox/sandbox.js';
import { type SandboxServer, serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { yamlBeside } from '../yaml-beside.js';
import { ids, requestOf, root } from './fixture.js';
import { jsonHeaders as json } from './http.js';
import { type Raw, send } from './program.js';

const callers = yamlBeside<{
  accepted: Record<string, Record<string, string>>;
  pages: [what: string, headers: Record<string, string>, says: string][];
  hosts: [what: string, host: string, says: string][];
}>(import.meta.url, 'callers.yaml');
const page = 'https://pages.example';
const path = `${root}/directories/${ids.directory}/`;
const said: string[] = [];
const sandbox = createSandbox();
let closed: SandboxServer;
let open: SandboxServer;
let any: SandboxServer;
beforeAll(async () => {
  [closed, open, any] = await Promise.all([
    serveSandbox({ sandbox, onRefused: (sentence) => said.push(sentence) }),
    serveSandbox({
      sandbox,
      allowOrigins: ['HTTPS://App.example:443/', 'null', 'chrome-extension://abcdef'],
      allowHosts: ['sandbox', 'Other.Example.:8080'],
    }),
    serveSandbox({ sandbox, allowOrigins: ['*'] }),
  ]);
});
afterAll(() => Promise.all([closed, open, any].map((server) => server.close())));
beforeEach(async () => {
  sandbox.reset();
  // If a caller could reset the sandbox, the name would change.
  await sandbox.fetch(requestOf('PATCH', path, { name: 'Before' }));
});

type Way = [path: string, init?: Parameters<typeof send>[1]];
/** Requests of each kind, with the status for an allowed caller. */
const ways: [status: number, ...Way][] = [
  [200, path, { method: 'PATCH', headers: json, body: ['{"name":"Renamed"}'] }],
  [200, path, { headers: json }],
  [401, '/pixel.gif'],
  // A page can reset the sandbox by sending a form.
  [200, '/__sandbox/reset', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: ['{}'] }],
  [200, '/__sandbox/state'],
  [200, '/__sandbox/faults', { method: 'PUT', body: ['[]'] }],
];
const preflight: Way = [
  path,
  {
    method: 'OPTIONS',
    headers: {
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type',
      'access-control-request-private-network': 'true',
    },
  },
];

const ask = ({ url }: SandboxServer, [to, init = {}]: Way, headers: Record<string, string>): Promise<Raw> =>
  send(url + to, { ...init, headers: { ...init.headers, ...headers } });

async function refusedBy(server: SandboxServer, headers: Record<string, string>, message: string): Promise<void> {
  const stateBefore = sandbox.snapshot();
  for (const way of [...ways.map(([, ...each]): Way => each), preflight]) {
    const response = await ask(server, way, headers);
    expect(response.status).toBe(403);
    expect((JSON.parse(response.text) as { detail: string }).detail).toContain(message);
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
  expect(sandbox.snapshot()).toEqual(stateBefore);
}

async function acceptedBy(server: SandboxServer, headers: Record<string, string>): Promise<void> {
  for (const [status, ...way] of ways) {
    const response = await ask(server, way, headers);
    expect(response).toMatchObject({ status, headers: { vary: 'origin' } });
    expect(response.headers['access-control-allow-origin']).toBe(headers['origin']);
    expect(response.headers['access-control-expose-headers']).toBe(headers['origin'] && '*');
    expect(response.headers['access-control-allow-credentials']).toBeUndefined();
  }
}

describe('by default', () => {
  it.each(Object.entries(callers.accepted))('accepts requests with %s', (_, headers) => acceptedBy(closed, headers));

  it.each(callers.pages)('refuses a page %s', (_, headers, message) => refusedBy(closed, headers, message));

  it.each(callers.hosts)('refuses a request for %s', async (_, host, message) => {
    await refusedBy(closed, { host }, message);
    await refusedBy(closed, { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }, message);
    // Allowing every origin does not allow more hosts.
    await refusedBy(any, { host }, message);
  });

  it('reports a refused caller in printable characters', async () => {
    said.length = 0;
    await send(closed.url, { headers: { origin: 'http://\x9b2J.example' } });
    expect(said).toEqual([
      'Pages of the origin "http://?2J.example" may not call this sandbox. The request was not ' +
        'performed. If you trust the page, start the sandbox with --allow-origin and this value.',
    ]);
  });

  it('accepts the preflight of a page from this machine', async () => {
    const origin = 'http://localhost:5173';
    expect(await ask(closed, preflight, { origin })).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': expect.stringContaining('PATCH'),
        'access-control-allow-headers': 'authorization,content-type',
        'access-control-allow-private-network': 'true',
        vary: 'origin',
      },
    });
  });
});

describe('--allow-origin', () => {
  it.each(['https://app.example', 'null', 'chrome-extension://abcdef'])('allows pages from %s', (origin) =>
    acceptedBy(open, { origin, 'sec-fetch-site': 'cross-site' }),
  );

  it.each(['https://app.example:8443', 'http://app.example', 'https://other.app.example'])(
    'allows no page of %s',
    (origin) => refusedBy(open, { origin }, '--allow-origin'),
  );

  it('does not allow cross-site requests without an origin', () =>
    refusedBy(open, { 'sec-fetch-site': 'cross-site' }, '--allow-origin'));

  it('with * allows all origins except those of files', async () => {
    await acceptedBy(any, { origin: page });
    await acceptedBy(any, { 'sec-fetch-site': 'cross-site' });
    await refusedBy(any, { origin: 'null' }, '--allow-origin null');
  });

  it.each(['pages.example', 'https://pages.example/path', 'https://*.pages.example', ''])(
    'refuses %j as an origin',
    async (origin) => {
      const message = `*, null or an origin such as https://app.example.com:8443, found "${origin}".`;
      await expect(serveSandbox({ sandbox, allowOrigins: [origin] })).rejects.toThrow(message);
    },
  );
});

describe('--allow-host', () => {
  it.each(['sandbox', 'SANDBOX:80', 'other.example:8080', 'localhost:4020'])('allows %s', (host) =>
    acceptedBy(open, { host }),
  );

  it.each(['other.example', 'other.example:4020', 'sandbox.example'])('does not allow %s', (host) =>
    refusedBy(open, { host }, `--allow-host ${host}.`),
  );

  it('does not make a page of the same site count as a page of this machine', () =>
    refusedBy(open, { host: 'sandbox', 'sec-fetch-site': 'same-site' }, '--allow-origin'));

  it.each(['*', 'http://sandbox', 'sandbox:port', 'sand box', ''])('refuses %j as a host', async (host) => {
    await expect(serveSandbox({ sandbox, allowHosts: [host] })).rejects.toThrow(
      `Expected --allow-host with a host such as sandbox or sandbox:4020, found "${host}".`,
    );
  });
});

it('the value of --host is an allowed host, and a server at all addresses can be called', async () => {
  const all = await serveSandbox({ sandbox, host: '0.0.0.0' });
  try {
    expect(all.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await acceptedBy(all, { host: '0.0.0.0:4020' });
    await refusedBy(all, { host: '192.0.2.1:4020' }, '--allow-host 192.0.2.1:4020.');
  } finally {
    await all.close();
  }
});

it('a sandbox in the same program accepts any host and origin', async () => {
  const headers = { ...json, origin: page, 'sec-fetch-site': 'cross-site' };
  expect((await sandbox.fetch(new Request(`https://rebound.example${path}`, { headers }))).status).toBe(200);
});
