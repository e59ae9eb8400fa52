import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { reportFormats } from '../../scripts/check/reports/index.js';
import type { GivenFlags } from '../../scripts/commands/check/settings.js';
import { checked, type Ran } from '../commands/check/fixture.js';
import { temporaryFolder } from '../temporary-folder.js';
import { type Search, searchFolder } from './canary.js';

/** Reads of each kind, an update that the contract states, and a resource that is created and deleted. */
const values = ['listDirectories', 'getPartnerEntry', 'listTiers', 'updateFilter', 'createTier', 'deleteTier'];

export const everyReport = (folder: string): string[] =>
  reportFormats.map((format) => `${format}=${join(folder, `report.${format}`)}`);

export interface Leaks extends Ran {
  /** Each place where the secret appears in the output or the files. */
  leaks: string[];
  folder: string;
}

/** Runs the check with every report, a baseline and its own folder for journals, and searches all that it wrote. */
export async function leaksOf(search: Search, flags: GivenFlags): Promise<Leaks> {
  const folder = temporaryFolder();
  vi.stubEnv('XDG_STATE_HOME', join(folder, 'state'));
  const baseline = join(folder, 'baseline.json');
  const result = await checked(
    {
      ...(!flags.har && { only: values }),
      verbose: true,
      runs: '0',
      report: everyReport(folder),
      baseline,
      updateBaseline: true,
      ...flags,
    },
    { folder, isTTY: true },
  );
  const leaks = [...search(result.output), ...search(result.errors), ...searchFolder(folder, search)];
  return { ...result, leaks, folder };
}

export const reportIn = (folder: string): CheckReport =>
  JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as CheckReport;
