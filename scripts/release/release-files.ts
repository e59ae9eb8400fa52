import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAllFiles } from '../files/whole-file.js';
import { formatList } from '../text/numbers.js';
import { UsageError } from '../text/usage-error.js';

export interface ReleaseFile {
  /** The path of the file relative to the project, with forward slashes. */
  path: string;
  text: string;
}

export interface ReleasePlan {
  version: string;
  files: readonly ReleaseFile[];
}

/** The list of changes of the contract, which `npm run changelog` writes. */
export const changesFile = 'openapi/docs/contract-changes.md';

/**
 * Checks that a project is ready for a release, and returns the files to write: the changelog and the list of changes,
 * both with the date, and the contract, as the baseline of the next diff.
 *
 * @param date as in `2026-11-21`
 * @throws UsageError if changes are not committed, or if the version is not new
 */
export function planRelease(project: string, date: string): ReleasePlan {
  const changes = listUncommittedFiles(project);
  if (changes.length > 0)
    throw new UsageError(
      `Expected no uncommitted changes, found changes in ${formatList(changes, 5)}. Commit them, or stash them.`,
    );
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string };
  const toDatedFile = (path: string, nextSections: string): ReleaseFile => ({
    path,
    text: releaseChangelog(readFileSync(join(project, path), 'utf8'), version, date, { path, nextParts: nextSections }),
  });
  const contract = readFileSync(join(project, 'generated/openapi.yaml'), 'utf8');
  return {
    version,
    files: [
      toDatedFile('CHANGELOG.md', ''),
      toDatedFile(changesFile, '\n### Contract\n\nNothing changed.\n'),
      { path: 'baseline/openapi.yaml', text: contract },
    ],
  };
}

function listUncommittedFiles(project: string): string[] {
  try {
    const status = execFileSync('git', ['status', '--porcelain', '--no-renames', '-z'], {
      cwd: project,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return status
      .split('\0')
      .filter(Boolean)
      .map((line) => line.slice(3));
  } catch {
    throw new UsageError(
      'A release is a commit with a tag, but this folder is not a git repository. Run this in a clone of ' +
        'the project.',
    );
  }
}

/** Writes all files or none. @throws UsageError if a file cannot be written, without changing any file */
export function writeRelease(project: string, files: readonly ReleaseFile[]): void {
  writeAllFiles(files.map(({ path, text }) => ({ path: join(project, path), text })));
}

/** The commands to run after the files are written. The tag starts the workflow that publishes the package. */
export function nextCommands({ version, files }: ReleasePlan): string {
  return [
    `git add ${files.map(({ path }) => path).join(' ')}`,
    `git commit --message "Release ${version}"`,
    `git tag --annotate v${version} --message "Release ${version}"`,
    `git push --follow-tags`,
  ].join('\n');
}

const unreleasedHeading = '## Unreleased';
/**
 * Turns the section of unreleased changes into the section of a version, and adds a new section of unreleased changes
 * above it. Parts without changes are omitted from the version; all other text stays the same.
 *
 * @param version as in package.json: `0.2.0`
 * @param date as in `2026-11-21`
 * @param file the path of the changelog, for messages, and the text of the new section
 * @throws UsageError if there are no unreleased changes, or if the version already has a section
 */
export function releaseChangelog(
  text: string,
  version: string,
  date: string,
  { path, nextParts }: { path: string; nextParts: string } = { path: 'CHANGELOG.md', nextParts: '' },
): string {
  const lines = text.split('\n');
  const start = lines.indexOf(unreleasedHeading);
  if (start === -1)
    throw new UsageError(
      `${path} has no line "${unreleasedHeading}". Add that line, and list below it what has changed.`,
    );
  const duplicateIndex = lines.findIndex(
    (line) => line.startsWith('## ') && line.slice('## '.length).split(' ')[0] === version,
  );
  if (duplicateIndex !== -1) {
    throw new UsageError(
      `${path}:${duplicateIndex + 1}: ${version} was released before. Raise "version" in package.json, as ` +
        '"directory-contract diff" proposes, and commit that.',
    );
  }
  const nextHeadingIndex = lines.findIndex((line, index) => index > start && line.startsWith('## '));
  const end = nextHeadingIndex === -1 ? lines.length : nextHeadingIndex;
  const changes = omitEmptySections(lines.slice(start + 1, end));
  if (!changes.some((line) => line.trim() !== '' && !line.startsWith('#'))) {
    throw new UsageError(
      `${path}:${start + 1}: expected changes below "${unreleasedHeading}", found none. List what has ` +
        `changed since ` +
        'the last release.',
    );
  }
  const result = [
    ...lines.slice(0, start),
    unreleasedHeading,
    ...nextParts.split('\n'),
    `## ${version} - ${date}`,
    ...changes,
    ...lines.slice(end),
  ];
  return result.join('\n');
}

/** Removes each `###` heading with no text below it, and the blank lines after it. */
function omitEmptySections(lines: readonly string[]): string[] {
  const parts: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith('### ')) parts.push([line]);
    else parts.at(-1)?.push(line);
  }
  return parts
    .filter(([heading, ...rest]) => heading?.startsWith('### ') !== true || rest.some((line) => line.trim() !== ''))
    .flat();
}
