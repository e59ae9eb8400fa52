import { UsageError } from '../text/usage-error.js';

const unreleased = '## Unreleased';
/** What a section begins with: the two parts, without anything in them. */
const emptyParts = '\n### Contract\n\n### Tools\n';

/**
 * A changelog whose section of unreleased changes has become that of a version, with a fresh one above it. A part
 * without a line is left out of the version; all other text stays as it is.
 *
 * @param version as in package.json: `0.2.0`
 * @param date as in `2026-11-21`
 * @throws UsageError where there are no unreleased changes, or where the version has a section already
 */
export function releasedChangelog(text: string, version: string, date: string): string {
  const lines = text.split('\n');
  const start = lines.indexOf(unreleased);
  if (start === -1)
    throw new UsageError(
      `Expected a line "${unreleased}" in CHANGELOG.md, found none. Write what has changed below such a line.`,
    );
  const taken = lines.findIndex((line) => line.startsWith('## ') && line.slice('## '.length).split(' ')[0] === version);
  if (taken !== -1) {
    throw new UsageError(
      `CHANGELOG.md:${taken + 1}: ${version} is released already. Raise "version" in package.json, as ` +
        '"directory-contract diff" proposes, and commit that.',
    );
  }
  const next = lines.findIndex((line, index) => index > start && line.startsWith('## '));
  const end = next === -1 ? lines.length : next;
  const changes = withoutEmptyParts(lines.slice(start + 1, end));
  if (!changes.some((line) => line.trim() !== '' && !line.startsWith('#'))) {
    throw new UsageError(
      `CHANGELOG.md:${start + 1}: nothing is written below "${unreleased}". Write what has changed since the ` +
        'last release.',
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

/** Leaves out a `###` heading with nothing below it, and the blank lines after it. */
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
