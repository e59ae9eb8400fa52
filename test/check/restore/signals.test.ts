import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { defaultKey } from '../../../scripts/sandbox/sandbox.js';
import { ownEnvironment } from '../../own-machine.js';
import { publishedProgram } from '../../published-program.js';
import { type Program, startProgram } from '../../run-program.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { eachHasOwnState, journalOf, writeRecords } from './own-state.js';
import { status, undo } from './undo-command.js';
import { filter, json, never, type Watched, watch, watchWrite } from './watched.js';

const home = eachHasOwnState();

/** In a normal run a disk is full once. */
const isLong = Number(process.env['CHECK_SEEDS'] ?? 1) > 1;

let cli: string;
beforeAll(async () => {
  cli = await publishedProgram();
});

type StartedBy = (command: readonly string[]) => readonly [program: string, args: readonly string[]];

const itself: StartedBy = ([node = '', ...args]) => [node, args];

/**
 * Starts a check of one filter's updates; what starts it may be another program, which is given the words of the
 * command.
 */
function startCheck({ url }: Watched, flags: readonly string[] = [], by: StartedBy = itself): Program {
  const set = ['--base-url', url, '--writes', 'roundtrip', '--only', filter, '--settle', '0.2'];
  const [program, args] = by([process.execPath, cli, 'check', ...set, ...flags]);
  const env = ownEnvironment({ DIRECTORY_API_KEY: defaultKey, XDG_STATE_HOME: process.env['XDG_STATE_HOME'] });
  const started = startProgram(program, args, { cwd: temporaryFolder(), env });
  onTestFinished(() => void started.child.kill('SIGKILL'));
  return started;
}

/** Starts a check, and does something at its fifth write, once that is done and before it is answered. */
async function atFifthWrite(
  then: (program: Program, answer: Response, server: Watched) => Promise<Response>,
  start: (server: Watched) => Program = startCheck,
): Promise<{ server: Watched; program: Program }> {
  const server = await watchWrite(5, async (own, perform) => then(program, await perform(), own));
  const program = start(server);
  return { server, program };
}

describe('a signal while things are written to', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)(
    'safety signals, exit-signal: %s: what was written is put back, the report follows, exit %i',
    async (signal, code) => {
      const during: { code: number; output: string; undo: number }[] = [];
      const file = join(home(), 'report.json');
      const { server, program } = await atFifthWrite(
        async ({ child, said }, answer, own) => {
          during.push({ ...status(own), undo: (await undo(own)).code });
          child.kill(signal);
          await expect.poll(() => said.stderr, { interval: 10 }).toContain('Stopping: no new request is sent');
          return answer;
        },
        (own) => startCheck(own, ['--report', `json=${file}`]),
      );
      const ended = await program.ended;
      const output = `${server.url} is being written to by the process ${program.child.pid}. Let it end first.\n`;
      expect(during).toEqual([{ code: 7, output, undo: 7 }]);
      expect(ended.code).toBe(code);
      expect(server.isAsBefore()).toBe(true);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ exitCode: code, state: { differing: [] } });
      expect(ended.stdout).toContain('The run was stopped.');
      // Only what puts back came after it.
      expect(server.writes().length).toBe(6);
      expect(readdirSync(dirname(journalOf(server)))).toEqual([]);
      expect(status(server).code).toBe(0);
    },
  );

  // A terminal of its own, which is closed by ending the program that keeps it open.
  it.runIf(process.platform === 'linux' && existsSync('/usr/bin/script'))(
    'safety signals, exit-signal: SIGHUP: what was written is put back, though nobody sees the report, exit 129',
    async () => {
      const file = join(home(), 'report.json');
      const inTerminal: StartedBy = (command) => [
        '/usr/bin/script',
        ['-qfc', command.map((word) => `'${word}'`).join(' '), '/dev/null'],
      ];
      const { server, program } = await atFifthWrite(
        async ({ child }, answer) => {
          child.kill('SIGKILL');
          return answer;
        },
        (own) => startCheck(own, ['--report', `json=${file}`], inTerminal),
      );
      await program.ended;
      await expect.poll(() => existsSync(file), { interval: 20, timeout: 20_000 }).toBe(true);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
        exitCode: 129,
        why: 'The run was stopped. SIGHUP came: the terminal was closed.',
        state: { differing: [] },
      });
      expect(server.isAsBefore()).toBe(true);
      expect(server.writes().length).toBe(6);
      expect(readdirSync(dirname(journalOf(server)))).toEqual([]);
    },
  );

  it('safety signals: leaves a write without an answer 3 seconds, and takes it back', async () => {
    let at = 0;
    const { server, program } = await atFifthWrite(({ child }) => {
      child.kill('SIGINT');
      at = performance.now();
      return never();
    });
    const { code, stdout } = await program.ended;
    expect(code).toBe(130);
    expect(server.isAsBefore()).toBe(true);
    expect(server.writes().length).toBe(6);
    const waited = (server.writes().at(-1)?.at ?? 0) - at;
    expect(waited).toBeGreaterThan(2900);
    expect(waited).toBeLessThan(10_000);
    expect(stdout).toContain('The run was stopped.');
  });

  const leavesAtOnce =
    'safety signals, undo, 7: leaves at once where it ' + 'comes twice, with the journal, which undo works off';
  it(leavesAtOnce, async () => {
    const { server, program } = await atFifthWrite(async ({ child, said }) => {
      child.kill('SIGINT');
      await expect.poll(() => said.stderr, { interval: 10 }).toContain('Stopping');
      child.kill('SIGINT');
      return never();
    });
    expect(await program.ended).toMatchObject({ code: 130, stdout: '' });
    expect(server.isAsBefore()).toBe(false);
    expect(readdirSync(dirname(journalOf(server)))).toEqual(['journal.count', 'journal.jsonl']);

    const asked = server.arrived.length;
    expect(status(server)).toMatchObject({ code: 7 });
    const { code, output } = await undo(server, { plan: true });
    expect(code).toBe(0);
    const name = writeRecords(server)
      .findLast((record) => record.case.includes('/field/'))
      ?.case.split('/')
      .at(-1);
    expect(output).toContain(`${filter} at ${server.url}\n`);
    const puts = `  puts back what still holds what was written, of .*\\b${name}\\b.*\\n$`;
    expect(output).toMatch(new RegExp(`\\d+ writes?, the last at \\d{4}-\\S+Z\\n${puts}`));
    expect(status(server).output).toBe(output);
    expect(server.arrived.length).toBe(asked);

    const undone = await undo(server);
    expect(undone.code).toBe(0);
    expect(undone.output).toContain('is what it was: a read shows it.');
    expect(server.isAsBefore()).toBe(true);
    expect(existsSync(journalOf(server))).toBe(false);
    const nothing = `Nothing is being written to, and nothing is left to undo at ${server.url}.\n`;
    expect(status(server)).toEqual({ code: 0, output: nothing });
    expect(await undo(server)).toMatchObject({ code: 0, output: 'There is nothing to undo.\n' });
  });
});

describe('a disk that is full', () => {
  // Blocks of 512 bytes (ulimit, POSIX): too few for what the thing was, then for all that is written to it.
  it
    .runIf(process.platform === 'linux')
    .each<[number, string, string[]]>([
      [8, 'by updates alone', ['--read-by-patch']],
      ...[1, 8].filter(() => isLong).map((blocks): [number, string, string[]] => [blocks, 'by its own read', []]),
    ])(
    'ends the writes with a sentence, and all is put back: %i blocks, a thing that is read %s',
    async (blocks, _, flags) => {
      const isShown = flags.length === 0;
      const server = await watch({
        answer: ({ method, path, isReal }, perform) =>
          isShown || method !== 'GET' || !isReal || !/\/filters\/[^/]+\/$/.test(path) ? perform() : json(405, {}),
      });
      const limited: StartedBy = (command) => ['sh', ['-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', ...command]];
      const { code, stdout, stderr } = await startCheck(server, flags, limited).ended;
      const said = `${stdout}${stderr}`;
      expect(said.replace(/\s+/g, ' ')).toContain('Nothing more was written, since the journal could not be: EFBIG');
      expect(said).not.toMatch(/^\s+at /m);
      expect(code).toBe(3);
      expect(server.isAsBefore()).toBe(true);
      expect(server.writes().length > 0).toBe(blocks > 1);
      expect(status(server).code).toBe(0);
    },
  );
});
