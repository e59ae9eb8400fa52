import { beforeAll, describe, expect, it } from 'vitest';
import { ownEnvironment } from '../own-machine.js';
import { publishedProgram } from '../published-program.js';
import { startProgram } from '../run-program.js';
import { temporaryFile, temporaryFolder } from '../temporary-folder.js';
import { canaryKey, encodings, searchFolder, searchFor } from './canary.js';
import { echoes, echoServer } from './echo.js';
import { everyReport } from './leaks.js';

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
  /** Each place where the key appears in the output, or in the files that the program wrote. */
  leaks: string[];
}

interface Use {
  environment?: NodeJS.ProcessEnv;
  /** Called with the address that a server prints; afterwards, the test stops the program. */
  use?: (url: string) => Promise<void>;
}

/** Runs the program with the key in its environment. Its folder is searched afterwards. */
async function run(
  args: readonly string[],
  { environment = { DIRECTORY_API_KEY: key }, use }: Use = {},
): Promise<Ended> {
  const folder = temporaryFolder();
  const program = startProgram(process.execPath, [cli, ...args], { cwd: folder, env: ownEnvironment(environment) });
  if (use) {
    await use(/http:\/\/[\w.:]+/.exec(await program.waitFor(/http:\S+[\s\S]*\n$/))?.[0] ?? '');
    program.child.kill();
  }
  const { code, stdout, stderr } = await program.exit;
  return { code, output: stdout + stderr, leaks: [...search(stdout + stderr), ...searchFolder(folder, search)] };
}

describe('no program reveals the key', () => {
  it.each([
    ['that repeats it', [], { DIRECTORY_API_KEY: key }],
    [
      'whose key comes from a command, and is also in a header',
      ['--header', 'X-Canary: $CANARY', '--key-command', `"${process.execPath}" -p "process.env.CANARY"`],
      { CANARY: key },
    ],
  ])('safety key-redacted, key-disk: if it checks a server %s', { tags: 'slow' }, async (_, flags, environment) => {
    await using server = await echoServer(key, echoes['in values'][0]);
    const args = ['check', server.url, '--only', 'listDirectories,getPartnerEntry', '--verbose', ...flags];
    const reports = everyReport('.').flatMap((text) => ['--report', text]);
    const { code, leaks, output } = await run([...args, ...reports], { environment });
    expect(output).toContain('safety.key-echoed');
    expect({ code, leaks }).toEqual({ code: 1, leaks: [] });
  });

  it.each([
    [['check', '--only', inForm('base64 after one character')]],
    [['check', `--api-key=${key}`]],
    [['check', '--base-url', `http://127.0.0.1:1/${encodeURIComponent(key)}`]],
    [[key]],
  ])('safety key-argument: if it is an argument: %#', async (args) => {
    const { code, leaks, output } = await run(args);
    expect(output).toBe(
      'The key is in the command line, where others can read ' +
        'it. Remove the key from there, and set it only in DIRECTORY_API_KEY.\n',
    );
    expect({ code, leaks }).toEqual({ code: 2, leaks: [] });
  });

  const address = ['check', '--base-url', 'http://127.0.0.1:1'];
  const quotedText = JSON.stringify(key);
  it.each<[string, string[], string, string]>([
    ['a contract', [...address, '--contract'], `openapi: ${quotedText}\npaths: {}\n`, 'expected an OpenAPI document'],
    ['a baseline', [...address, '--baseline'], `{ "${inForm('hexadecimal')}": 1 }`, 'does not match baseline.schema'],
    ['a report', ['merge-reports'], `{ ${quotedText}: 1 }`, 'is not a report of the check'],
    ['a document', ['diff'], `openapi: 3.1.0\ninfo: { title: ${quotedText} }\npaths: { ${quotedText}: 1 }\n`, ''],
    ['a state', ['sandbox', '--port', '0', '--data'], `{ ${quotedText}: 1 }`, ''],
  ])('if it appears in %s that is invalid', { tags: 'slow' }, async (_, args, content, message) => {
    const { code, leaks, output } = await run([...args, temporaryFile('wrong.json', content)]);
    expect(output).toContain(message);
    expect(output).not.toMatch(/^\s+at /m);
    expect({ code, leaks }).toEqual({ code: 2, leaks: [] });
  });

  it.each(['sandbox', 'docs'])('if a client sends it to a server: %s', async (name) => {
    const use = async (url: string): Promise<void> => {
      for (const path of [`/${encodeURIComponent(key)}`, `/?key=${inForm('base64url')}`])
        await (await fetch(url + path, { headers: { authorization: key } })).arrayBuffer();
    };
    const { leaks, output } = await run([name, '--port', '0'], { use });
    expect(output).toContain('http://127.0.0.1:');
    expect(leaks).toEqual([]);
  });
});
