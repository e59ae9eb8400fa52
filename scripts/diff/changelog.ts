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
  /** The lines at which sections with this heading begin and end, within a larger section. */
  const sectionsOf = (heading: string, [first, last] = [0, lines.length]): [start: number, end: number][] =>
    headings
      .filter(({ text, line }) => text === heading && line >= first && line < last)
      .map(({ level, line }) => {
        const next = headings.find((other) => other.level <= level && other.line > line);
        return [line, next?.line ?? lines.length];
      });
  const unreleased = sectionsOf('## Unreleased');
  const parts = unreleased.flatMap((section) => sectionsOf('### Contract', section));
  const [part] = parts;
  if (!part || parts.length > 1 || unreleased.length > 1) {
    const actual =
      unreleased.length === 1
        ? `"### Contract" ${parts.length} times below it`
        : `"## Unreleased" ${unreleased.length} times`;
    throw new UsageError(
      `${sanitize(name)}: expected one heading "## Unreleased" and below it one heading "### Contract", found ` +
        `${actual}. Correct the headings, then run the command again; the file is unchanged.`,
    );
  }
  const [start, end] = part;
  const heading = lines[start] ?? '';
  const newline = heading.endsWith('\r\n') ? '\r\n' : '\n';
  return [
    ...lines.slice(0, start),
    heading.endsWith('\n') ? heading : `${heading}${newline}`,
    newline,
    body.trim().replaceAll('\n', newline),
    newline,
    ...(end < lines.length ? [newline] : []),
    ...lines.slice(end),
  ].join('');
}

interface Heading {
  level: number;
  /** Such as `## Title`. */
  text: string;
  /** Index of the line, from 0. */
  line: number;
}

/** Headings of the form `## Title`, except lines in fenced code blocks (CommonMark §4.2, §4.5). */
function headingsOf(lines: readonly string[]): Heading[] {
  let fence: string | undefined;
  return lines.flatMap((text, line) => {
    const [, marks] = /^ {0,3}(`{3,}|~{3,})/.exec(text) ?? [];
    const isInside = fence !== undefined || marks !== undefined;
    if (fence === undefined) fence = marks;
    else if (marks?.startsWith(fence) && text.trim() === marks) fence = undefined;
    const [, hashes, title] = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*\r?\n?$/.exec(text) ?? [];
    return isInside || hashes === undefined ? [] : [{ level: hashes.length, text: `${hashes} ${title}`, line }];
  });
}
