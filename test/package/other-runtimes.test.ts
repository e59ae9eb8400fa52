// @module-tag slow
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import { createDirectoryClient } from '../../scripts/index.js';
import { defaultKey } from '../../scripts/sandbox/sandbox.js';
import { blocksOf, type GuideBlock } from '../docs/guide-blocks.js';
import { addressOfNobody } from '../listen-here.js';
import { ownEnvironment } from '../own-machine.js';
import { publishedProgram } from '../published-program.js';
import { runProgram, startProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';

const project = resolve(import.meta.dirname, '../..');
const guide = (name: string): string => readFileSync(join(project, 'openapi/docs', name), 'utf8');
const section = guide('testing.md').split('## On other runtimes')[1] ?? '';
const [server] = blocksOf(section);
const [inTests] = blocksOf(guide('mock-and-sandbox.md').split('## In tests')[1] ?? '');

/** The command that starts the server in each runtime, from the guide. */
const commands = new Map(
  [...section.matchAll(/^\| (\S[^|]*?) \| `([^`]+)`/gm)].map(([, name = '', command = '']) => [name, command]),
);

const { platform, arch } = process;
const inBench = (path: string): string => join(project, 'test/bench/node_modules', path);
/** The programs of the runtimes. Each program is in a package for this platform, so no install script has to run. */
const programs = {
  Bun: inBench(`@oven/bun-${platform}-${arch.replace('arm64', 'aarch64')}/bin/bun`),
  Deno: inBench(`@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}/deno`),
  'Cloudflare Workers': inBench(`@cloudflare/workerd-${platform}-${arch.replace('x64', '64')}/bin/workerd`),
};
const path = { directory_id: '0fd4340a-c3c4-4d8b-815a-f5be26abedae', entry_id: 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9' };
type Runtime = keyof typeof programs;
const runtimes = Object.keys(programs) as Runtime[];

function skipWithout(name: Runtime, context: TestContext): void {
  if (!existsSync(programs[name])) context.skip(`${name} is not installed: npm ci --prefix test/bench installs it.`);
}

const reads = ['listPartnerEntries', 'getPartnerEntry', 'listTiers', 'getTier', 'getFilter', 'exportReviews'];
const writes = ['updatePartnerEntry', 'createTier', 'updateTier', 'deleteTier'];
/** workerd closes the connection after refusing a request with a body in chunks, which the check would report. */
const only = (name: Runtime): string[] => (name === 'Cloudflare Workers' ? reads : [...reads, ...writes]);

/** A program that reads a list from a sandbox with answers. */
const taughtText = `import { createSandbox } from 'directory-contract/sandbox';
const headers = { authorization: '${defaultKey}' };
const request = new Request('http://127.0.0.1/api/directory/private/v1alpha/directories/', { headers });
const response = await createSandbox({ answers: 'answers.yaml' }).fetch(request);
console.log(Object.keys(await response.json()).join());`;

/** A project in which the package is installed. */
const folder = temporaryFolder('runtimes');
const env = ownEnvironment({ DENO_DIR: join(folder, 'deno'), DENO_NO_UPDATE_CHECK: '1' });
beforeAll(async () => {
  const publishedText = dirname(dirname(await publishedProgram()));
  const installedPath = join(folder, 'node_modules/directory-contract');
  mkdirSync(installedPath, { recursive: true });
  for (const path of ['dist', 'package.json'])
    cpSync(join(publishedText, path), join(installedPath, path), { recursive: true, dereference: true });
  cpSync(join(project, 'node_modules/openapi-fetch'), join(folder, 'node_modules/openapi-fetch'), { recursive: true });
  const dependencies = { 'directory-contract': '*', 'openapi-fetch': '*' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies }));
  writeFileSync(join(folder, 'in-tests.js'), inTests?.source ?? '');
  writeFileSync(join(folder, 'answers.yaml'), 'answers: { lists.envelope: { value: { items: /results } } }');
  writeFileSync(join(folder, 'taught.js'), taughtText);
});

/** Starts the server with the command from the guide, on a free port. */
async function served(name: Runtime): Promise<{ url: string; end(): Promise<void> }> {
  const { url } = await addressOfNobody();
  const { port } = new URL(url);
  writeFileSync(join(folder, 'sandbox-server.js'), (server?.source ?? '').replace('4020', port));
  const [program = '', ...args] = (commands.get(name) ?? '').replace('4020', port).split(' ');
  if (program === 'esbuild') {
    const { code, stderr } = await runProgram(join(project, 'node_modules/.bin/esbuild'), args, { cwd: folder, env });
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    const config = readFileSync(join(project, 'test/package/worker.capnp'), 'utf8').replace('4020', port);
    writeFileSync(join(folder, 'worker.capnp'), config);
    args.splice(0, args.length, 'serve', 'worker.capnp');
  } else expect(programs[name].endsWith(`/${program}`)).toBe(true);
  const running = startProgram(programs[name], args, { cwd: folder, env });
  const end = async (): Promise<void> => {
    running.child.kill();
    await running.exit;
  };
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  ) {
    if (running.child.exitCode !== null)
      throw new Error(`${name} has ended: ${running.said.stdout}${running.said.stderr}`);
    await new Promise((resume) => setTimeout(resume, 50));
  }
  return { url, end };
}

describe('the sandbox on another runtime', () => {
  it('is described in the guide for three runtimes', () => {
    expect([...commands.keys()]).toEqual(runtimes);
    expect(server).toMatchObject({ language: 'js' } satisfies Partial<GuideBlock>);
  });

  it('has a server in the guide that also runs on Node.js', async () => {
    writeFileSync(join(folder, 'as-module.js'), server?.source ?? '');
    const askedText = `import server from './as-module.js';
      const address = 'http://127.0.0.1/api/directory/private/v1alpha/directories/';
      const request = new Request(address, { headers: { authorization: '${defaultKey}' } });
      console.log((await server.fetch(request)).status);`;
    writeFileSync(join(folder, 'asked.js'), askedText);
    const result = await runProgram(process.execPath, ['asked.js'], { cwd: folder, env });
    expect(result).toEqual({ code: 0, stdout: '200\n', stderr: '' });
  });

  it.for(runtimes)('passes the check as a server there: %s', async (name, context) => {
    skipWithout(name, context);
    const { url, end } = await served(name);
    try {
      process.env['DIRECTORY_API_KEY'] = defaultKey;
      const report = await check({ baseUrl: url, only: only(name), writes: 'disposable', runs: 1, strict: true });
      const findings = report.findings.filter(({ severity }) => severity !== 'observation');
      expect(findings.map(({ id, actual }) => `${id} ${actual}`)).toEqual([]);
      expect(report).toMatchObject({ verdict: 'passed', coverage: { successTested: only(name).length } });

      const client = createDirectoryClient({ baseUrl: url, apiKey: defaultKey });
      await client.updatePartnerEntry({ path, body: { status: 'hidden' } });
      expect(await client.getPartnerEntry({ path })).toMatchObject({
        data: { title: 'Fjordline Data', status: 'hidden' },
      });
    } finally {
      await end();
    }
  });

  it.for(['Bun', 'Deno'] as const)('works in a program as on Node.js: %s', async (name, context) => {
    skipWithout(name, context);
    const result = await runProgram(programs[name], ['run', 'in-tests.js'], { cwd: folder, env });
    expect(result).toMatchObject({ code: 0, stdout: inTests?.prints?.text });
  });

  it.for(['Bun', 'Deno'] as const)('can be taught there: %s', async (name, context) => {
    skipWithout(name, context);
    const access = name === 'Deno' ? ['--allow-read', '--allow-env'] : [];
    const result = await runProgram(programs[name], ['run', ...access, 'taught.js'], { cwd: folder, env });
    expect(result).toMatchObject({ code: 0, stdout: 'results\n' });
  });
});
