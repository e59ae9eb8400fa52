import { escapeToken, valueAt } from './pointer.js';
import { circleMessage, ReferenceMistake, targetOf } from './references.js';

/** Keywords whose schemas apply to the same value as the schema around them, and not to a part of it. */
const ofTheSame = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas']);

/**
 * The most schemas and references about the same value that lead to each other. Whatever follows them later may
 * recurse, and overflow the call stack after a few thousand.
 */
const longestChain = 200;

/** A place in a document, and its pointer. */
interface Step {
  node: object;
  pointer: string;
  /** The object whose `$ref` led here. */
  by?: object;
  /** The place of the same value that led here. */
  above?: Step;
}

/**
 * Checks that the references below a node come to an end. A schema may contain itself for a part of the value, but not
 * for the same value: such a schema cannot be evaluated (JSON Schema 2020-12, Core §9.4.1).
 *
 * @param pointer of the node; the whole document by default
 * @throws ReferenceMistake for the first circle, or a chain of more than 200 references and schemas about one value
 */
export function refuseCircles(document: object, pointer = ''): void {
  const root = valueAt(document, pointer);
  const waiting: Step[] = typeof root === 'object' && root !== null ? [{ node: root, pointer }] : [];
  /** For each place that was left, the length of the longest chain that begins there. */
  const lengths = new Map<object, number>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    // The places between the first and the current one, all about the same value. An explicit stack, because a chain
    // may be longer than the call stack.
    const open = new Map<object, Step>();
    const stack: (Step & { isLeft?: boolean })[] = [next];
    for (let step = stack.pop(); step; step = stack.pop()) {
      if (step.isLeft) {
        open.delete(step.node);
        lengthen(step, lengths);
        continue;
      }
      if (open.has(step.node)) throw circle([...open.values()], step);
      if (lengths.has(step.node)) {
        lengthen(step, lengths);
        continue;
      }
      open.set(step.node, step);
      lengths.set(step.node, 1);
      stack.push({ ...step, isLeft: true });
      for (const { isSame, ...below } of stepsFrom(document, step))
        if (isSame) stack.push({ ...below, above: step });
        else waiting.push(below);
    }
  }
}

/** Notes at the place above how long the chain through this one is. */
function lengthen({ node, above }: Step, lengths: Map<object, number>): void {
  if (!above) return;
  const length = (lengths.get(node) ?? 1) + 1;
  if (length > longestChain)
    throw new ReferenceMistake(
      above.node,
      `more than ${longestChain} references and schemas about the same value follow each other here. Refer to the ` +
        'final target instead.',
    );
  if (length > (lengths.get(above.node) ?? 1)) lengths.set(above.node, length);
}

function* stepsFrom(document: object, { node, pointer }: Step): Iterable<Step & { isSame: boolean }> {
  const target = targetOf(node);
  const found = target === undefined ? undefined : valueAt(document, target);
  if (target !== undefined && isObject(found)) yield { node: found, pointer: target, by: node, isSame: true };
  for (const [key, value] of Object.entries(node)) {
    if (!isObject(value)) continue;
    const below = { node: value, pointer: `${pointer}/${escapeToken(key)}` };
    if (!ofTheSame.has(key)) {
      yield { ...below, isSame: false };
    } else if (key === 'not' || key === 'if' || key === 'then' || key === 'else') {
      yield { ...below, isSame: true };
    } else {
      for (const [name, part] of Object.entries(value))
        if (isObject(part)) yield { node: part, pointer: `${below.pointer}/${escapeToken(name)}`, isSame: true };
    }
  }
}

function circle(open: readonly Step[], again: Step): ReferenceMistake {
  const steps = open.slice(open.findIndex(({ node }) => node === again.node));
  const named = [...steps.slice(1), again].filter(({ by }) => by !== undefined);
  return new ReferenceMistake(named[0]?.by ?? again.node, circleMessage(named.map((each) => `#${each.pointer}`)));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
