import { isObject } from '../../../contract/json.js';
import { escapeToken, parsePointer } from '../../../contract/pointer.js';
import { readOnlyFields } from '../../../contract/schema-fields.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { shown } from '../../model/deviation.js';
import { faultOf } from '../../model/fault.js';
import { sameShown } from '../../model/likeness.js';
import type { Reflection } from '../../model/reflection.js';
import type { RuleId } from '../../model/rules/index.js';
import { wordsIn } from '../../model/words.js';
import type { Outcome } from '../../session/outcome.js';
import type { Resource } from '../../session/resource.js';
import { isReference } from '../../values/text.js';
import type { Harness } from '../harness.js';
import { movesByItself } from '../moving.js';

/** Fields that a server sets once: by a word of their name, or by all of it. */
const creation = /^creat(e|ed|ion|or)$/;
const belonging = /^(owner|tenant|organi[sz]ation|workspace|account)(_?id)?$/i;

/** A shorter value may equal an id by chance. */
const shortestId = 4;

/** Words for what a server may count or note at each read. */
const visits = /^(seen|last|view|hit|visit|access|download|usage|use$|attempt|fail|request)/;

/** Words for what a server may set with each write. */
const progress = /^(updat|modif|chang|version|revision|etag)/;

/** Whether a server may move a field with each read, by its name. */
export function isVisited(name: string): boolean {
  return wordsIn(name).some((word) => visits.test(word));
}

/** Whether a server may move a field with each read or write, by its name. */
export function isMoving(name: string): boolean {
  return isVisited(name) || wordsIn(name).some((word) => progress.test(word));
}

/** Whether a server sets a field once, when it creates the resource, unless a request can set it. */
export function isSetOnce({ type, parameters, parents }: Resource, name: string, value: unknown): boolean {
  if (name === type.idField || belonging.test(name) || wordsIn(name).some((word) => creation.test(word))) return true;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const isTelling = isReference(name) || text.length >= shortestId;
  return isTelling && Object.values({ ...parents, ...parameters }).includes(text);
}

/** Whether a change says only that something was changed or counted: a later time, or a higher number. */
export function isProgress(name: string, before: unknown, after: unknown): boolean {
  if (isMoving(name)) return true;
  if (typeof before === 'number' && typeof after === 'number') return after > before;
  return isTime(before) && isTime(after) && Date.parse(after) > Date.parse(before);
}

export function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value);
}

/** A write, and the fields that it sends. */
interface Sender {
  harness: Harness;
  operation: CheckedOperation;
  resource: Resource;
  reflections: readonly Reflection[];
}

/** Reads before and after a write; `again` after an identical one. */
interface States {
  before: unknown;
  after: unknown;
  again?: unknown;
}

/** Reports fields that no request sets, that the contract does not mark as read-only, and that a write moves. */
export async function reportTouched(
  { harness, operation, resource, reflections }: Sender,
  rule: RuleId,
  outcome: Outcome,
  { before, after, again }: States,
): Promise<void> {
  const { session } = harness;
  if (!isObject(before) || !isObject(after)) return;
  const schema = operation.success?.bodies[0]?.schema;
  const marked = schema ? readOnlyFields(session.contract, schema) : [];
  const others = new Set([...marked, ...reflections.map(({ pointer }) => parsePointer(pointer)[0] ?? '')]);
  for (const name of Object.keys(before).filter((each) => !others.has(each))) {
    const [old, now] = [before[name], after[name]];
    const isMoved = isSetOnce(resource, name, old) && (old ?? null) !== null && !sameShown(old, now);
    const next = isObject(again) ? again[name] : now;
    const isRestless = !sameShown(now, next) && !isProgress(name, now, next);
    if (!isMoved && !isRestless) continue;
    if (await movesByItself(harness, resource, `/${escapeToken(name)}`)) continue;
    const what = isMoved ? 'A write' : 'The same write sent twice';
    const fault = faultOf(operation, {
      rule,
      pointer: `/${name}`,
      message: `${what} changes ${JSON.stringify(name)}, which it did not send.`,
      expected: shown(isMoved ? old : now),
      actual: shown(isMoved ? now : next),
    });
    session.report(outcome, fault);
  }
}
