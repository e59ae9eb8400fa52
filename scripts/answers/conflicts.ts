import type { OpenApiDocument } from '../contract/document.js';
import { isObject, sameJson } from '../contract/json.js';
import { eachOperation } from '../contract/operations.js';
import { toPointer } from '../contract/pointer.js';
import { type Change, changesBetween } from './overlay.js';

/** Says on what a part rests; several answers may add to it. Examples follow from the rest. */
const notes: ReadonlySet<string> = new Set([
  ...['x-unknown', 'x-answered', 'x-provenance', 'x-invented', 'x-unknowns'],
  'examples',
]);

/** A place that two answers set to different values. */
export interface Conflict {
  /** The question whose answer set it first. */
  question: string;
  /** JSON pointer of the place, with operations by their names. */
  place: string;
}

/** Finds places that two answers set to different values. */
export class Conflicts {
  readonly #set = new Map<string, { question: string; value: unknown }>();

  /** Notes what an answer sets, by the documents before and after it. */
  with(question: string, before: OpenApiDocument, after: OpenApiDocument): Conflict | undefined {
    for (const { path, update } of changesBetween(byName(before), byName(after))) {
      for (const [place, value] of leavesOf(update, path)) {
        const pointer = toPointer(place);
        const other = this.#set.get(pointer);
        if (other && other.question !== question && !isKept(other.value, value))
          return { question: other.question, place: pointer };
        this.#set.set(pointer, { question, value });
      }
    }
    return undefined;
  }
}

/**
 * A document with its operations by their names, and the successful response of each as `success`: an answer that moves
 * an operation, or gives it another status, sets nothing inside of it.
 */
function byName(document: OpenApiDocument): object {
  const operations = [...eachOperation(document)].map(({ id, method, path, operation }) => {
    const responses = Object.entries(operation.responses).map(([status, response]) =>
      /^2\d\d$/.test(status) ? (['success', { ...response, status }] as const) : ([status, response] as const),
    );
    return [id, { ...operation, method, path, responses: Object.fromEntries(responses) }] as const;
  });
  return { ...document, paths: Object.fromEntries(operations) };
}

/** Whether a value is still there after a later answer, which may add to a list such as `required` or `type`. */
function isKept(before: unknown, after: unknown): boolean {
  return [before].flat().every((each) => [after].flat().some((other) => sameJson(each, other)));
}

type Path = Change['path'];

function* leavesOf(value: unknown, path: Path): Iterable<[path: Path, value: unknown]> {
  if (path.some((key) => notes.has(String(key)))) return;
  if (!isObject(value)) {
    if (value !== undefined) yield [path, value];
    return;
  }
  for (const [key, below] of Object.entries(value)) yield* leavesOf(below, [...path, key]);
}
