import { type Baseline, readBaseline } from '../../check/engine/report/baseline.js';
import { sanitize, sanitizeLine } from '../../text/escape.js';
import { formatCount } from '../../text/numbers.js';
import { hideContentInErrors } from '../check/command-settings.js';
import { readConfig } from '../check/config.js';
import type { JudgedDiff } from './acceptance.js';
import { isBreaking } from './reports.js';

/** Maximum number of ids to print. */
const maxIds = 20;

/**
 * Reads the baseline with the accepted changes: the given file, else the file that the configuration file names.
 *
 * @throws UsageError with file, line and column of each mistake
 */
export function readAcceptedChanges(file: string | undefined, folder: string): Baseline | undefined {
  if (file !== undefined) return readBaseline(file);
  const { baseline } = readConfig(undefined, folder);
  return baseline === undefined ? undefined : hideContentInErrors([sanitize(baseline)], () => readBaseline(baseline));
}

/** Names the ids in the baseline that no change has. Empty without such ids. */
export function unmatchedText({ unmatched }: JudgedDiff): string {
  if (unmatched.length === 0) return '';
  return [
    'No change has these ids of the baseline. Correct them, or remove them:',
    ...unmatched.map((id) => `  ${sanitizeLine(id)}`),
  ].join('\n');
}

/** Says which breaking changes fail a run, and how to accept them. Empty without such changes. */
export function breakingText({ changes }: JudgedDiff): string {
  const ids = changes.filter(isBreaking).map(({ id }) => id);
  if (ids.length === 0) return '';
  const more = ids.length > maxIds ? ['  … and more; --format json lists them all.'] : [];
  return [
    `${formatCount(ids.length, 'breaking change is', 'breaking changes are')} not accepted. To accept one, add its ` +
      'id to "findings" in the file given with --baseline, with a reason and a last day:',
    ...ids.slice(0, maxIds).map((id) => `  ${sanitizeLine(id)}`),
    ...more,
  ].join('\n');
}
