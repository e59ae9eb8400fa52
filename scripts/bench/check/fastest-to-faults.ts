import type { Comparison, Subject, Target } from '../frame/comparison.js';
import { median } from '../frame/median.js';

/**
 * Ours to the fastest peer that finds at least as many faults; if none does, both by the time for each fault that they
 * find.
 *
 * @param found the comparison of the bench of faults; without it there is no target
 * @param why the target is missed, if it is
 */
export function fastestToFaults(subjects: readonly Subject[], found: Comparison | undefined, why?: string): Target[] {
  const faults = new Map(found?.subjects.map(({ name, values }) => [name, values[0] ?? 0]));
  const sides = subjects
    .filter(({ values }) => values.length > 0)
    .map(({ name, kind, values }) => ({ name, kind, time: median(values), faults: faults.get(name) ?? 0 }));
  const ours = sides.find(({ kind }) => kind === 'ours');
  const peers = sides.filter((side) => side.kind === 'peer' && side.faults > 0);
  if (!ours || ours.faults === 0 || peers.length === 0) return [];
  const equals = peers.filter((peer) => peer.faults >= ours.faults);
  const costs = (side: (typeof sides)[number]): number => side.time / (equals.length > 0 ? 1 : side.faults);
  const [best] = (equals.length > 0 ? equals : peers).sort((one, other) => costs(one) - costs(other));
  if (!best) return [];
  const counts = `${ours.faults} faults to ${best.faults}`;
  return [
    {
      of:
        equals.length > 0
          ? `ours : ${best.name}, the fastest that finds as many faults`
          : `ours : ${best.name}, the fastest for each fault that it finds, as none finds as many (${counts})`,
      value: costs(ours) / costs(best),
      wanted: 'at most',
      target: 1,
      ...(why !== undefined && { why }),
    },
  ];
}
