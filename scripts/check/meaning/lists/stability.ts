import { isObject } from '../../../contract/json.js';
import { listParameters, mayHavePages } from '../../../contract/paging/list-parameters.js';
import { escapeToken } from '../../../contract/pointer.js';
import { schemaPlace } from '../../judge/schema-place.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { listShape } from '../../model/contract/resources.js';
import { withoutPositions } from '../../model/deviation.js';
import { hasSameItems, isSameValue } from '../../model/likeness.js';
import { hasSameBytes, type Outcome } from '../../session/outcome.js';
import type { Session } from '../../session/session.js';

/**
 * Reports arrays that have the same items in a different order, although the contract says that the order is fixed. Any
 * other change may have been caused by somebody else.
 */
export function reportUnstableOrder(session: Session, outcomeBefore: Outcome, outcomeAfter: Outcome): void {
  if (!outcomeBefore.ok || !outcomeAfter.ok || hasSameBytes(outcomeBefore, outcomeAfter)) return;
  for (const pointer of findReorderedArrays(outcomeBefore.value, outcomeAfter.value, '', 0))
    if (hasDocumentedOrder(session, outcomeAfter, pointer)) reportOrder(session, outcomeAfter, pointer);
}

/** Whether the order is documented: the list can be sorted or has pages, or a description mentions the order. */
function hasDocumentedOrder({ contract }: Session, { case: { operationId } }: Outcome, pointer: string): boolean {
  const operation = contract.operation(operationId) as CheckedOperation;
  const { parameters, paging, success } = operation;
  const list = paging?.items ?? listShape(operation, contract.resolve)?.pointer;
  const hasPages = paging !== undefined || mayHavePages(parameters);
  if (pointer === list && (hasPages || listParameters(parameters).sort !== undefined)) return true;
  const [body] = success?.bodies ?? [];
  const place = body && schemaPlace(contract, body, pointer);
  const { description } = (place?.schema ?? {}) as { description?: string };
  const texts = [description, ...(pointer === list ? [operation.summary, operation.description] : [])];
  return texts.some((text) => text !== undefined && orderWords.test(text));
}

const orderWords = /\b(?:order(?:ed)?|sort(?:ed)?|ascending|descending|chronological(?:ly)?|newest|oldest|latest)\b/i;

/** Maximum number of levels to compare. Each level compares everything below it once more. */
const depthLimit = 12;

function* findReorderedArrays(one: unknown, other: unknown, pointer: string, depth: number): Iterable<string> {
  if (depth > depthLimit) return;
  if (Array.isArray(one) && Array.isArray(other)) {
    if (isSameValue(one, other)) return;
    if (hasSameItems(one, other)) yield pointer;
    else
      for (const [index, item] of one.entries())
        yield* findReorderedArrays(item, other[index], `${pointer}/${index}`, depth + 1);
  } else if (isObject(one) && isObject(other))
    for (const [name, member] of Object.entries(one))
      if (typeof member === 'object')
        yield* findReorderedArrays(member, other[name], `${pointer}/${escapeToken(name)}`, depth + 1);
}

function reportOrder(session: Session, outcome: Outcome, pointer: string): void {
  const { contract } = session;
  const operation = contract.operation(outcome.case.operationId) as CheckedOperation;
  const body = operation.success?.bodies[0];
  const place = body && schemaPlace(contract, body, pointer);
  session.reportFault(outcome, operation, {
    rule: 'order.unstable',
    pointer: withoutPositions(pointer, outcome.value),
    message: 'Two reads in a row return the same items in a different order.',
    expected: 'the same order in each read',
    actual: 'a different order',
    contract: place?.pointer ?? operation.pointer,
  });
}
