import { wrapWithLabel } from '../text/columns.js';
import { sanitize } from '../text/escape.js';
import { formatCount } from '../text/numbers.js';
import type { ContractChange, ContractDiff } from './change.js';
import { messageOf, remarkOn } from './sentence.js';
import { type Level, levels } from './version.js';

/** The maximum number of documentation changes shown: there are many, and readers rarely need them. */
const maxPatches = 10;

const titles: Readonly<Record<Level, string>> = { major: 'Major', minor: 'Minor', patch: 'Patch' };

/**
 * The changes for a terminal: heaviest first, and at the end the required next version.
 *
 * @param sections further lists, which come before that version
 */
export function terminalOf(
  diff: ContractDiff,
  width: number,
  sections: readonly { title: string; items: readonly string[] }[] = [],
): string {
  const { old, new: current, changes, counts } = diff;
  const heading = wrapWithLabel('', `${sanitize(diff.title, 80)}, from ${sideOf(old)} to ${sideOf(current)}`, width);
  const groups = levels.flatMap((level) => {
    const levelChanges = changes.filter((change) => change.level === level);
    const visibleChanges = level === 'patch' ? levelChanges.slice(0, maxPatches) : levelChanges;
    const rest = levelChanges.length - visibleChanges.length;
    if (levelChanges.length === 0) return [];
    const more = rest > 0 ? [`  … and ${formatCount(rest, 'more change')}; --format json lists them all.`] : [];
    return [
      '',
      `${titles[level]}: ${formatCount(counts[level], 'change')}`,
      ...areasOf(visibleChanges, width),
      ...more,
    ];
  });
  const problems = { title: 'Violations of the policy', items: diff.problems.map(({ message }) => message) };
  const lists = [...sections, problems].flatMap(({ title, items }) =>
    items.length === 0 ? [] : ['', title, ...items.flatMap((item) => wrapWithLabel('  - ', item, width))],
  );
  return [
    ...heading,
    ...groups,
    ...lists,
    '',
    ...wrapWithLabel('', verdictOf(diff, sections.length > 0), width),
    '',
  ].join('\n');
}

function sideOf({ name, version }: ContractDiff['old']): string {
  return `${sanitize(version, 60)} (${sanitize(name, 200)})`;
}

function areasOf(changes: readonly ContractChange[], width: number): string[] {
  let last = '';
  return changes.flatMap((change) => {
    const name = change.area.name === '' ? 'the document' : sanitize(change.area.name, 100);
    const heading = name === last ? [] : [`  ${name}`];
    last = name;
    return [...heading, ...wrapWithLabel('    - ', `${messageOf(change)}${remarkOn(change)}`, width)];
  });
}

/** @param hasMore whether there are changes that do not count, such as accepted ones */
export function verdictOf(diff: ContractDiff, hasMore = false): string {
  const { level, old, new: now, proposed, isRaisedEnough } = diff;
  const nothing = hasMore ? 'Nothing else changed' : 'Nothing changed';
  const [textBefore, textAfter] = [sanitize(old.version, 60), sanitize(now.version, 60)];
  if (proposed === null) {
    const summary = level === 'none' ? nothing : `A ${level} change`;
    return `${summary}. The next version is unknown, because "${textBefore}" is not of the form 1.2.3.`;
  }
  if (level === 'none' && isRaisedEnough)
    return textAfter === textBefore ? `${nothing}.` : `Only the version changed; it is now ${textAfter}.`;
  const requirement = level === 'none' ? nothing : `A ${level} change to ${textBefore}`;
  if (isRaisedEnough) return `${requirement} requires ${proposed}. info.version is ${textAfter}, which is enough.`;
  const current = textAfter === textBefore ? `still ${textAfter}` : textAfter;
  return level === 'none'
    ? `${requirement}, and info.version went from ${textBefore} to ${textAfter}. It must be at least ${proposed}.`
    : `${requirement} requires ${proposed}, but info.version is ${current}.`;
}
