import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request as sendRequest } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import { createServer as createViteServer, type UserConfig } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDirectoryClient, type DirectoryClient } from '../../scripts/index.js';
import { createSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { type Listening, listenHere } from '../listen-here.js';
import { ownEnvironment } from '../own-machine.js';
import { runProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';
import { blocksOf } from './guide-blocks.js';
import { project } from './pages-fixture.js';

type Handler = (request: Request) => Promise<Response>;

const blocks = blocksOf(readFileSync(join(project, 'openapi/docs/proxy.md'), 'utf8'));
const [page = '', viteConfig = '', handler = ''] = blocks.map(({ source }) => source);
const path = { directory_id: '0fd4340a-c3c4-4d8b-815a-f5be26abedae', entry_id: 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9' };
const folder = temporaryFolder('proxy-guide');
const pageKey = 'key-of-a-page';

/** The headers of each request that reached the service. */
const received: { url: string; headers: IncomingMessage['headers'] }[] = [];
/** Headers of a browser that sent a request, as they reached the server of the page. */
const sent: IncomingMessage['headers'][] = [];
const sandbox = createSandbox();
let service: Listening;
let elsewhere: Listening;
const servers: { vite?: Listening; handler?: Listening } = {};
const closers: (() => Promise<void>)[] = [];

/** Serves a function of the Fetch API over HTTP, without correcting the path of a request. */
function serve(respond: Handler, onRequest: (request: IncomingMessage) => void): Promise<Listening> {
  return listenHere(
    createServer(async (incoming, outgoing) => {
      onRequest(incoming);
      const { method = '', headers } = incoming;
      const body = method === 'GET' ? null : await text(incoming);
      const sentHeaders = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      const request = new Request(`http://${headers.host}${incoming.url}`, { method, body, headers: sentHeaders });
      const response = await respond(request);
      outgoing.writeHead(response.status, [...response.headers].flat());
      outgoing.end(await response.text());
    }),
  );
}

beforeAll(async () => {
  elsewhere = await serve(
    async () => new Response('elsewhere'),
    ({ headers }) => received.push({ url: 'elsewhere', headers }),
  );
  service = await serve(
    async (request) =>
      request.url.includes('redirect')
        ? new Response(null, { status: 302, headers: { Location: elsewhere.url } })
        : sandbox.fetch(request),
    ({ url = '', headers }) => received.push({ url, headers }),
  );
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  const files = {
    'page.ts': page,
    'vite.config.ts': viteConfig,
    'directory-proxy.ts': handler,
    'session.ts':
      'export const isSignedIn = async (request: Request) => request.headers.get("cookie") === "session=mine";',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  await build({
    entryPoints: ['vite.config.ts', 'directory-proxy.ts'].map((name) => join(folder, name)),
    ...{ outdir: folder, bundle: true, format: 'esm', platform: 'node', packages: 'external' },
    outExtension: { '.js': '.mjs' },
  });
  vi.stubEnv('DIRECTORY_BASE_URL', service.url);
  vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
  const { directoryProxy } = (await import(join(folder, 'directory-proxy.mjs'))) as { directoryProxy: Handler };
  servers.handler = await serve(directoryProxy, ({ headers }) => sent.push(headers));
  const { default: config } = (await import(join(folder, 'vite.config.mjs'))) as { default: UserConfig };
  const vite = await createViteServer({
    ...{ root: folder, configFile: false, appType: 'custom', logLevel: 'silent' },
    server: { ...config.server, middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  closers.push(() => vite.close());
  servers.vite = await listenHere(
    createServer((incoming, outgoing) => {
      sent.push({ ...incoming.headers });
      vite.middlewares(incoming, outgoing, () => outgoing.writeHead(404).end());
    }),
  );
});
afterEach(() => {
  received.length = 0;
  sent.length = 0;
  sandbox.reset();
  vi.unstubAllGlobals();
});
afterAll(async () => {
  for (const close of closers) await close();
  for (const server of [...Object.values(servers), service, elsewhere]) await server.close();
});

/** The client of a page whose browser has a session, and also sends what no service should get. */
function clientOfPage(origin: string): DirectoryClient {
  vi.stubGlobal('location', { origin });
  const fetchLikeBrowser = (request: Request): Promise<Response> => {
    request.headers.set('Cookie', 'session=mine');
    return fetch(request);
  };
  return createDirectoryClient({ baseUrl: '/', apiKey: false, fetch: fetchLikeBrowser });
}

/** Sends a path as it is; `fetch` would resolve `..` before it sends. */
function statusOf(url: string, rawPath: string, headers = { cookie: 'session=mine', authorization: pageKey }) {
  return new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const outgoing = sendRequest({ hostname, port, path: rawPath, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.on('error', reject).end();
  });
}

const directories = '/api/directory/private/v1alpha/directories/';

describe.each(['vite', 'handler'] as const)('the proxy of the guide for a page (%s)', (name) => {
  const url = (): string => servers[name]?.url ?? '';

  it('lets the client of a page read and write without a key, and adds the key', async () => {
    const client = clientOfPage(url());
    expect(await client.updatePartnerEntry({ path, body: { status: 'hidden' } })).toMatchObject({ ok: true });
    expect(await client.getPartnerEntry({ path })).toMatchObject({ ok: true, data: { status: 'hidden' } });
    expect(sent.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
    for (const { headers } of received) expect(headers).toMatchObject({ authorization: defaultKey });
    for (const { headers } of received) expect(headers).not.toHaveProperty('cookie');
    expect(received).toHaveLength(2);
  });

  it('replaces an Authorization of the browser, and keeps the query', async () => {
    expect(await statusOf(url(), `${directories}?page=2`)).toBe(200);
    expect(received[0]).toMatchObject({ url: `${directories}?page=2`, headers: { authorization: defaultKey } });
  });

  it.each([
    ...['/', '/api/other/', '/api/directory/', '/api/directory/..%2fadmin', '/api/directory/%2e%2e/admin'],
    ...[
      '/api/directory/../admin',
      '/api/directory//admin',
      '/api/directory/..;/admin',
      '/api/directory/a%252f..%252fb',
    ],
    ...['/api/directory/..\\admin', '//elsewhere.example/api/directory/a', '/API/directory/a'],
  ])('responds with 404 to %s, and sends nothing', async (rawPath) => {
    expect(await statusOf(url(), rawPath)).toBe(404);
    expect(received).toEqual([]);
  });

  it('does not follow a redirect of the service', async () => {
    expect(await statusOf(url(), '/api/directory/redirect/')).toBe(name === 'vite' ? 302 : 502);
    expect(received.map((each) => each.url)).toEqual(['/api/directory/redirect/']);
  });
});

it('the handler refuses a request without a session, and sends nothing', async () => {
  const url = servers.handler?.url ?? '';
  expect(await statusOf(url, directories, { cookie: 'none', authorization: pageKey })).toBe(401);
  expect(received).toEqual([]);
});

it('the code of the guide for pages compiles under strict options', { tags: 'slow' }, async () => {
  const compilerOptions = {
    ...{ target: 'es2022', module: 'nodenext', lib: ['es2023', 'dom', 'dom.iterable'], noEmit: true, strict: true },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true, types: ['node'] },
    paths: { 'directory-contract': [join(project, 'scripts/index.ts')] },
  };
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const compiler = join(project, 'node_modules/typescript7/bin/tsc');
  const { stdout } = await runProgram(process.execPath, [compiler, '--pretty', 'false'], {
    ...{ cwd: folder, env: ownEnvironment() },
  });
  expect(stdout.split('\n').filter((line) => /^(?:error|[\w.-]+\.ts)/.test(line))).toEqual([]);
});
