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

/** The version whose report format this package knows. */
const pin = Object.entries(redocly.packages)
  .map(([name, version]) => `${name}@${version}`)
  .join(' ');

/** Milliseconds; a pair of documents takes well below a second. */
const timeLimit = 120_000;

/** Without `diff-recommended`, Redocly silently rates each change as a patch. */
const config = "telemetry: 'off'\nextends:\n  - diff-recommended\n";

/**
 * The changes that Redocly finds between two documents. It also compares a tiny pair with known breaking changes: if
 * Redocly rates these differently or prints a different report, its comparison of the documents is not trusted.
 *
 * @param program path of the Redocly CLI program
 * @throws UsageError if Redocly does not run, or its report cannot be trusted
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

/** Redocly must find each change of the known pair, and rate it as the pinned version does. */
function refuseOtherRatings({ changes }: Report): void {
  const rules = changes
    .flatMap(({ verdicts }) => verdicts)
    .filter(({ impact }) => impact === 'major')
    .map(({ ruleId }) => ruleId);
  const hasAddition = changes.some(({ kind, impact }) => kind === 'added' && impact === 'minor');
  if (isDeepStrictEqual(rules.sort(), [...knownRules].sort()) && hasAddition) return;
  throw distrust(
    `in a pair with the breaking changes ${knownRules.join(', ')}, it found ${rules.join(', ') || 'nothing'}`,
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
    throw distrust(`its exit code is ${exitCode}, but its report means ${expected}${said(errors)}`);
  if (/unresolved/i.test(errors)) throw distrust(`it left references unresolved${said(errors)}`);
  return report;
}

function distrust(why: string): UsageError {
  const told = `Redocly's comparison cannot be trusted: ${why}. This does not mean "no change".`;
  return new UsageError(`${told} Run "npm install --save-dev --save-exact ${pin}", then try again.`);
}

/** Redocly's error message on one line, without its boxed notice on the version of Node.js, and without stacks. */
function said(errors: string): string {
  const lines = errors
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !/[║╔╗╚╝]/.test(each));
  const line = lines.find((each) => /^(?:❌|\w*Error\b)/.test(each)) ?? lines[0];
  return line === undefined ? '' : `; it printed "${visible(line, 200)}"`;
}

interface Run {
  exitCode: number | null;
  output: string;
  errors: string;
}

/** Runs Redocly without a shell, update checks or telemetry; it ends when this process ends. */
function run(program: string, folder: string, args: readonly string[]): Promise<Run> {
  return new Promise((resolve, reject) => {
    // A program that ends within a second gains nothing from optimised code.
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
