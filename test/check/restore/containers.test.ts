// @module-tag slow
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { defaultKey } from '../../../scripts/sandbox/sandbox.js';
import { canUnshare, inNamespaces } from '../../namespaces.js';
import { ownEnvironment } from '../../own-machine.js';
import { publishedProgram } from '../../published-program.js';
import { type Program, startProgram } from '../../run-program.js';
import { isWhole } from '../../sample.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { eachHasOwnState, journalOf } from './own-state.js';
import { filter, type Watched, watchWrite } from './watched.js';

eachHasOwnState();

let cli: string;
beforeAll(async () => {
  cli = await publishedProgram();
});

/** Starts a command in a container that shares only the folder for journals and the network. */
function inContainer(command: string, { url }: Pick<Watched, 'url'>, ...flags: string[]): Program {
  const line = [process.execPath, cli, command, '--base-url', url, ...flags];
  const [program, args] = inNamespaces(['pid', 'uts'], line);
  const env = ownEnvironment({ DIRECTORY_API_KEY: defaultKey, XDG_STATE_HOME: process.env['XDG_STATE_HOME'] });
  const started = startProgram(program, args, { cwd: temporaryFolder(), env });
  onTestFinished(() => void started.child.kill('SIGKILL'));
  return started;
}

const check = (server: Pick<Watched, 'url'>): Program =>
  inContainer('check', server, '--writes', 'roundtrip', '--only', filter, '--settle', '0.1');
const undo = (server: Pick<Watched, 'url'>): Program => inContainer('undo', server, '--settle', '0.1');

const rounds = Array.from({ length: isWhole ? 20 : 4 }, (_, index) => index + 1);

describe.runIf(canUnshare)('while a check writes in one container', () => {
  it.each(rounds)('safety 7, exit-7, kill: round %i: a check and an undo in others are refused', async (round) => {
    const isKilled = round % 2 === 0;
    const others: { code: number | null; stderr: string }[] = [];
    let status = '';
    // Interrupts a different write in each round.
    const server = await watchWrite(1 + (round % 5), async (own, perform) => {
      const response = await perform();
      others.push(...(await Promise.all([check(own).ended, undo(own).ended])));
      status = (await inContainer('status', own).ended).stdout;
      if (isKilled) first?.child.kill('SIGKILL');
      return response;
    });
    const first: Program | undefined = check(server);
    const ended = await first.ended;
    const holder = /by another process \(it calls itself process \d+\), perhaps in another container\./;
    expect(others.map(({ code }) => code)).toEqual([7, 7]);
    for (const text of [status, ...others.map(({ stderr }) => stderr.replace(/\s+/g, ' '))])
      expect(text).toMatch(holder);
    expect(ended.code).toBe(isKilled ? null : 0);
    // A killed container leaves nothing that blocks the next one.
    expect((await undo(server).ended).code).toBe(0);
    expect(server.isAsBefore()).toBe(true);
    rmSync(dirname(journalOf(server)), { recursive: true });
  });
});
