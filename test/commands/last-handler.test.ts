import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ended, runProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';

let program: string;
beforeAll(async () => {
  program = join(temporaryFolder(), 'failing.cjs');
  await build({
    entryPoints: [fileURLToPath(new URL('failing-actions.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
});

/** @param redirected for example `2>/dev/full` */
function ran(action: string, redirected = '', environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const words = ['-c', `exec "$@" ${redirected}`, 'sh', process.execPath, program, action.replaceAll(' ', '-')];
  return runProgram('/bin/sh', words, { env: { ...process.env, ...environment } });
}

const report = 'Please report it with the command line.';

describe('an action of a command', () => {
  it.each([
    ['works', 0, ''],
    ['violated', 1, ''],
    ['undefined', 3, `This is a mistake of directory-contract: it threw undefined. ${report}\n`],
    ['object', 3, `This is a mistake of directory-contract: it threw an object that is no error. ${report}\n`],
    ['deep', 3, `This is a mistake of directory-contract: RangeError: Maximum call stack size exceeded. ${report}\n`],
    ['odd', 3, `This is a mistake of directory-contract: Error: \\u{1b}[2J\\u{a}::error::[key]. ${report}\n`],
    ['machine', 2, 'Cannot write a.json: the disk is full. Correct this, then run the command again.\n'],
    ['callback', 3, `This is a mistake of directory-contract: TypeError: in a callback. ${report}\n`],
    ['rejection', 3, `This is a mistake of directory-contract: TypeError: nobody awaits it. ${report}\n`],
    ['never', 3, 'This is a mistake of directory-contract: it ended before its work was done. Please report it.\n'],
    ['callback after a verdict', 3, `This is a mistake of directory-contract: TypeError: in a callback. ${report}\n`],
    [
      'open write',
      5,
      `This is a mistake of directory-contract: TypeError: in the middle. ${report}\nA write is open.\n`,
    ],
    [
      'never with an open write',
      5,
      'This is a mistake of directory-contract: it ended before its work was done. Please report it.\n' +
        'A write is open.\n',
    ],
  ])('safety 18: %s: the exit code is %i, and one sentence says why', async (action, code, stderr) => {
    expect(await ran(action)).toEqual({ code, stdout: '', stderr });
    // If nobody can read the sentence, a 3 may become a 2, but no other code changes.
    const full = await ran(action, '>/dev/full 2>/dev/full');
    expect([code, ...(code === 3 ? [2] : [])]).toContain(full.code);
  });

  it('safety 18: an uncaught exception ends the work in order, and outweighs its verdict', async () => {
    expect(await ran('ends in order')).toEqual({
      code: 3,
      stdout: 'stopping\ndone\n',
      stderr: `This is a mistake of directory-contract: TypeError: in a callback. ${report}\n`,
    });
    expect((await ran('ends in order', '>/dev/full')).code).toBe(2);
  });

  it('shows the stack only to users who ask for it', async () => {
    const { code, stderr } = await ran('callback', '', { NODE_DEBUG: 'directory-contract' });
    expect(code).toBe(3);
    expect(stderr).toMatch(/^This is a mistake .*\n {4}at .*failing\.cjs:\d+/);
  });
});
