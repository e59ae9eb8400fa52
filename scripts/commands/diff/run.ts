import { readFileSync } from 'node:fs';
import type { ContractDiff } from '../../diff/change.js';
import { withContractChanges } from '../../diff/changelog.js';
import { diffContracts } from '../../diff/diff.js';
import { markdownOf } from '../../diff/markdown.js';
import { terminalOf, verdictOf } from '../../diff/terminal.js';
import {
  findDocument,
  type NamedDocument,
  packageFolder,
  readBaselineDocument,
  readOwnDocument,
} from '../../diff/versions.js';
import { writeReport } from '../../files/whole-file.js';
import { sanitize, toSafeJson } from '../../text/escape.js';
import { reasonOf } from '../../text/system-error.js';
import { UsageError } from '../../text/usage-error.js';
import { type AnswersFlags, answersFileOf } from '../answers-file.js';

const diffFormats = ['text', 'json', 'markdown'] as const;

export interface DiffFlags extends AnswersFlags {
  format?: (typeof diffFormats)[number];
  /** Fail if the new document's version is too low, or the document breaks a rule of the version policy. */
  checkVersion?: boolean;
  /** The changelog whose section about the contract to rewrite. */
  changelog?: string;
}

interface DiffContext {
  output: Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'columns'>>;
  errors: Pick<NodeJS.WriteStream, 'write'>;
  /** The folder of the package or of the repository. */
  folder?: string;
}

/**
 * `directory-contract diff`: the changes between two versions of the contract, and the next version number.
 *
 * @param oldSource a path or a version; by default the contract of the last release
 * @param newSource a path or a version; by default the contract of this package
 * @returns the exit code: 0, or 1 if `--check-version` finds a version that is too low, or a broken rule
 * @throws UsageError if the two versions cannot be compared, without writing anything
 */
export async function runDiff(
  oldSource: string | undefined,
  newSource: string | undefined,
  { format = 'text', checkVersion = false, changelog, answers }: DiffFlags,
  { output, errors, folder = packageFolder }: DiffContext = { output: process.stdout, errors: process.stderr },
): Promise<number> {
  // A comparison for a release uses this package's contract without answers.
  const isForRelease = newSource !== undefined || checkVersion || changelog !== undefined;
  const answersFile = isForRelease && answers === undefined ? undefined : answersFileOf({ answers });
  if (isForRelease && answersFile !== undefined) throw new UsageError(answersRefusal);
  const [from, to] = await Promise.all([
    oldSource === undefined ? readBaselineDocument(folder) : findDocument(oldSource, folder),
    answersFile !== undefined
      ? readDocumentWithAnswers(answersFile)
      : newSource === undefined
        ? readOwnDocument(folder)
        : findDocument(newSource, folder),
  ]);
  const text = changelog === undefined ? undefined : readChangelog(changelog);
  const diff = diffContracts(from.bytes, to.bytes, { old: from.name, new: to.name });
  if (checkVersion && diff.proposed === null) throw new UsageError(verdictOf(diff));
  if (changelog !== undefined && text !== undefined) {
    writeReport(changelog, withContractChanges(text, markdownOf({ ...diff, problems: [] }), changelog));
    errors.write(`${sanitize(changelog)} now lists the changes of the contract.\n`);
  }
  output.write(renderDiff(diff, format, output.columns));
  if (!checkVersion || (diff.isRaisedEnough && diff.problems.length === 0)) return 0;
  // The text format contains these lines already.
  if (format !== 'text') for (const line of versionProblemsOf(diff)) errors.write(`${line}\n`);
  return 1;
}

const answersRefusal =
  '--answers compares with the contract of this package as changed by the answers, so it cannot be combined with ' +
  '[new], --check-version or --changelog. Remove these, or --answers.';

async function readDocumentWithAnswers(file: string): Promise<NamedDocument> {
  const { teachOwnContract } = await import('../../answers/own-contract.js');
  const { document } = teachOwnContract(file);
  return { name: `this package with ${sanitize(file)}`, bytes: new TextEncoder().encode(JSON.stringify(document)) };
}

function renderDiff(diff: ContractDiff, format: DiffFlags['format'], columns = 80): string {
  if (format === 'json') return `${toSafeJson(diff)}\n`;
  return format === 'markdown' ? markdownOf(diff) : terminalOf(diff, columns);
}

/** The reasons for exit code 1, for standard error. */
function versionProblemsOf(diff: ContractDiff): string[] {
  return [...(diff.isRaisedEnough ? [] : [verdictOf(diff)]), ...diff.problems.map(({ message }) => message)];
}

/** Reads the changelog before the comparison, so that a wrong path fails at once. */
function readChangelog(path: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
    withContractChanges(text, '', path);
    return text;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const reason = sanitize(reasonOf(error));
    throw new UsageError(`The changelog ${sanitize(path)} cannot be read: ${reason}. Correct the path of --changelog.`);
  }
}
