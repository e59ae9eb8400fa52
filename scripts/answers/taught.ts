import type { OpenApiDocument, Unknown } from '../contract/document.js';
import { parsePointer, toPointer } from '../contract/pointer.js';
import { withSharedQuestions } from '../contract/shared-questions.js';
import { UsageError } from '../text/usage-error.js';
import type { Answer, Answers, Correction } from './answers.js';
import { ChangedParts } from './changed-parts.js';
import { type Conflict, Conflicts } from './conflicts.js';
import { corrected } from './corrected.js';
import { AnswerMistake, Draft } from './draft.js';
import { actionOf, type Change, changesBetween, type Overlay, type OverlayAction } from './overlay.js';
import { compiled } from './questions/index.js';

/** A contract after people who know the service have answered questions about it. */
export interface TaughtContract {
  document: OpenApiDocument;
  /** What the answers change, as a document that other programs can apply to the contract. */
  overlay: Overlay;
  /** Which answer or correction set a value. */
  origins: Origins;
  /** Questions whose answers change nothing, because the contract says the same by itself. */
  needless: readonly string[];
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
  const actions: (() => OverlayAction[])[] = [];
  const origins = new Origins();
  const needless: string[] = [];
  const draft = new Draft(document);
  const parts = new ChangedParts(draft.document, document);
  for (const [index, { id }] of (document['x-unknowns'] ?? []).entries()) {
    const answer = answers.answers[id];
    if (!answer) continue;
    teach(draft, id, answer, answers);
    const answered = noteOf(answer);
    const question = draft.question(id);
    if (question) question.answered = answered;
    const changes = [...parts.next(), { path: ['x-unknowns', index], update: { answered } }];
    const conflict = conflicts.with(id, changes);
    if (conflict) throw conflictError(answers, id, conflict);
    const by = answer.from?.by === undefined ? '' : `, by ${answer.from.by}`;
    actions.push(() => changes.map((each) => actionOf(each, `${id}${by}`)));
    origins.add({ question: id }, changes);
    if (compiled[id] && changes.every(isInRegister)) needless.push(id);
  }
  let { document: taught } = draft;
  for (const correction of answers.corrections) {
    const result = corrected(taught, correction);
    origins.add({ correction }, changesBetween(taught, result.document));
    actions.push(() => result.actions);
    taught = result.document;
  }
  const info = { title: `Answers for ${document.info.title}`, version: document.info.version };
  return {
    document: withSharedQuestions(taught),
    // Made when somebody asks, since most commands need only the document.
    get overlay() {
      return { overlay: '1.0.0', info, actions: actions.flatMap((make) => make()) };
    },
    origins,
    needless,
  };
}

/** Whether a change concerns the list of questions alone, where the answer itself is noted. */
function isInRegister({ path: [part] }: Change): boolean {
  return part === 'x-unknowns';
}

function teach(draft: Draft, id: string, answer: Answer, { placeOf }: Answers): void {
  const { value, except = {}, closed = false } = answer;
  try {
    let isSettled = true;
    const keepOpen = (): void => {
      isSettled = false;
    };
    const [given, others] = [value as never, except as never];
    compiled[id]?.({ draft, question: id, value: given, except: others, isClosed: closed, keepOpen });
    if (isSettled) draft.settleEverywhere(id);
  } catch (error) {
    if (!(error instanceof AnswerMistake)) throw error;
    throw new UsageError(`${placeOf(toPointer(['answers', id]) + error.pointer)}: ${error.message}`);
  }
}

/** An answer as the register of questions shows it. */
function noteOf({ value, except = {}, closed = false, from }: Answer): NonNullable<Unknown['answered']> {
  const others = Object.keys(except).length > 0;
  return { value, ...(closed && { closed }), ...(others && { except }), ...(from && { from }) };
}

function conflictError({ placeOf }: Answers, id: string, { question, place }: Conflict): UsageError {
  const [here, there] = [id, question].map((each) => placeOf(toPointer(['answers', each])));
  return new UsageError(
    `${here}: ${id} and ${question} (${there}) both set ${place}, to different values. Remove one of them, or use ` +
      '"except".',
  );
}

/** What set a value of a taught contract: the answer to a question, or an overlay that was applied last. */
type Origin = { question: string; correction?: undefined } | { correction: Correction; question?: undefined };

/** Remembers which answer or correction set which values. */
class Origins {
  readonly #changes: [Origin, readonly Change[]][] = [];
  /** By JSON pointer; made when somebody asks. */
  #set: Map<string, Origin> | undefined;

  add(origin: Origin, changes: readonly Change[]): void {
    this.#changes.push([origin, changes]);
    this.#set = undefined;
  }

  #byPointer(): ReadonlyMap<string, Origin> {
    if (this.#set) return this.#set;
    this.#set = new Map();
    for (const [origin, changes] of this.#changes)
      for (const { path, update = {} } of changes)
        for (const key of Object.keys(update)) this.#set.set(toPointer([...path, key]), origin);
    return this.#set;
  }

  /** What set the value at a JSON pointer; undefined if it is as in the contract without answers. */
  of(pointer: string): Origin | undefined {
    const tokens = parsePointer(pointer);
    const set = this.#byPointer();
    for (let length = tokens.length; length > 0; length -= 1) {
      const origin = set.get(toPointer(tokens.slice(0, length)));
      if (origin) return origin;
    }
    return undefined;
  }
}
