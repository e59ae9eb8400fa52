import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newJournal } from '../../../scripts/check/restore/opening.js';
import { runCheck } from '../../../scripts/commands/check/run.js';
import { runUndo } from '../../../scripts/commands/undo/run.js';
import { runStatus } from '../../../scripts/commands/undo/status.js';
import { defaultKey } from '../../../scripts/sandbox/sandbox.js';
import { checked, collector } from '../../commands/check/fixture.js';
import { ownEnvironment } from '../../own-machine.js';
import { publishedProgram } from '../../published-program.js';
import { type Program, startProgram } from '../../run-program.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { journalOf, ownStateHome, recordsOf } from './own-state.js';
import { type Arrived, filter, json, never, type Watched, watch } from './watched.js';

/** In a normal run a disk is full once. */
const isLong = Number(process.env['CHECK_SEEDS'] ?? 1) > 1;

let cli: string;
beforeAll(async () => {
  process.env['DIRECTORY_API_KEY'] = defaultKey;
  cli = await publishedProgram();
});

type Started = readonly [program: string, args: readonly string[]];

/**
 * Starts a check of one filter's updates; what starts it may be another program, which is given the words of the
 * command.
 */
function startCheck(
  { url }: Watched,
  flags: readonly string[] = [],
  by: (command: readonly string[]) => Started = ([node = '', ...args]) => [node, args],
): Program {
  const [program, args] = by([
    process.execPath,
    cli,
    'check',
    '--base-url',
    url,
    '--writes',
    'roundtrip',
    '--only',
    filter,
    '--settle',
    '0.2',
    ...flags,
  ]);
  const env = ownEnvironment({ DIRECTORY_API_KEY: defaultKey, XDG_STATE_HOME: process.env['XDG_STATE_HOME'] });
  const started = startProgram(program, args, { cwd: temporaryFolder(), env });
  onTestFinished(() => void started.child.kill('SIGKILL'));
  return started;
}

/** A sandbox that does something at the n-th write to a thing, once that is done and before it is answered. */
async function watchWrite(
  number: number,
  then: (server: Watched, perform: () => Promise<Response>) => Promise<Response>,
): Promise<Watched> {
  let count = 0;
  const isWrite = ({ method, isReal }: Arrived): boolean => method === 'PATCH' && isReal;
  const server: Watched = await watch({
    answer: (arrived, perform) => (isWrite(arrived) && ++count === number ? then(server, perform) : perform()),
  });
  return server;
}

const streams = (): { output: ReturnType<typeof collector>; errors: ReturnType<typeof collector> } => ({
  output: collector(false),
  errors: collector(false),
});

function status({ url }: Pick<Watched, 'url'>): { code: number; output: string } {
  const shown = streams();
  return { code: runStatus({ baseUrl: url }, shown), output: shown.output.text() };
}

async function undo(
  { url }: Pick<Watched, 'url'>,
  plan = false,
): Promise<{ code: number; output: string; errors: string }> {
  const shown = streams();
  const code = await runUndo({ baseUrl: url, settle: 0.2, plan }, shown);
  return { code, output: shown.output.text(), errors: shown.errors.text() };
}

const foreign = 'https://directory.example.com';

describe('a host that is not this machine', () => {
  it.each([
    [{ baseUrl: foreign, writes: 'roundtrip' }, 'add --confirm-host directory.example.com; nothing was sent.'],
    [{ baseUrl: foreign, writes: 'noop', confirmHost: 'other.example.com' }, 'another host is confirmed'],
    [{ baseUrl: foreign, writes: 'roundtrip', confirmHost: 'example.com' }, 'another host is confirmed'],
    [
      { baseUrl: 'http://directory.example.com', writes: 'roundtrip', confirmHost: 'directory.example.com' },
      'Expected https for directory.example.com, found http',
    ],
    [{ baseUrl: 'https://127.0.0.1.example.com', writes: 'roundtrip' }, 'add --confirm-host 127.0.0.1.example.com'],
  ])('safety 11: is not written to unless it is named, over https: %j', async (flags, says) => {
    const home = ownStateHome();
    const { code, output, errors } = await checked(flags);
    expect(errors).toContain(says);
    expect({ code, output, files: readdirSync(home) }).toEqual({ code: 2, output: '', files: [] });
  });

  it.each([
    ['directory.example.com\n', 'another host is confirmed', false],
    ['LOCALHOST.\n', 'Type the host to go on', true],
  ])('may be typed at a terminal: %j', async (typed, says, goesOn) => {
    ownStateHome();
    const input = Object.assign(new PassThrough(), { isTTY: true, fd: 0 }) as unknown as NodeJS.ReadStream;
    const errors = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns: 80 });
    let shown = '';
    errors.on('data', (text: string) => (shown += text));
    // The dot makes it a host that is not known to be this machine; nothing listens there.
    const run = runCheck(
      { baseUrl: 'https://localhost.:1', writes: 'roundtrip' },
      { output: collector(true), errors: errors as unknown as NodeJS.WriteStream, input, environment: {}, folder: '' },
    );
    input.push(typed);
    if (goesOn) expect(await run).toBe(3);
    else await expect(run).rejects.toThrow(says);
    expect(shown).toContain('--writes roundtrip writes to things of localhost.. Type the host to go on: ');
  });
});

describe('a field to write', () => {
  it('is one of an update, or the nearest is named and nothing is sent', async () => {
    const run = runCheck(
      { baseUrl: 'http://127.0.0.1:9', writes: 'noop', writeFields: 'slag' },
      { ...streams(), environment: {} },
    );
    await expect(run).rejects.toThrow('No update of the contract has a field "slag". Did you mean slug?');
  });
});

describe('the line that undoes', () => {
  it('safety undo: is printed before the first write, and not where nothing is written', async () => {
    ownStateHome();
    let atFirst = '';
    const errors = collector(false, 100);
    const server = await watchWrite(1, (_, perform) => {
      atFirst = errors.text();
      return perform();
    });
    const run = (writes: string): Promise<number> =>
      runCheck(
        { baseUrl: server.url, writes, only: `${filter},getFilter`, settle: '0.1' },
        { output: collector(false), errors, environment: {}, folder: '' },
      );
    expect(await run('none')).toBe(0);
    expect(errors.text()).not.toContain('undo');
    expect(await run('noop')).toBe(0);
    expect(atFirst.replace(/\s+/g, ' ')).toContain(
      `Should this run be cut off, this puts back what is left: directory-contract undo --base-url ${server.url} `,
    );
  });
});

describe('a signal while things are written to', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)(
    'safety signals, exit-signal: %s: what was written is put back, the report follows, exit %i',
    async (signal, code) => {
      const home = ownStateHome();
      const during: { code: number; output: string; undo: number }[] = [];
      let program: Program | undefined;
      const server = await watchWrite(5, async (own, perform) => {
        const answer = await perform();
        during.push({ ...status(own), undo: (await undo(own)).code });
        program?.child.kill(signal);
        await expect.poll(() => program?.said.stderr, { interval: 10 }).toContain('Stopping: no new request is sent');
        return answer;
      });
      const file = join(home, 'report.json');
      program = startCheck(server, ['--report', `json=${file}`]);
      const ended = await program.ended;
      expect(during).toEqual([
        {
          code: 7,
          output: `${server.url} is being written to by the process ${program.child.pid}. Let it end first.\n`,
          undo: 7,
        },
      ]);
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
      const home = ownStateHome();
      let terminal: Program | undefined;
      const server = await watchWrite(5, async (_, perform) => {
        const answer = await perform();
        terminal?.child.kill('SIGKILL');
        return answer;
      });
      const file = join(home, 'report.json');
      terminal = startCheck(server, ['--report', `json=${file}`], (command) => [
        '/usr/bin/script',
        ['-qfc', command.map((word) => `'${word}'`).join(' '), '/dev/null'],
      ]);
      await terminal.ended;
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
    ownStateHome();
    let program: Program | undefined;
    let at = 0;
    const server = await watchWrite(5, async (_, perform) => {
      await perform();
      program?.child.kill('SIGINT');
      at = performance.now();
      return never();
    });
    program = startCheck(server);
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
    ownStateHome();
    let program: Program | undefined;
    const server = await watchWrite(5, async (_, perform) => {
      await perform();
      program?.child.kill('SIGINT');
      await expect.poll(() => program?.said.stderr, { interval: 10 }).toContain('Stopping');
      program?.child.kill('SIGINT');
      return never();
    });
    program = startCheck(server);
    expect(await program.ended).toMatchObject({ code: 130, stdout: '' });
    expect(server.isAsBefore()).toBe(false);
    expect(readdirSync(dirname(journalOf(server)))).toEqual(['journal.count', 'journal.jsonl']);

    const asked = server.arrived.length;
    expect(status(server)).toMatchObject({ code: 7 });
    const { code, output } = await undo(server, true);
    expect(code).toBe(0);
    const [name] = recordsOf(server)
      .flatMap((record) =>
        record.kind === 'write' && record.case.includes('/field/') ? [record.case.split('/').at(-1)] : [],
      )
      .slice(-1);
    expect(output).toContain(`${filter} at ${server.url}\n`);
    expect(output).toMatch(
      new RegExp(
        '\\d+ writes?, the last at \\d{4}-\\S+Z\\n  puts back what ' +
          `still holds what was written, of .*\\b${name}\\b.*\\n$`,
      ),
    );
    expect(status(server).output).toBe(output);
    expect(server.arrived.length).toBe(asked);

    expect(await undo(server)).toMatchObject({
      code: 0,
      output: expect.stringContaining('is what it was: a read shows it.') as string,
    });
    expect(server.isAsBefore()).toBe(true);
    expect(existsSync(journalOf(server))).toBe(false);
    expect(status(server)).toEqual({
      code: 0,
      output: `Nothing is being written to, and nothing is left to undo at ${server.url}.\n`,
    });
    expect(await undo(server)).toMatchObject({ code: 0, output: 'There is nothing to undo.\n' });
  });
});

describe('a disk that is full', () => {
  // Blocks of 512 bytes (ulimit, POSIX): too few for what the thing was, then for all that is written to it.
  it.runIf(process.platform === 'linux').each<[number, string, string[]]>([
    [8, 'by updates alone', ['--read-by-patch']],
    ...(isLong
      ? ([
          [1, 'by its own read', []],
          [8, 'by its own read', []],
        ] as [number, string, string[]][])
      : []),
  ])(
    'ends the writes with a sentence, and all is put back: %i blocks, a thing that is read %s',
    async (blocks, _, flags) => {
      ownStateHome();
      const isShown = flags.length === 0;
      const server = await watch({
        answer: ({ method, path, isReal }, perform) =>
          isShown || method !== 'GET' || !isReal || !/\/filters\/[^/]+\/$/.test(path) ? perform() : json(405, {}),
      });
      const { code, stdout, stderr } = await startCheck(server, flags, (command) => [
        'sh',
        ['-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', ...command],
      ]).ended;
      expect(`${stdout}${stderr}`.replace(/\s+/g, ' ')).toContain(
        'Nothing more was written, since the journal could not be: EFBIG',
      );
      expect(`${stdout}${stderr}`).not.toMatch(/^\s+at /m);
      expect(code).toBe(3);
      expect(server.isAsBefore()).toBe(true);
      expect(server.writes().length > 0).toBe(blocks > 1);
      expect(status(server).code).toBe(0);
    },
  );
});

describe('undo', () => {
  it('safety undo, exit-7: keeps the journal where the server is not there, and says so', async () => {
    ownStateHome();
    // Nothing listens there.
    const server = { url: 'http://127.0.0.1:1' };
    const request = { method: 'GET', path: '/filters/1', headers: {}, key: 'right' } as const;
    const { journal, close } = await newJournal(dirname(journalOf(server)), server.url, 'a contract', () => false);
    journal.append({
      kind: 'thing',
      thing: 1,
      operationId: filter,
      security: { kind: 'bearer' },
      read: request,
      fields: [],
      snapshot: { name: 'as it was' },
    });
    journal.append({
      kind: 'write',
      write: 2,
      thing: 1,
      at: Date.now(),
      case: `${filter}/field/name`,
      sent: [{ pointer: '/name', value: 'other' }],
    });
    close();
    const bytes = readFileSync(journalOf(server));
    expect((await checked({ baseUrl: server.url, writes: 'noop' })).code).toBe(7);
    const { code, errors } = await undo(server);
    expect(code).toBe(3);
    expect(errors).toMatch(/^The host of the base URL accepts no connection/);
    expect(readFileSync(journalOf(server))).toEqual(bytes);
    expect(status(server).code).toBe(7);
  });
});
