import { createServer } from 'node:net';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getKeySearch } from '../../../scripts/check/transport/key.js';
import type { NetworkOptions } from '../../../scripts/check/transport/network.js';
import { chooseProxy } from '../../../scripts/check/transport/proxy.js';
import type { Transport } from '../../../scripts/check/transport/transport.js';
import { addressOfNobody, listenHere } from '../../listen-here.js';
import { words } from '../../words.js';
import { yamlBeside } from '../../yaml-beside.js';
import { clientFiles } from './certificates.js';
import { listenAsProxy, listenWithTls } from './proxy-server.js';
import { bodyOf, canary, get, inHeader, listen, listenAndSay, ok, open, type RawServer } from './transport-server.js';

const rows = yamlBeside<{
  choices: [target: string, environment: Record<string, string>, source: string][];
  wrong: string[];
}>(import.meta.url, 'proxy.yaml');

const { ca } = clientFiles;
const login = { user: 'check-proxy-user', password: 'pass word/7&é-only-here' };

/** Variables of this machine must not decide where the tests send requests. */
beforeEach(() => {
  for (const name of words`http_proxy https_proxy all_proxy no_proxy`)
    for (const each of [name, name.toUpperCase()]) vi.stubEnv(each, undefined);
});

/** Opens a transport to a host that only a proxy can resolve. */
function openThrough(port: number, options: NetworkOptions = {}, scheme = 'https'): Transport {
  const network = { ca, ...options };
  return open(`${scheme}://directory.test:${port}`, { network, allowInsecureHosts: ['directory.test'] });
}

async function listenSecurely(): Promise<{ server: RawServer; port: number }> {
  const server = await listen((socket) => socket.write(ok()));
  return { server, port: (await listenWithTls(server.port)).port };
}

function withLogin(url: string, { user, password } = login): string {
  return url.replace('//', `//${encodeURIComponent(user)}:${encodeURIComponent(password)}@`);
}

describe('the proxy for a server', () => {
  it.each(rows.choices)('of %s with %j is that of %s', (target, environment, source) => {
    const { proxy, advice } = chooseProxy(new URL(target), undefined, environment);
    expect(proxy?.source ?? advice).toMatch(new RegExp(`^(${source})$`));
  });

  it('is that of --proxy before all variables', () => {
    const environment = { HTTPS_PROXY: 'http://other.example:1', NO_PROXY: '*' };
    const { proxy } = chooseProxy(new URL('https://a.example'), 'proxy.example:3128', environment);
    expect(proxy).toMatchObject({ source: '--proxy', url: { href: 'http://proxy.example:3128/' } });
  });

  it.each(rows.wrong)('cannot be %s, and the message does not quote it', (address) => {
    const choose = () => chooseProxy(new URL('https://a.example'), undefined, { HTTPS_PROXY: address });
    expect(choose).toThrow(/^Expected HTTPS_PROXY as http:\/\/host:port or https:\/\/host:port, found (?!.*secret)/);
  });

  it('cannot have a login in --proxy, which other users can read', () => {
    const choose = () => chooseProxy(new URL('https://a.example'), 'http://me:secret-9876@proxy.example');
    expect(choose).toThrow(/^--proxy contains a user name or a password, .* HTTPS_PROXY (?!.*(secret|me:))/);
  });
});

describe('a server with https', () => {
  it.each(['http', 'https'])(
    'safety key-origin: is called through a tunnel, so that an %s proxy never reads the key',
    async (scheme) => {
      const { server, port } = await listenSecurely();
      const proxy = await listenAsProxy({ isSecure: scheme === 'https' });
      const transport = openThrough(port, { proxy: proxy.url });
      for (const path of ['/a', '/b']) expect(bodyOf(await transport.send({ ...get, path }, inHeader))).toBe('fine');
      expect(server.requests).toEqual(['/a', '/b'].map((path) => expect.stringContaining(`GET ${path} HTTP/1.1`)));
      expect(server.requests[0]).toContain(`host: directory.test:${port}`);
      expect(server.requests[0]).toContain(canary);
      expect(proxy.lines).toEqual([`CONNECT directory.test:${port}`]);
      expect(proxy.received()).toContain('CONNECT');
      expect(proxy.received()).not.toContain(canary);
    },
  );

  it('safety key-origin: is never called through a proxy if it is this machine', async () => {
    const { port } = await listenSecurely();
    const proxy = await listenAsProxy();
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY']) vi.stubEnv(name, proxy.url);
    for (const host of ['localhost', '127.0.0.1']) {
      const network = { ca, proxy: proxy.url };
      const exchange = await open(`https://${host}:${port}`, { network }).send(get, inHeader);
      expect(exchange.response?.status).toBe(200);
    }
    expect(proxy.connections).toBe(0);
  });

  it('gets no request if its certificate cannot be trusted behind the proxy', async () => {
    const { server, port } = await listenSecurely();
    const proxy = await listenAsProxy();
    const network = { proxy: proxy.url };
    const { failure } = await open(`https://directory.test:${port}`, { network }).send(get, inHeader);
    expect(failure).toMatchObject({ code: 'tls.certificate', message: expect.stringContaining('--ca, or in NODE_') });
    expect(server.requests).toEqual([]);
  });

  it('is watched for bytes after its response as without a proxy', async () => {
    const server = await listen((socket) => socket.write(`${ok()}garbage`));
    const { port } = await listenWithTls(server.port);
    const proxy = await listenAsProxy();
    const { failure } = await openThrough(port, { proxy: proxy.url }).send(get, inHeader);
    expect(failure?.code).toBe('transport.framing');
  });

  it('has a limit for its bytes as without a proxy', async () => {
    const server = await listen((socket) => socket.write(`HTTP/1.1 200 ${'x'.repeat(2 ** 24)}`));
    const { port } = await listenWithTls(server.port);
    const network = { ca, proxy: (await listenAsProxy()).url };
    const transport = open(`https://directory.test:${port}`, { network, decodedSizeLimit: 1000 });
    expect((await transport.send(get, inHeader)).failure?.code).toBe('transport.too-large');
  });
});

describe('the login at a proxy', () => {
  it('comes from the variable, and is redacted like the key', async () => {
    const { port } = await listenSecurely();
    const proxy = await listenAsProxy({ login: `${login.user}:${login.password}` });
    vi.stubEnv('HTTPS_PROXY', withLogin(proxy.url));
    const transport = openThrough(port);
    expect((await transport.send(get, inHeader)).response?.status).toBe(200);
    const texts = [login.user, login.password, encodeURIComponent(login.password)];
    for (const text of texts)
      for (const search of [transport, getKeySearch()]) {
        expect(search.isKeyIn(`x ${text} y`)).toBe(true);
        expect(search.redact(`x ${text} y`)).toBe('x [key] y');
      }
  });

  it.each([
    [undefined, 'requires a login (407). Set HTTPS_PROXY to http://user:password@host:port (or HTTP_PROXY'],
    ['wrong-password-1', 'refuses the login (407). Correct the user name and the password there'],
  ])('is missing or wrong: %s', async (password, says) => {
    const proxy = await listenAsProxy({ login: `${login.user}:${login.password}` });
    vi.stubEnv('HTTPS_PROXY', password === undefined ? proxy.url : withLogin(proxy.url, { ...login, password }));
    const { failure } = await openThrough(443).send(get, inHeader);
    expect(failure?.code).toBe('target.proxy-login');
    expect(failure?.message).toContain(`The proxy 127.0.0.1:${proxy.port} (from HTTPS_PROXY) ${says}`);
    expect(failure?.message).not.toMatch(/wrong-password|check-proxy-user/);
  });
});

describe('a proxy fails', () => {
  const failureThrough = async (url: string, options: NetworkOptions = {}) =>
    (await openThrough(443, { proxy: url, ...options }).send(get, inHeader)).failure;

  it.each([
    [403, 'did not connect to the server: it responded with status 403. Check the base URL, or ask whoever'],
    [302, 'did not connect to the server: it responded with status 302. Check the base URL, or ask whoever'],
    [502, 'did not connect to the server: it responded with status 502. Check the base URL, or ask whoever'],
  ])('with status %d', async (refusal, says) => {
    const { url, port } = await listenAsProxy({ refusal });
    const message = expect.stringContaining(`The proxy 127.0.0.1:${port} (from --proxy) ${says}`) as string;
    expect(await failureThrough(url)).toEqual({ code: 'target.proxy-refused', message });
  });

  it.each<[string, string, string, () => Promise<string>]>([
    [
      'has no address',
      'proxy-unreachable',
      'nothing.invalid:80 (from --proxy) cannot be reached: ',
      async () => 'http://nothing.invalid',
    ],
    [
      'refuses connections',
      'proxy-unreachable',
      'cannot be reached: nothing listens at the address.',
      async () => (await addressOfNobody()).url,
    ],
    [
      'speaks no HTTP',
      'proxy-not-http',
      'cannot be used: its response is not HTTP.',
      async () => (await listenAndSay('SSH-2.0\r\n\r\n')).url,
    ],
    [
      'closes the connection',
      'proxy-not-http',
      'cannot be used: it closed the connection without a',
      async () => (await listen((socket) => socket.end())).url,
    ],
    [
      'speaks no TLS',
      'proxy-not-http',
      'cannot be used: it does not speak TLS.',
      async () => (await listenAndSay('HTTP/1.1 400 No\r\n\r\n')).url.replace('http:', 'https:'),
    ],
    [
      'is silent',
      'proxy-unreachable',
      'did not connect within 3000 ms.',
      async () => (await listen(() => undefined)).url,
    ],
  ])('because it %s', async (_, code, says, start) => {
    const failure = await failureThrough(await start());
    expect(failure).toEqual({ code: `target.${code}`, message: expect.stringMatching(/^The proxy .*\.$/) });
    expect(failure?.message).toContain(says);
  });

  it('because its certificate cannot be trusted', async () => {
    const { url } = await listenAsProxy({ isSecure: true });
    const { failure } = await open('https://directory.test', { network: { proxy: url } }).send(get, inHeader);
    expect(failure).toMatchObject({ code: 'target.proxy-unreachable', message: expect.stringContaining('with --ca') });
  });

  it('once: the next request is not affected', async () => {
    const { port } = await listenSecurely();
    const proxy = await listenAsProxy();
    const connecting = await listen((socket, before) => void (before === 0 && socket.end()));
    const failing = openThrough(port, { proxy: connecting.url });
    for (const _ of [1, 2]) expect((await failing.send(get, inHeader)).failure?.code).toBe('target.proxy-not-http');
    expect((await openThrough(port, { proxy: proxy.url }).send(get, inHeader)).response?.status).toBe(200);
  });
});

describe('a server without https', () => {
  it('is called through a tunnel, without a notice', async () => {
    const server = await listen((socket) => socket.write(ok()));
    const [proxy, onNotice] = [await listenAsProxy(), vi.fn()];
    const exchange = await openThrough(server.port, { proxy: proxy.url, onNotice }, 'http').send(get, inHeader);
    expect(bodyOf(exchange)).toBe('fine');
    expect(proxy.lines).toEqual([`CONNECT directory.test:${server.port}`]);
    expect(onNotice).not.toHaveBeenCalled();
  });

  it('is called by a proxy that opens no tunnel, after one notice that it reads the key', async () => {
    const server = await listen((socket) => socket.write(ok()));
    const proxy = await listenAsProxy({ refusal: 403, login: `${login.user}:${login.password}` });
    const onNotice = vi.fn();
    vi.stubEnv('HTTP_PROXY', withLogin(proxy.url));
    const transport = openThrough(server.port, { onNotice }, 'http');
    for (const path of ['/a?b=c', '/d']) expect(bodyOf(await transport.send({ ...get, path }, inHeader))).toBe('fine');
    const origin = `http://directory.test:${server.port}`;
    expect(proxy.lines).toEqual([`CONNECT ${origin.slice(7)}`, `GET ${origin}/a?b=c`, `GET ${origin}/d`]);
    expect(server.requests[0]).toContain('GET /a?b=c HTTP/1.1\r\n');
    expect(server.requests[0]).toContain(`\r\nhost: ${origin.slice(7)}\r\n`);
    expect(server.requests.join()).not.toContain('proxy-authorization');
    expect(onNotice.mock.calls).toEqual([
      [
        `The proxy 127.0.0.1:${proxy.port} opens no tunnel to ${origin.slice(7)}, so it forwards requests and sees ` +
          'the key.',
      ],
    ]);
    expect(transport.countRequests()).toBe(2);
  });

  it('is not accused if the proxy that forwards wants a login', async () => {
    const responseTo = (request: string): string => `HTTP/1.1 ${request.startsWith('CONNECT') ? 405 : 407} No\r\n\r\n`;
    const proxy = await listen((socket, _, request) => socket.end(responseTo(request)));
    const { failure } = await openThrough(80, { proxy: proxy.url }, 'http').send(get, inHeader);
    const message = expect.stringContaining('requires a login (407).') as string;
    expect(failure).toEqual({ code: 'target.proxy-login', message });
  });

  it('is not accused if the proxy that forwards cannot reach it', async () => {
    const { url } = await listenAsProxy({ refusal: 501 });
    const { port } = await addressOfNobody();
    const { failure } = await openThrough(port, { proxy: url }, 'http').send(get, inHeader);
    const message = expect.stringContaining('did not connect to the server: it responded with status 503.') as string;
    expect(failure).toEqual({ code: 'target.proxy-refused', message });
  });

  it('is not accused if the proxy ends', async () => {
    const proxy = createServer((socket) => {
      proxy.close();
      socket.on('data', () => socket.end('HTTP/1.1 403 No\r\n\r\n'));
    });
    const { url } = await listenHere(proxy);
    const { failure } = await openThrough(80, { proxy: url }, 'http').send(get, inHeader);
    expect(failure?.code).toBe('target.proxy-unreachable');
  });
});

describe('without a proxy', () => {
  it.each([
    [{}, 'If a proxy leads out of your network, name it with HTTPS_PROXY or --proxy.'],
    [
      { HTTPS_PROXY: 'proxy.example', NO_PROXY: '.invalid' },
      'The proxy of HTTPS_PROXY was not used, because NO_PROXY contains this host.',
    ],
  ])('an unknown host may need one: %j', async (environment, advice) => {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const { failure } = await open('https://nothing.invalid', { network: {}, timeout: 20_000 }).send(get, inHeader);
    expect(failure?.message).toMatch(new RegExp(`^The host of the base URL has no known address\\. .* ${advice}$`));
  });
});
