import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSandbox, ownContract, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import { asksForHomePage } from '../../scripts/sandbox/server/home-page.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { ids, root } from './fixture.js';
import { patch, serveForTests } from './http.js';
import { type Raw, send } from './program.js';

const hostileText = `"><script>alert(1)</script><img src=x onerror='alert(2)'>\u202e`;
const { gold } = ids;

let now = 0;
const served = serveForTests(() => {
  const scenario = [
    { after: '2s', then: { remove: { kind: 'Tier', id: gold } } },
    { after: '4s', then: { fault: 'wrong-type' } },
  ];
  return createSandbox({ scenario, clock: () => now });
});
beforeEach(() => {
  now = 0;
  served.sandbox.reset();
});

const asked = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> =>
  send(served.url, { path, method, headers });
const home = (headers: Record<string, string> = {}): Promise<Raw> => asked('/', { accept: 'text/html', ...headers });

const rename = (title: string): Promise<Response> => patch(`${served.url}${root}/tiers/${gold}/`, { title });

describe('the home page', () => {
  it('is only for browsers: other requests get the same response as if there were no page', async () => {
    const json = { 'content-type': 'application/json' };
    expect(await asked('/', { accept: '*/*' })).toMatchObject({ status: 401, headers: json });
    expect(await asked('/else', { accept: 'text/html' })).toMatchObject({ status: 401, headers: json });
    expect(await home()).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    const head = await asked('/', { accept: 'text/html' }, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('shows the resources of the sandbox, how to call it, its faults and its last requests', async () => {
    await rename('Platinum');
    served.sandbox.setFaults(['wrong-type']);
    const { text } = await home();
    const request = `PATCH ${root}/tiers/${gold}/`;
    for (const part of [
      'Fjordline Data',
      ids.fjordline,
      'Platinum',
      'Switch off wrong-type',
      'npx directory-contract docs',
      request,
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/<pre[^>]*><code>curl -X PATCH -H &#39;Authorization: sandbox-key&#39; /);
  });

  it('escapes all texts in data and requests', async () => {
    await rename(hostileText);
    await asked(`/x${encodeURIComponent(hostileText)}?"><script>`);
    const { text } = await home();
    expect(text.match(/<script|<img/g)).toEqual(['<script']);
    expect(text).toContain('&#60;script&#62;alert(1)');
    expect(text).not.toContain('\u202e');
  });

  it('runs only its own script and style, and loads nothing from elsewhere', async () => {
    const { headers, text } = await home();
    const policy = String(headers['content-security-policy']);
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(text) ?? [];
    const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(text) ?? [];
    for (const part of [style, script])
      expect(policy).toContain(`'sha256-${createHash('sha256').update(part).digest('base64')}'`);
    expect(policy).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/);
    expect(policy).not.toContain('unsafe');
    const outsideLink = /(?:src|href|action)="(?!\/__sandbox\/|#|data:,")[^"]*"/;
    expect(outsideLink.exec(text)?.[0]).toBeUndefined();
  });

  it('shows a hundred of many resources, and links to the rest', async () => {
    const largeSandbox = await serveSandbox({ sandbox: createSandbox({ entries: 150 }) });
    const { text } = await send(largeSandbox.url, { path: '/', headers: { accept: 'text/html' } });
    await largeSandbox.close();
    expect(text.match(/data-kind="PartnerEntry"/g)).toHaveLength(100);
    expect(text).toContain('<a href="/__sandbox/state?kind=PartnerEntry">');
    expect(text).toContain('All 150 resources as JSON');
  });

  it('is shown only to this machine, and only if the contract has no such path', () => {
    const from = (remoteAddress: string) =>
      ({ method: 'GET', url: '/', headers: { accept: 'text/html' }, socket: { remoteAddress } }) as IncomingMessage;
    const controlled = { sandbox: served.sandbox, contract: ownContract } as unknown as Parameters<
      typeof asksForHomePage
    >[1];
    expect(asksForHomePage(from('127.0.0.1'), controlled)).toBe(true);
    expect(asksForHomePage(from('192.0.2.1'), controlled)).toBe(false);
    const all = { ...ownContract, route: () => ownContract.route(`${root}/directories/`) };
    expect(asksForHomePage(from('127.0.0.1'), { ...controlled, contract: all })).toBe(false);
  });
});

it.each<Record<string, string>>([
  { origin: 'https://pages.example' },
  { host: 'rebound.example' },
  { 'sec-fetch-site': 'cross-site' },
])('pages of other sites see neither the home page nor the events: %j', async (headers) => {
  for (const path of ['/', '/__sandbox/events', '/__sandbox/state?kind=Tier']) {
    const { status, headers: received } = await asked(path, { accept: 'text/html', ...headers });
    expect([status, received['access-control-allow-origin']], path).toEqual([403, undefined]);
  }
});

describe('the control path of the state', () => {
  it('returns the resources of a kind, or one resource', async () => {
    const { text } = await asked('/__sandbox/state?kind=Tier');
    const tiers = JSON.parse(text) as { id: string; value: { title: string } }[];
    expect(tiers.map(({ value }) => value.title)).toEqual(['Gold', 'Silver', 'Bronze', 'Featured app']);
    const one = await asked(`/__sandbox/state?kind=Tier&id=${gold}`);
    expect(JSON.parse(one.text)).toEqual(tiers[0]);
    expect(one.text).toContain('\n  "value": {\n');
  });

  it('names a kind or an id that does not exist', async () => {
    expect(await asked('/__sandbox/state?kind=Teir')).toMatchObject({
      status: 404,
      text: '{"detail":"There is no kind of resource with the name Teir. Did you mean Tier?"}',
    });
    expect(await asked('/__sandbox/state?kind=Tier&id=1')).toMatchObject({ status: 404 });
  });
});

/** Waits for the end of a response, or for the end of its connection. */
function waitForClose(response: IncomingMessage): Promise<unknown> {
  return new Promise((resolve) => response.once('close', resolve));
}

/** Opens the stream of events, which stays open. */
async function openStream(url = served.url): Promise<{ response: IncomingMessage; end(): Promise<unknown> }> {
  const outgoing = get(`${url}/__sandbox/events`, { agent: false }).on('error', () => undefined);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  const end = (): Promise<unknown> => {
    outgoing.destroy();
    return waitForClose(response);
  };
  return { response, end };
}

/** Opens the stream of events, and returns functions that wait for one event after another. */
async function listen() {
  const { response, end } = await openStream();
  const events: { event: string; data: unknown }[] = [];
  let text = '';
  response.setEncoding('utf8').on('data', (piece: string) => {
    const parts = (text + piece).split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(part) ?? [];
      if (event !== undefined) events.push({ event, data: JSON.parse(data ?? '') });
    }
  });
  const next = async (): Promise<{ event: string; data: unknown }> => {
    while (events.length === 0) await once(response, 'data');
    return events.shift()!;
  };
  /** Waits for the next event of a kind, and returns its data. */
  const nextOf = async (kind: string): Promise<unknown> => {
    for (;;) {
      const { event, data } = await next();
      if (event === kind) return data;
    }
  };
  return { response, next, nextOf, end };
}

describe('the events', () => {
  it('report changes, requests, faults and new states', async () => {
    const listener = await listen();
    expect(listener.response.headers['content-type']).toBe('text/event-stream');
    await rename('Platinum');
    const change = { kind: 'Tier', id: gold, name: 'Platinum', did: 'changed' };
    const fields = [{ field: 'title', from: '"Gold"', to: '"Platinum"' }];
    expect(await listener.next()).toEqual({ event: 'change', data: [{ ...change, fields }] });
    const request = { method: 'PATCH', path: `${root}/tiers/${gold}/`, status: 200 };
    expect(await listener.next()).toEqual({ event: 'request', data: request });
    await fetch(`${served.url}/__sandbox/faults`, { method: 'PUT', body: '["slow"]' });
    expect(await listener.next()).toEqual({ event: 'faults', data: ['slow'] });
    await fetch(`${served.url}/__sandbox/reset`, { method: 'POST' });
    expect(await listener.next()).toEqual({ event: 'state', data: null });
    await listener.end();
  });

  it('are sent when a change of the scenario is due, without a request', async () => {
    now = 1990;
    const listener = await listen();
    // The timer uses the clock of the platform, not that of the test.
    now = 2000;
    const removal = { kind: 'Tier', id: gold, name: 'Gold', did: 'removed', fields: [] };
    expect(await listener.next()).toEqual({ event: 'change', data: expect.arrayContaining([removal]) });
    await listener.end();
  });

  it('report a fault that the scenario activates, with and without a request', async () => {
    now = 3990;
    const { nextOf, end } = await listen();
    now = 4000;
    expect(await nextOf('faults')).toEqual(['wrong-type']);
    now = 0;
    await fetch(`${served.url}/__sandbox/reset`, { method: 'POST' });
    expect(await nextOf('faults')).toEqual([]);
    now = 5000;
    await rename('Platinum');
    expect(await nextOf('faults')).toEqual(['wrong-type']);
    await end();
  });

  it('have a limited number of listeners, and end with the server', async () => {
    const otherSandbox = await serveSandbox({ sandbox: createSandbox() });
    const openStreams = await Promise.all(Array.from({ length: 16 }, () => openStream(otherSandbox.url)));
    const streams = openStreams.map(({ response }) => response.resume());
    expect(await send(otherSandbox.url, { path: '/__sandbox/events' })).toMatchObject({ status: 503 });
    const closeEvents = streams.map(waitForClose);
    await otherSandbox.close();
    // If streams stayed open, the test would wait until its timeout.
    await Promise.all(closeEvents);
    expect(streams.every((stream) => stream.closed)).toBe(true);
  });

  it('cost no work while nobody listens', async () => {
    let watchers = 0;
    const watch: Sandbox['watch'] = (watcher) => {
      const end = served.sandbox.watch(watcher);
      watchers += 1;
      return () => {
        watchers -= 1;
        end();
      };
    };
    const otherSandbox = await serveSandbox({ sandbox: { ...served.sandbox, watch } });
    expect(watchers).toBe(0);
    const { end } = await openStream(otherSandbox.url);
    expect(watchers).toBe(1);
    await end();
    // The server notices the end of a stream later than the client.
    while (watchers > 0) await new Promise(setImmediate);
    await otherSandbox.close();
  });

  it('accept only the method GET', async () => {
    const { status, headers } = await asked('/__sandbox/events', {}, 'POST');
    expect([status, headers['allow']]).toEqual([405, 'GET']);
  });
});
