import { sanitize } from '../text/escape.js';
import { UsageError } from '../text/usage-error.js';

/**
 * Replaces the text below `### Contract` below `## Unreleased` in a changelog. All other bytes stay the same.
 *
 * @param name the name of the file, for messages
 * @param body Markdown without headings of levels 2 and 3
 * @throws UsageError if the changelog does not have exactly one such heading
 */
export function withContractChanges(changelog: string, body: string, name: string): string {
  const lines = changelog.split(/(?<=\n)/);
  const headings = headingsOf(lines);
  const releasedHeadings = headings.filter(({ level, title }) => level === 2 && title === 'Unreleased');
  const [unreleased] = releasedHeadings;
  const end =
    headings.find(({ level, line }) => unreleased && level <= 2 && line > unreleased.line)?.line ?? lines.length;
  const parts = headings.filter(
    ({ level, title, line }) =>
      unreleased && level === 3 && title === 'Contract' && line > unreleased.line && line < end,
  );
  const [part] = parts;
  if (!part || parts.length > 1 || releasedHeadings.length > 1) {
    const actual =
      releasedHeadings.length !== 1
        ? `"## Unreleased" ${releasedHeadings.length} times`
        : `"### Contract" ${parts.length} times below it`;
    throw new UsageError(
      `${sanitize(name)}: expected one heading "## Unreleased" and below it one heading "### Contract", found ` +
        `${actual}. Correct the headings, then run the command again; the file is unchanged.`,
    );
  }
  const next = headings.find(({ level, line }) => level <= 3 && line > part.line)?.line ?? lines.length;
  const newline = lines[part.line]?.endsWith('\r\n') ? '\r\n' : '\n';
  const text = body.trim().split('\n').join(newline);
  const heading = lines[part.line] ?? '';
  return [
    ...lines.slice(0, part.line),
    heading.endsWith('\n') ? heading : `${heading}${newline}`,
    newline,
    text,
    newline,
    ...(next < lines.length ? [newline] : []),
    ...lines.slice(next),
  ].join('');
}

interface Heading {
  level: number;
  title: string;
  /** Index of the line, from 0. */
  line: number;
}

/** Headings of the form `## Title`, except lines in fenced code blocks (CommonMark §4.2, §4.5). */
function headingsOf(lines: readonly string[]): Heading[] {
  const headings: Heading[] = [];
  let fence: string | undefined;
  for (const [line, text] of lines.entries()) {
    const [, marks] = /^ {0,3}(`{3,}|~{3,})/.exec(text) ?? [];
    if (fence !== undefined) {
      if (marks?.startsWith(fence) && text.trim() === marks) fence = undefined;
      continue;
    }
    if (marks !== undefined) {
      fence = marks;
      continue;
    }
    const [, hashes, title] = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*\r?\n?$/.exec(text) ?? [];
    if (hashes !== undefined && title !== undefined) headings.push({ level: hashes.length, title, line });
  }
  return headings;
}
