import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { reportFormats } from '../../scripts/check/reports/index.js';
import { ownEnvironment } from '../own-machine.js';
import { publishedProgram } from '../published-program.js';
import { startProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';
import { canaryKey, encodings, searchFolder, searchFor } from './canary.js';
import { echoes, echoServer } from './echo.js';

const key = canaryKey();
const search = searchFor(key);
const inForm = (name: string): string => encodings[name]?.(key) ?? '';

let cli: string;
beforeAll(async () => {
  cli = await publishedProgram();
});

interface Ended {
  code: number | null;
  output: string;
  /** The places of the key in the output, and in the files that the program wrote. */
  leaks: string[];
}

/**
 * Runs the program with the key in its environment. Its folder is searched afterwards.
 *
 * @param use is called with the address that a server prints; afterwards, the program is stopped
 */
async function run(args: readonly string[], use?: (url: string) => Promise<void>): Promise<Ended> {
  const folder = temporaryFolder();
  const program = startProgram(process.execPath, [cli, ...args], {
    cwd: folder,
    env: ownEnvironment({ DIRECTORY_API_KEY: key }),
  });
  if (use) {
    await use(/http:\/\/[\w.:]+/.exec(await program.printed(/http:\S+[\s\S]*\n$/))?.[0] ?? '');
    program.child.kill();
  }
  const { code, stdout, stderr } = await program.ended;
  const output = stdout + stderr;
  return { code, output, leaks: [...search(output), ...searchFolder(folder, search)] };
}

/** Writes a file that contains the key into a folder that is not searched. */
function planted(name: string, content: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

describe('no program reveals the key', () => {
  it('safety key-disk: if it checks a server that repeats it', { tags: 'slow' }, async () => {
    await using server = await echoServer(key, echoes['in values'][0]);
    const reports = reportFormats.flatMap((format) => ['--report', `${format}=report.${format}`]);
    const { code, leaks, output } = await run([
      'check',
      '--base-url',
      server.url,
      '--only',
      'listDirectories,getPartnerEntry',
      '--verbose',
      ...reports,
    ]);
    expect(output).toContain('safety.key-echoed');
    expect({ code, leaks }).toEqual({ code: 1, leaks: [] });
  });

  it.each(['plain', 'base64 after one character'])('if it is an argument: %s', async (name) => {
    const { code, leaks, output } = await run(['check', '--only', inForm(name)]);
    expect(output).toBe(
      'The key is in the command line, where others can read ' +
        'it. Remove it there, and set it in DIRECTORY_API_KEY only.\n',
    );
    expect({ code, leaks }).toEqual({ code: 2, leaks: [] });
  });

  it.each<[string, string[], string, string]>([
    [
      'a contract',
      ['check', '--base-url', 'http://127.0.0.1:1', '--contract'],
      `openapi: ${JSON.stringify(key)}\npaths: {}\n`,
      'expected an OpenAPI document: "openapi: 3.x.x"',
    ],
    [
      'a baseline',
      ['check', '--base-url', 'http://127.0.0.1:1', '--baseline'],
      JSON.stringify({ [inForm('hexadecimal')]: 1 }),
      'does not match baseline.schema.json',
    ],
    ['a report', ['merge-reports'], JSON.stringify({ [key]: 1 }), 'is not a report of the check'],
    [
      'a document to compare',
      ['diff'],
      `openapi: 3.1.0\ninfo: { title: ${JSON.stringify(key)} }\npaths: { ${JSON.stringify(key)}: 1 }\n`,
      '',
    ],
    ['a state', ['sandbox', '--port', '0', '--data'], JSON.stringify({ [key]: 1 }), ''],
  ])('if it appears in %s that is invalid', { tags: 'slow' }, async (_, args, content, says) => {
    const { code, leaks, output } = await run([...args, planted('wrong.json', content)]);
    expect(output).toContain(says);
    expect(output).not.toMatch(/^\s+at /m);
    expect({ code, leaks }).toEqual({ code: 2, leaks: [] });
  });

  it.each(['sandbox', 'docs'])('if a client sends it to a server: %s', async (name) => {
    const { leaks, output } = await run([name, '--port', '0'], async (url) => {
      for (const path of [`/${encodeURIComponent(key)}`, `/?key=${inForm('base64url')}`])
        await (await fetch(url + path, { headers: { authorization: key } })).arrayBuffer();
    });
    expect(output).toContain('http://127.0.0.1:');
    expect(leaks).toEqual([]);
  });
});
