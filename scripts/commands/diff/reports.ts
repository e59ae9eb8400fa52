import { lineOf, markdownOf } from '../../diff/markdown.js';
import { messageOf, remarkOn } from '../../diff/sentence.js';
import { verdictOf } from '../../diff/terminal.js';
import { sanitize, sanitizeLine, sanitizeSentence } from '../../text/escape.js';
import { commentMarker, escapeProse, toCode } from '../../text/markdown-text.js';
import { formatCount } from '../../text/numbers.js';
import { annotation } from '../../text/workflow-command.js';
import type { AcceptedChange, JudgedDiff, NamedChange } from './acceptance.js';

/** The formats of `--report`: annotations of a workflow, the summary of a job, a comment on a pull request. */
export const diffReportFormats = ['github', 'markdown', 'comment'] as const;

export type DiffReportFormat = (typeof diffReportFormats)[number];

/** Maximum number of characters of a comment. GitHub accepts 65,536. */
const maxCommentLength = 60_000;

export function renderReport(
  format: DiffReportFormat,
  diff: JudgedDiff,
  { exitCode, usesText }: { exitCode: number; usesText: string },
): string {
  if (format === 'github') return githubReport(diff, exitCode);
  const content = { diff, usesText };
  return format === 'markdown' ? markdownReport(content) : commentReport(content);
}

/** The parts of a report in Markdown; `usesText` is about the code of a team, and empty without `--used-by`. */
interface ReportContent {
  diff: JudgedDiff;
  usesText: string;
}

/** Lists about the acceptance of changes, without empty ones. */
export function acceptanceLists<Item>(
  { accepted, expired }: JudgedDiff,
  lineOf: (change: AcceptedChange, text: string) => Item,
): { title: string; items: Item[] }[] {
  const list = (title: string, changes: readonly AcceptedChange[], verb: string) => ({
    title,
    items: changes.map((change) => lineOf(change, `${verb} ${change.until}: ${sanitize(change.reason)}`)),
  });
  const lists = [list('Accepted', accepted, 'Until'), list('No longer accepted', expired, 'The acceptance ended on')];
  return lists.filter(({ items }) => items.length > 0);
}

/** The changes in Markdown, with the accepted ones at the end. */
export function judgedMarkdown(diff: JudgedDiff): string {
  const lists = acceptanceLists(diff, (change, text) => `${lineOf(change)} ${escapeProse(text)}`);
  const isEmpty = diff.changes.length + diff.problems.length === 0 && lists.length > 0;
  return [
    ...(isEmpty ? [] : [markdownOf(diff)]),
    ...lists.map(({ title, items }) => `#### ${title}\n\n${items.join('\n')}\n`),
  ].join('\n');
}

/**
 * The report as workflow commands of GitHub: an error for each breaking change of a stated part, a warning for each
 * other breaking change, and the verdict. Other changes and accepted ones are only counted.
 */
function githubReport(diff: JudgedDiff, exitCode: number): string {
  const endings = new Map(diff.expired.map(({ id, until }) => [id, ` Its acceptance ended on ${until}.`]));
  const lines = diff.changes.filter(mayBreak).map((change) => {
    const { place } = change;
    const title = [change.rule, change.area.name].filter(Boolean).map((text) => sanitize(text));
    const location = place && { file: sanitizeLine(place.file), line: String(place.line) };
    const properties = { ...location, title: title.join(' ') };
    const text = `${sanitizeSentence(messageOf(change))}${remarkOn(change)}${endings.get(change.id) ?? ''}`;
    return annotation(isBreaking(change) ? 'error' : 'warning', properties, text);
  });
  const verdict = annotation(exitCode === 0 ? 'notice' : 'error', { title: titleOf(diff) }, summaryOf(diff));
  return `${[...lines, verdict].join('\n')}\n`;
}

/** @param hasPlaces whether to list the lines and the ids of the breaking changes */
function markdownReport({ diff, usesText }: ReportContent, hasPlaces = true): string {
  const { old, new: current } = diff;
  const places = (hasPlaces ? diff.changes.filter(mayBreak) : []).map(({ id, place }) => {
    return `- ${place ? `${toCode(`${place.file}:${place.line}`)} ` : ''}${toCode(id)}`;
  });
  return [
    `## ${diff.changes.some(isBreaking) ? '⚠️' : '✅'} ${titleOf(diff)}`,
    '',
    `${escapeProse(diff.title)}, from ${escapeProse(old.version)} (${toCode(old.name)}) to ` +
      `${escapeProse(current.version)} (${toCode(current.name)}).`,
    '',
    escapeProse(summaryOf(diff)),
    '',
    ...(diff.changes.length + diff.problems.length + diff.accepted.length > 0 ? [judgedMarkdown(diff)] : []),
    ...(usesText === '' ? [] : [usesText.trimStart()]),
    ...(places.length > 0
      ? ['<details><summary>Lines and ids of changes that break code</summary>', '', ...places, '', '</details>', '']
      : []),
  ].join('\n');
}

/** The Markdown as a comment that GitHub accepts: whole lines, the heaviest changes first. */
function commentReport(content: ReportContent): string {
  const marker = commentMarker('directory-contract-diff', content.diff.title);
  const texts = [true, false].map((hasPlaces) => `${marker}\n${markdownReport(content, hasPlaces)}`);
  const text = texts.find(({ length }) => length <= maxCommentLength);
  if (text !== undefined) return text;
  const longText = texts.at(-1) ?? '';
  const end = longText.lastIndexOf('\n', maxCommentLength);
  return `${longText.slice(0, end)}\n\n… and more. The summary of the job has all changes.\n`;
}

/** Whether a change breaks what is stated. Only such changes fail a run. */
export function isBreaking({ level }: NamedChange): boolean {
  return level === 'major';
}

/** Whether a change breaks code, even if what it breaks was inferred. */
function mayBreak({ effect }: NamedChange): boolean {
  return effect === 'breaking';
}

function titleOf({ changes }: JudgedDiff): string {
  const count = changes.filter(isBreaking).length;
  return `Contract changes: ${count === 0 ? 'nothing breaking' : `${count} breaking`}`;
}

function summaryOf(diff: JudgedDiff): string {
  const { major, minor, patch } = diff.counts;
  const counts = `${major} major, ${minor} minor and ${formatCount(patch, 'patch change')}`;
  const accepted = diff.accepted.length > 0 ? ` Accepted: ${formatCount(diff.accepted.length, 'change')}.` : '';
  return `${verdictOf(diff, diff.accepted.length > 0)}${diff.level === 'none' ? '' : ` Found ${counts}.`}${accepted}`;
}
