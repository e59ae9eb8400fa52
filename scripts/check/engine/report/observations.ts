import { escapeToken } from '../../../contract/pointer.js';
import { schemaNameOf } from '../../../contract/references.js';
import type { Schema } from '../../../contract/schema.js';
import { schemasBehind } from '../../../contract/schema-walk.js';
import type { Presence } from '../../evidence/presence.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { listShape } from '../../model/contract/resources.js';
import type { Deviation } from '../../model/deviation.js';
import { type Baseline, missingFromBaseline } from './baseline.js';

/** A result about fields that only a complete run shows, with the operation to report it at. */
interface Observation {
  operation: CheckedOperation;
  deviation: Deviation;
}

/**
 * Documented fields that are absent from some objects, and values that the contract does not list. The contract allows
 * both, so they are observations. If a field was always present according to the baseline, its absence is drift.
 */
export function observationsOf(
  contract: CheckedContract,
  presence: Presence,
  baseline: Baseline | undefined,
): Observation[] {
  const homes = homesOf(contract);
  const found: Observation[] = [];
  const once = new Set(
    baseline ? missingFromBaseline(baseline, presence).map(({ schema, property }) => `${schema} ${property}`) : [],
  );
  for (const { schema, property, present, count } of presence.absentFields()) {
    const operation = homes.get(schema);
    if (!operation) continue;
    const wasPresent = once.has(`${schema} ${property}`);
    found.push({
      operation,
      deviation: {
        rule: 'field.absent',
        severity: wasPresent ? 'drift' : 'observation',
        pointer: `/${escapeToken(property)}`,
        message:
          `${schema} has ${JSON.stringify(property)} in ${present} of ${count} ` +
          `objects.${wasPresent ? ' In the baseline it was always present.' : ''}`,
        expected: wasPresent ? 'the field in each object' : 'the field, or its absence if it has no value',
        actual: `${present} of ${count}`,
        contract: `/components/schemas/${escapeToken(schema)}/properties/${escapeToken(property)}`,
      },
    });
  }
  for (const { name, properties } of presence.schemas()) {
    const operation = homes.get(name);
    const schema = (contract.document.components['schemas'] as Record<string, Schema> | undefined)?.[name];
    if (!operation || !schema) continue;
    for (const property of properties) {
      const known = schema.properties?.[property.name]?.['x-known-values'];
      const unseen = known ? property.values.filter((value) => !known.includes(value)) : [];
      if (!known || known.length === 0 || unseen.length === 0) continue;
      found.push({
        operation,
        deviation: {
          rule: 'value.new',
          severity: 'observation',
          pointer: `/${escapeToken(property.name)}`,
          message: `${name} has values of ${JSON.stringify(property.name)} that the contract does not list.`,
          expected: `values such as ${known.join(', ')}`,
          actual: unseen.slice(0, 10).join(', '),
          contract: `/components/schemas/${escapeToken(name)}/properties/${escapeToken(property.name)}`,
        },
      });
    }
  }
  return found;
}

/** For each named schema, the operation to report it at: one that returns it, else one whose response contains it. */
function homesOf({ document, operations, resolve }: CheckedContract): Map<string, CheckedOperation> {
  const direct = new Map<string, CheckedOperation>();
  const within = new Map<string, CheckedOperation>();
  const reads = [...operations].sort((a, b) => Number(b.method === 'get') - Number(a.method === 'get'));
  for (const operation of reads) {
    const schema = operation.success?.bodies[0]?.schema;
    if (!schema) continue;
    for (const name of [schema.$ref, (listShape(operation, resolve)?.items ?? resolve(schema).items)?.$ref].map(
      schemaNameOf,
    ))
      if (name !== undefined && !direct.has(name)) direct.set(name, operation);
    for (const name of schemasBehind(document, schema)) if (!within.has(name)) within.set(name, operation);
  }
  return new Map([...within, ...direct]);
}
