// Which of the breaking changes in test/bench/pairs/ a program finds, and what it calls breaking that is not.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractDiff } from '../diff/change.js';
import { type Change, readPairs } from './diff/pairs.js';
import { type BenchContext, type Comparison, type Subject, sentence, targetBeside } from './frame/measure.js';
import { goPeer, npmPeer, peersFolder } from './frame/peers.js';
import { runCommand } from './frame/processes.js';
import { benchFolder, ourCommand, project } from './frame/programs.js';

/** A program that compares `old.json` and `new.json` of a folder, set up so that it finds the most. */
interface Detector extends Pick<Subject, 'name' | 'kind'> {
  /** Whether anything breaks. @throws Error with its words if it cannot compare the two files */
  findsBreaking(folder: string): Promise<boolean>;
}

/** With `--quick` each eighth pair, with `--smoke` each tenth: all of them take some minutes. */
const steps = { whole: 1, quick: 8, smoke: 10 } as const;

export async function run({ extent, say }: BenchContext): Promise<Comparison[]> {
  const pairs = readPairs().filter((_, index) => index % steps[extent] === 0);
  const folder = benchFolder();
  for (const { name, old, new: now } of pairs) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'old.json'), JSON.stringify(old));
    writeFileSync(join(folder, name, 'new.json'), JSON.stringify(now));
  }
  const verdicts: DetectorVerdicts[] = [];
  for (const [name, detectorOf] of Object.entries(detectors)) {
    if (extent === 'smoke' && verdicts.length > 0) break;
    say(name);
    try {
      const { findsBreaking, ...detector } = await detectorOf();
      const breaking = new Set<string>();
      for (const pair of pairs) if (await findsBreaking(join(folder, pair.name))) breaking.add(pair.name);
      verdicts.push({ ...detector, breaking });
    } catch (error) {
      verdicts.push({ name, kind: 'peer', error: sentence(error) });
    }
  }
  return comparisonsOf(pairs, verdicts);
}

/** The names of the changes that a program calls breaking; or why it said nothing. */
export interface DetectorVerdicts extends Pick<Subject, 'name' | 'kind'> {
  breaking?: ReadonlySet<string>;
  error?: string;
}

/** Two comparisons: what breaks and was found, and what breaks nobody and was called breaking all the same. */
export function comparisonsOf(changes: readonly Change[], programs: readonly DetectorVerdicts[]): Comparison[] {
  const [bad, good] = [changes.filter(({ breaks }) => breaks), changes.filter(({ breaks }) => !breaks)];
  const subjectsFor = (those: readonly Change[], isRight: boolean, word: string): Subject[] =>
    programs.map(({ name, kind, breaking, error = '' }) => {
      if (!breaking) return { name, kind, values: [], error };
      const wrong = those.filter((change) => breaking.has(change.name) !== isRight).map((change) => change.name);
      const values = [those.filter((change) => breaking.has(change.name)).length];
      return { name, kind, values, ...(wrong.length > 0 && { note: `${word}: ${wrong.join(', ')}` }) };
    });
  const hits = subjectsFor(bad, true, 'missed');
  const alarms = subjectsFor(good, false, 'called breaking');
  const [value] = alarms.find(({ kind }) => kind === 'ours')?.values ?? [];
  return [
    {
      title: `Breaking changes found, of ${bad.length}`,
      unit: 'count',
      better: 'more',
      subjects: hits,
      target: targetBeside(hits, 'more', 1),
    },
    {
      title: `Harmless changes called breaking, of ${good.length}`,
      unit: 'count',
      better: 'less',
      subjects: alarms,
      target: { ...(value !== undefined && { value }), wanted: 'at most', bound: 0 },
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

/** What a program prints, whatever its exit code says about what it found. */
async function outputOf(cwd: string, program: string, args: readonly string[], form: RegExp): Promise<string> {
  const { stdout, stderr } = await runCommand(program, args, { cwd, env });
  const start = stdout.search(form);
  if (start >= 0) return stdout.slice(start);
  const [words = 'It said nothing.'] = `${stderr}\n${stdout}`.split('\n').filter((line) => line.trim() !== '');
  throw new Error(words);
}

const node = process.execPath;
const json = /[[{]/;

const detectors: Record<string, () => Detector | Promise<Detector>> = {
  async 'directory-contract diff'() {
    const program = await ourCommand();
    return {
      name: 'directory-contract diff',
      kind: 'ours',
      async findsBreaking(folder) {
        const args = [program, 'diff', ...files.map((file) => join(folder, file)), '--format', 'json', '--no-answers'];
        const { changes } = JSON.parse(await outputOf(project, node, args, json)) as ContractDiff;
        // A client that sends requests and reads responses does not see the names in code.
        return changes.some(({ effect, codeOnly }) => effect === 'breaking' && !codeOnly);
      },
    };
  },
  oasdiff() {
    const { path, version } = goPeer();
    const options = ['--format', 'json', '--flatten-allof', '--flatten-params'];
    return {
      name: `oasdiff ${version} breaking`,
      kind: 'peer',
      findsBreaking: async (folder) =>
        (JSON.parse(await outputOf(folder, path, ['breaking', ...files, ...options], json)) as unknown[]).length > 0,
    };
  },
  'redocly diff'() {
    const { version, bin } = npmPeer('@redocly/cli', project);
    const options = ['--config', join(peersFolder, 'redocly-diff/redocly.yaml'), '--format', 'json'];
    return {
      name: `redocly diff ${version}`,
      kind: 'peer',
      async findsBreaking(folder) {
        const text = await outputOf(folder, node, [bin('redocly'), 'diff', ...files, ...options], json);
        return (JSON.parse(text) as { changes: { impact: string }[] }).changes.some(({ impact }) => impact === 'major');
      },
    };
  },
};
