// @module-tag slow
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContractDiff } from '../../scripts/diff/change.js';
import { withContractChanges } from '../../scripts/diff/changelog.js';
import { diffContracts } from '../../scripts/diff/diff.js';
import { markdownOf } from '../../scripts/diff/markdown.js';
import { findVersionProblems } from '../../scripts/release/gates/versions.js';

const ofVersion = (version: string): string =>
  readFileSync(join(resolve(import.meta.dirname, '../..'), 'generated/openapi.yaml'), 'utf8').replace(
    /^ {2}version: .*$/m,
    `  version: ${version}`,
  );
const raisedTo = (version: string): string =>
  ofVersion(version).replace('summary: List directories', 'summary: List all directories');
const released =
  '# Changelog\n\n## Unreleased\n\n### Contract\n\n### Tools\n\n' +
  '- More.\n\n## 0.1.0 - 2026-11-21\n\n### Tools\n\n- All.\n';

describe('versions since the last release', () => {
  let enough: ContractDiff;
  let tooLow: ContractDiff;
  beforeAll(() => {
    enough = diffContracts(ofVersion('0.1.0'), raisedTo('0.1.1'));
    tooLow = diffContracts(ofVersion('0.1.0'), raisedTo('0.1.0'));
  });
  const listed = (diff: ContractDiff, changelog = released): string =>
    withContractChanges(changelog, markdownOf(diff), 'CHANGELOG.md');

  it('are accepted if both were raised enough and the changelog lists the changes', () => {
    expect(findVersionProblems(enough, '0.1.1', listed(enough))).toEqual([]);
  });

  it('are accepted with any version of the package before the first release', () => {
    const unreleased = released.slice(0, released.indexOf('## 0.1.0'));
    expect(findVersionProblems(enough, '0.0.1', listed(enough, unreleased))).toEqual([]);
  });

  it.each([
    [
      'the contract changed and kept its version',
      () => findVersionProblems(tooLow, '0.1.1', listed(tooLow)),
      'expected info.version to be at least 0.1.1, since there was a patch change since 0.1.0; found 0.1.0.',
    ],
    [
      'the package was raised by less than the contract',
      () => findVersionProblems({ ...enough, level: 'minor' }, '0.1.1', listed(enough)),
      'package.json: expected version to be at least 0.2.0',
    ],
    [
      'the changelog does not list the changes of the contract',
      () => findVersionProblems(enough, '0.1.1', released),
      'Run "npm run changelog"',
    ],
  ])('are refused if %s', (_, problems, says) => {
    expect(problems()).toEqual([expect.stringContaining(says)]);
  });
});
