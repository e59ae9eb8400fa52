// What it costs a user to install the package: time, packages and space, against tools for a part of what it does.

import { sentence } from './frame/alternating.js';
import type { BenchContext, Comparison, Subject, Unit } from './frame/comparison.js';
import { median } from './frame/median.js';
import { type Install, type Installed, installs, type Prepared } from './setup/installs.js';

/** One of the subjects; without runs if it could not be installed. */
export interface Measured extends Pick<Subject, 'name' | 'kind' | 'note' | 'error'> {
  runs: Installed[];
}

export async function run({ rounds, extent, say }: BenchContext): Promise<Comparison[]> {
  const chosen = extent === 'smoke' ? installs.filter(({ kind }) => kind === 'ours') : installs;
  const ready: { measured: Measured; prepared?: Prepared }[] = [];
  for (const install of chosen) {
    say(`${install.name}, its lock file`);
    ready.push(await prepared(install, extent === 'whole'));
  }
  for (let round = 0; round < Math.min(rounds, 3); round++)
    for (const { measured, prepared: subject } of ready) {
      if (subject === undefined || measured.error !== undefined) continue;
      say(`${measured.name}, run ${round + 1}`);
      try {
        measured.runs.push(await subject.install());
      } catch (error) {
        measured.error = sentence(error);
      }
    }
  return comparisonsOf(ready.map(({ measured }) => measured));
}

async function prepared(
  { name, kind, note, prepare }: Install,
  fills: boolean,
): Promise<{ measured: Measured; prepared?: Prepared }> {
  const row = { name, kind, runs: [], ...(note !== undefined && { note }) };
  try {
    const subject = await prepare(fills);
    return { measured: { ...row, name: `${name} ${subject.version}` }, prepared: subject };
  } catch (error) {
    return { measured: { ...row, error: sentence(error) } };
  }
}

const figures: readonly { title: string; unit: Unit; of(installed: Installed): number }[] = [
  { title: 'Time to install', unit: 'ms', of: ({ milliseconds }) => milliseconds },
  { title: 'Installed packages', unit: 'count', of: ({ packages }) => packages },
  { title: 'Space on the disk', unit: 'bytes', of: ({ bytes }) => bytes },
];

/** A comparison for each figure. */
export function comparisonsOf(all: readonly Measured[]): Comparison[] {
  const measures =
    'Each in an empty folder with a lock file or pins, from caches of npm and pip that have all packages, without ' +
    'install scripts. Node.js and Python themselves do not count.';
  return figures.map(({ title, unit, of }) => {
    const subjects = all.map(({ runs, ...row }) => ({ ...row, values: row.error === undefined ? runs.map(of) : [] }));
    const mediansOf = (kind: Subject['kind']): number[] =>
      subjects.filter((each) => each.kind === kind && each.values.length > 0).map(({ values }) => median(values));
    const least = Math.min(...mediansOf('peer'));
    const value = (mediansOf('ours')[0] ?? NaN) / least;
    return {
      title,
      measures,
      unit,
      better: 'less',
      subjects,
      targets: Number.isFinite(least)
        ? [{ of: `${title}, ours : the least of the others`, value, wanted: 'at most', target: 1 }]
        : [],
    };
  });
}
