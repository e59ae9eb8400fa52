import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { latestRelease } from '../../build/docs/pages/release-date.js';
import type { ContractDiff } from '../../diff/change.js';
import { withContractChanges } from '../../diff/changelog.js';
import { diffContracts } from '../../diff/diff.js';
import { markdownOf } from '../../diff/markdown.js';
import { isAtLeast, raiseVersion } from '../../diff/version.js';
import type { Gate } from '../gate.js';
import { describeFailure, runProgram } from '../program.js';
import { changesFile } from '../release-files.js';

const baselineFile = 'baseline/openapi.yaml';

export const versionsGate: Gate = {
  name: 'versions',
  requirement: 'has versions that match the changes of its contract since the last release',
  async run({ packageFolder, project }) {
    if (!existsSync(join(packageFolder, baselineFile)))
      return {
        figure: 'no baseline',
        problems: [`${baselineFile}, the contract of the last release, is missing from the package.`],
      };
    const names = { old: baselineFile, new: 'what "directory-contract spec --plain" prints' };
    const [oldText, manifest] = [baselineFile, 'package.json'].map((path) =>
      readFileSync(join(packageFolder, path), 'utf8'),
    ) as [string, string];
    const program = join(packageFolder, 'dist/cli.cjs');
    const current = await runProgram(process.execPath, [program, 'spec', '--plain'], { cwd: packageFolder });
    if (current.status !== 0)
      return { figure: 'no contract', problems: [`directory-contract spec --plain ${describeFailure(current)}`] };
    const changesText = readFileSync(join(project, changesFile), 'utf8');
    const diff = diffContracts(oldText, current.stdout, names);
    const { version } = JSON.parse(manifest) as { version: string };
    const { major, minor, patch } = diff.counts;
    const changes = major + minor + patch === 0 ? 'nothing changed' : `${major} major, ${minor} minor, ${patch} patch`;
    return {
      figure: `contract ${diff.new.version}, package ${version}; ${changes} since ${diff.old.version}`,
      problems: findVersionProblems(diff, version, changesText),
    };
  },
};

/**
 * Lists mistakes in the version numbers and in the contract's list of changes.
 *
 * @param version the version of the package, which is compared with the newest release in the list
 * @param changesText the text of that list
 */
export function findVersionProblems(diff: ContractDiff, version: string, changesText: string): string[] {
  const problems = diff.problems.map(({ message }) => message);
  if (!diff.isRaisedEnough) {
    problems.push(
      diff.proposed === null
        ? `${baselineFile}: expected info.version to be of the form 1.2.3, found ${diff.old.version}. Correct it.`
        : `openapi/openapi.yaml: expected info.version to be at least ${diff.proposed}, because ` +
            `${causeOf(diff.level, diff.old.version)}; found ${diff.new.version}. "npm run diff" lists what changed.`,
    );
  }
  const lastVersion = latestRelease(changesText)?.version;
  const minVersion = lastVersion === undefined ? undefined : raiseVersion(lastVersion, diff.level);
  if (minVersion !== undefined && !isAtLeast(version, minVersion)) {
    problems.push(
      `package.json: expected version to be at least ${minVersion}, because ` +
        `${causeOf(diff.level, `${lastVersion} of the package`)}; found ${version}.`,
    );
  }
  if (
    diff.changes.length > 0 &&
    withContractChanges(changesText, markdownOf({ ...diff, problems: [] }), changesFile) !== changesText
  ) {
    problems.push(
      `${changesFile}: the section "## Unreleased" is out of date. Run "npm run changelog" and commit the result.`,
    );
  }
  return problems;
}

/** The reason for the minimum version, as a clause. */
function causeOf(level: ContractDiff['level'], lastVersion: string): string {
  return level === 'none'
    ? `the last release is version ${lastVersion}`
    : `the contract has had a ${level} change since version ${lastVersion}`;
}
