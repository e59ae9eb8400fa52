import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Node } from '../contract/json.js';
import { redocly } from '../system/tool.js';
import { visible } from '../text/escape.js';
import { UsageError } from '../text/usage-error.js';
import { knownPair, knownRules } from './known-pair.js';
import { type Report, type ReportedChange, reportIn } from './report-of-redocly.js';

/** The version whose report is known here. */
const pin = Object.entries(redocly.packages)
  .map(([name, version]) => `${name}@${version}`)
  .join(' ');

/** Milliseconds; a pair of documents takes well below a second. */
const timeLimit = 120_000;

/** Without `diff-recommended`, Redocly rates each change as a patch, and says nothing about it. */
const config = "telemetry: 'off'\nextends:\n  - diff-recommended\n";

/**
 * What Redocly finds between two documents. Beside them it compares a tiny pair that is known to break: a Redocly that
 * does not rate that as it should, or whose report is another one than we know, has not compared the documents either.
 *
 * @param program path of the program of Redocly CLI
 * @throws UsageError where Redocly does not run, or gives no report that can be trusted
 */
export async function reportedChanges(program: string, old: Node, now: Node): Promise<ReportedChange[]> {
  const folder = await mkdtemp(join(tmpdir(), 'directory-contract-diff-'));
  try {
    const files = {
      'redocly.yaml': config,
      'old.json': JSON.stringify(old),
      'new.json': JSON.stringify(now),
      'known-old.json': knownPair.old,
      'known-new.json': knownPair.new,
    };
    await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
    const [known, found] = await Promise.all([
      compared(program, folder, 'known-old.json', 'known-new.json'),
      compared(program, folder, 'old.json', 'new.json'),
    ]);
    refuseOtherRatings(known);
    return found.changes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each of the changes of the known pair has to be found, and rated as it was when this was written. */
function refuseOtherRatings({ changes }: Report): void {
  const rules = changes
    .flatMap(({ verdicts }) => verdicts)
    .filter(({ impact }) => impact === 'major')
    .map(({ ruleId }) => ruleId);
  const hasAddition = changes.some(({ kind, impact }) => kind === 'added' && impact === 'minor');
  if (isDeepStrictEqual(rules.sort(), [...knownRules].sort()) && hasAddition) return;
  throw distrust(
    `of a pair that is known to break by ${knownRules.join(', ')}, it found ${rules.join(', ') || 'nothing'}`,
  );
}

async function compared(program: string, folder: string, old: string, now: string): Promise<Report> {
  const { exitCode, output, errors } = await run(program, folder, [
    'diff',
    old,
    now,
    '--config',
    'redocly.yaml',
    '--format',
    'json',
  ]);
  const report = reportIn(output);
  if (typeof report === 'string') throw distrust(`${report}${said(errors)}`);
  const expected = report.changes.some(({ impact }) => impact === 'major') ? 1 : 0;
  if (exitCode !== expected)
    throw distrust(`it ended with ${exitCode}, where its report means ${expected}${said(errors)}`);
  if (/unresolved/i.test(errors)) throw distrust(`it left references unresolved${said(errors)}`);
  return report;
}

function distrust(why: string): UsageError {
  const told = `Redocly's comparison cannot be trusted: ${why}. That is not the same as "no change".`;
  return new UsageError(`${told} Run "npm install --save-dev --save-exact ${pin}", then try again.`);
}

/**
 * What Redocly wrote for people in one line, without its notice on the version of Node.js, which is a box, and without
 * stacks.
 */
function said(errors: string): string {
  const lines = errors
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !/[║╔╗╚╝]/.test(each));
  const line = lines.find((each) => /^(?:❌|\w*Error\b)/.test(each)) ?? lines[0];
  return line === undefined ? '' : `; it said "${visible(line, 200)}"`;
}

interface Run {
  exitCode: number | null;
  output: string;
  errors: string;
}

/** No shell is involved. It neither looks for updates nor reports anything, and ends when we do. */
function run(program: string, folder: string, args: readonly string[]): Promise<Run> {
  return new Promise((resolve, reject) => {
    // A program that ends within a second gains nothing by optimised code.
    const child = spawn(process.execPath, ['--no-opt', program, ...args], {
      cwd: folder,
      env: {
        ...process.env,
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        NO_COLOR: '1',
        CI: 'true',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeLimit,
    });
    const stop = (): void => void child.kill();
    process.once('exit', stop);
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    child.once('error', ({ message }) => reject(distrust(`it does not run: ${message}`)));
    child.once('close', (exitCode) => {
      process.removeListener('exit', stop);
      resolve({ exitCode, output, errors });
    });
  });
}
