// Counts the breaking changes in test/bench/pairs/, and in test/diff/pairs-of-documents/, that a program finds, and its
// false alarms on harmless changes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractDiff } from '../diff/change.js';
import { type JudgedChange, type JudgedPair, readPairs, readReportedPairs } from './diff/pairs.js';
import { type BenchContext, type BenchSubject, type Comparison, createTarget, errorText } from './frame/measure.js';
import { findGoPeer, findNpmPeer, peersFolder } from './frame/peers.js';
import { runCommand } from './frame/processes.js';
import { createBenchFolder, getCommandPath, project } from './frame/programs.js';

/** A program that compares `old.json` with `new.json` in a folder, with the options that find the most changes. */
interface Detector extends Pick<BenchSubject, 'name' | 'kind'> {
  /** Whether any change is breaking. @throws Error with the program's message if it cannot compare the two files */
  findsBreakingChange(folder: string): Promise<boolean>;
}

/** All pairs take some minutes, so `--quick` uses only every eighth pair, and `--smoke` every tenth. */
const pairStrides = { whole: 1, quick: 8, smoke: 10 } as const;

export async function run(context: BenchContext): Promise<Comparison[]> {
  return [
    ...(await compareOnPairs(readPairs(), 'changes', context)),
    ...(await compareOnPairs(readReportedPairs(), 'changes of reported circumstances', context)),
  ];
}

async function compareOnPairs(
  allPairs: readonly JudgedPair[],
  term: string,
  { extent, say }: BenchContext,
): Promise<Comparison[]> {
  const pairs = allPairs.filter((_, index) => index % pairStrides[extent] === 0);
  const folder = createBenchFolder();
  for (const { name, oldDocument, newDocument } of pairs) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'old.json'), JSON.stringify(oldDocument));
    writeFileSync(join(folder, name, 'new.json'), JSON.stringify(newDocument));
  }
  const verdicts: DetectorVerdicts[] = [];
  for (const [name, createDetector] of Object.entries(detectorFactories)) {
    if (extent === 'smoke' && verdicts.length > 0) break;
    say(`${name}: ${term}`);
    try {
      verdicts.push(await judgePairs(await createDetector(), pairs, folder));
    } catch (error) {
      verdicts.push({ name, kind: 'peer', error: errorText(error) });
    }
  }
  return compareDetectors(pairs, verdicts, term);
}

/** @throws Error with the program's message about the last pair if it can compare none of them */
async function judgePairs(
  { findsBreakingChange, ...detector }: Detector,
  pairs: readonly JudgedPair[],
  folder: string,
): Promise<DetectorVerdicts> {
  const [breakingChangeNames, refusedNames] = [new Set<string>(), new Set<string>()];
  let refusal: unknown;
  for (const { name } of pairs)
    try {
      if (await findsBreakingChange(join(folder, name))) breakingChangeNames.add(name);
    } catch (error) {
      refusedNames.add(name);
      refusal = error;
    }
  if (refusedNames.size === pairs.length) throw refusal;
  return { ...detector, breakingChangeNames, refusedNames };
}

/** The names of the changes that a program calls breaking, or the reason why it gave no result. */
export interface DetectorVerdicts extends Pick<BenchSubject, 'name' | 'kind'> {
  breakingChangeNames?: ReadonlySet<string>;
  /** The names of the changes whose documents the program refuses to compare. */
  refusedNames?: ReadonlySet<string>;
  error?: string;
}

export function compareDetectors(
  changes: readonly Pick<JudgedChange, 'name' | 'breaks'>[],
  verdicts: readonly DetectorVerdicts[],
  term = 'changes',
): Comparison[] {
  const [breakingChanges, harmlessChanges] = [
    changes.filter(({ breaks }) => breaks),
    changes.filter(({ breaks }) => !breaks),
  ];
  const subjectsFor = (
    group: readonly Pick<JudgedChange, 'name'>[],
    isBreakingExpected: boolean,
    mistakeText: string,
  ): BenchSubject[] =>
    verdicts.map(({ name, kind, breakingChangeNames: breakingNames, refusedNames, error = '' }) => {
      if (!breakingNames) return { name, kind, values: [], error };
      const names = group.map((change) => change.name);
      const refusals = names.filter((change) => refusedNames?.has(change));
      const mistakes = names.filter(
        (change) => breakingNames.has(change) !== isBreakingExpected && !refusals.includes(change),
      );
      const note = [
        ...(mistakes.length > 0 ? [`${mistakeText}: ${mistakes.join(', ')}`] : []),
        ...(refusals.length > 0 ? [`refused to compare: ${refusals.join(', ')}`] : []),
      ].join('; ');
      const values = [names.filter((change) => breakingNames.has(change)).length];
      return { name, kind, values, ...(note !== '' && { note }) };
    });
  const foundBreakingChanges = subjectsFor(breakingChanges, true, 'missed');
  const falseAlarms = subjectsFor(harmlessChanges, false, 'called breaking');
  const [value] = falseAlarms.find(({ kind }) => kind === 'ours')?.values ?? [];
  return [
    {
      title: `Breaking ${term} found, of ${breakingChanges.length}`,
      unit: 'count',
      better: 'more',
      subjects: foundBreakingChanges,
      target: createTarget(foundBreakingChanges, 'more', 1),
    },
    {
      title: `Harmless ${term} called breaking, of ${harmlessChanges.length}`,
      unit: 'count',
      better: 'less',
      subjects: falseAlarms,
      target: { ...(value !== undefined && { value }), relation: 'at most', bound: 0 },
    },
  ];
}

const env = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  OPTIC_TELEMETRY_LEVEL: 'off',
  NO_COLOR: '1',
  CI: 'true',
};

const files = ['old.json', 'new.json'];

/** The output of a program, from the first match of a pattern. Ignores the exit code, which depends on the changes. */
async function captureOutput(
  cwd: string,
  program: string,
  args: readonly string[],
  startPattern: RegExp,
): Promise<string> {
  const { stdout, stderr } = await runCommand(program, args, { cwd, env });
  const start = stdout.search(startPattern);
  if (start >= 0) return stdout.slice(start);
  const [message = 'It printed nothing.'] = `${stderr}\n${stdout}`.split('\n').filter((line) => line.trim() !== '');
  throw new Error(message);
}

const nodePath = process.execPath;
const jsonStart = /[[{]/;

const detectorFactories: Record<string, () => Detector | Promise<Detector>> = {
  async 'directory-contract diff'() {
    const program = await getCommandPath();
    return {
      name: 'directory-contract diff',
      kind: 'ours',
      async findsBreakingChange(folder) {
        const args = [program, 'diff', ...files.map((file) => join(folder, file)), '--format', 'json', '--no-answers'];
        const { changes } = JSON.parse(await captureOutput(project, nodePath, args, jsonStart)) as ContractDiff;
        // Ignore names that change only in generated code: they do not break a client that sends its own requests.
        return changes.some(({ effect, codeOnly }) => effect === 'breaking' && !codeOnly);
      },
    };
  },
  oasdiff() {
    const { path, version } = findGoPeer();
    const options = ['--format', 'json', '--flatten-allof', '--flatten-params'];
    return {
      name: `oasdiff ${version} breaking`,
      kind: 'peer',
      findsBreakingChange: async (folder) =>
        (JSON.parse(await captureOutput(folder, path, ['breaking', ...files, ...options], jsonStart)) as unknown[])
          .length > 0,
    };
  },
  'redocly diff'() {
    const { version, bin } = findNpmPeer('@redocly/cli', project);
    const options = ['--config', join(peersFolder, 'redocly-diff/redocly.yaml'), '--format', 'json'];
    return {
      name: `redocly diff ${version}`,
      kind: 'peer',
      async findsBreakingChange(folder) {
        const text = await captureOutput(folder, nodePath, [bin('redocly'), 'diff', ...files, ...options], jsonStart);
        return (JSON.parse(text) as { changes: { impact: string }[] }).changes.some(({ impact }) => impact === 'major');
      },
    };
  },
};
