import { hanging } from '../text/columns.js';
import { visible } from '../text/escape.js';
import { counted } from '../text/numbers.js';
import type { Change, ContractDiff } from './change.js';
import { remarkOn } from './sentence.js';
import { type Level, levels } from './version.js';

/** Changes of the documentation are many, and seldom read here. */
const wordsShown = 10;

const titles: Readonly<Record<Level, string>> = { major: 'Major', minor: 'Minor', patch: 'Patch' };

/** The changes for a terminal: heaviest first, and at the end the required next version. */
export function terminalOf(diff: ContractDiff, width: number): string {
  const { old, new: now, changes, counts } = diff;
  const compared = hanging('', `${visible(diff.title, 80)}, from ${sideOf(old)} to ${sideOf(now)}`, width);
  const groups = levels.flatMap((level) => {
    const found = changes.filter((change) => change.level === level);
    const shown = level === 'patch' ? found.slice(0, wordsShown) : found;
    const rest = found.length - shown.length;
    if (found.length === 0) return [];
    const more = rest > 0 ? [`  … and ${counted(rest, 'more change')}; --format json lists them all.`] : [];
    return ['', `${titles[level]}: ${counted(counts[level], 'change')}`, ...areasOf(shown, width), ...more];
  });
  const problems = diff.problems.flatMap(({ message }) => hanging('  - ', message, width));
  return [
    ...compared,
    ...groups,
    ...(problems.length > 0 ? ['', 'Violations of the policy', ...problems] : []),
    '',
    ...hanging('', verdictOf(diff), width),
    '',
  ].join('\n');
}

function sideOf({ name, version }: ContractDiff['old']): string {
  return `${visible(version, 60)} (${visible(name, 200)})`;
}

/** The changes, grouped below the names of their areas. */
function areasOf(changes: readonly Change[], width: number): string[] {
  let last = '';
  return changes.flatMap((change) => {
    const name = change.area.name === '' ? 'the document' : visible(change.area.name, 100);
    const heading = name === last ? [] : [`  ${name}`];
    last = name;
    return [...heading, ...hanging('    - ', `${change.message}${remarkOn(change)}`, width)];
  });
}

/** The required next version, and whether the new document has it. */
export function verdictOf({ level, old, new: now, proposed, isRaisedEnough }: ContractDiff): string {
  const [before, after] = [visible(old.version, 60), visible(now.version, 60)];
  if (proposed === null) {
    const what = level === 'none' ? 'Nothing changed' : `A ${level} change`;
    return `${what}. The next version is unknown, because "${before}" is not of the form 1.2.3.`;
  }
  if (level === 'none' && isRaisedEnough)
    return after === before ? 'Nothing changed.' : `Only the version changed; it is now ${after}.`;
  const needed = level === 'none' ? 'Nothing changed' : `A ${level} change of ${before}`;
  if (isRaisedEnough) return `${needed} requires ${proposed}. info.version is ${after}, which is enough.`;
  const found = after === before ? `still ${after}` : after;
  return level === 'none'
    ? `${needed}, and info.version went from ${before} to ${after}. It must be at least ${proposed}.`
    : `${needed} requires ${proposed}, but info.version is ${found}.`;
}
