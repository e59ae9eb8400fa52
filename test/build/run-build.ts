import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { makeArtefacts, type Step, steps } from '../../scripts/build/steps.js';
import { BuildError, formatProblems } from '../../scripts/text/problem.js';
import { runProgram } from '../run-program.js';
import { home } from './document-copy.js';

/** The result of a build command. */
export interface BuildRun {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Number of builds that may still start. More than two at a time would only wait for each other. */
let free = 2;
const waiters: (() => void)[] = [];

/** Runs the build as `npm run build -- …` does, in a separate process. */
export async function runBuild(...args: string[]): Promise<BuildRun> {
  if (free === 0) await new Promise<void>((resolve) => waiters.push(resolve));
  else free -= 1;
  try {
    const program = ['--import', 'tsx', 'scripts/commands/build.ts', ...args];
    const { code, ...said } = await runProgram(process.execPath, program, { cwd: home });
    return { exitCode: code ?? -1, ...said };
  } finally {
    const next = waiters.shift();
    if (next) next();
    else free += 1;
  }
}

/** Runs the steps in this process, and returns the output of the command for an invalid document. */
export async function refusedHere(project: string, wantedSteps: readonly Step[] = steps): Promise<BuildRun> {
  try {
    await makeArtefacts(project, wantedSteps, nobody);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    return { exitCode: error.exitCode, stdout: '', stderr: `${error.message}\n\n${formatProblems(error.problems)}` };
  }
  return { exitCode: 0, stdout: '', stderr: '' };
}

/** A listener that ignores progress. */
export const nobody = { begin: (): void => undefined, end: (): void => undefined };

/** Returns a digest of each file in a folder, by its path in that folder. */
export function digests(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const pairs = files.map((entry): [string, string] => {
    const path = join(entry.parentPath, entry.name);
    return [path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')];
  });
  return Object.fromEntries(pairs.sort());
}

/** Expects that the output has these sentences, and no stack trace. */
export function expectSentences({ exitCode, stdout, stderr }: BuildRun, code: 1 | 2, ...sentences: string[]): void {
  for (const text of sentences) expect(stderr).toContain(text);
  expect(stderr).not.toMatch(/^\s+at .*[:(]/m);
  expect(stderr).not.toMatch(/\bnode:|node_modules|RangeError|TypeError|FATAL/);
  expect(stdout).toBe('');
  expect(exitCode).toBe(code);
}
