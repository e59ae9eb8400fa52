// Which of the breaking changes in test/bench/pairs/ a program finds, and what it calls breaking that is not.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Detector, detectors } from './breaking/detectors.js';
import { type Pair, readPairs } from './breaking/pairs.js';
import { comparisonsOf, type Verdicts } from './breaking/verdicts.js';
import { sentence } from './frame/alternating.js';
import type { BenchContext, Comparison } from './frame/comparison.js';
import { benchFolder } from './frame/our-programs.js';

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
  const chosen = extent === 'smoke' ? detectors.filter(({ kind }) => kind === 'ours') : detectors;
  const found: Verdicts[] = [];
  for (const detector of chosen) {
    say(detector.name);
    found.push(await verdictsOf(detector, pairs, folder));
  }
  return comparisonsOf(pairs, found);
}

async function verdictsOf({ name, kind, prepare }: Detector, pairs: readonly Pair[], folder: string) {
  try {
    const { version, breaking } = await prepare();
    const verdicts = new Map<string, boolean>();
    const rest = [...pairs];
    // No time is measured, so two run side by side.
    const take = async (): Promise<void> => {
      for (let pair = rest.shift(); pair; pair = rest.shift())
        verdicts.set(pair.name, (await breaking(join(folder, pair.name))).length > 0);
    };
    await Promise.all([take(), take()]);
    return { name: version === undefined ? name : `${name} ${version}`, kind, breaking: verdicts };
  } catch (error) {
    return { name, kind, error: sentence(error) };
  }
}
