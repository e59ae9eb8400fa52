import { existsSync, readFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { size } from '../../text/progress.js';
import type { Comparison } from './comparison.js';

/** What `npm run bench` has measured so far, each bench as of its last whole run. */
export interface Results {
  benches: Record<string, { date: string; machine: string; rounds: number; comparisons: readonly Comparison[] }>;
}

/** The results of earlier runs; none if the file is missing or from another version. */
export function readResults(file: string): Results {
  if (!existsSync(file)) return { benches: {} };
  const found = JSON.parse(readFileSync(file, 'utf8')) as Partial<Results>;
  return { benches: found.benches ?? {} };
}

/** Processor, cores, memory, system and Node.js, in a line. */
export function machine(): string {
  const [first] = cpus();
  return [
    `${first?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores`,
    size(totalmem()),
    `${platform()} ${release().split('-')[0]} ${arch()}`,
    `Node.js ${process.versions.node}`,
  ].join(' · ');
}
