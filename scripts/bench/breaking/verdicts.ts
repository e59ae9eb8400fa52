import type { Comparison, Subject } from '../frame/comparison.js';
import type { Change } from './pairs.js';

/** What a program said about the pairs that it was shown, by the names of the pairs; or why it said nothing. */
export interface Verdicts extends Pick<Subject, 'name' | 'kind'> {
  breaking?: ReadonlyMap<string, boolean>;
  error?: string;
}

/** Two comparisons: what breaks and was found, and what breaks nobody and was called breaking all the same. */
export function comparisonsOf(changes: readonly Change[], programs: readonly Verdicts[]): Comparison[] {
  const [bad, good] = [changes.filter(({ breaks }) => breaks), changes.filter(({ breaks }) => !breaks)];
  const rows = (those: readonly Change[], verdict: boolean, told: (names: string) => string): Subject[] =>
    programs.map(({ name, kind, breaking, error }) => {
      if (breaking === undefined) return { name, kind, values: [], error: error ?? 'It was not run.' };
      const named = those.filter((change) => breaking.get(change.name) === true);
      const wrong = those.filter((change) => (breaking.get(change.name) === true) !== verdict);
      const note = wrong.length === 0 ? '' : told(wrong.map((change) => change.name).join(', '));
      return { name, kind, values: [named.length], ...(note !== '' && { note }) };
    });
  const found = rows(bad, true, (names) => `missed: ${names}`);
  const alarms = rows(good, false, (names) => `called breaking: ${names}`);
  const ours = (subjects: readonly Subject[]): number => subjects.find(({ kind }) => kind === 'ours')?.values[0] ?? NaN;
  const stated = changes.filter(({ place }) => place === 'stated').length;
  const shown =
    `${changes.length} changes of the contract, ${stated} in parts that the interface description states, each ` +
    'compared alone.';
  return [
    {
      title: `Breaking changes found, of ${bad.length}`,
      measures: `${shown} A change is found if the program calls anything in it breaking.`,
      limit: `${bad.length} of them break a client that was right before.`,
      unit: 'count',
      better: 'more',
      subjects: found,
      targets: [{ of: 'breaking changes found', value: ours(found), wanted: 'at least', target: bad.length }],
    },
    {
      title: `Harmless changes called breaking, of ${good.length}`,
      measures: shown,
      limit: `${good.length} of them change nothing for a client that sends requests and reads responses.`,
      unit: 'count',
      better: 'less',
      subjects: alarms,
      targets: [{ of: 'harmless changes called breaking', value: ours(alarms), wanted: 'at most', target: 0 }],
    },
  ];
}
