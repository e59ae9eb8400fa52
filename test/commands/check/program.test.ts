import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownEnvironment } from '../../own-machine.js';
import { publishedProgram } from '../../published-program.js';
import { type Program, startProgram } from '../../run-program.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { runHere } from '../input-files/run-here.js';
import { countingServer, key, sandboxAt } from './fixture.js';
import { mistakes } from './mistakes.js';

let cli: string;
beforeAll(async () => {
  cli = await publishedProgram();
});

function start(args: readonly string[], folder = temporaryFolder(), environment: NodeJS.ProcessEnv = {}): Program {
  const env = ownEnvironment({ DIRECTORY_API_KEY: key, ...environment });
  return startProgram(process.execPath, [cli, ...args], { cwd: folder, env });
}

describe('the program directory-contract check', () => {
  it('works in an empty folder, and names lines of the contract in the package', { tags: 'slow' }, async () => {
    const url = await sandboxAt('wrong-type');
    const { code, stdout, stderr } = await start(['check', url, '--only', 'getPartnerEntry', '--strict']).exit;
    const [, line = ''] = / {2}contract {2}directory-contract\/openapi\.yaml:(\d+)\n/.exec(stdout) ?? [];
    const publishedValues = readFileSync('generated/docs/openapi.yaml', 'utf8').split('\n');
    expect(publishedValues[Number(line) - 1]?.trim()).toBe('type: boolean');
    expect(stderr.replaceAll(/^\d+ of about .*\n/gm, '')).toBe('');
    expect(code).toBe(1);
  });

  it('reads the configuration file of its folder, and another contract', { tags: 'slow' }, async () => {
    const folder = temporaryFolder();
    copyFileSync('test/check/other-service/openapi.yaml', join(folder, 'api.yaml'));
    const settings = { contract: 'api.yaml', baseUrl: 'http://127.0.0.1:1' };
    writeFileSync(join(folder, 'directory-contract.config.json'), JSON.stringify(settings));
    const { code, stdout } = await start(['check'], folder).exit;
    expect(stdout).toContain('No verdict: The host of the base URL refuses connections');
    expect(code).toBe(3);
  });

  it.each(mistakes.lines)('ends with 2 and a sentence: %j', async (args, message) => {
    const { code, stdout, stderr } = await runHere(args);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});

describe('--help', () => {
  it('names variables, file and exit codes, in groups, with examples, as `help check` does', async () => {
    const exits = [
      ['check', '--help'],
      ['help', 'check'],
    ].map((args) => start(args).exit);
    const [flag, word] = await Promise.all(exits);
    expect(word).toEqual(flag);
    for (const text of [
      '--min-coverage <percent>',
      'DIRECTORY_CHECK_MAX_TIME',
      'DIRECTORY_BASE_URL',
      'directory-contract.config.json',
      '129 SIGHUP, 130 SIGINT, 143 SIGTERM',
    ])
      expect(flag?.stdout).toContain(text);
    expect(flag?.stdout).toMatch(/\nWrites:\n {2}--writes <mode> /);
    expect(flag?.stdout.match(/^ {2}directory-contract check http.*$/gm)).toHaveLength(3);
    expect(flag?.code).toBe(0);
  });

  /** Returns the parts of the program that are loaded at once with this part, including itself. */
  const loadedWith = (name: string, loadedValues = new Set<string>()): Set<string> => {
    if (loadedValues.has(name)) return loadedValues;
    loadedValues.add(name);
    // A part that is loaded later is required inside an arrow function.
    const atOnce = /(?<!=>\s*)\brequire\(\s*"\.\/(part-[^"]+)"/g;
    for (const [, next = ''] of textOf(name).matchAll(atOnce)) loadedWith(next, loadedValues);
    return loadedValues;
  };
  // The lines of the program are short, so a line may end within a string.
  const textOf = (name: string): string => readFileSync(join(dirname(cli), name), 'utf8').replaceAll('\\\n', '');

  it('loads only the settings of the check', () => {
    const loadedValues = loadedWith('program.cjs');
    expect(loadedValues.size).toBeGreaterThan(1);
    const size = [...loadedValues].reduce((sum, name) => sum + statSync(join(dirname(cli), name)).size, 0);
    expect(size).toBeLessThan(200_000);
  });

  it('has no text about rules in its code, and reads a text to explain its rule', async () => {
    const text = 'a number in quotation marks is a string';
    const parts = readdirSync(dirname(cli)).filter((name) => name.endsWith('.cjs'));
    expect(parts.length).toBeGreaterThan(50);
    expect(parts.filter((name) => textOf(name).includes(text))).toEqual([]);
    const { code, stdout } = await start(['explain', 'schema.type']).exit;
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(text);
    expect(code).toBe(0);
  });
});

it('-v prints the versions of the package and of the contract', async () => {
  const { stdout } = await start(['-v']).exit;
  expect(stdout).toMatch(/^directory-contract \d+\.\d+\.\d+, contract \d+\.\d+\.\d+\n$/);
});

describe('a signal', () => {
  it.each([
    ['SIGHUP', 129, 'The process received SIGHUP: the terminal was closed.'],
    ['SIGINT', 130, 'The process received SIGINT, for example from Ctrl-C.'],
  ] as const)(
    'safety signals, exit-signal: %s: no new request, a report, exit %i',
    { tags: 'slow' },
    async (signal, code, message) => {
      let program: Program | undefined;
      let sentAt = Infinity;
      const server = await countingServer(({ headers }, response) => {
        const isAllowed = headers.authorization === key;
        const respond = (): void => {
          const status = isAllowed ? 200 : 401;
          response.writeHead(status, { 'content-type': 'application/json' }).end(isAllowed ? '[]' : '{}');
        };
        if (server.requests.length < 10) return respond();
        if (server.requests.length === 10) {
          sentAt = server.requests.length;
          program?.child.kill(signal);
        }
        // Sends the response to the pending request only after the program has handled the signal.
        program?.child.stderr?.once('data', respond);
      });
      const folder = temporaryFolder();
      program = start(['check', server.url, '--concurrency', '2', '--report', 'json=report.json'], folder);
      const result = await program.exit;
      expect(result.stderr).toBe(
        'Stopping: no new requests are sent, and the report is printed. A second signal ends the program at once.\n',
      );
      expect(result.stdout).toContain(`No verdict: The run was stopped. ${message}`);
      expect(result.code).toBe(code);
      expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject({ exitCode: code });
      // The second connection may have had a pending request.
      expect(server.requests.length).toBeLessThanOrEqual(sentAt + 1);
    },
  );

  it('does not wait for a pending read', async () => {
    let program: Program | undefined;
    const server = await countingServer(() => program?.child.kill('SIGINT'));
    program = start(['check', '--base-url', server.url, '--concurrency', '1']);
    const { code, stdout } = await program.exit;
    expect({ code, asked: server.requests.length }).toEqual({ code: 130, asked: 1 });
    expect(stdout).toContain('The run was stopped.');
    expect(stdout).not.toContain('violation');
  });
});
