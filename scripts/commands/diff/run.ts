import { readFileSync } from 'node:fs';
import { checkReportPaths } from '../../check/reports/deliver.js';
import { parseReport, type ReportOption, refuseSameFile } from '../../check/reports/formats.js';
import { withContractChanges } from '../../diff/changelog.js';
import { diffContracts } from '../../diff/diff.js';
import { markdownOf } from '../../diff/markdown.js';
import { terminalOf, verdictOf } from '../../diff/terminal.js';
import { writeReport } from '../../files/whole-file.js';
import { writeWrapped } from '../../text/columns.js';
import { sanitize, toSafeJson } from '../../text/escape.js';
import { reasonOf } from '../../text/system-error.js';
import { UsageError } from '../../text/usage-error.js';
import { type AnswersFlags, answersFileOf } from '../answers-file.js';
import { type JudgedDiff, judgeChanges } from './acceptance.js';
import { findDocuments } from './find-documents.js';
import { breakingText, readAcceptedChanges, unmatchedText } from './known-breaks.js';
import { acceptanceLists, type DiffReportFormat, diffReportFormats, judgedMarkdown, renderReport } from './reports.js';
import { reportUses, type UsedByFlags } from './used-by.js';
import { type NamedDocument, packageFolder, readBaselineDocument, readOwnDocument } from './versions.js';

const diffFormats = ['text', 'json', 'markdown'] as const;

export interface DiffFlags extends AnswersFlags, UsedByFlags {
  format?: (typeof diffFormats)[number];
  /** Fail if the new document's version is too low, or the document breaks a rule of the version policy. */
  checkVersion?: boolean;
  /** The file with accepted changes. */
  baseline?: string;
  /** Reports to write, each as `format=file`. */
  report?: readonly string[];
  /** The changelog whose section about the contract to rewrite. */
  changelog?: string;
}

interface DiffContext {
  output: Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'columns'>>;
  errors: DiffContext['output'];
  /** The folder of the package or of the repository. */
  folder?: string;
  /** The folder in which the command runs. */
  currentFolder?: string;
  /** The day, such as `2026-11-21`. */
  today?: string;
}

/**
 * `directory-contract diff`: the changes between two versions of the contract, and the next version number.
 *
 * @param oldSource a path, a version or a revision; by default the contract of the last release
 * @param newSource the same; by default the contract of this package, or the file in the work tree for a revision
 * @returns the exit code: 0, or 1 if `--check-version` finds a version that is too low or a broken rule, or `--fail-on`
 * a change
 * @throws UsageError if the two versions cannot be compared, without writing anything
 */
export async function runDiff(
  oldSource: string | undefined,
  newSource: string | undefined,
  { format = 'text', checkVersion = false, baseline, report = [], changelog, answers, usedBy, failOn = [] }: DiffFlags,
  context: DiffContext = { output: process.stdout, errors: process.stderr },
): Promise<number> {
  const { folder = packageFolder, currentFolder = process.cwd() } = context;
  const { today = new Date().toISOString().slice(0, 10) } = context;
  const reports = report.map((text) => parseReport(text, diffReportFormats));
  refuseSameFile(reports);
  checkReportPaths(reports);
  const acceptedChanges = readAcceptedChanges(baseline, currentFolder);
  const { old, current } = await findDocuments(oldSource, newSource, { packageFolder: folder, currentFolder });
  // A comparison for a release uses this package's contract without answers.
  const isForRelease = current !== undefined || checkVersion || changelog !== undefined;
  const answersFile = isForRelease && answers === undefined ? undefined : answersFileOf({ answers });
  if (isForRelease && answersFile !== undefined) throw new UsageError(answersRefusal);
  const [from, to] = await Promise.all([
    old ?? readBaselineDocument(folder),
    current ?? (answersFile !== undefined ? readDocumentWithAnswers(answersFile) : readOwnDocument(folder)),
  ]);
  const text = changelog === undefined ? undefined : readChangelog(changelog);
  const wholeDiff = diffContracts(from.bytes, to.bytes, { old: from.name, new: to.name });
  const diff = judgeChanges(wholeDiff, acceptedChanges, today, to.placeOf);
  if (checkVersion && diff.proposed === null) throw new UsageError(verdictOf(diff));
  const isVersionRight = diff.isRaisedEnough && diff.problems.length === 0;
  const failure = failOn.includes('breaking') ? breakingText(diff) : '';
  const uses = await reportUses(diff, { usedBy, failOn }, [from.bytes, to.bytes], currentFolder);
  const exitCode = (checkVersion && !isVersionRight) || failure !== '' || uses?.hasFailed ? 1 : 0;
  if (changelog !== undefined && text !== undefined) {
    writeReport(changelog, withContractChanges(text, markdownOf({ ...wholeDiff, problems: [] }), changelog));
    writeWrapped(context.errors, `${sanitize(changelog)} now lists the changes of the contract.`);
  }
  const { columns } = context.output;
  const changesText = renderDiff(diff, format, columns);
  writeOutput(uses?.addTo(changesText, format, columns) ?? changesText, reports, context, (each) =>
    renderReport(each, diff, { exitCode, usesText: uses?.markdown ?? '' }),
  );
  const versionText = checkVersion && !isVersionRight ? versionProblemsOf(diff) : '';
  for (const text of [unmatchedText(diff), versionText, failure]) if (text !== '') writeWrapped(context.errors, text);
  return exitCode;
}

/** Writes the reports. If one goes to standard output, the text goes to standard error. */
function writeOutput(
  text: string,
  reports: readonly ReportOption<DiffReportFormat>[],
  { output, errors }: DiffContext,
  render: (format: DiffReportFormat) => string,
): void {
  (reports.some(({ path }) => path === '-') ? errors : output).write(text);
  for (const { format, path } of reports) {
    if (path === '-') output.write(render(format));
    else writeReport(path, render(format));
  }
}

const answersRefusal =
  '--answers compares with the contract of this package as changed by the answers, so it cannot be combined with ' +
  '[new], a revision, --check-version or --changelog. Remove these, or --answers.';

async function readDocumentWithAnswers(file: string): Promise<NamedDocument> {
  const { teachOwnContract } = await import('../../answers/own-contract.js');
  const { document } = teachOwnContract(file);
  return { name: `this package with ${sanitize(file)}`, bytes: new TextEncoder().encode(JSON.stringify(document)) };
}

function renderDiff(diff: JudgedDiff, format: DiffFlags['format'], columns = 80): string {
  if (format === 'json') return `${toSafeJson(diff)}\n`;
  if (format === 'markdown') return judgedMarkdown(diff);
  return terminalOf(
    diff,
    columns,
    acceptanceLists(
      diff,
      ({ area, message }, text) => `${sanitize(area.name || 'the document', 100)}: ${message} ${text}`,
    ),
  );
}

/** The reasons why --check-version fails, for standard error. */
function versionProblemsOf(diff: JudgedDiff): string {
  const reasons = [...(diff.isRaisedEnough ? [] : [verdictOf(diff)]), ...diff.problems.map(({ message }) => message)];
  return ['--check-version fails:', ...reasons].join(reasons.length > 1 ? '\n' : ' ');
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
