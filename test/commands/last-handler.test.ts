import { beforeAll, describe, expect, it } from 'vitest';
import { bundleFile } from '../bundle-file.js';
import { type Ended, runProgram } from '../run-program.js';

let program: string;
beforeAll(async () => {
  program = await bundleFile('test/commands/failing-actions.ts');
});

/** @param redirected a redirection of a shell, for example `2>/dev/full` */
function runHandler(action: string, redirected = '', environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const words = ['-c', `exec "$@" ${redirected}`, 'sh', process.execPath, program, action.replaceAll(' ', '-')];
  return runProgram('/bin/sh', words, { env: { ...process.env, ...environment } });
}

const mistake = (what: string): string =>
  `This is a bug in directory-contract: ${what}. Please report it, with the command that you ran.\n`;
const early = 'This is a bug in directory-contract: it ended before its work was done. Please report it.\n';

describe('an action of a command', () => {
  it.each([
    ['works', 0, ''],
    ['violated', 1, ''],
    ['undefined', 3, mistake('it threw undefined')],
    ['object', 3, mistake('it threw an object that is not an error')],
    ['deep', 3, mistake('RangeError: Maximum call stack size exceeded')],
    ['odd', 3, mistake('Error: \\u{1b}[2J\\u{a}::error::[key]')],
    ['machine', 2, 'Cannot write a.json: the disk is full. Correct this, then run the command again.\n'],
    ['callback', 3, mistake('TypeError: in a callback')],
    ['rejection', 3, mistake('TypeError: nobody awaits it')],
    ['never', 3, early],
    ['callback after a verdict', 3, mistake('TypeError: in a callback')],
    ['open write', 5, `${mistake('TypeError: in the middle')}A write is open.\n`],
    ['never with an open write', 5, `${early}A write is open.\n`],
  ])('safety 18: %s: the exit code is %i, and one sentence says why', async (action, code, stderr) => {
    expect(await runHandler(action)).toEqual({ code, stdout: '', stderr });
  });

  // If the message cannot be written, exit code 3 may become 2. No other code changes.
  it.each([
    ['violated', [1]],
    ['machine', [2]],
    ['callback', [2, 3]],
    ['never with an open write', [5]],
  ])('safety 18: %s: the exit code with a full disk is one of %j', async (action, codes) => {
    expect(codes).toContain((await runHandler(action, '>/dev/full 2>/dev/full')).code);
  });

  it('safety 18: an uncaught exception ends the work in order, and outweighs its verdict', async () => {
    expect(await runHandler('ends in order')).toEqual({
      code: 3,
      stdout: 'stopping\ndone\n',
      stderr: mistake('TypeError: in a callback'),
    });
    expect((await runHandler('ends in order', '>/dev/full')).code).toBe(2);
  });

  it('shows the stack trace only to users who ask for it', async () => {
    const { code, stderr } = await runHandler('callback', '', { NODE_DEBUG: 'directory-contract' });
    expect(code).toBe(3);
    expect(stderr).toMatch(/^This is a bug .*\n {4}at .*failing-actions\.cjs:\d+/);
  });
});
