import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundlePrograms } from '../../scripts/build/package/programs.js';
import { reportFormats } from '../../scripts/check/reports/index.js';
import { temporaryFolder as folderOfTest } from '../commands/check/fixture.js';
import { ownEnvironment } from '../own-machine.js';
import { temporaryFolder } from '../sandbox/program.js';
import { canaryKey, encodings, searchFolder, searchFor } from './canary.js';
import { echoes, echoServer } from './echo.js';

const key = canaryKey();
const search = searchFor(key);
const inForm = (name: string): string => encodings[name]?.(key) ?? '';

let cli: string;
// As it is published: compiled, beside the generated files.
beforeAll(async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, 'dist'));
  symlinkSync(resolve('generated'), join(root, 'generated'));
  await bundlePrograms(join(root, 'dist'));
  cli = join(root, 'dist', 'cli.js');
});

interface Ended {
  code: number | null;
  said: string;
  /** Where the key stands in what it said, and in the files that it left. */
  leaks: string[];
}

/**
 * Runs the program with the key in its environment, in a folder that is searched afterwards.
 *
 * @param use what is done with the address of a server once it has said it; then it is told to stop
 */
async function run(args: readonly string[], use?: (url: string) => Promise<void>): Promise<Ended> {
  const folder = folderOfTest();
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    env: ownEnvironment({ DIRECTORY_API_KEY: key }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (said += part));
  const closed = once(child, 'close');
  if (use) {
    while (!/http:\S+[^]*\n$/.test(said)) await Promise.race([once(child.stdout, 'data'), closed]);
    await use(/http:\/\/[\w.:]+/.exec(said)?.[0] ?? '');
    child.kill();
  }
  const [code] = (await closed) as [number | null];
  return { code, said, leaks: [...search(said), ...searchFolder(folder, search)] };
}

/** A file with the key in it, in a folder that is not searched. */
function planted(name: string, content: string): string {
  const path = join(folderOfTest(), name);
  writeFileSync(path, content);
  return path;
}

describe('no program shows the key', () => {
  it('safety key-disk: when it checks a server that repeats it', async () => {
    await using server = await echoServer(key, echoes['in values'][0]);
    const reports = reportFormats.flatMap((format) => ['--report', `${format}=report.${format}`]);
    const { code, leaks, said } = await run([
      'check',
      '--base-url',
      server.url,
      '--only',
      'listDirectories,getPartnerEntry',
      '--verbose',
      ...reports,
    ]);
    expect(said).toContain('safety.key-echoed');
    expect({ code, leaks }).toEqual({ code: 1, leaks: [] });
  });

  it.each(['plain', 'base64 behind one'])('when it is an argument: %s', async (name) => {
    const { code, leaks, said } = await run(['check', '--only', inForm(name)]);
    expect(said).toBe(
      'The key stands in the command line, where others can read it. Take it out: it comes from DIRECTORY_API_KEY alone.\n',
    );
    expect({ code, leaks }).toEqual({ code: 2, leaks: [] });
  });

  it.each<[string, string[], string, string]>([
    [
      'a contract',
      ['check', '--base-url', 'http://127.0.0.1:1', '--contract'],
      `openapi: ${JSON.stringify(key)}\npaths: {}\n`,
      'expected a document with "openapi: 3.1.x"',
    ],
    [
      'a baseline',
      ['check', '--base-url', 'http://127.0.0.1:1', '--baseline'],
      JSON.stringify({ [inForm('hexadecimal')]: 1 }),
      'is not known',
    ],
    ['a report', ['merge-reports'], JSON.stringify({ [key]: 1 }), 'is no report of the check'],
    [
      'a document to compare',
      ['diff'],
      `openapi: 3.1.0\ninfo: { title: ${JSON.stringify(key)} }\npaths: { ${JSON.stringify(key)}: 1 }\n`,
      '',
    ],
    ['a state', ['sandbox', '--port', '0', '--data'], JSON.stringify({ [key]: 1 }), ''],
  ])('when it stands in %s that is wrong', async (_, args, content, says) => {
    const { code, leaks, said } = await run([...args, planted('wrong.json', content)]);
    expect(said).toContain(says);
    expect(said).not.toMatch(/^\s+at /m);
    expect({ code, leaks }).toEqual({ code: 2, leaks: [] });
  });

  it.each(['sandbox', 'docs'])('when it serves whoever sends it: %s', async (name) => {
    const { leaks, said } = await run([name, '--port', '0'], async (url) => {
      for (const path of [`/${encodeURIComponent(key)}`, `/?key=${inForm('base64url')}`])
        await (await fetch(url + path, { headers: { authorization: key } })).arrayBuffer();
    });
    expect(said).toContain('http://127.0.0.1:');
    expect(leaks).toEqual([]);
  });
});
