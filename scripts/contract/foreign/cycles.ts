import { isObject } from '../json.js';
import { parsePointer, toPointer, valueAt } from '../pointer.js';
import { cycleMessage, ReferenceMistake, targetOf } from '../references.js';
import { sameValueKeywords, subschemas } from '../schema-walk.js';
import { type DocumentNode, nodesWithin } from '../walk.js';

/** Keywords whose schemas apply to the whole value of the surrounding schema, not to a part of the value. */
const chainKeywords = new Set([...sameValueKeywords, 'not', 'if', 'dependentSchemas']);

/**
 * Maximum number of consecutive schemas and references that apply to one value: recursion overflows the stack after a
 * few thousand.
 */
const maxChainLength = 200;

/** A place in a document, as a step in a chain of schemas and references that apply to the same value. */
interface ChainStep {
  node: object;
  kind: string;
  pointer: string;
  /** The object whose `$ref` led here. */
  reference?: object;
  parent?: ChainStep;
}

/**
 * Checks that no references below the paths of a document form an endless cycle. A schema may apply again to a part of
 * its value, as in a tree, but not to the same value: no validator could finish (JSON Schema 2020-12, Core §9.4.1).
 *
 * @throws ReferenceMistake for the first cycle, or a chain of more than 200 references and schemas for one value
 */
export function refuseCycles(document: { readonly paths?: object }): void {
  // The loop adds items to the list while it iterates over it.
  const queue = nodesWithin(document.paths, 'paths', ['paths']).map(toChainStep);
  /** For each visited place, the length of the longest chain that begins there. */
  const chainLengths = new Map<object, number>();
  for (const next of queue) {
    // The steps from the first to the current step, all for the same value. This explicit stack replaces recursion,
    // because a chain may be longer than the call stack.
    const openSteps = new Map<object, ChainStep>();
    const stack: (ChainStep & { isDone?: boolean })[] = [next];
    for (let step = stack.pop(); step; step = stack.pop()) {
      if (step.isDone) {
        openSteps.delete(step.node);
        recordChainLength(step, chainLengths);
        continue;
      }
      if (openSteps.has(step.node)) throw cycleMistake([...openSteps.values()], step);
      if (chainLengths.has(step.node)) {
        recordChainLength(step, chainLengths);
        continue;
      }
      openSteps.set(step.node, step);
      chainLengths.set(step.node, 1);
      stack.push({ ...step, isDone: true });
      for (const child of stepsFrom(document, step)) {
        stack.push({ ...child, parent: step });
        if (child.reference && !chainLengths.has(child.node))
          queue.push(...nodesWithin(child.node, child.kind, parsePointer(child.pointer)).map(toChainStep));
      }
    }
  }
}

/** Updates the recorded chain length of the step that led to this one. */
function recordChainLength({ node, parent }: ChainStep, lengths: Map<object, number>): void {
  if (!parent) return;
  const length = (lengths.get(node) ?? 1) + 1;
  if (length > maxChainLength)
    throw new ReferenceMistake(
      parent.node,
      `a chain of more than ${maxChainLength} references and nested schemas (such as allOf) begins here, and all of ` +
        'them describe one value. Refer directly to the schema at the end of the chain.',
    );
  if (length > (lengths.get(parent.node) ?? 1)) lengths.set(parent.node, length);
}

function toChainStep({ kind, path, value }: DocumentNode): ChainStep {
  return { node: value, kind, pointer: toPointer(path) };
}

/** The next steps: the target of the reference, and the subschemas that apply to the same value. */
function* stepsFrom(document: object, { node, kind, pointer }: ChainStep): Iterable<ChainStep> {
  const target = targetOf(node);
  const targetNode = target === undefined ? undefined : valueAt(document, target);
  if (target !== undefined && isObject(targetNode)) yield { node: targetNode, kind, pointer: target, reference: node };
  for (const { steps, schema } of kind === 'schema' ? subschemas(node) : [])
    if (chainKeywords.has(steps[0] ?? '')) yield { node: schema, kind, pointer: pointer + toPointer(steps) };
}

function cycleMistake(openSteps: readonly ChainStep[], repeatedStep: ChainStep): ReferenceMistake {
  const steps = openSteps.slice(openSteps.findIndex(({ node }) => node === repeatedStep.node));
  const references = [...steps.slice(1), repeatedStep].filter(({ reference }) => reference !== undefined);
  return new ReferenceMistake(
    references[0]?.reference ?? repeatedStep.node,
    cycleMessage(references.map((reference) => `#${reference.pointer}`)),
  );
}
