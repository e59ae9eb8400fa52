import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckProgress } from '../../../scripts/check/model/options.js';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { defaultKey } from '../../../scripts/sandbox/sandbox.js';
import { ownEnvironment } from '../../own-machine.js';
import { publishedProgram } from '../../published-program.js';
import { runProgram } from '../../run-program.js';
import { eachHasOwnState, journalOf } from './own-state.js';
import { status } from './undo-command.js';
import { checkWrites, filter, watch } from './watched.js';

const home = eachHasOwnState();

describe('an error of the check itself in the middle of writes', () => {
  it('safety 18, 4: an exception ends the run; all writes are undone, and there is a report', async () => {
    const server = await watch();
    let thrown = 0;
    const report = await checkWrites(server, [filter], {
      onProgress: () => {
        if (server.writes().length >= 3 && thrown++ === 0) throw new TypeError('injected');
      },
    });
    expect(server.writes().length).toBeGreaterThan(2);
    expect(server.isAsBefore()).toBe(true);
    expect(report).toMatchObject({
      verdict: 'no-verdict',
      exitCode: 3,
      why: 'This is a bug in directory-contract: TypeError: injected. Please report it, with the command that you ran.',
      state: { differing: [] },
    });
    expect(existsSync(journalOf(server))).toBe(false);
  });

  it.each<[when: string, isThen: (progress: CheckProgress, sentBefore: number) => boolean]>([
    ['while the run waits', ({ sent }, sentBefore) => sent === sentBefore],
    ['before the last read', ({ now }) => now === 'a last read of the written resources'],
  ])('safety 18, 4: also ends the run if it is thrown %s', { tags: 'slow' }, async (_, isThen) => {
    const server = await watch();
    let [sentBefore, thrown] = [-1, 0];
    const report = await checkWrites(server, [filter], {
      settle: 1,
      onProgress: (progress) => {
        if (server.writes().length > 0 && isThen(progress, sentBefore) && thrown++ === 0)
          throw new TypeError('injected');
        sentBefore = progress.sent;
      },
    });
    expect(thrown).toBeGreaterThan(0);
    expect(server.isAsBefore()).toBe(true);
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, state: { differing: [] } });
  });

  it('safety 18: a violation found before the error no longer counts', async () => {
    const server = await watch({ faults: ['wrong-type'] });
    let thrown = 0;
    const report = await checkWrites(server, [filter, 'getPartnerEntry'], {
      onProgress: ({ failing }) => {
        if (failing > 0 && thrown++ === 0) throw new TypeError('injected');
      },
    });
    expect(report.findings.length).toBeGreaterThan(0);
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3 });
  });

  it('safety 18, 4: a notice that cannot be shown does not prevent the undo', { tags: 'slow' }, async () => {
    const server = await watch();
    const report = await checkWrites(server, [filter], {
      settle: 2,
      onNotice: (sentence) => {
        if (sentence.startsWith('Waiting')) throw new TypeError('injected');
      },
    });
    expect(report).toMatchObject({ exitCode: 0, state: { differing: [] } });
    expect(server.isAsBefore()).toBe(true);
  });
});

describe.runIf(process.platform === 'linux')('a full disk that holds the output of a run with writes', () => {
  let cli: string;
  beforeAll(async () => {
    cli = await publishedProgram();
  });

  it.each([
    ['standard error', '2>/dev/full'],
    ['standard output', '>/dev/full'],
    ['both', '>/dev/full 2>/dev/full'],
  ])('safety 18, 4: %s: restores, reports, and ends with 2', { tags: 'slow' }, async (_, to) => {
    const server = await watch();
    const file = join(home(), 'report.json');
    const set = ['--base-url', server.url, '--writes', 'roundtrip', '--only', filter, '--settle', '0.1'];
    const { code } = await runProgram(
      '/bin/sh',
      ['-c', `exec "$@" ${to}`, 'sh', process.execPath, cli, 'check', ...set, '--report', `json=${file}`],
      {
        cwd: home(),
        env: ownEnvironment({ DIRECTORY_API_KEY: defaultKey, XDG_STATE_HOME: process.env['XDG_STATE_HOME'] }),
      },
    );
    expect(code).toBe(2);
    expect(server.writes().length).toBeGreaterThan(3);
    expect(server.isAsBefore()).toBe(true);
    expect(JSON.parse(readFileSync(file, 'utf8')) as CheckReport).toMatchObject({ verdict: 'passed', exitCode: 0 });
    expect((await status(server)).code).toBe(0);
    expect(readdirSync(dirname(journalOf(server)))).toEqual([]);
  });
});
