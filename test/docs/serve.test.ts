import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { notFoundPage } from '../../scripts/build/docs/site/document-site.js';
import { withRootLinks } from '../../scripts/build/docs/site/published-site.js';
import { eventsPath, serveLiveDocs } from '../../scripts/docs-server/live.js';
import { type DocsServer, serveDocs } from '../../scripts/docs-server/serve.js';
import { UsageError } from '../../scripts/text/usage-error.js';
import { longPattern } from '../long-pattern.js';
import { ownEnvironment } from '../own-machine.js';
import { startProgram } from '../run-program.js';
import { type Raw, send } from '../sandbox/program.js';
import { temporaryFolder } from '../temporary-folder.js';
import { words } from '../words.js';
import { framed, project, table } from './pages-fixture.js';

const folder = temporaryFolder('docs');
const notFound = framed(notFoundPage);
type DocsFile = [path: string, type: string, text: string];
const files = table<DocsFile[]>('served');
let server: DocsServer;
beforeAll(async () => {
  await mkdir(join(folder, 'docs/operations'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(folder, 'docs/404.html'), notFound);
  for (const [path, , text] of files) await writeFile(join(folder, 'docs', decodeURIComponent(path)), text);
  await symlink(join(folder, 'secret.txt'), join(folder, 'docs/link.txt'));
  server = await serveDocs(join(folder, 'docs'));
});
afterAll(() => server.close());

function get(path: string, method = 'GET', headers: Record<string, string> = {}): Promise<Raw> {
  return send(server.url, { method, path, headers });
}

describe('the server of the docs', () => {
  it.each<DocsFile>([
    ...files,
    ['/', 'text/html; charset=utf-8', '<h1>Ünter</h1>'],
    ['/operations/getFilter.md?x=1', 'text/markdown; charset=utf-8', '# G'],
  ])('serves %s as %s', async (path, type, text) => {
    const answer = await get(path);
    expect(answer).toMatchObject({
      status: 200,
      text,
      headers: { 'content-type': type, 'x-content-type-options': 'nosniff' },
    });
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(text)));
  });

  it.each(
    words`
      /no.html /operations /operations/ /index.html/ // /../secret.txt /%2e%2e/secret.txt /..%2fsecret.txt
      /operations/../../secret.txt /..%5csecret.txt /operations/..%2f..%2fsecret.txt /link.txt /index.html%00 /% /%ff
      /./index.html /C:%5csecret.txt * /operations//getFilter.md /%3Cscript%3E http://example.com/index.html
    `,
  )('has nothing at %s', async (path) => {
    const answer = await get(path);
    expect(answer).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
    // The page is the same for all unknown addresses, so it cannot repeat a hostile address.
    expect(answer.text).toBe(withRootLinks(notFound, '/'));
    expect(answer.text).toContain('The docs have no page at this address.');
    expect(answer.text).not.toContain('secret');
  });

  it('says only that there is no such page if the docs have no page for that', async () => {
    await mkdir(join(folder, 'few'));
    await writeFile(join(folder, 'few/index.html'), 'few');
    const docs = await serveDocs(join(folder, 'few'));
    const answer = await send(docs.url, { method: 'GET', path: '/%3Cscript%3E', headers: {} });
    expect(answer).toMatchObject({ status: 404, text: '<!doctype html><title>Not found</title>Not found' });
    await docs.close();
  });

  it('responds to HEAD like to GET, but without the body', async () => {
    expect(await get('/', 'HEAD')).toMatchObject({
      status: 200,
      text: '',
      headers: { 'content-length': '15', 'content-type': 'text/html; charset=utf-8' },
    });
    expect(await get('/no.html', 'HEAD')).toMatchObject({ status: 404, text: '' });
  });

  it.each(words`localhost app.localhost LOCALHOST. 127.0.0.1 127.0.0.1:4030 [::1]:4030`)(
    'responds to a request for the host %s',
    async (host) => expect(await get('/llms.txt', 'GET', { host })).toMatchObject({ status: 200, text: '# L' }),
  );

  // A web page on such a host could make its name resolve to this machine.
  it.each(words`pages.example pages.example:4030 localhost.pages.example 127.0.0.1.pages.example 10.0.0.1 a@localhost`)(
    'refuses a request for the host %s, for files and for news of changes',
    async (host) => {
      const liveDocs = await serveLiveDocs(join(folder, 'docs'));
      onTestFinished(() => liveDocs.close());
      const refusal = { status: 403, text: expect.not.stringMatching(/# L|Ünter/) as string };
      expect(await get('/llms.txt', 'GET', { host })).toMatchObject(refusal);
      expect(await send(liveDocs.url, { path: '/', headers: { host } })).toMatchObject(refusal);
      expect(await send(liveDocs.url, { path: eventsPath, headers: { host } })).toMatchObject(refusal);
    },
  );

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('rejects %s', async (method) => {
    expect(await get('/', method)).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  it('sends a page again only if it has changed', async () => {
    const { etag } = (await get('/llms.txt')).headers;
    expect(await get('/llms.txt', 'GET', { 'if-none-match': `"x", W/${String(etag)}` })).toMatchObject({
      status: 304,
      text: '',
    });
    await writeFile(join(folder, 'docs/llms.txt'), '# L, and more');
    expect(await get('/llms.txt', 'GET', { 'if-none-match': String(etag) })).toMatchObject({
      status: 200,
      text: '# L, and more',
    });
    await writeFile(join(folder, 'docs/llms.txt'), '# L');
  });

  it('reports that the port is taken', async () => {
    const { port } = new URL(server.url);
    const failedDocs = serveDocs(join(folder, 'docs'), Number(port));
    await expect(failedDocs).rejects.toThrow(
      new UsageError(`Port ${port} on 127.0.0.1 is in use. Choose another with --port, or 0 for any free port.`),
    );
  });

  it('reports that there are no docs', async () => {
    await expect(serveDocs(folder)).rejects.toThrow(
      new UsageError(`${join(folder, 'index.html')} does not exist. Run "npm run docs", then try again.`),
    );
  });
});

// Other systems use another program to open a browser.
describe.skipIf(process.platform !== 'linux')('the command, with a program of the test as browser', () => {
  interface Told {
    code: number | null;
    stdout: string;
    stderr: string;
    opened: string;
  }

  /** Runs the command with this program as `xdg-open`. Stops it when the program has run or failed to start. */
  async function run(opener: string | undefined, signal: NodeJS.Signals): Promise<Told> {
    const home = await mkdtemp(join(folder, 'home-'));
    if (opener !== undefined) await writeFile(join(home, 'xdg-open'), `#!/bin/sh\n${opener}\n`, { mode: 0o755 });
    const program = `
      process.chdir(${JSON.stringify(home)});
      const { runDocs } = await import(${JSON.stringify(join(project, 'scripts/commands/docs/run.ts'))});
      await runDocs({ port: 0, open: true });`;
    const {
      child,
      said: told,
      exit,
    } = startProgram(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      cwd: project,
      env: ownEnvironment({ PATH: home }),
    });
    const opened = (): string =>
      existsSync(join(home, 'opened')) ? readFileSync(join(home, 'opened'), 'utf8').trim() : '';
    await vi.waitFor(() => expect(told.stderr + opened()).toMatch(/http.*\//), { timeout: 20_000 });
    await vi.waitFor(() => expect(told.stdout).toMatch(/http:.*\n[\s\S]*\n/), { timeout: 20_000 });
    expect((await fetch(addressIn(told.stdout))).status).toBe(200);
    child.kill(signal);
    return { ...(await exit), opened: opened() };
  }

  function addressIn(stdout: string): string {
    return /http:\S+/.exec(stdout)?.[0] ?? '';
  }

  it.concurrent('prints the address of the docs, opens them, and ends on a signal', { tags: 'slow' }, async () => {
    const { code, stdout, stderr, opened } = await run('echo "$1" > opened', 'SIGINT');
    expect(stdout).toMatch(
      longPattern(
        /^Docs of the contract [\d.]+ at http:\/\/127\.0\.0\.1:\d+\/\nThey /,
        /work without a network\. Press Ctrl-C to stop the server\.\n$/,
      ),
    );
    expect({ opened, code, stderr }).toEqual({ opened: addressIn(stdout), code: 0, stderr: '' });
  });

  it.concurrent.each([
    [undefined, 'this machine has no xdg-open'],
    ['exit 3', 'xdg-open ended with exit code 3'],
  ])('continues if no browser opens: %j', { tags: 'slow' }, async (opener, reason) => {
    const { code, stdout, stderr } = await run(opener, 'SIGTERM');
    expect(stderr).toBe(`Cannot open a browser: ${reason}. Open ${addressIn(stdout)} yourself.\n`);
    expect(code).toBe(0);
  });
});
