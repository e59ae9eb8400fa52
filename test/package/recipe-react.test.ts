// @module-tag slow
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../scripts/contract/json.js';
import { clientFile } from '../../scripts/generate/client-file.js';
import { packageVersion } from '../../scripts/generated-file.js';
import { createSandbox, createSandboxFor, defaultKey, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import type { ScenarioRule } from '../../scripts/sandbox/scenario/read-scenario.js';
import { blocksOf } from '../docs/guide-blocks.js';
import { useBrowser } from '../docs/reference-browser.js';
import { type Listening, listenHere } from '../listen-here.js';
import { pagedContract, pagedForms } from '../paged-contract.js';
import { runProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';
import { project } from './ci-machine.js';

const recipe = join(project, 'recipes/react');
const directoryId = '0fd4340a-c3c4-4d8b-815a-f5be26abedae';
const path = { directory_id: directoryId, entry_id: 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9' };
const entryPath = `/api/directory/private/v1alpha/directories/${directoryId}/entries/partners/${path.entry_id}/`;

/** The targets of imports. Longer names come first, since an alias also matches names that begin with it. */
const sources = {
  'directory-contract/validators': join(project, 'scripts/validators/index.ts'),
  'directory-contract/examples': join(project, 'generated/examples.ts'),
  'directory-contract/msw': join(project, 'scripts/mock/msw.ts'),
  'directory-contract/tanstack-query': join(project, 'generated/tanstack-query.ts'),
  'directory-contract/runtime': join(project, 'scripts/generate/run-time.ts'),
  'directory-contract': join(project, 'scripts/index.ts'),
};

/** A copy of the recipe, in the folder of a program that uses it. */
const folder = temporaryFolder('recipe-react');
const node = (program: string, ...args: string[]) =>
  runProgram(process.execPath, [join(project, 'node_modules', program), ...args], { cwd: folder });

beforeAll(() => {
  cpSync(recipe, join(folder, 'react'), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  const compilerOptions = {
    ...{ target: 'es2022', module: 'nodenext', lib: ['es2023', 'dom', 'dom.iterable'], jsx: 'react-jsx', noEmit: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noUnusedLocals: true },
    ...{ skipLibCheck: true, allowJs: true, checkJs: false, types: ['node'] },
    paths: Object.fromEntries(Object.entries(sources).map(([name, file]) => [name, [file]])),
  };
  const files = {
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['react'] }),
    'vitest.config.mjs': `export default { resolve: { alias: ${JSON.stringify(sources)} } };`,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
});

describe('the recipe for a page in React', () => {
  it('compiles under strict options', async () => {
    const { stdout } = await node('typescript7/bin/tsc', '--pretty', 'false', '--listFiles');
    for (const name of readdirSync(recipe)) expect(stdout).toContain(`/react/${name}\n`);
    expect(stdout.split('\n').filter((line) => /^(?:error|react\/)/.test(line))).toEqual([]);
  });

  it('passes its own tests', async () => {
    const { stdout } = await node('vitest/vitest.mjs', 'run', '--reporter', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 3, numTotalTests: 3 });
  });

  it('contains the code of the guide, which explains it', () => {
    const code = readdirSync(recipe).map((name) => withoutSpace(readFileSync(join(recipe, name), 'utf8')));
    const blocks = blocksOf(readFileSync(join(project, 'openapi/docs/front-end.md'), 'utf8'));
    const parts = blocks.filter(({ language }) => language === 'ts').map(({ source }) => source);
    expect(parts.length).toBeGreaterThan(5);
    for (const part of parts)
      expect(
        code.filter((file) => file.includes(withoutSpace(part))),
        part,
      ).toHaveLength(1);
  });
});

const withoutSpace = (source: string): string => source.replaceAll(/\s/g, '');

describe('the page in a browser', () => {
  const open = useBrowser();
  let sandbox: Sandbox;
  let server: Listening;
  /** The updates that the server received. */
  const updates: unknown[] = [];
  /** Updates wait for it. */
  let gate = Promise.resolve();

  beforeAll(async () => {
    sandbox = createSandbox();
    server = await serve(() => sandbox, await bundlePage({}));
  });
  afterAll(() => server.close());

  /** Serves a page with this script, and a sandbox below `/api/`, as a proxy that adds the key. */
  async function serve(current: () => Sandbox, script: string): Promise<Listening> {
    const proxied = async (request: IncomingMessage): Promise<Response> => {
      if (request.url === '/page.js') return new Response(script, { headers: { 'content-type': 'text/javascript' } });
      const html = '<!doctype html><link rel="icon" href="data:,"><main></main><script src="/page.js"></script>';
      if (!request.url?.startsWith('/api/')) return new Response(html, { headers: { 'content-type': 'text/html' } });
      expect(request.headers.authorization).toBeUndefined();
      const { method = '', url } = request;
      const body = await text(request);
      const headers = { authorization: defaultKey, 'content-type': 'application/json' };
      if (method === 'PATCH') updates.push(JSON.parse(body));
      if (method === 'PATCH') await gate;
      return current().fetch(new Request(`http://127.0.0.1${url}`, { method, headers, body: body || null }));
    };
    return listenHere(
      createServer(async (request, response) => {
        const answer = await proxied(request);
        response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
      }),
    );
  }

  async function bundlePage(alias: Record<string, string>): Promise<string> {
    const contents = `
      import { createRoot } from 'react-dom/client';
      import { DirectoryPage } from './page.js';
      createRoot(document.querySelector('main')).render(<DirectoryPage directoryId="${directoryId}" />);`;
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: recipe, loader: 'tsx' },
      ...{ bundle: true, write: false, format: 'iife', platform: 'browser', jsx: 'automatic', logLevel: 'silent' },
      define: { 'process.env.NODE_ENV': '"production"' },
      alias: { ...sources, ...alias },
    });
    return outputFiles[0]?.text ?? '';
  }

  /** Opens the page and, in it, the first partner; the sandbox is as new. */
  async function openEntry(rules: readonly ScenarioRule[] = []): Promise<AsyncDisposable & { page: Page }> {
    sandbox.reset();
    sandbox.scenario(rules);
    updates.length = 0;
    gate = Promise.resolve();
    const opened = await open(server.url, { within: `${server.url}/` });
    await opened.page.getByRole('button', { name: 'Fjordline Data' }).click();
    await opened.page.getByRole('button', { name: 'Save' }).waitFor();
    return opened;
  }

  const refuse = (status: number, body: Json): ScenarioRule[] => [
    { when: { operation: 'updatePartnerEntry', nth: 1 }, then: { status, body } },
  ];

  /** Resolves when the message at a field is this text. */
  const messageAt = (page: Page, label: string, message: string): Promise<void> =>
    page
      .locator('p', { has: page.getByLabel(label, { exact: true }) })
      .getByText(message)
      .waitFor();

  const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name }).waitFor();

  async function readEntry(): Promise<Record<string, unknown>> {
    const request = new Request(`http://127.0.0.1${entryPath}`, { headers: { authorization: defaultKey } });
    return (await (await sandbox.fetch(request)).json()) as Record<string, unknown>;
  }

  it('lists all partners, without a button for more where the list has one page', async () => {
    await using opened = await openEntry();
    expect(await opened.page.getByRole('navigation').getByRole('button').count()).toBe(12);
    expect(await opened.page.getByRole('button', { name: 'More partners' }).count()).toBe(0);
  });

  it('reads the next page of a list that has pages', async () => {
    const [form] = pagedForms;
    if (!form) throw new Error('Expected a form of pages.');
    const document = pagedContract(form);
    const client = join(folder, 'client.ts');
    writeFileSync(client, clientFile(document, '//', packageVersion()));
    const all = join(folder, 'all.ts');
    const own = JSON.stringify(sources['directory-contract']);
    writeFileSync(all, `export * from ${own}; export { createDirectoryClient } from ${JSON.stringify(client)};`);
    const paged = createSandboxFor(document)();
    const pages = await serve(() => paged, await bundlePage({ 'directory-contract': all }));
    await using opened = await open(pages.url, { within: `${pages.url}/` });
    const more = opened.page.getByRole('button', { name: 'More partners' });
    const buttons = opened.page.getByRole('navigation').getByRole('button');
    await more.click();
    await buttons.nth(8).waitFor();
    await more.click();
    await more.waitFor({ state: 'detached' });
    expect(await buttons.count()).toBe(12);
    await pages.close();
  });

  it('shows a new title before the server responds, and sends only what has changed', async () => {
    await using opened = await openEntry();
    let release = (): void => undefined;
    gate = new Promise((resolve) => {
      release = resolve;
    });
    await opened.page.getByLabel('Title', { exact: true }).fill('Ours');
    await opened.page.getByRole('button', { name: 'Save' }).click();
    await heading(opened.page, 'Ours');
    expect((await readEntry())['title']).toBe('Fjordline Data');
    release();
    await opened.page.getByRole('navigation').getByRole('button', { name: 'Ours' }).waitFor();
    expect(updates).toEqual([{ title: 'Ours' }]);
  });

  it('shows a message of the validator at its field, and sends nothing', async () => {
    await using opened = await openEntry();
    await opened.page.getByLabel('Website').fill('fjordline.example');
    await opened.page.getByRole('button', { name: 'Save' }).click();
    await messageAt(opened.page, 'Website', 'Expected a URI, found a different string.');
    await opened.page.getByLabel('Website').fill('');
    await opened.page.getByLabel('Title', { exact: true }).fill('Ours');
    await opened.page.getByRole('button', { name: 'Save' }).click();
    await opened.page.getByRole('navigation').getByRole('button', { name: 'Ours' }).waitFor();
    expect(updates).toEqual([{ title: 'Ours' }]);
  });

  it('shows a message of the server at its field, and the old title', async () => {
    const body = { errors: [{ pointer: '/media/0/title', message: 'Too long.' }] };
    await using opened = await openEntry(refuse(400, body));
    await opened.page.getByLabel('Title', { exact: true }).fill('Ours');
    await opened.page.getByRole('button', { name: 'Save' }).click();
    await messageAt(opened.page, 'Title of medium 1', 'Too long.');
    await heading(opened.page, 'Fjordline Data');
  });

  it('shows the old title again after a 500, and keeps what the user typed', async () => {
    await using opened = await openEntry(refuse(500, {}));
    await opened.page.getByLabel('Title', { exact: true }).fill('Ours');
    await opened.page.getByRole('button', { name: 'Save' }).click();
    await opened.page.getByText('the status 500').waitFor();
    await heading(opened.page, 'Fjordline Data');
    expect(await opened.page.getByLabel('Title', { exact: true }).inputValue()).toBe('Ours');
    await opened.page.getByRole('button', { name: 'Save' }).click();
    await opened.page.getByRole('navigation').getByRole('button', { name: 'Ours' }).waitFor();
  });

  it('saves a list whole, with the ids of its items, also when it is empty', async () => {
    await using opened = await openEntry();
    const media = (await readEntry())['media'] as { id: string }[];
    const { page } = opened;
    const saved = async (length: number): Promise<{ id: string; title: string }[]> => {
      await page.getByRole('button', { name: 'Save' }).click();
      await expect.poll(async () => ((await readEntry())['media'] as unknown[]).length).toBe(length);
      return (await readEntry())['media'] as { id: string; title: string }[];
    };
    await page.getByRole('button', { name: 'Add a medium' }).click();
    const label = `Title of medium ${media.length + 1}`;
    await page.getByLabel(label).fill('New');
    const more = await saved(media.length + 1);
    expect(more.slice(0, -1).map(({ id }) => id)).toEqual(media.map(({ id }) => id));
    expect(more.at(-1)?.title).toBe('New');
    for (const _ of more) await page.getByRole('button', { name: 'Remove medium 1' }).click();
    expect(await saved(0)).toEqual([]);
  });
});
