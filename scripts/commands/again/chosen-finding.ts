import { type Finding, idsOf } from '../../check/model/finding.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { visible } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';

/**
 * The finding that a user means: by its number in the report, its id, or the beginning of its id.
 *
 * @throws UsageError for none or several, with the nearest ids
 */
export function chosenFinding(name: string, findings: readonly Finding[]): Finding {
  const whole = findings.find((finding) => idsOf(finding).includes(name));
  if (whole) return whole;
  const number = /^[1-9]\d*$/.test(name) ? findings[Number(name) - 1] : undefined;
  if (number) return number;
  const beginning = findings.filter(({ id }) => name !== '' && id.startsWith(name));
  const [first, ...others] = beginning;
  if (first && others.length === 0) return first;
  if (first) {
    const ids = beginning.slice(0, 5).map(({ id }) => visible(id));
    if (beginning.length > 5) ids.push('…');
    throw new UsageError(
      `${beginning.length} findings begin with ${visible(name)}: ${ids.join(', ')}. Write more of the id.`,
    );
  }
  if (/^\d+$/.test(name))
    throw new UsageError(`The report has findings 1 to ${findings.length}, and no ${visible(name)}.`);
  const known = findings.map(({ id }) => id);
  throw new UsageError(
    `The report has no finding ${visible(name)}. ${visible(didYouMean(name, known))} Without a finding, again lists ` +
      'all of them.',
  );
}
