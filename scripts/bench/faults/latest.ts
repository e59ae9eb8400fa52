import { join } from 'node:path';
import type { Comparison } from '../frame/comparison.js';
import { peersFolder } from '../frame/peers.js';
import { readResults } from '../frame/results.js';

let latest: Comparison | undefined;

/** For the benches that run after this one. */
export function keepFaultsFound(comparison: Comparison | undefined): void {
  latest = comparison;
}

/** How many faults each tester finds, of this run or else of the last whole one; undefined if there was none. */
export function latestFaultsFound(): Comparison | undefined {
  return latest ?? readResults(join(peersFolder, 'results.json')).benches['faults']?.comparisons[0];
}
