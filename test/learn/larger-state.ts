import { createHash } from 'node:crypto';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import type { SandboxState, Stored } from '../../scripts/sandbox/model/store.js';

/** Kinds of which the sandbox has few, and what they belong to. */
const enlarged = ['Tier', 'Badge', 'Filter', 'FilterOption', 'PartnerEntry'];

/** More than a claim about all resources of a kind needs. */
const wanted = 26;

/** The initial state with more resources, over both directories: enough to show what holds of all. */
export function largerState(): SandboxState {
  const { collections } = initialState;
  const more = enlarged.map((name) => [name, copies(collections[name] ?? [])]);
  return { ...initialState, collections: { ...collections, ...Object.fromEntries(more) } };

  function copies(records: readonly Stored[]): Stored[] {
    const all = [...records];
    for (let turn = 0; all.length < wanted; turn += 1) {
      const one = records[turn % records.length] as Stored;
      all.push({ ...one, id: idAfter(one.id, turn), parents: parentsOf(one, turn) });
    }
    return all;
  }

  /** Every second copy belongs to the other directory. */
  function parentsOf({ parents }: Stored, turn: number): Stored['parents'] {
    const { directory_id: directory } = parents;
    const others = collections['Directory'] ?? [];
    const other = others.find(({ id }) => id !== directory)?.id;
    return directory !== undefined && other !== undefined && turn % 2 === 1
      ? { ...parents, directory_id: other }
      : parents;
  }
}

function idAfter(id: string, turn: number): string {
  const digits = createHash('sha256').update(`${id} ${turn}`).digest('hex');
  return [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(12, 15)}`, `8${digits.slice(15, 18)}`, digits.slice(18, 30)].join('-');
}
