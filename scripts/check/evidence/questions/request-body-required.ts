import type { Proposal } from '../../model/proposal.js';
import { Grounds, joined } from '../grounds.js';
import type { Rule, Sight, Subject } from '../rule.js';
import { list, withoutFalse } from '../words.js';

const question = 'request.body-required';

/** What became of requests without a body, by operation. */
interface Outcome {
  accepted: Grounds;
  refused: Grounds;
  isRequired: boolean;
}

/** Whether a request must have its body. */
export const requestBodyRequired: Rule = {
  unknown: question,
  watch(subject) {
    const outcomes = new Map<string, Outcome>();
    const named = (isWanted: (outcome: Outcome) => boolean): string[] =>
      [...outcomes]
        .filter(([, outcome]) => isWanted(outcome))
        .map(([id]) => id)
        .sort();
    return {
      see(sight) {
        if (!subject.marked.operations.has(sight.operation.id)) return false;
        return keep(outcomes, sight);
      },
      sentences() {
        const accepted = named((outcome) => outcome.accepted.responses > 0);
        const refused = named((outcome) => outcome.refused.responses > 0);
        return withoutFalse(
          accepted.length > 0 && `Accepted without a body: ${list(accepted)}.`,
          refused.length > 0 && `Refused without a body: ${list(refused)}.`,
        );
      },
      proposals: () => proposals(outcomes, subject),
    };
  },
};

function keep(outcomes: Map<string, Outcome>, sight: Sight): boolean {
  const { operation, exchange, status, isSuccess, refusesContent, exists, response } = sight;
  const { request } = exchange;
  const isWithout = request.body === undefined || request.body.length === 0;
  if (!operation.body || !isWithout || request.method.toLowerCase() !== operation.method) return false;
  if (!isSuccess && !refusesContent) return false;
  // A success without the resource it is about, such as a page to log in, has accepted nothing.
  if (isSuccess && !(exists && (sight.documented.items.length > 0 || response.bytes.length === 0))) return false;
  const outcome = outcomes.get(operation.id) ?? {
    accepted: new Grounds(),
    refused: new Grounds(),
    isRequired: operation.body.required,
  };
  outcomes.set(operation.id, outcome);
  (isSuccess ? outcome.accepted : outcome.refused).add(operation.id, '', status);
  return true;
}

/** Operations that differ from what the contract says are exceptions: some requests say nothing about all others. */
function proposals(outcomes: ReadonlyMap<string, Outcome>, { answered }: Subject): Proposal[] {
  const value = (answered?.value as boolean | undefined) ?? true;
  const except = { ...(answered?.except as Record<string, boolean> | undefined) };
  const different = [...outcomes].filter(([, { accepted, refused, isRequired }]) =>
    isRequired ? accepted.responses > 0 && refused.responses === 0 : refused.responses > 0 && accepted.responses === 0,
  );
  if (different.length === 0) return [];
  for (const [id, { isRequired }] of different) {
    if (!isRequired === value) delete except[id];
    else except[id] = !isRequired;
  }
  const grounds = joined(different.map(([, { accepted, refused, isRequired }]) => (isRequired ? accepted : refused)));
  const rests = grounds.rests('The other outcome of a request without a body.');
  return [
    { question, certainty: 'shown', answer: { value, ...(Object.keys(except).length > 0 && { except }) }, rests },
  ];
}
