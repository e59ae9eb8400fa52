import { readFileSync } from 'node:fs';
import type { ContractDiff } from '../../diff/change.js';
import { withContractChanges } from '../../diff/changelog.js';
import { type DiffOptions, diffContracts } from '../../diff/diff.js';
import { markdownOf } from '../../diff/markdown.js';
import { terminalOf, verdictOf } from '../../diff/terminal.js';
import { baselineDocument, home, namedDocument, ownDocument } from '../../diff/versions.js';
import { writeReport } from '../../files/report-file.js';
import { inertJson, visible } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';

export const diffFormats = ['text', 'json', 'markdown'] as const;

/** What can follow the two documents of `diff`. */
export interface DiffFlags {
  format?: (typeof diffFormats)[number];
  /** Fail where the version of the new document was raised by too little, or a rule of the policy is broken. */
  checkVersion?: boolean;
  /** A file whose part on the contract is written anew. */
  changelog?: string;
}

/** Where the command runs. */
export interface DiffSurroundings extends Pick<DiffOptions, 'program'> {
  output: Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'columns'>>;
  errors: Pick<NodeJS.WriteStream, 'write'>;
  /** The folder of the package or of the repository. */
  folder?: string;
}

/**
 * `directory-contract diff`: what changed between two versions of the contract, and what the next version must be.
 *
 * @param old a path or a version; the contract of the last release by default
 * @param now a path or a version; the contract of this package by default
 * @returns the exit code: 0, or 1 where `--check-version` finds too low a version or a broken rule
 * @throws UsageError where the two cannot be compared; then nothing was written
 */
export async function runDiff(
  old: string | undefined,
  now: string | undefined,
  { format = 'text', checkVersion = false, changelog }: DiffFlags,
  { output, errors, folder = home, program }: DiffSurroundings = { output: process.stdout, errors: process.stderr },
): Promise<number> {
  // Whatever is wrong with a file shows before anything is fetched.
  const [from, to] = await Promise.all([
    old === undefined ? baselineDocument(folder) : namedDocument(old, folder),
    now === undefined ? ownDocument(folder) : namedDocument(now, folder),
  ]);
  const text = changelog === undefined ? undefined : readChangelog(changelog);
  const diff = await diffContracts(from.bytes, to.bytes, {
    names: { old: from.name, new: to.name },
    say: (line) => void errors.write(`${line}\n`),
    ...(program !== undefined && { program }),
  });
  if (checkVersion && diff.proposed === null) throw new UsageError(verdictOf(diff));
  if (changelog !== undefined && text !== undefined) {
    writeReport(changelog, withContractChanges(text, markdownOf({ ...diff, problems: [] }), changelog));
    errors.write(`${visible(changelog)} has the changes of the contract now.\n`);
  }
  output.write(render(diff, format, output.columns));
  if (!checkVersion || (diff.isRaisedEnough && diff.problems.length === 0)) return 0;
  // The text says so itself.
  if (format !== 'text') for (const line of complaintsOf(diff)) errors.write(`${line}\n`);
  return 1;
}

function render(diff: ContractDiff, format: DiffFlags['format'], columns = 80): string {
  if (format === 'json') return `${inertJson(diff)}\n`;
  return format === 'markdown' ? markdownOf(diff) : terminalOf(diff, columns);
}

/** Why the command fails, also where the output goes to another program. */
function complaintsOf(diff: ContractDiff): string[] {
  return [...(diff.isRaisedEnough ? [] : [verdictOf(diff)]), ...diff.problems.map(({ message }) => message)];
}

/** Read before the documents are compared, so that a wrong name is told at once. */
function readChangelog(path: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
    withContractChanges(text, '', path);
    return text;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `The changelog ${visible(path)} cannot be read: ${visible((error as Error).message)}. Correct the path ` +
        'of --changelog.',
    );
  }
}
