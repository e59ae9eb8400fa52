import type { CaseKind } from '../../model/case.js';
import type { Proposal } from '../../model/proposal.js';
import { Tallies } from '../counts.js';
import { Grounds } from '../grounds.js';
import type { Rule, Sight } from '../rule.js';
import { tallied } from '../words.js';

const question = 'auth.refusal-status';

const withoutKey = {
  'no-key': 'Without a key',
  'empty-key': 'With an empty key',
  'wrong-key': 'With a wrong key',
} as const;

function isWithoutKey(kind: CaseKind): kind is keyof typeof withoutKey {
  return Object.hasOwn(withoutKey, kind);
}

/** Statuses that say nothing about the key. */
const aboutElse: ReadonlySet<number> = new Set([408, 425, 429]);

/** Refusals without a key by operation and status, and the operations that accept the key. */
interface Refusals {
  accepting: Set<string>;
  byOperation: Map<string, Map<number, Grounds>>;
  /** The status that the contract says. */
  known: number | undefined;
}

/** The status of a request without a valid key. */
export const authRefusalStatus: Rule = {
  unknown: question,
  watch() {
    const statuses = new Tallies();
    const refusals: Refusals = { accepting: new Set(), byOperation: new Map(), known: undefined };
    return {
      see(sight) {
        const { case: testCase, status } = sight;
        keep(refusals, sight);
        if (!isWithoutKey(testCase.kind)) return false;
        statuses.of(testCase.kind).add(status);
        return true;
      },
      sentences: () =>
        statuses
          .entries()
          .map(([kind, tally]) => `${withoutKey[kind as keyof typeof withoutKey]}: ${tallied(tally.entries())}.`),
      proposals: () => proposals(refusals),
    };
  },
};

function keep(refusals: Refusals, { case: { kind }, operation, exchange, status, isSuccess }: Sight): void {
  refusals.known = operation.security.refusal ?? refusals.known;
  if (isSuccess && exchange.request.key === 'right') refusals.accepting.add(operation.id);
  if (!isWithoutKey(kind) || status < 400 || status > 499 || aboutElse.has(status)) return;
  const own = refusals.byOperation.get(operation.id) ?? new Map<number, Grounds>();
  refusals.byOperation.set(operation.id, own);
  const grounds = own.get(status) ?? new Grounds();
  grounds.add(operation.id, '', status);
  own.set(status, grounds);
}

/** Only an operation that accepts the key shows what it does without one: all others may not exist. */
function proposals({ accepting, byOperation, known }: Refusals): Proposal[] {
  const found = new Map<number, Grounds>();
  for (const [id, statuses] of byOperation) {
    for (const [status, grounds] of accepting.has(id) ? statuses : []) {
      const all = found.get(status) ?? new Grounds();
      all.join(grounds);
      found.set(status, all);
    }
  }
  const against = 'Another status without a key, or with a wrong one.';
  const readings = [...found].map(([value, grounds]) => ({ answer: { value }, rests: grounds.rests(against) }));
  const [reading, other] = readings;
  if (!reading) return [];
  if (other) return [{ question, certainty: 'conflicting', readings }];
  return reading.answer.value === known ? [] : [{ question, certainty: 'shown', ...reading }];
}
