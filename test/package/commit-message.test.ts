import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFile } from '../temporary-folder.js';

const hook = resolve('.ci/hooks/commit-msg');

/** Returns the exit code and the output of the hook for a message. */
function judge(message: string): { status: number | null; words: string } {
  const { status, stderr } = spawnSync(hook, [temporaryFile('message', message)], { encoding: 'utf8' });
  return { status, words: stderr };
}

it.each([
  'Count the requests of a run',
  `Ö${'x'.repeat(71)}`,
  'Count the requests\n\nSlow services have many; they are counted.\n',
  "Merge branch 'main' of a repository; and another one.",
  '# a comment of git\nCount the requests of a run',
])('the hook accepts the message %j', (message) => {
  expect(judge(message)).toEqual({ status: 0, words: '' });
});

it.each([
  ['', 'does not begin with a capital letter'],
  ['count the requests', 'does not begin with a capital letter'],
  ['Count the requests.', 'ends with a full stop'],
  ['Count requests; name faults', 'joins changes with a semicolon'],
  [`Ö${'x'.repeat(72)}`, 'has 73 characters, and at most 72 are read'],
  ['Count the requests\nof a run', 'goes on in the next line'],
])('the hook rejects the message %j', (message, problem) => {
  const { status, words } = judge(message);
  expect(status).toBe(1);
  expect(words).toContain(`The subject of the commit ${problem}`);
  expect(words).toContain('Say in the imperative');
});
