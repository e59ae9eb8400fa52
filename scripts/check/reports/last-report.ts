import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../files/whole-file.js';
import type { CheckReport } from '../model/report/report.js';
import { getStateHome, stateFolderOf } from '../restore/journal-folder.js';
import { jsonReport } from './json.js';
import { writeWithoutKey } from './key-free-file.js';

/** Ends the name of a report beside the folder with the journal of its server. */
const ending = '.report.json';

/**
 * Keeps a report for `again` and `explain`, in place of the one before about its server. It is for the user
 * alone, and without exchanges. Whatever prevents it is no error, since a check needs no disk, and each report that the
 * user wants says itself what is wrong.
 *
 * @returns whether the report was kept
 */
export function keepReport(
  { exchanges: _, ...report }: CheckReport,
  isKeyIn: (text: string) => boolean,
  environment: NodeJS.ProcessEnv,
): boolean {
  if (report.target.kind === 'recording') return false;
  try {
    const path = stateFolderOf(report.target.baseUrl, getStateHome(environment)) + ending;
    makeFolder(dirname(path), 0o700);
    return writeWithoutKey(path, jsonReport(report), isKeyIn, undefined, 0o600);
  } catch {
    return false;
  }
}

/** The path of the last report about a server, by default of the newest one of all servers; undefined without any. */
export function findLastReport(baseUrl: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  const home = getStateHome(environment);
  if (baseUrl !== undefined) return newestOf([stateFolderOf(baseUrl, home) + ending]);
  const names = existsSync(home) ? readdirSync(home).filter((name) => name.endsWith(ending)) : [];
  return newestOf(names.map((name) => join(home, name)));
}

/** The file that was written last; undefined if none of them exists. */
export function newestOf(paths: readonly string[]): string | undefined {
  const timeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const [newest] = [...paths].sort((a, b) => timeOf(b) - timeOf(a));
  return newest !== undefined && timeOf(newest) > 0 ? newest : undefined;
}
