import type { OpenApiDocument, Unknown } from '../contract/document.js';
import { nodesOf } from '../contract/walk.js';
import type { Answer } from './answers.js';
import type { TaughtOwnContract } from './own-contract.js';

/**
 * What has become of a question: `answered`, `answered-in-part` if it is still open for some operations or schemas,
 * `open`, or `no-longer-needed` if the contract says the same as the answer by itself.
 */
export type QuestionState = 'answered' | 'answered-in-part' | 'open' | 'no-longer-needed';

/** A question of the register, and what somebody says about it. */
export interface ListedQuestion extends Pick<Unknown, 'id' | 'section' | 'question' | 'assumed'> {
  state: QuestionState;
  answer?: Answer;
}

/** All questions of a contract, in the order of its register. */
export function listedQuestions(document: OpenApiDocument, taught?: TaughtOwnContract): ListedQuestion[] {
  const open = placesByQuestion(taught?.document ?? document);
  return (document['x-unknowns'] ?? []).map(({ id, section, question, assumed }) => {
    const answer = taught?.answers.answers[id];
    const isNeedless = taught?.needless.includes(id) === true;
    const answered = isNeedless ? 'no-longer-needed' : open.has(id) ? 'answered-in-part' : 'answered';
    return { id, section, question, assumed, state: answer ? answered : 'open', ...(answer && { answer }) };
  });
}

/** How many places of a document depend on each open question. */
function placesByQuestion(document: OpenApiDocument): Map<string, number> {
  const places = new Map<string, number>();
  for (const { value } of nodesOf(document))
    for (const id of [value['x-unknown'] ?? []].flat()) places.set(String(id), (places.get(String(id)) ?? 0) + 1);
  return places;
}
