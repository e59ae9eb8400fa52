import { isObject } from '../json.js';
import { parsePointer, toPointer, valueAt } from '../pointer.js';
import { circleMessage, ReferenceMistake, targetOf } from '../references.js';
import { ofSameValue, subschemas } from '../schema-walk.js';
import { type DocumentNode, nodesWithin } from '../walk.js';

/** Keywords whose schemas are about the same value as the schema around them, and not about a part of it. */
const ofTheSame = new Set([...ofSameValue, 'not', 'if', 'dependentSchemas']);

/**
 * The most schemas and references about the same value that lead to each other. Whatever follows them later may
 * recurse, and overflow the call stack after a few thousand.
 */
const longestChain = 200;

/** A place in a document. */
interface Step {
  node: object;
  kind: string;
  pointer: string;
  /** The object whose `$ref` led here. */
  by?: object;
  /** The place of the same value that led here. */
  above?: Step;
}

/**
 * Checks that the references below the paths of a document come to an end. A schema may contain itself for a part of
 * the value, but not for the same value: such a schema cannot be evaluated (JSON Schema 2020-12, Core §9.4.1).
 *
 * @throws ReferenceMistake for the first circle, or a chain of more than 200 references and schemas about one value
 */
export function refuseCircles(document: { readonly paths?: object }): void {
  // The loop adds to the list that it iterates over.
  const waiting = nodesWithin(document.paths, 'paths', ['paths']).map(stepTo);
  /** For each place that was left, the length of the longest chain that begins there. */
  const lengths = new Map<object, number>();
  for (const next of waiting) {
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
      for (const below of stepsFrom(document, step)) {
        stack.push({ ...below, above: step });
        if (below.by && !lengths.has(below.node))
          waiting.push(...nodesWithin(below.node, below.kind, parsePointer(below.pointer)).map(stepTo));
      }
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

function stepTo({ kind, path, value }: DocumentNode): Step {
  return { node: value, kind, pointer: toPointer(path) };
}

/** The places about the same value. */
function* stepsFrom(document: object, { node, kind, pointer }: Step): Iterable<Step> {
  const target = targetOf(node);
  const found = target === undefined ? undefined : valueAt(document, target);
  if (target !== undefined && isObject(found)) yield { node: found, kind, pointer: target, by: node };
  for (const { steps, schema } of kind === 'schema' ? subschemas(node) : [])
    if (ofTheSame.has(steps[0] ?? '')) yield { node: schema, kind, pointer: pointer + toPointer(steps) };
}

function circle(open: readonly Step[], again: Step): ReferenceMistake {
  const steps = open.slice(open.findIndex(({ node }) => node === again.node));
  const named = [...steps.slice(1), again].filter(({ by }) => by !== undefined);
  return new ReferenceMistake(named[0]?.by ?? again.node, circleMessage(named.map((each) => `#${each.pointer}`)));
}
