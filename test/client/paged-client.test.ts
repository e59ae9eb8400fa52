import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientModule } from '../../scripts/build/artefacts/client.js';
import { moduleText } from '../../scripts/build/artefacts/generated-module.js';
import { operationTableModule } from '../../scripts/build/artefacts/operation-table.js';
import { ownTypeTools } from '../../scripts/build/artefacts/own-type-tools.js';
import { typesText } from '../../scripts/build/artefacts/types.js';
import type { DirectoryClient } from '../../scripts/index.js';
import { createDirectoryClient } from '../../scripts/index.js';
import { createSandbox, createSandboxFor, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { type SandboxServer, serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { pagedContract, pagedForms } from '../paged-contract.js';
import { runProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';
import { rejection } from './fixture.js';

const root = resolve(import.meta.dirname, '../..');
const path = { directory_id: '0fd4340a-c3c4-4d8b-815a-f5be26abedae' };

/** Writes the generated files of a client into a folder with the layout of the repository; returns the folder. */
async function generated(document: ReturnType<typeof pagedContract>): Promise<string> {
  const folder = temporaryFolder('paged-client');
  await mkdir(join(folder, 'generated'));
  for (const name of ['scripts', 'node_modules']) await symlink(join(root, name), join(folder, name));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'generated/operation-table.ts'), moduleText(operationTableModule(document as never)));
  await writeFile(join(folder, 'generated/client.ts'), moduleText(clientModule(document as never)));
  return folder;
}

type Create = typeof createDirectoryClient;

async function loaded(folder: string): Promise<Create> {
  const outfile = join(folder, 'client.mjs');
  const entryPoints = [join(folder, 'generated/client.ts')];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', logLevel: 'silent' });
  return ((await import(pathToFileURL(outfile).href)) as { createDirectoryClient: Create }).createDirectoryClient;
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe.each(pagedForms)('a client for lists with $name', (form) => {
  const seen: { path: string; authorization: string | null }[] = [];
  let served: SandboxServer;
  let create: Create;
  let client: DirectoryClient;

  beforeAll(async () => {
    const document = pagedContract(form, 'Bearer');
    create = await loaded(await generated(document));
    const sandbox = createSandboxFor(document)();
    served = await serveSandbox({
      sandbox: {
        ...sandbox,
        fetch(request) {
          seen.push({
            path: request.url.slice(served.url.length),
            authorization: request.headers.get('authorization'),
          });
          return sandbox.fetch(request);
        },
      },
    });
    client = create({ baseUrl: served.url, apiKey: defaultKey });
  });
  afterAll(() => served.close());

  it('reads every item once, over several pages, with the word before the key', async () => {
    const plain = createSandbox();
    const whole = createDirectoryClient({ baseUrl: 'http://localhost', apiKey: defaultKey, fetch: plain.fetch });
    seen.length = 0;
    const items = await all(client.pages.listPartnerEntries({ path }));
    const expected = await all(whole.pages.listPartnerEntries({ path }));
    expect(items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(seen.length).toBeGreaterThan(1);
    expect(new Set(seen.map((each) => each.path)).size).toBe(seen.length);
    expect(new Set(seen.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${defaultKey}`]));
  });

  it('sends one request if the caller leaves within the first page', async () => {
    seen.length = 0;
    for await (const entry of client.pages.listPartnerEntries({ path })) {
      expect(entry.id).toEqual(expect.any(String));
      break;
    }
    expect(seen).toHaveLength(1);
  });

  it('refuses with the status of the server', async () => {
    const other = create({ baseUrl: served.url, apiKey: 'another-key' });
    const error = await rejection(other.pages.listPartnerEntries({ path }).next());
    expect(error).toMatchObject({ code: 'refused', operationId: 'listPartnerEntries', cause: { status: 401 } });
  });
});

describe('a client for a contract with a word before the key', () => {
  it('passes the word on to a fetch of the caller, and refuses a key that has it already', async () => {
    const create = await loaded(await generated(pagedContract(pagedForms[0]!, 'Bearer')));
    const sent: (string | null)[] = [];
    const fetch = async (request: Request) => {
      sent.push(request.headers.get('authorization'));
      return new Response('[]');
    };
    const options = { baseUrl: 'https://directory.example.com', fetch };
    await create({ ...options, apiKey: 'k-1' }).getTier({ path: { tier_id: 't' } });
    expect(sent).toEqual(['Bearer k-1']);
    for (const apiKey of ['Bearer k-1', 'bearer k-1'])
      expect(() => create({ ...options, apiKey })).toThrow(
        'apiKey begins with "Bearer", which the client adds. Remove it.',
      );
    const later = (apiKey: string) => create({ ...options, apiKey: async () => apiKey });
    await later('k-2').getTier({ path: { tier_id: 't' } });
    const refused = later('Bearer k-3').pages.listTiers({ path });
    expect(await rejection(refused.next())).toMatchObject({
      code: 'invalid-options',
      message: 'apiKey begins with "Bearer", which the client adds. Remove it.',
    });
    expect(sent).toEqual(['Bearer k-1', 'Bearer k-2']);
    for (const wrong of [undefined, { ...options, apiKey: '' }, { ...options, apiKey: 'k', fetch: {} }])
      expect(() => create(wrong as never)).toThrow(expect.objectContaining({ code: 'invalid-options' }));
  });
});

it('the client of a paged contract compiles, and knows the type of each item', {
  tags: 'slow',
  timeout: 60_000,
}, async () => {
  const document = pagedContract(pagedForms[4]!, 'Bearer');
  const folder = await generated(document);
  await writeFile(join(folder, 'generated/types.ts'), await typesText(document, ownTypeTools));
  const use = `
import { createDirectoryClient, type DirectoryPages, type DirectoryRefusal } from './client.js';
import type { Badge, PartnerEntry, Review } from './types.js';
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Equal<A, B>): void => {};
const client = createDirectoryClient({ baseUrl: '', apiKey: '' });
const path = { directory_id: 'd' };
const entries = client.pages.listPartnerEntries({ path, query: { p: 2 } });
for await (const entry of entries) same<typeof entry, PartnerEntry>(true);
for await (const badge of client.pages.listBadges({ path })) same<typeof badge, Badge>(true);
for await (const review of client.pages.listReviews({ path })) same<typeof review, Review>(true);
const result = await client.listBadges({ path });
if (result.ok) same<typeof result.data.page, { items?: Badge[] } | undefined>(false);
same<Extract<keyof DirectoryPages, 'getTier' | 'exportReviews' | 'createBadge' | 'raw'>, never>(true);
same<DirectoryRefusal['headers'], Headers>(true);
// @ts-expect-error an unknown parameter
client.pages.listBadges({ path, query: { page: 1 } });
// @ts-expect-error no directory
client.pages.listBadges();
`;
  await writeFile(join(folder, 'generated/use.ts'), use);
  const tsconfig = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { noEmit: true, types: ['node'], skipLibCheck: true },
    include: ['generated/*.ts'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  const compiler = join(root, 'node_modules/typescript7/bin/tsc');
  const { stdout } = await runProgram(process.execPath, [compiler, '--pretty', 'false'], { cwd: folder });
  expect(stdout).toBe('');
});
