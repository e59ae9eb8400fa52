import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { home } from './document-copy.js';

/** What a build command left behind. */
export interface BuildRun {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** How many builds may run at a time; more would only wait for one another. */
let free = 2;
const waiting: (() => void)[] = [];

/** Runs the build as `npm run build -- …` does, in a process of its own. */
export async function runBuild(...args: string[]): Promise<BuildRun> {
  if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
  else free -= 1;
  try {
    return await start(args);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
}

function start(args: readonly string[]): Promise<BuildRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/commands/build.ts', ...args], {
      cwd: home,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ exitCode: code ?? -1, stdout, stderr }));
  });
}

/** A digest of each file in a folder, by its path there. */
export function digests(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const pairs = files.map((entry): [string, string] => {
    const path = join(entry.parentPath, entry.name);
    return [path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')];
  });
  return Object.fromEntries(pairs.sort());
}

/** Sentences for a person, and none of our own lines. */
export function expectSentences({ exitCode, stdout, stderr }: BuildRun, code: 1 | 2, ...says: string[]): void {
  for (const text of says) expect(stderr).toContain(text);
  expect(stderr).not.toMatch(/^\s+at .*[:(]/m);
  expect(stderr).not.toMatch(/\bnode:|node_modules|RangeError|TypeError|FATAL/);
  expect(stdout).toBe('');
  expect(exitCode).toBe(code);
}
