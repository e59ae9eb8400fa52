import { UsageError } from '../text/usage-error.js';

const unreleased = '## Unreleased';
/** The start of a new section: its two parts, both empty. */
const emptyParts = '\n### Contract\n\n### Tools\n';

/**
 * Turns the section of unreleased changes into the section of a version, and adds a new empty one above it. Parts
 * without changes are omitted from the version; all other text stays the same.
 *
 * @param version as in package.json: `0.2.0`
 * @param date as in `2026-11-21`
 * @throws UsageError if there are no unreleased changes, or if the version has a section already
 */
export function releasedChangelog(text: string, version: string, date: string): string {
  const lines = text.split('\n');
  const start = lines.indexOf(unreleased);
  if (start === -1)
    throw new UsageError(
      `CHANGELOG.md has no line "${unreleased}". Add that line, and list below it what has changed.`,
    );
  const taken = lines.findIndex((line) => line.startsWith('## ') && line.slice('## '.length).split(' ')[0] === version);
  if (taken !== -1) {
    throw new UsageError(
      `CHANGELOG.md:${taken + 1}: ${version} was released before. Raise "version" in package.json, as ` +
        '"directory-contract diff" proposes, and commit that.',
    );
  }
  const next = lines.findIndex((line, index) => index > start && line.startsWith('## '));
  const end = next === -1 ? lines.length : next;
  const changes = withoutEmptyParts(lines.slice(start + 1, end));
  if (!changes.some((line) => line.trim() !== '' && !line.startsWith('#'))) {
    throw new UsageError(
      `CHANGELOG.md:${start + 1}: expected changes below "${unreleased}", found none. List what has changed since ` +
        'the last release.',
    );
  }
  const released = [
    ...lines.slice(0, start),
    unreleased,
    ...emptyParts.split('\n'),
    `## ${version} - ${date}`,
    ...changes,
    ...lines.slice(end),
  ];
  return released.join('\n');
}

/** Removes each `###` heading with no text below it, and the blank lines after it. */
function withoutEmptyParts(lines: readonly string[]): string[] {
  const parts: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith('### ')) parts.push([line]);
    else parts.at(-1)?.push(line);
  }
  return parts
    .filter(([heading, ...rest]) => heading?.startsWith('### ') !== true || rest.some((line) => line.trim() !== ''))
    .flat();
}
