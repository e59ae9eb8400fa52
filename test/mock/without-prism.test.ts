import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundlePrograms } from '../../scripts/build/package/programs.js';
import { prism, toMissingToolError } from '../../scripts/system/tool.js';
import { type Program, startProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';
import { npmSettings, registryOf } from './registry.js';

const run = promisify(execFile);

/** A replacement for Prism, which prints the path of its document, and whether it received the key. */
const program = `
const value = (flag) => process.argv[process.argv.indexOf(flag) + 1];
const key = process.env.DIRECTORY_API_KEY ?? 'none';
const answer = JSON.stringify({ contract: process.argv.at(-1), key, pid: process.pid });
require('node:http').createServer((_, response) => response.end(answer)).listen(value('--port'), value('--host'));`;

const root = temporaryFolder('without-prism');
let emptyText: string;
// The published package, in a folder from which Node.js cannot find Prism.
beforeAll(async () => {
  emptyText = join(root, 'empty');
  for (const path of ['dist', 'empty']) mkdirSync(join(root, path));
  symlinkSync(resolve('generated'), join(root, 'generated'));
  await bundlePrograms(join(root, 'dist'));
});

/** Starts the mock in a separate program, like users' tests, and prints the result. */
async function startedBy(load: string, folder: string): Promise<unknown> {
  const text = `
    ${load}.then(({ startMock }) => startMock()).then(async ({ url, close, ended }) => {
      const answer = await (await fetch(url)).json();
      await close();
      let gone = false;
      try { process.kill(answer.pid, 0); } catch { gone = true; }
      console.log(JSON.stringify({ contract: answer.contract, key: answer.key, gone, said: await ended }));
    }, (error) => console.log(JSON.stringify({ isError: error instanceof Error, message: error.message })));`;
  const { stdout } = await run(process.execPath, ['-e', text], {
    cwd: folder,
    env: { ...process.env, DIRECTORY_API_KEY: 'a-key-of-somebody' },
  });
  return JSON.parse(stdout);
}

describe.each([
  ['an ES module', (): string => `import(${JSON.stringify(pathToFileURL(join(root, 'dist/mock.js')).href)})`],
  ['CommonJS', (): string => `Promise.resolve(require(${JSON.stringify(join(root, 'dist/mock.cjs'))}))`],
])('startMock, imported as %s', (_, load) => {
  it('rejects with the command that installs Prism if it is missing', async () => {
    expect(await startedBy(load(), emptyText)).toEqual({ isError: true, message: toMissingToolError(prism).message });
  });

  it('starts the Prism of the current folder with the contract of the package, and stops it', {
    tags: 'slow',
  }, async () => {
    const folder = join(root, 'with-prism');
    const home = join(folder, 'node_modules/@stoplight/prism-cli');
    mkdirSync(join(home, 'dist'), { recursive: true });
    writeFileSync(join(home, 'package.json'), '{}');
    writeFileSync(join(home, 'dist/index.js'), program);
    const contract = join(root, 'generated/docs/openapi.yaml');
    expect(await startedBy(load(), folder)).toEqual({ contract, key: 'none', gone: true, said: '' });
  });
});

describe('the command mock without Prism', () => {
  const start = (settings: Record<string, string>): Program => {
    const options = { cwd: emptyText, env: { ...process.env, ...settings } };
    return startProgram(process.execPath, [join(root, 'dist/cli.cjs'), 'mock', '--port', '0'], options);
  };

  it('ends with 2 without a network, and prints the reason and the command that installs Prism', {
    tags: 'slow',
  }, async () => {
    const { exit } = start({ ...npmSettings('http://127.0.0.1:9', root), npm_config_offline: 'true' });
    const stderr = `Prism is not installed. npx is fetching @stoplight/prism-cli 5.14.2, about 90 MB, into npm's cache.
npx could not fetch @stoplight/prism-cli 5.14.2: npm reports ENOTCACHED.
${toMissingToolError(prism).message}
`;
    expect(await exit).toEqual({ code: 2, stdout: '', stderr });
  });

  it('fetches Prism, serves, and stops Prism on a signal', { tags: 'long' }, async () => {
    using registry = await registryOf(
      Object.entries(prism.packages).map(([name, version]) => ({
        manifest: { name, version, bin: prism.program },
        files: { [prism.program]: program },
      })),
    );
    const mock = start(registry.env);
    const [url = ''] = /http:\S+:\d+/.exec(await mock.waitFor(/^curl .*\n/m)) ?? [];
    const { pid, contract } = (await (await fetch(url)).json()) as { pid: number; contract: string };
    expect(dirname(contract)).toBe(join(root, 'generated/docs'));
    mock.child.kill('SIGTERM');
    expect(await mock.exit).toMatchObject({ code: 0 });
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(registry.requests).toEqual(expect.arrayContaining(Object.keys(prism.packages).map((name) => `/${name}`)));
  });
});
