// Reads published documents of the npm registry, each in its own process, and lists the test cases of all operations:
// `npm run test:corpus`. With words after `--`, it reads only documents whose path contains one of them.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CorpusPackage, packages } from './packages.js';
import type { Outcome } from './read-one.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const cache = join(project, 'node_modules/.corpus');

/** Limits for one document: processor time in seconds, memory in megabytes, and seconds until it counts as hanging. */
const limits = { seconds: 10, megabytes: 600, patience: 180 };

/** Returns the folder of a package, which is downloaded the first time. */
function folderOf({ name, version }: CorpusPackage): string {
  const folder = join(cache, `${name.replaceAll(/[@/]/g, '_')}-${version}`);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], {
    cwd: fresh,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  execFileSync('tar', ['xzf', packed.trim().split('\n').at(-1) ?? ''], { cwd: fresh });
  renameSync(fresh, folder);
  return folder;
}

function documentsOf(each: CorpusPackage): string[] {
  const root = join(folderOf(each), 'package');
  const files = (readdirSync(root, { recursive: true }) as string[]).sort();
  return each.choose(files).map((file) => join(root, file));
}

/** Reads a document in a process of its own. Returns its outcome, or how the process ended if it failed. */
function read(file: string): Promise<Outcome | string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', join(project, 'test/check/corpus/read-one.ts'), file], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: limits.patience * 1000,
      killSignal: 'SIGKILL',
    });
    let [said, wrong] = ['', ''];
    child.stdout.on('data', (part: Buffer) => {
      said += part.toString();
    });
    child.stderr.on('data', (part: Buffer) => {
      wrong += part.toString();
    });
    child.on('close', (code, signal) => {
      if (code === 0) resolve(JSON.parse(said) as Outcome);
      else resolve(signal ? `no end within ${limits.patience} s` : (wrong.match(/^\w*Error.*$/m)?.[0] ?? wrong));
    });
  });
}

interface Totals {
  read: number;
  refused: number;
  crashed: number;
  over: number;
  slowest: number;
  largest: number;
}

function count(totals: Totals, shown: string, outcome: Outcome | string): void {
  if (typeof outcome === 'string') {
    totals.crashed += 1;
    console.log(`CRASHED  ${shown}: ${outcome}`);
    return;
  }
  const seconds = outcome.read + outcome.list;
  totals.slowest = Math.max(totals.slowest, seconds);
  totals.largest = Math.max(totals.largest, outcome.megabytes);
  if (seconds > limits.seconds || outcome.megabytes > limits.megabytes) {
    totals.over += 1;
    const parts = `${outcome.read.toFixed(1)} s to read, ${outcome.list.toFixed(1)} s to list ${outcome.cases} cases`;
    console.log(`OVER     ${shown}: ${parts}, ${outcome.megabytes.toFixed(0)} MB`);
  }
  totals[outcome.refused === undefined ? 'read' : 'refused'] += 1;
  if (outcome.refused !== undefined) console.log(`refused  ${outcome.refused.replaceAll(`${cache}/`, '')}`);
}

const words = process.argv.slice(2);
const files = packages
  .flatMap(documentsOf)
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
const totals: Totals = { read: 0, refused: 0, crashed: 0, over: 0, slowest: 0, largest: 0 };
const waiting = files.values();
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (const file of waiting) count(totals, file.slice(cache.length + 1), await read(file));
  }),
);
console.log(
  `${files.length} documents, ${totals.read} read, ${totals.refused} refused with a sentence, ` +
    `${totals.crashed} crashed, slowest ${totals.slowest.toFixed(1)} s, most ${totals.largest.toFixed(0)} MB`,
);
if (totals.over > 0) console.log(`${totals.over} took more than ${limits.seconds} s or ${limits.megabytes} MB`);
process.exitCode = totals.crashed + totals.over > 0 || files.length === 0 ? 1 : 0;
