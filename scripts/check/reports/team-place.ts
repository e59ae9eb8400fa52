import { isAbsolute, relative, resolve } from 'node:path';
import { bundledContract, type Finding } from '../model/finding.js';
import type { CheckReport } from '../model/report/report.js';

/** A line of a file that the team has in its repository. */
export interface TeamPlace {
  file: string;
  line: number;
  /** Whether it is the line that the finding contradicts. */
  isFact: boolean;
}

/**
 * Where a viewer of a team's repository can show a finding: at its fact in the answers or in a contract of the team,
 * else at the configuration of the run; undefined if nothing of it is below the current folder.
 */
export function teamPlace(
  { contract: { file: given }, run }: CheckReport,
  { contract }: Finding,
): TeamPlace | undefined {
  const { file: named = given, line = 1 } = contract;
  const file = named === bundledContract ? undefined : ownFile(named);
  if (file !== undefined) return { file, line, isFact: true };
  const config = ownFile(run.config);
  return config === undefined ? undefined : { file: config, line: 1, isFact: false };
}

/** The path of a file from the current folder; undefined for an address, and for a file outside of it. */
function ownFile(file: string | undefined): string | undefined {
  if (file === undefined || /^https?:\/\//i.test(file)) return undefined;
  const path = isAbsolute(file) ? relative(resolve(), file) : file;
  return isAbsolute(path) || /^\.\.(?:[/\\]|$)/.test(path) ? undefined : path;
}
