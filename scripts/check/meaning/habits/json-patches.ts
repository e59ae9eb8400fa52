import { isObject, type Json } from '../../../contract/json.js';
import { escapeToken } from '../../../contract/pointer.js';
import { fieldsOf, readOnlyFields } from '../../../contract/schema-fields.js';
import { isPlainText } from '../../cases/certainty.js';
import { makeDeviation } from '../../model/breach.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { formatValue } from '../../model/deviation.js';
import { isSameValue, valueAt } from '../../model/likeness.js';
import { caseOf } from '../../model/request.js';
import type { Resource } from '../../session/resource.js';
import { type Harness, readResource } from '../harness.js';

/** A JSON Patch (RFC 6902) of one field. */
interface Patch {
  about: string;
  operations: Json[];
  /** The value of the field after the patch. Without it, the patch cannot be applied, and must be refused. */
  expected?: Json;
}

export function isJsonPatch({ body }: CheckedOperation): boolean {
  return /^application\/json-patch\+json\b/i.test(body?.media ?? '');
}

/** Sends JSON Patches to a resource of the run: each must be applied as a whole, or change nothing (RFC 5789 §2). */
export async function checkJsonPatches(
  harness: Harness,
  operation: CheckedOperation,
  resource: Resource,
): Promise<void> {
  const state = (await readResource(harness, resource, 'before patches'))?.value;
  for (const [field, value] of Object.entries(isObject(state) ? state : {})) {
    const kind = kindOf(harness.session.contract, resource, field, value as Json);
    if (kind === 'text')
      await checkField(harness, operation, resource, { field, patches: textPatches(field, value as string) });
    if (kind === 'list')
      await checkField(harness, operation, resource, { field, patches: listPatches(field, value as Json[]) });
  }
}

/** Whether a field is a text or an array of texts that a patch may probably change. */
function kindOf(
  contract: CheckedContract,
  { type }: Resource,
  field: string,
  value: Json,
): 'text' | 'list' | undefined {
  const schema = type.get?.success?.bodies[0]?.schema ?? {};
  const property = fieldsOf(contract, schema).properties.get(field);
  if (!property || field === type.idField || readOnlyFields(contract, schema).includes(field)) return undefined;
  if (typeof value === 'string') return isPlainText(contract, field, property) ? 'text' : undefined;
  const isTexts = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isTexts && isPlainText(contract, field, contract.resolve(property).items ?? {}) ? 'list' : undefined;
}

function textPatches(field: string, value: string): Patch[] {
  const path = `/${escapeToken(field)}`;
  const [text, other] = [`${value.slice(0, 40)} patched`, 'patched in vain'];
  const replace = { op: 'replace', path, value: other };
  return [
    { about: `that replaces ${field}`, operations: [{ op: 'replace', path, value: text }], expected: text },
    { about: `whose test of ${field} succeeds`, operations: [{ op: 'test', path, value: text }], expected: text },
    { about: `whose test of ${field} fails`, operations: [replace, { op: 'test', path, value: 'check' }] },
    { about: `of ${field} that removes a missing field`, operations: [replace, { op: 'remove', path: missing }] },
    {
      about: `of ${field} that replaces a missing field`,
      operations: [replace, { op: 'replace', path: missing, value: 1 }],
    },
    { about: `of ${field} with an unknown operation`, operations: [replace, { op: 'check', path, value: 'check' }] },
  ];
}

/** The path of a field that no resource has. */
const missing = '/check_missing';

function listPatches(field: string, value: readonly Json[]): Patch[] {
  const path = `/${escapeToken(field)}`;
  const [added, moved] = [
    ['patched', ...value, 'end'],
    [...value, 'end', 'patched'],
  ];
  const [first, end] = [`${path}/0`, `${path}/-`];
  const additions = [
    { op: 'add', path: end, value: 'end' },
    { op: 'add', path: first, value: 'patched' },
  ];
  return [
    { about: `that adds to ${field}`, operations: additions, expected: added },
    { about: `that moves in ${field}`, operations: [{ op: 'move', from: first, path: end }], expected: moved },
    { about: `that removes from ${field}`, operations: [{ op: 'remove', path: first }], expected: moved.slice(1) },
    { about: `that adds far behind ${field}`, operations: [{ op: 'add', path: `${path}/1000`, value: 'patched' }] },
  ];
}

async function checkField(
  harness: Harness,
  operation: CheckedOperation,
  resource: Resource,
  { field, patches }: { field: string; patches: readonly Patch[] },
): Promise<void> {
  const { session } = harness;
  const { parameters } = resource;
  const pointer = `/${escapeToken(field)}`;
  let before: unknown;
  for (const { about, operations, expected } of patches) {
    const parts = {
      kind: 'field',
      detail: about,
      about: `with a patch ${about}`,
      expect: 'either',
      parameters,
    } as const;
    const outcome = await session.send(caseOf(operation, { ...parts, body: operations }));
    // Without an accepted patch, it is unknown whether the field may be changed at all.
    if (expected !== undefined && !outcome.ok) return;
    const wanted = expected ?? before;
    const isRight = (value: unknown): boolean => isSameValue(valueAt(value, pointer), wanted);
    const read = await readResource(harness, resource, `after a patch ${about}`, isRight);
    if (!read || outcome.status >= 500) return;
    before = valueAt(read.value, pointer);
    if (isRight(read.value) && outcome.ok === (expected !== undefined)) continue;
    const rule = expected === undefined ? 'update.partial-patch' : 'update.not-stored';
    const message =
      expected === undefined
        ? `A JSON Patch ${about} is accepted or applied in part, although it cannot be applied (RFC 5789 §2).`
        : `A JSON Patch ${about} does not have the effect of its operations (RFC 6902 §4).`;
    const texts = { expected: formatValue(wanted), actual: `status ${outcome.status}, ${formatValue(before)}` };
    return session.report(outcome, makeDeviation(operation, { rule, pointer, message, ...texts }));
  }
}
