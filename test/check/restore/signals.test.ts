import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultKey } from '../../../scripts/sandbox/sandbox.js';
import { checked } from '../../commands/check/fixture.js';
import { ownEnvironment } from '../../own-machine.js';
import { publishedProgram } from '../../published-program.js';
import { type Program, startProgram } from '../../run-program.js';
import { isWhole } from '../../sample.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { eachHasOwnState, journalOf, writeRecords } from './own-state.js';
import { status, undo } from './undo-command.js';
import { filter, json, never, type Watched, watch, watchWrite } from './watched.js';

const home = eachHasOwnState();

let cli: string;
beforeAll(async () => {
  cli = await publishedProgram();
});

type StartedBy = (command: readonly string[]) => readonly [program: string, args: readonly string[]];

const itself: StartedBy = ([node = '', ...args]) => [node, args];

/** Starts a check of the updates of one filter. @param by wraps the command, for example in a shell */
function startCheck({ url }: Watched, flags: readonly string[] = [], by: StartedBy = itself): Program {
  const set = ['--base-url', url, '--writes', 'roundtrip', '--only', filter, '--settle', '0.2'];
  const [program, args] = by([process.execPath, cli, 'check', ...set, ...flags]);
  const env = ownEnvironment({ DIRECTORY_API_KEY: defaultKey, XDG_STATE_HOME: process.env['XDG_STATE_HOME'] });
  const startedProgram = startProgram(program, args, { cwd: temporaryFolder(), env });
  onTestFinished(() => void startedProgram.child.kill('SIGKILL'));
  return startedProgram;
}

/** Starts a check, and calls `then` when its fifth write is applied but has no response yet. */
async function atFifthWrite(
  then: (program: Program, response: Response, server: Watched) => Promise<Response>,
  start: (server: Watched) => Program = startCheck,
): Promise<{ server: Watched; program: Program }> {
  const server = await watchWrite(5, async (ownServer, perform) => then(program, await perform(), ownServer));
  const program = start(server);
  return { server, program };
}

/** Expects the state from before the run, after five writes and an undo, and no journal. */
function expectUndone(server: Watched): void {
  expect(server.isAsBefore()).toBe(true);
  expect(server.writes().length).toBe(6);
  expect(readdirSync(dirname(journalOf(server)))).toEqual([]);
}

describe('a signal during writes', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)(
    'safety 7, exit-7, signals, exit-signal: %s: undoes the writes, delivers the report, exits with %i',
    { tags: 'slow' },
    async (signal, code) => {
      const during: object[] = [];
      const file = join(home(), 'report.json');
      const { server, program } = await atFifthWrite(
        async ({ child, said }, response, ownServer) => {
          const second = await checked({ baseUrl: ownServer.url, writes: 'noop' });
          during.push({ ...(await status(ownServer)), undo: (await undo(ownServer)).code, check: second.code });
          child.kill(signal);
          await expect.poll(() => said.stderr, { interval: 10 }).toContain('Stopping: no new requests are sent');
          return response;
        },
        (ownServer) => startCheck(ownServer, ['--report', `json=${file}`]),
      );
      const result = await program.exit;
      const output = `${server.url} is in use by process ${program.child.pid}. Wait until it ends.\n`;
      expect(during).toEqual([{ code: 7, output, undo: 7, check: 7 }]);
      expect(result.code).toBe(code);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ exitCode: code, state: { differing: [] } });
      expect(result.stdout).toContain('The run was stopped.');
      expectUndone(server);
      expect((await status(server)).code).toBe(0);
    },
  );

  // `script` provides a terminal, which closes when `script` is killed.
  const hasTerminal = process.platform === 'linux' && existsSync('/usr/bin/script');
  it.runIf(hasTerminal)(
    'safety signals, exit-signal: SIGHUP: undoes, reports, ends with 129',
    { tags: 'slow' },
    async () => {
      const file = join(home(), 'report.json');
      const quoted = (command: readonly string[]): string => command.map((word) => `'${word}'`).join(' ');
      const inTerminal: StartedBy = (command) => ['/usr/bin/script', ['-qfc', quoted(command), '/dev/null']];
      const { server, program } = await atFifthWrite(
        async ({ child }, response) => {
          child.kill('SIGKILL');
          return response;
        },
        (ownServer) => startCheck(ownServer, ['--report', `json=${file}`], inTerminal),
      );
      await program.exit;
      await expect.poll(() => existsSync(file), { interval: 20, timeout: 20_000 }).toBe(true);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
        exitCode: 129,
        why: 'The run was stopped. The process received SIGHUP: the terminal was closed.',
        state: { differing: [] },
      });
      expectUndone(server);
    },
  );

  it('safety signals: waits 3 seconds for the response to a write, then undoes it', { tags: 'slow' }, async () => {
    const earlier = vi.fn();
    const { server, program } = await atFifthWrite(({ child }) => {
      setTimeout(earlier, 2900);
      child.kill('SIGINT');
      return never();
    });
    const stdout = expect.stringContaining('The run was stopped.') as string;
    expect(await program.exit).toMatchObject({ code: 130, stdout });
    expectUndone(server);
    expect(earlier).toHaveBeenCalled();
  });

  it('safety signals, undo, 7: a second signal stops the run at once and keeps the journal for undo', {
    tags: 'slow',
  }, async () => {
    const { server, program } = await atFifthWrite(async ({ child, said }) => {
      child.kill('SIGINT');
      await expect.poll(() => said.stderr, { interval: 10 }).toContain('Stopping');
      child.kill('SIGINT');
      return never();
    });
    expect(await program.exit).toMatchObject({ code: 130, stdout: '' });
    expect(server.isAsBefore()).toBe(false);
    expect(readdirSync(dirname(journalOf(server)))).toEqual(['journal.count', 'journal.jsonl']);

    const requestCount = server.arrived.length;
    expect(await status(server)).toMatchObject({ code: 7 });
    const { code, output } = await undo(server, { plan: true });
    expect(code).toBe(0);
    const name = writeRecords(server)
      .findLast((record) => record.case.includes('/field/'))
      ?.sent[0]?.pointer.slice(1);
    expect(output).toContain(`${filter} at ${server.url}\n`);
    const puts = `  restores these fields if they still have the written values: .*\\b${name}\\b.*\\n$`;
    expect(output).toMatch(new RegExp(`\\d+ writes?, the last at \\d{4}-\\S+Z\\n${puts}`));
    expect((await status(server)).output).toBe(output);
    expect(server.arrived.length).toBe(requestCount);

    const undone = await undo(server);
    expect(undone.code).toBe(0);
    expect(undone.output).toContain('was restored: a read returns the values from before the run.');
    expect(server.isAsBefore()).toBe(true);
    expect(existsSync(journalOf(server))).toBe(false);
    const nothing = `No check is writing, and nothing is left to undo at ${server.url}.\n`;
    expect(await status(server)).toEqual({ code: 0, output: nothing });
    expect(await undo(server)).toMatchObject({ code: 0, output: 'Nothing to undo.\n' });
  });
});

describe.runIf(process.platform === 'linux')('a full disk', () => {
  // Blocks have 512 bytes (ulimit, POSIX): 1 is too small for the original state, 8 for all writes.
  it.each<[number, string, string[]]>([
    [8, 'only by updates', ['--read-by-patch']],
    ...(isWhole ? [1, 8] : []).map((blocks): [number, string, string[]] => [blocks, 'by its own read', []]),
  ])('ends the writes, and all is restored: %i blocks, read %s', { tags: 'slow' }, async (blocks, _, flags) => {
    const server = await watch({
      answer: ({ method, path, isReal }, perform) =>
        flags.length === 0 || method !== 'GET' || !isReal || !/\/filters\/[^/]+\/$/.test(path)
          ? perform()
          : json(405, {}),
    });
    const limited: StartedBy = (command) => ['sh', ['-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', ...command]];
    const { code, stdout, stderr } = await startCheck(server, flags, limited).exit;
    const said = `${stdout}${stderr}`;
    expect(said.replace(/\s+/g, ' ')).toContain(
      'The run stopped because its journal could not be written: the file would be too large.',
    );
    expect(said).not.toMatch(/^\s+at /m);
    expect(code).toBe(3);
    expect(server.isAsBefore()).toBe(true);
    expect(server.writes().length > 0).toBe(blocks > 1);
    expect((await status(server)).code).toBe(0);
  });
});
