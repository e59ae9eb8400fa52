import type { OpenApiDocument } from '../contract/document.js';
import { toPointer } from '../contract/pointer.js';
import { withSharedQuestions } from '../contract/shared-questions.js';
import { UsageError } from '../text/usage-error.js';
import type { Answer, Answers } from './answers.js';
import { Conflicts } from './conflicts.js';
import { corrected } from './corrected.js';
import { AnswerMistake, Draft } from './draft.js';
import { actionsBetween, applied, type Overlay, type OverlayAction } from './overlay.js';
import { compiled } from './questions/index.js';

/** A contract after people who know the service have answered questions about it. */
export interface TaughtContract {
  document: OpenApiDocument;
  /** What the answers change, as a document that other programs can apply to the contract. */
  overlay: Overlay;
}

/**
 * Teaches answers to a contract, in the order of its register of questions, and then applies corrections.
 *
 * @param answers which fit the questions, as `readAnswers` makes sure
 * @throws UsageError with the place in the answers file for a value that the contract cannot have, two answers that set
 * the same place, and a correction that changes nothing
 */
export function taughtContract(document: OpenApiDocument, answers: Answers): TaughtContract {
  const conflicts = new Conflicts();
  const actions: OverlayAction[] = [];
  let current = document;
  for (const { id } of document['x-unknowns'] ?? []) {
    const answer = answers.answers[id];
    if (!answer) continue;
    const own = actionsFor(current, id, answer, answers);
    const other = conflicts.with(id, own);
    if (other !== undefined) throw conflict(answers, id, other);
    actions.push(...own);
    current = applied(current, own);
  }
  for (const correction of answers.corrections) {
    const own = corrected(current, correction);
    actions.push(...own);
    current = applied(current, own);
  }
  const info = { title: `Answers for ${document.info.title}`, version: document.info.version };
  return { document: withSharedQuestions(current), overlay: { overlay: '1.0.0', info, actions } };
}

/** What the answer to one question changes. */
function actionsFor(document: OpenApiDocument, id: string, answer: Answer, answers: Answers): OverlayAction[] {
  const draft = new Draft(document);
  const question = draft.question(id);
  const base = ['answers', id];
  const { value, except = {}, closed, from } = answer;
  try {
    const teach = compiled[id];
    const extent = teach?.({
      draft,
      question: id,
      value: value as never,
      except: except as never,
      isClosed: closed === true,
    });
    if (extent !== 'partly') draft.settleEverywhere(id);
  } catch (error) {
    if (!(error instanceof AnswerMistake)) throw error;
    throw new UsageError(`${answers.placeOf(toPointer(base) + error.pointer)}: ${error.message}`);
  }
  if (question) question.answered = { value, ...(Object.keys(except).length > 0 && { except }), ...(from && { from }) };
  const by = from?.by === undefined ? '' : `, by ${from.by}`;
  return actionsBetween(document as never, draft.document as never, `${id}${by}`);
}

function conflict(
  answers: Answers,
  id: string,
  { question, target }: { question: string; target: string },
): UsageError {
  const place = answers.placeOf(toPointer(['answers', id]));
  return new UsageError(
    `${place}: ${id} and ${question} (${answers.placeOf(toPointer(['answers', question]))}) both set ${target}, to ` +
      'different values. Remove one of them, or use "except".',
  );
}
