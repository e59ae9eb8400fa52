import { isObject, type Json } from '../../../contract/json.js';
import { escapeToken } from '../../../contract/pointer.js';
import { fieldsOf, readOnlyFields } from '../../../contract/schema-fields.js';
import { isPlainText } from '../../cases/certainty.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { formatValue } from '../../model/deviation.js';
import { isSameValue, valueAt } from '../../model/likeness.js';
import { caseOf } from '../../model/request.js';
import type { Resource } from '../../session/resource.js';
import { type Harness, readResource } from '../harness.js';

/**
 * A JSON Patch (RFC 6902) of one field, and the value that the field then has. A patch without a value cannot be
 * applied, and must be refused.
 */
type Patch = readonly [about: string, operations: Json[], expected?: Json];

export function isJsonPatch({ body }: CheckedOperation): boolean {
  return /^application\/json-patch\+json\b/i.test(body?.media ?? '');
}

/** Sends JSON Patches to a resource that the run created. Each must be applied in full or not at all (RFC 5789 §2). */
export async function checkJsonPatches(
  harness: Harness,
  operation: CheckedOperation,
  resource: Resource,
): Promise<void> {
  const state = (await readResource(harness, resource, 'before patches'))?.value;
  for (const [field, value] of Object.entries(isObject(state) ? state : {})) {
    const patches = patchesOf(harness.session.contract, resource, field, value as Json);
    await checkField(harness, operation, resource, { field, patches });
  }
}

/** Returns patches of a field that has a string or an array of strings, and that requests can probably change. */
function patchesOf(contract: CheckedContract, { type }: Resource, field: string, value: Json): Patch[] {
  const schema = type.get?.success?.bodies[0]?.schema ?? {};
  const property = fieldsOf(contract, schema).properties.get(field);
  if (!property || field === type.idField || readOnlyFields(contract, schema).includes(field)) return [];
  if (typeof value === 'string') return isPlainText(contract, field, property) ? textPatches(field, value) : [];
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) return [];
  return isPlainText(contract, field, contract.resolve(property).items ?? {}) ? listPatches(field, value) : [];
}

/** The path of a field that no resource has. */
const missingPath = '/check_missing';

function textPatches(field: string, value: string): Patch[] {
  const path = `/${escapeToken(field)}`;
  const text = `${value.slice(0, 40)} patched`;
  const replace = { op: 'replace', path, value: 'patched in vain' };
  return [
    [`that replaces ${field}`, [{ op: 'replace', path, value: text }], text],
    [`whose test of ${field} succeeds`, [{ op: 'test', path, value: text }], text],
    [`whose test of ${field} fails`, [replace, { op: 'test', path, value: 'check' }]],
    [`of ${field} that removes a missing field`, [replace, { op: 'remove', path: missingPath }]],
    [`of ${field} that replaces a missing field`, [replace, { op: 'replace', path: missingPath, value: 1 }]],
    [`of ${field} with an unknown operation`, [replace, { op: 'check', path, value: 'check' }]],
  ];
}

function listPatches(field: string, value: readonly Json[]): Patch[] {
  const path = `/${escapeToken(field)}`;
  const [first, end] = [`${path}/0`, `${path}/-`];
  const add = (place: string, item: string): Json => ({ op: 'add', path: place, value: item });
  const movedItems = [...value, 'end', 'patched'];
  return [
    [`that adds to ${field}`, [add(end, 'end'), add(first, 'patched')], ['patched', ...value, 'end']],
    [`that moves an item of ${field}`, [{ op: 'move', from: first, path: end }], movedItems],
    [`that removes from ${field}`, [{ op: 'remove', path: first }], movedItems.slice(1)],
    [`that adds an item far beyond the end of ${field}`, [add(`${path}/1000`, 'patched')]],
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
  for (const [detail, operations, expected] of patches) {
    const description = `with a patch ${detail}`;
    const parts = { kind: 'field', detail, about: description, expect: 'either', parameters } as const;
    const outcome = await session.send(caseOf(operation, { ...parts, body: operations }));
    // Without an accepted patch, it is unknown whether the field may be changed at all.
    if (expected !== undefined && !outcome.ok) return;
    const wantedValue = expected ?? before;
    const hasWantedValue = (value: unknown): boolean => isSameValue(valueAt(value, pointer), wantedValue);
    const read = await readResource(harness, resource, `after a patch ${detail}`, hasWantedValue);
    if (!read || outcome.status >= 500) return;
    before = valueAt(read.value, pointer);
    if (hasWantedValue(read.value) && outcome.ok === (expected !== undefined)) continue;
    const rule = expected === undefined ? 'update.partial-patch' : 'update.not-stored';
    const message =
      expected === undefined
        ? `A JSON Patch ${detail} is accepted, or changes something, although it must fail (RFC 5789 §2).`
        : `A JSON Patch ${detail} does not have the effect of its operations (RFC 6902 §4).`;
    const texts = { expected: formatValue(wantedValue), actual: `status ${outcome.status}, ${formatValue(before)}` };
    return session.reportFault(outcome, operation, { rule, pointer, message, ...texts });
  }
}
