import type { OpenApiDocument, OpenQuestion } from '../contract/document.js';
import { isObject, isSameJson } from '../contract/json.js';
import { escapeToken, parsePointer, toPointer } from '../contract/pointer.js';
import { withSharedQuestions } from '../contract/shared-questions.js';
import { UsageError } from '../text/usage-error.js';
import type { Answer, Answers, Correction } from './answers.js';
import { applyCorrection } from './corrections.js';
import { AnswerMistake, Draft } from './draft.js';
import { moveInlineObjects } from './inline-objects.js';
import { actionOf, changesBetween, type DocumentChange, type Overlay, type OverlayAction } from './overlay.js';
import { teachers } from './questions/index.js';

/** A contract to which the answers of a team were applied. */
export interface TaughtContract {
  document: OpenApiDocument;
  /** The changes that the answers make, as a document that other programs can apply to the contract. */
  overlay: Overlay;
  origins: Origins;
  /** Questions whose answers change nothing, because the contract already says the same. */
  needlessIds: readonly string[];
}

/**
 * Applies answers to a contract, in the order of its register of questions, then corrections.
 *
 * @param answers answers that fit the schemas of their questions, such as the result of `readAnswers`
 * @throws UsageError with the place in the answers file for a value that the contract cannot have, two answers that set
 * the same place, and a correction that changes nothing
 */
export function teachContract(document: OpenApiDocument, answers: Answers): TaughtContract {
  const answeredValues: AnsweredValues = new Map();
  const steps: Step[] = [];
  const needlessIds: string[] = [];
  let currentDocument = document;
  for (const { id } of document['x-unknowns'] ?? []) {
    const answer = answers.answers[id];
    if (!answer) continue;
    const draft = new Draft(currentDocument, document);
    teach(draft, id, answer, answers);
    Object.assign(draft.question(id) ?? {}, { answered: noteOf(answer) });
    const changes = changesBetween(currentDocument, draft.document);
    currentDocument = draft.document;
    const values = changes
      .flatMap(valuesOf)
      .filter(([at]) => !draft.wrappedPointers.some((pointer) => at.startsWith(pointer)));
    refuseConflicts(answeredValues, id, values, answers);
    const by = answer.from?.by === undefined ? '' : `, by ${answer.from.by}`;
    const actions = (): OverlayAction[] => changes.map((change) => actionOf(change, `${id}${by}`));
    steps.push({ origin: { question: id }, changes, actions });
    // The answer has changed only the list of questions, which records every answer.
    if (teachers[id] && changes.every(({ path: [part] }) => part === 'x-unknowns')) needlessIds.push(id);
  }
  for (const correction of answers.corrections) {
    const result = applyCorrection(currentDocument, correction);
    const changes = changesBetween(currentDocument, result.document);
    steps.push({ origin: { correction }, changes, actions: () => result.actions });
    currentDocument = result.document;
  }
  const info = { title: `Answers for ${document.info.title}`, version: document.info.version };
  return {
    document: withSharedQuestions(currentDocument),
    // Create the overlay on demand, because most commands need only the document.
    get overlay() {
      return { overlay: '1.0.0', info, actions: steps.flatMap(({ actions }) => actions()) };
    },
    origins: originsOf(steps),
    needlessIds,
  };
}

function teach(draft: Draft, id: string, answer: Answer, { placeOf }: Answers): void {
  const { value, except = {}, closed = false } = answer;
  try {
    let isSettled = true;
    const keepOpen = (): void => {
      isSettled = false;
    };
    const [newValue, others] = [value as never, except as never];
    teachers[id]?.({ draft, question: id, value: newValue, except: others, isClosed: closed, keepOpen });
    moveInlineObjects(draft, (component) => draft.settleSchema(component, id));
    if (isSettled) draft.settleEverywhere(id);
  } catch (error) {
    if (!(error instanceof AnswerMistake)) throw error;
    throw new UsageError(`${placeOf(toPointer(['answers', id]) + error.pointer)}: ${error.message}`);
  }
}

/** An answer as the register of questions shows it. */
function noteOf({ value, except = {}, closed = false, from }: Answer): NonNullable<OpenQuestion['answered']> {
  const others = Object.keys(except).length > 0;
  return { value, ...(closed && { closed }), ...(others && { except }), ...(from && { from }) };
}

/** The source of a value in a taught contract: the answer to a question, or an overlay that was applied last. */
type Origin = { question: string; correction?: undefined } | { correction: Correction; question?: undefined };

interface Step {
  origin: Origin;
  changes: readonly DocumentChange[];
  /** Creates the actions; most commands do not need them. */
  actions(): OverlayAction[];
}

interface Origins {
  /** Returns the source of the value at a JSON pointer; undefined if the original contract has the same value. */
  of(pointer: string): Origin | undefined;
}

/** Length of the path to an operation: `paths`, its path, and its method. */
const operationDepth = 3;

function originsOf(steps: readonly Step[]): Origins {
  /** The origins by JSON pointer; undefined before the first call. */
  let originsByPointer: Map<string, Origin> | undefined;
  return {
    of(pointer) {
      originsByPointer ??= new Map(
        steps.flatMap(({ origin, changes }) =>
          changes.flatMap(({ path, update = {} }) =>
            Object.keys(update).map((key) => [pointerOfOrigin([...path, key]), origin] as const),
          ),
        ),
      );
      const all = parsePointer(pointer);
      // An answer that moves an operation is not the source of its contents.
      const minLength = all[0] === 'paths' && all.length > operationDepth ? operationDepth + 1 : 1;
      for (let tokens = all; tokens.length >= minLength; tokens = tokens.slice(0, -1)) {
        // An answer that changes the media type of a body is not the source of its contents.
        if (isMediaType(tokens) && tokens.length < all.length) continue;
        const origin = originsByPointer.get(pointerOfOrigin(tokens));
        if (origin) return origin;
      }
      return undefined;
    },
  };
}

/** The pointer of a place, with `*` for the media type of a body, because an answer may have changed the media type. */
function pointerOfOrigin(path: readonly (string | number)[]): string {
  return toPointer(path.map((key, index) => (isMediaType(path, index) ? '*' : key)));
}

function isMediaType(path: readonly (string | number)[], index = path.length - 1): boolean {
  return path[index - 1] === 'content' && String(path[index]).includes('/');
}

/** Keys about which answers cannot disagree: they record the source of a part, or are derived (`examples`). */
const notes: ReadonlySet<string> = new Set([
  ...['x-unknown', 'x-answered', 'x-provenance', 'x-invented', 'x-unknowns'],
  'examples',
]);

/** The values that answers have set, by JSON pointer. */
type AnsweredValues = Map<string, { question: string; value: unknown }>;

/** Records the values that an answer sets. @throws UsageError if another answer set a place to a different value */
function refuseConflicts(
  answeredValues: AnsweredValues,
  id: string,
  values: readonly PlacedValue[],
  { placeOf }: Answers,
): void {
  for (const [pointer, value] of values) {
    const { question = id, value: before } = answeredValues.get(pointer) ?? {};
    if (question !== id && !isKept(before, value)) {
      const [here, there] = [id, question].map((text) => placeOf(toPointer(['answers', text])));
      throw new UsageError(
        `${here}: ${id} and ${question} (${there}) set ${pointer} to different values. Remove one of them, or ` +
          'use "except".',
      );
    }
    answeredValues.set(pointer, { question: id, value });
  }
}

/** Whether a later answer keeps a value; it may add to a list such as `required` or `type`. */
function isKept(before: unknown, after: unknown): boolean {
  return [before].flat().every((each) => [after].flat().some((node) => isSameJson(each, node)));
}

type PlacedValue = [pointer: string, value: unknown];

function valuesOf({ path, update = {} }: DocumentChange): PlacedValue[] {
  const [first, second, , part] = path;
  if (path.some((key) => notes.has(String(key)))) return [];
  // An answer that moves an operation, or changes its statuses, sets none of the values inside.
  if (first === 'paths' && path.length < operationDepth) return [];
  if (first === 'components' && second === 'responses' && path.length === 2) return [];
  const pointer = toPointer(path);
  if (part !== 'responses' || path.length !== 4) return leavesOf(update, pointer);
  // Leave out success statuses: operations.payloads only assumes them, so another answer may correct them.
  const refusals = Object.entries(update).filter(([status]) => !/^2\d\d$/.test(status));
  return refusals.flatMap(([status, response]) => leavesOf(response, `${pointer}/${status}`));
}

/** @param leaves the list to which the values are added */
function leavesOf(value: unknown, pointer: string, leaves: PlacedValue[] = []): PlacedValue[] {
  if (!isObject(value)) {
    if (value !== undefined) leaves.push([pointer, value]);
    return leaves;
  }
  for (const key of Object.keys(value))
    if (!notes.has(key)) leavesOf(value[key], `${pointer}/${escapeToken(key)}`, leaves);
  return leaves;
}
