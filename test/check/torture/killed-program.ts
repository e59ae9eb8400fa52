import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { key } from './resources.js';

/**
 * Runs a program to its end, or to the point where it kills itself.
 *
 * @param options what it is to do, as JSON
 * @param point the name or the number of a step, as `reach` has it
 * @returns what it has printed; undefined where it was killed
 * @throws where it fails
 */
export async function ranUntil(
  program: string,
  options: object,
  point: string | undefined,
): Promise<string | undefined> {
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DIRECTORY_API_KEY: key, ...(point !== undefined && { TORTURE_POINT: point }) },
  });
  const [printed, said, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null, string | null]>,
  ]);
  if (signal === 'SIGKILL' && point !== undefined) return undefined;
  if (code !== 0) throw new Error(`${program} ended with ${code ?? signal}: ${said}`);
  return printed;
}
