import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { key } from './resources.js';

/**
 * Runs a program until it ends or kills itself.
 *
 * @param args the task and its options
 * @param point the step at which it kills itself: a name or a number, as `reach` takes it
 * @returns its output; undefined if it was killed
 * @throws Error if it fails
 */
export async function ranUntil(
  program: string,
  args: readonly [task: 'check' | 'undo', options: object],
  point: string | undefined,
): Promise<string | undefined> {
  const [task, options] = args;
  const child = spawn(process.execPath, [program, task, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DIRECTORY_API_KEY: key, ...(point !== undefined && { TORTURE_POINT: point }) },
  });
  const [printed, errors, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null, string | null]>,
  ]);
  if (signal === 'SIGKILL' && point !== undefined) return undefined;
  if (code !== 0) throw new Error(`${task} ended with ${code ?? signal}: ${errors}`);
  return printed;
}
