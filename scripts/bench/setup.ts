// What it costs a user to install the package: time, packages and space, against tools for a part of what it does.

import { sentence } from './frame/alternating.js';
import { byFigure, type Figure, type Row } from './frame/by-figure.js';
import type { BenchContext, Comparison } from './frame/comparison.js';
import { type Install, type Installed, installs, type Prepared } from './setup/installs.js';

export async function run({ rounds, extent, say }: BenchContext): Promise<Comparison[]> {
  const chosen = extent === 'smoke' ? installs.filter(({ kind }) => kind === 'ours') : installs;
  const ready: { measured: Row<Installed>; prepared?: Prepared }[] = [];
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
): Promise<{ measured: Row<Installed>; prepared?: Prepared }> {
  const row = { name, kind, runs: [], ...(note !== undefined && { note }) };
  try {
    const subject = await prepare(fills);
    return { measured: { ...row, name: `${name} ${subject.version}` }, prepared: subject };
  } catch (error) {
    return { measured: { ...row, error: sentence(error) } };
  }
}

const figures: readonly Figure<Installed>[] = [
  { title: 'Time to install', unit: 'ms', of: ({ milliseconds }) => milliseconds },
  { title: 'Installed packages', unit: 'count', of: ({ packages }) => packages },
  { title: 'Space on the disk', unit: 'bytes', of: ({ bytes }) => bytes },
];

export function comparisonsOf(all: readonly Row<Installed>[]): Comparison[] {
  const measures =
    'Each in an empty folder with a lock file or pins, from caches of npm and pip that have all packages, without ' +
    'install scripts. Node.js and Python themselves do not count.';
  return byFigure(all, figures, measures, 1);
}
