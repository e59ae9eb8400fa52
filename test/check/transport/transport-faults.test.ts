import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { failureFrom } from '../../../scripts/check/transport/failure.js';
import { addressOfNobody, listenHere } from '../../listen-here.js';
import { yamlBeside } from '../../yaml-beside.js';
import { get, head, inHeader, listen, listenAndSay, ok, open, send } from './transport-server.js';

const brokenRows = yamlBeside<[what: string, code: string, text: string][]>(import.meta.url, 'broken.yaml');

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/only-for-tests-${name}.pem`, import.meta.url));

describe('a server that cannot be reached', () => {
  it('refuses the connection, or has an unknown name', async () => {
    const refusal = open((await addressOfNobody()).url).send(get, inHeader);
    expect(await refusal).toMatchObject({ failure: { code: 'target.refused' } });
    const unknown = open('https://nothing.invalid', { timeout: 20_000 }).send(get, inHeader);
    expect(await unknown).toMatchObject({ failure: { code: 'target.not-found' }, attempts: 1 });
  });

  it('accepts the connection but never starts TLS; the next request is not affected', async () => {
    const server = await listen(() => {});
    const transport = open(`https://127.0.0.1:${server.port}`, { timeout: 200, connections: 1 });
    const exchanges = await Promise.all([transport.send(get, inHeader), transport.send(get, inHeader)]);
    expect(exchanges.map(({ failure }) => failure?.code)).toEqual(['target.unreachable', 'target.unreachable']);
    expect(server.connections).toBe(2);
  });
});

describe('TLS', () => {
  async function listenTls(options: TlsOptions = {}): Promise<{ port: number; requests: string[] }> {
    const requests: string[] = [];
    const certificate = { key: readFileSync(fixture('key')), cert: readFileSync(fixture('certificate')) };
    const server = createTlsServer({ ...certificate, ...options }, (socket) => {
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        requests.push(bytes.toString());
        socket.end(ok());
      });
    });
    server.on('tlsClientError', () => {});
    const { port, close } = await listenHere(server);
    onTestFinished(close);
    return { port, requests };
  }

  /** Returns the status or the failure for each host, in a process that trusts the certificate of the server. */
  async function sendTrusting(port: number, hosts: string[], variables: Record<string, string>): Promise<string[]> {
    const script = `
      import { createTransport } from './scripts/check/transport/transport.ts';
      for (const host of ${JSON.stringify(hosts)}) {
        const transport = createTransport({ baseUrl: 'https://' + host + ':${port}', connections: 1, timeout: 10_000 });
        const request = { method: 'GET', path: '/' + host, headers: {}, key: 'right' };
        const { response, failure } = await transport.send(request, { kind: 'bearer' });
        console.log(response?.status ?? failure?.code + ' ' + failure?.message);
        await transport.close();
      }`;
    const set = { NODE_EXTRA_CA_CERTS: fixture('certificate'), DIRECTORY_API_KEY: 'only-for-this-test' };
    const env = { ...process.env, ...set, ...variables };
    const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return stdout.trim().split('\n');
  }

  it('with a self-signed certificate receives no request', async () => {
    const { port, requests } = await listenTls();
    const { failure } = await open(`https://localhost:${port}`).send(get, inHeader);
    expect(failure?.code).toBe('tls.certificate');
    expect(requests).toEqual([]);
  });

  it('safety unreachable: proves only the name in it, even if NODE_TLS_REJECT_UNAUTHORIZED is 0', async () => {
    const { port, requests } = await listenTls();
    const outcomes = await sendTrusting(port, ['localhost', '127.0.0.1'], { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    expect(outcomes).toEqual(['200', expect.stringMatching(/^tls\.certificate /)]);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toContain('GET /localhost HTTP/1.1');
  });

  it.each([
    ['TLSv1.3', /^tls\.protocol The server requires a client certificate\./],
    ['TLSv1.2', /^tls\.protocol The server ended the TLS handshake: it requires a client certificate or different TLS/],
  ] as const)('names the client certificate that a server of %s wants', async (maxVersion, outcome) => {
    const ca = readFileSync(fixture('certificate'));
    const { port } = await listenTls({ ca, requestCert: true, rejectUnauthorized: true, maxVersion });
    expect(await sendTrusting(port, ['localhost'], {})).toEqual([expect.stringMatching(outcome)]);
  });

  it('is expected of a server that responds in plain HTTP', async () => {
    const server = await listenAndSay('HTTP/1.1 400 Bad Request\r\n\r\n');
    const { failure } = await open(`https://127.0.0.1:${server.port}`).send(get, inHeader);
    expect(failure?.code).toBe('tls.protocol');
  });
});

describe('one deadline', () => {
  const slowly = (text: string) =>
    listen((socket) => {
      let at = 0;
      const timer = setInterval(() => (at < text.length ? socket.write(text[at++] ?? '') : clearInterval(timer)), 20);
      socket.on('close', () => clearInterval(timer));
    });

  it.each([
    ['no byte at all', () => listen(() => {})],
    ['headers in a trickle', () => slowly(`${head}x: ${'y'.repeat(1000)}`)],
    ['a body in a trickle', () => slowly(`HTTP/1.1 200 OK\r\n\r\n${'y'.repeat(1000)}`)],
    ['a body that stalls', () => listenAndSay(`${head}content-length: 100\r\n\r\n{`)],
    [
      'a coding that never ends',
      () => listenAndSay(`${head}content-encoding: gzip\r\n\r\n`, gzipSync('x').subarray(0, 12)),
    ],
    ['only interim responses', () => listenAndSay('HTTP/1.1 103 Early Hints\r\n\r\n')],
  ])('stops %s', { tags: 'slow' }, async (_, start) => {
    const server = await start();
    const earlier = vi.fn();
    setTimeout(earlier, 250);
    const exchange = await send(server, {}, { timeout: 300 });
    expect(exchange).toMatchObject({ failure: { code: 'transport.timeout' }, attempts: 1 });
    // A timer that is due before the deadline fires first, however busy the machine is.
    expect(earlier).toHaveBeenCalled();
  });

  it('leaves the transport ready for the next request', async () => {
    const server = await listen((socket, _, request) => void (request.includes('/slow') || socket.write(ok())));
    const transport = open(server.url, { timeout: 150, connections: 1 });
    const exchanges = await Promise.all(
      ['/slow', '/', '/slow', '/'].map((path) => transport.send({ ...get, path }, inHeader)),
    );
    const ends = exchanges.map(({ response, failure }) => response?.status ?? failure?.code);
    expect(ends).toEqual(['transport.timeout', 200, 'transport.timeout', 200]);
  });
});

describe('a broken response', () => {
  const chunked = 'transfer-encoding: chunked\r\n\r\n';
  it.each<[string, string, (string | Uint8Array)[]]>([
    ...brokenRows.map(([what, code, text]): [string, string, string[]] => [what, code, [text.replace('{head}', head)]]),
    ['zeros', 'transport.not-http', [new Uint8Array(100)]],
    ['nine interim responses', 'transport.interim', ['HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(9), ok()]],
    ['200 kB of headers', 'transport.headers-too-large', [`${head}x: ${'y'.repeat(200_000)}\r\n\r\n`]],
    ['3,000 headers', 'transport.headers-too-large', [`${head}${'x: y\r\n'.repeat(3000)}content-length: 0\r\n\r\n`]],
  ])('with %s fails with %s', async (_, code, pieces) => {
    const server = await listenAndSay(...pieces);
    const { failure, response, attempts } = await send(server);
    expect(failure).toEqual({ code, message: expect.stringMatching(/^[A-Z].+\.$/) });
    expect({ response, attempts }).toEqual({ attempts: 1 });
  });

  const statuses = ['000', '099', '1000', '-1', '2OO', '20', '', '+200'];
  it.each(statuses)('with status %j is not HTTP, and its request is sent once', async (status) => {
    const server = await listenAndSay(`HTTP/1.1 ${status} OK\r\ncontent-length: 2\r\n\r\n{}`);
    const message = expect.stringMatching(/^Expected a status from 100 to 999 in /) as string;
    expect(await send(server)).toMatchObject({ failure: { code: 'transport.not-http', message }, attempts: 1 });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['fewer bytes than its length', `${head}content-length: 100\r\n\r\n{"a":`],
    ['fewer bytes than its length before it closes', `${head}connection: close\r\ncontent-length: 100\r\n\r\n{"a":`],
    ['chunks without an end', `${head}${chunked}5\r\nhello\r\n`],
    ['half of its headers', head],
  ])('with %s is truncated', async (_, text) => {
    const server = await listen((socket) => socket.end(text));
    expect(await send(server)).toMatchObject({ failure: { code: 'transport.truncated' }, attempts: 1 });
  });

  it('does not affect the next response', async () => {
    const server = await listen((socket, before) => socket.write(before === 0 ? `${ok()}garbage` : ok('second')));
    const transport = open(server.url, { connections: 1 });
    for (const request of [get, { ...get, method: 'POST', body: '{}' }])
      expect((await transport.send(request, inHeader)).failure?.code).toBe('transport.framing');
    expect(server.connections).toBe(2);
  });
});

describe('an error that the server did not cause', () => {
  it.each([
    [Object.assign(new Error('connect EMFILE'), { code: 'EMFILE' }), 'this program has too many files open'],
    [Object.assign(new Error('ENFILE'), { code: 'ENFILE' }), 'the system has too many files open'],
    [Object.assign(new Error('ENOBUFS'), { code: 'ENOBUFS' }), 'no memory left for connections'],
    [Object.assign(new Error('ENOMEM'), { code: 'ENOMEM' }), 'too little memory'],
    [new ReferenceError('X is not defined'), 'This is a bug in directory-contract: ReferenceError: X is not'],
    [new RangeError('Maximum call stack size exceeded'), 'This is a bug in directory-contract: RangeError: Max'],
    [new TypeError('x is undefined'), 'This is a bug in directory-contract: TypeError: x is undefined.'],
  ])('safety 18: leads to no verdict about the server: %s', (error, said) => {
    for (const stage of ['connecting', 'sent', 'begun', 'receiving'] as const) {
      const { code, message } = failureFrom(error, stage, { isSecure: false });
      expect(code).toBe('target.unreachable');
      expect(message).toContain(said);
    }
  });
});
