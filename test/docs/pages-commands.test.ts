import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ownEnvironment } from '../own-machine.js';
import { publishedProgram } from '../published-program.js';
import { type Ended, type Program, runProgram, startProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';
import { blocksOf, expectLines } from './guide-blocks.js';
import { guides, project } from './pages-fixture.js';

const sandboxAddress = 'http://127.0.0.1:4020';

// Only guides whose commands and programs do not depend on order; the others have their own tests.
const examples = guides
  .filter(({ path }) => !/\/(?:teach|own-service|quick-start|client|validators|testing|lists|versions)\.md$/.test(path))
  .flatMap(({ path, bytes }) => blocksOf(new TextDecoder().decode(bytes)).map((block) => ({ guide: path, ...block })));
const commands = examples.filter(({ language, source }) => language === 'sh' && /^(?:curl|npx) /.test(source));
const starts = commands.filter(({ source }) => source === 'npx directory-contract sandbox\n');
/** These commands undo the writes of a killed run, so only the test with such a run uses them. */
const undoes = commands.filter(({ source }) => source.includes(' undo\n'));
const calls = commands.filter((each) => !starts.includes(each) && !undoes.includes(each));
const programs = examples.filter(({ language }) => language === 'ts');
const runnable = programs.filter(({ source }) => !source.includes('directory-contract/vitest'));

let url = '';
let cli = '';
let sandbox: Program;
/** The folder for the journals of the check. */
const state = temporaryFolder('guides-state');
beforeAll(async () => {
  cli = await publishedProgram();
  // Starts the sandbox with the command of the guide, but on a free port.
  const source = `exec ${withOurCommand(starts[0]?.source.trim() ?? '')} --port 0`;
  sandbox = startProgram('/bin/sh', ['-c', source], { cwd: project });
  [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(await sandbox.printed(/^curl .*\n/m)) ?? [];
});
afterAll(async () => {
  sandbox.child.kill();
  await sandbox.ended;
});

async function reset(): Promise<void> {
  expect((await fetch(`${url}/__sandbox/reset`, { method: 'POST' })).status).toBe(200);
}

describe('the commands of the guides', () => {
  it('are present: one starts the sandbox, and the others call it', () => {
    expect(starts).toHaveLength(1);
    expect(calls.filter(({ source }) => source.startsWith('curl ')).map(({ guide }) => guide)).toEqual([
      ...Array<string>(2).fill('openapi/docs/authentication.md'),
      ...Array<string>(2).fill('openapi/docs/errors.md'),
      ...Array<string>(4).fill('openapi/docs/mock-and-sandbox.md'),
    ]);
    expect(calls.filter(({ source }) => source.startsWith('npx '))).toHaveLength(3);
  });

  it.each(calls)('$guide: $source', { tags: 'slow' }, async ({ source, prints }) => {
    expect(source).toContain(sandboxAddress);
    await reset();
    const { code, stdout, stderr } = await shell(withOurCommand(source.replaceAll(sandboxAddress, url)));
    expect({ code, stderr: source.startsWith('curl -s') ? stderr : '' }).toEqual({ code: 0, stderr: '' });
    if (prints?.language === 'json') expect(JSON.parse(stdout)).toMatchObject(JSON.parse(prints.text) as object);
    else if (prints) expectLines(stdout, prints.text);
    else expect(JSON.parse(stdout)).toBeInstanceOf(Object);
  });
});

it('undoes the changes of a killed run, as the guide says', { tags: 'slow' }, async () => {
  const kill = examples.find(({ source }) => source.includes('kill -9'))?.source ?? '';
  await reset();
  await shell(
    kill
      .replaceAll(sandboxAddress, url)
      .replace('node_modules/.bin/directory-contract', `'${process.execPath}' '${cli}'`),
  );
  const [{ source = '', prints } = {}] = undoes;
  const { code, stdout } = await shell(source.replaceAll('npx directory-contract', `'${process.execPath}' '${cli}'`));
  expectLines(stdout.replaceAll(url, sandboxAddress), prints?.text ?? '');
  expect(code).toBe(0);
});

describe('the programs of the guides', () => {
  const folder = temporaryFolder('guides');
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  it.each(runnable.map((each, index) => ({ ...each, number: index + 1 })))(
    '$guide: program $number prints what the guide says',
    { tags: 'slow' },
    async ({ source, prints, number }) => {
      const outfile = join(folder, `runs-${number}.mjs`);
      const contents = source.replaceAll(sandboxAddress, url);
      const alias = Object.fromEntries(Object.entries(sources).map(([name, path]) => [name, join(project, path)]));
      await build({
        stdin: { contents, loader: 'ts', resolveDir: project },
        bundle: true,
        platform: 'node',
        format: 'esm',
        alias,
        outfile,
        // Without imports and exports, a file could be taken for a script, in which `for await` is not allowed.
        footer: { js: 'export {};' },
      });
      const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
      // A guide that sets no key uses the key of the sandbox.
      vi.stubEnv('DIRECTORY_API_KEY', undefined);
      await reset();
      await import(/* @vite-ignore */ outfile);
      expect(prints).toBeDefined();
      expect(log.mock.calls.map((words) => words.join(' ')).join('\n')).toBe(prints?.text.trim());
    },
  );

  it('compile', { tags: 'long' }, async () => {
    const compilerOptions = {
      ...{ target: 'es2022', module: 'nodenext', moduleDetection: 'force', strict: true, skipLibCheck: true },
      ...{ noEmit: true, allowJs: true, typeRoots: [join(project, 'node_modules/@types')], types: ['node'] },
      paths: Object.fromEntries(Object.entries(sources).map(([name, path]) => [name, [join(project, path)]])),
    };
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['program-*.ts'] }));
    await Promise.all(programs.map(({ source }, index) => writeFile(join(folder, `program-${index}.ts`), source)));
    const compiler = join(project, 'node_modules/typescript7/bin/tsc');
    const args = [compiler, '--pretty', 'false', '--listFiles'];
    const { stdout } = await runProgram(process.execPath, args, { cwd: folder });
    // Only errors of the guides count; the package's own files are compiled for another target.
    expect(stdout.match(/^program-.*$/gm)).toBeNull();
    expect(stdout.match(/\/program-\d+\.ts$/gm)).toHaveLength(programs.length);
  });
});

/** The targets of imports of the package. Longer names come first, since an alias also matches their beginnings. */
const sources = {
  'directory-contract/sandbox': 'scripts/sandbox/index.ts',
  'directory-contract/vitest': 'scripts/check/vitest.ts',
  'directory-contract': 'scripts/index.ts',
};

/** Replaces npx, which would look for the package in the folder or in a registry. */
function withOurCommand(source: string): string {
  return source.replace(/^npx directory-contract /, `'${process.execPath}' '${cli}' `);
}

function shell(source: string): Promise<Ended> {
  const env = ownEnvironment({ XDG_STATE_HOME: state, DIRECTORY_API_KEY: 'sandbox-key' });
  return runProgram('/bin/sh', ['-c', source], { cwd: project, env });
}
