// @module-tag slow
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../scripts/check/transport/failure.js';
import type { Hostile, Told } from './child.js';
import { canary, rightBut } from './hostile-check.js';
import { json, type NetServer, type NetServerOptions, netServer, pour, type Responder, saying } from './net-server.js';

const fixture = (name: string, folder = 'fixtures'): string =>
  fileURLToPath(new URL(`${folder}/only-for-tests-${name}.pem`, import.meta.url));
const tls = (keyFile: string, certFile: string): NetServerOptions => ({
  tls: { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') },
});
/** TLS with a certificate that is signed by the authority which the child trusts. */
const signed = (name: string): NetServerOptions => tls(fixture('server-key'), fixture(name));
const selfSigned = tls(fixture('key', '../fixtures'), fixture('certificate', '../fixtures'));
const plainHttp: NetServerOptions = { greet: (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n') };

const right = rightBut(saying(json('[]')), () => true);
const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const endless = (begin: string): Responder =>
  rightBut(
    (socket) => {
      socket.write(begin);
      pour(socket, Buffer.alloc(2 ** 16, 'x'));
    },
    () => true,
  );
const encoded = (coding: string, body: Uint8Array): Responder =>
  rightBut(saying(json(body, [`content-encoding: ${coding}`])), () => true);

/** Seconds until a connection counts as unreachable. */
const timeout = 3;
const unreachable = 'Expected a connection within 3000 ms, but got none. Check the address and the network.';

const { message: certificate } = failureOf('tls.certificate');
const { message: protocol } = failureOf('tls.protocol');

/** Servers that must receive no request: their behaviour, the message, and their setup. */
const unreached: [does: string, says: string, NetServerOptions][] = [
  ['has expired', certificate, signed('expired')],
  ['is for another name', certificate, signed('other-name')],
  ['is self-signed', certificate, selfSigned],
  ['is missing: it speaks plain HTTP', protocol, plainHttp],
  ['is missing: it closes the connection', protocol, { greet: (socket) => void socket.end() }],
  ['is missing: it sends nothing', unreachable, {}],
];

const megabyte = gzipSync(new Uint8Array(2 ** 20));
/** Half a gigabyte when decoded; a gzip body may consist of many members (RFC 1952 §2.2). */
const gzip = Buffer.concat(Array<Buffer>(500).fill(megabyte));

const fast = { [constants.BROTLI_PARAM_QUALITY]: 1 };
const bombs: [does: string, Responder][] = [
  ['an endless body', endless(`${head}\r\n`)],
  ['a chunk with an endless extension', endless(`${head}transfer-encoding: chunked\r\n\r\n1;`)],
  ['an endless reason phrase', endless('HTTP/1.1 200 ')],
  ['a gzip bomb', encoded('gzip', gzip)],
  ['a gzip bomb in a gzip bomb', encoded('gzip, gzip', gzipSync(gzip))],
  ['a br bomb', encoded('br', brotliCompressSync(new Uint8Array(200 * 2 ** 20), { params: fast }))],
];

const servers = new Map<string, NetServer>();
let told: Told[] = [];

/**
 * One process checks all servers in turn. So only the memory of the product is measured, and only that process is told
 * by its environment to accept any certificate.
 */
beforeAll(async () => {
  const add = async (name: string, respond: Responder, options: NetServerOptions = {}): Promise<void> =>
    void servers.set(name, await netServer(respond, options));
  await add('right', right, signed('server'));
  for (const [name, , options] of unreached) await add(name, right, options);
  for (const [name, respond] of bombs) await add(name, respond);
  const closedServer = await netServer(right);
  await closedServer.close();
  const urlOf = (name: string, scheme: string): string => `${scheme}://127.0.0.1:${servers.get(name)?.port}`;
  const allHostiles: Hostile[] = [
    ...['right', ...unreached.map(([name]) => name)].map((name) => ({ name, baseUrl: urlOf(name, 'https'), timeout })),
    // The size limit stops a decompression bomb, but late on a busy machine; only the timeout ends a silent connection.
    ...bombs.map(([name]) => ({ name, baseUrl: urlOf(name, 'http'), timeout: 60 })),
    { name: 'closed', baseUrl: `http://127.0.0.1:${closedServer.port}`, timeout },
    { name: 'unknown', baseUrl: 'https://nothing.invalid', timeout },
  ];
  const set = { NODE_EXTRA_CA_CERTS: fixture('authority'), NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const env = { ...process.env, DIRECTORY_API_KEY: canary, ...set };
  const args = ['--import', 'tsx', fileURLToPath(new URL('child.ts', import.meta.url)), JSON.stringify(allHostiles)];
  // A process that hangs must not outlive the test.
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 170_000, env });
  told = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Told);
});

afterAll(async () => {
  await Promise.all([...servers.values()].map((server) => server.close()));
});

const toldOf = (name: string): Told => told.find((report) => report.name === name) ?? expect.fail(`nothing on ${name}`);

const unreachableTitle =
  'safety unreachable: name not found, refused, black hole, TLS of any kind wrong: exit 3, no key sent, ' +
  'NODE_TLS_REJECT_UNAUTHORIZED=0 does not weaken it';
describe(unreachableTitle, () => {
  it('a server with a valid certificate is checked', () => {
    expect(toldOf('right')).toMatchObject({
      rules: expect.not.arrayContaining([expect.stringMatching(/^t(arget|ls)\./)]),
      tested: 4,
    });
    expect(servers.get('right')?.received).toContain(canary);
  });

  it.each(unreached)('a server whose certificate %s', (name, message) => {
    expect(toldOf(name)).toMatchObject({ exitCode: 3, why: message, rules: [], tested: 0 });
    const { connections, requests, received } = servers.get(name) as NetServer;
    expect(connections).toBeGreaterThan(0);
    expect(requests).toEqual([]);
    expect(received).not.toMatch(new RegExp(`HTTP|${canary}`));
  });

  it('a server that does not run, or whose name is unknown', () => {
    expect(toldOf('closed')).toMatchObject({ exitCode: 3, why: failureOf('target.refused').message, rules: [] });
    // A machine without a network may need more time to report this than the deadline of the request.
    const advice = 'If a proxy leads out of your network, name it with HTTPS_PROXY or --proxy.';
    const unknown = `${failureOf('target.not-found').message} ${advice}`;
    expect([unknown, `${unreachable} ${advice}`]).toContain(toldOf('unknown').why);
    expect(toldOf('unknown')).toMatchObject({ exitCode: 3, rules: [] });
  });
});

const bombsTitle =
  'safety gzip-bomb: gzip, br bomb; endless body: stopped at 10 MiB decoded, resident memory grows by less than 100 MB';
describe(bombsTitle, () => {
  it.each(bombs)('a server with %s', (name) => {
    const peakBefore = told[told.indexOf(toldOf(name)) - 1]?.peak ?? 0;
    expect(toldOf(name)).toMatchObject({ exitCode: 3, rules: ['transport.too-large'], tested: 0 });
    expect(toldOf(name).peak - peakBefore).toBeLessThan(100 * 2 ** 20);
    const { requests, countSentBytes } = servers.get(name) as NetServer;
    expect(requests.length).toBeGreaterThan(0);
    // At most twice the limit and a megabyte are read; the rest stays in buffers of the operating system.
    expect(countSentBytes() / requests.length).toBeLessThan(40 * 2 ** 20);
  });
});
