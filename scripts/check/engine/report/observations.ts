import { escapeToken } from '../../../contract/pointer.js';
import { schemaNameOf } from '../../../contract/references.js';
import type { Schema } from '../../../contract/schema.js';
import { findReachableSchemas } from '../../../contract/schema-walk.js';
import type { Presence } from '../../evidence/presence.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { listShape } from '../../model/contract/resources.js';
import type { Deviation } from '../../model/deviation.js';
import type { Baseline } from './baseline.js';

/** A deviation that becomes visible only over a whole run, and the operation under which it is reported. */
interface Observation {
  operation: CheckedOperation;
  deviation: Deviation;
}

/**
 * Reports documented fields that are absent from some objects, and values that the contract does not list. The contract
 * allows both, so they are observations. If a field was always present according to the baseline, its absence is drift.
 */
export function observationsOf(contract: CheckedContract, presence: Presence, baseline?: Baseline): Observation[] {
  const operationBySchema = findOperations(contract);
  const observations: Observation[] = [];
  const addObservation = (schema: string, property: string, fault: Omit<Deviation, 'pointer' | 'contract'>): void => {
    const operation = operationBySchema.get(schema);
    const pointer = `/${escapeToken(property)}`;
    const schemaPointer = `/components/schemas/${escapeToken(schema)}/properties${pointer}`;
    if (operation) observations.push({ operation, deviation: { ...fault, pointer, contract: schemaPointer } });
  };
  const alwaysPresent = new Map(Object.entries(baseline?.alwaysPresent ?? {}));
  const seenSchemas = presence.schemas();
  for (const { name: schema, count, properties } of seenSchemas) {
    for (const { name: property, present: presentCount } of properties.filter((each) => each.present < count)) {
      const wasAlwaysPresent = alwaysPresent.get(schema)?.includes(property) === true;
      addObservation(schema, property, {
        rule: 'field.absent',
        severity: wasAlwaysPresent ? 'drift' : 'observation',
        message:
          `In responses, the field ${JSON.stringify(property)} is present in ${presentCount} of ${count} ${schema} ` +
          `objects.${wasAlwaysPresent ? ' In the baseline, it was always present.' : ''}`,
        expected: wasAlwaysPresent ? 'the field in each object' : 'the field, unless it has no value',
        actual: `${presentCount} of ${count}`,
      });
    }
  }
  const schemas = (contract.document.components['schemas'] ?? {}) as Record<string, Schema>;
  for (const { name: schema, properties } of seenSchemas) {
    for (const { name, values } of properties) {
      const knownValues = schemas[schema]?.properties?.[name]?.['x-known-values'] ?? [];
      const newValues = values.filter((value) => !knownValues.includes(value));
      if (knownValues.length === 0 || newValues.length === 0) continue;
      addObservation(schema, name, {
        rule: 'value.new',
        severity: 'observation',
        message:
          `Responses contain values for the field ${JSON.stringify(name)} of ${schema} that the contract does not ` +
          'list.',
        expected: `values such as ${knownValues.join(', ')}`,
        actual: newValues.slice(0, 10).join(', '),
      });
    }
  }
  return observations;
}

/**
 * Returns, for each named schema, the operation under which deviations from it are reported: one that returns the
 * schema or a list of it, else one whose response contains it somewhere.
 */
function findOperations({ document, operations, resolve }: CheckedContract): Map<string, CheckedOperation> {
  const directOperations = new Map<string, CheckedOperation>();
  const indirectOperations = new Map<string, CheckedOperation>();
  const sortedOperations = [...operations].sort((a, b) => Number(b.method === 'get') - Number(a.method === 'get'));
  for (const operation of sortedOperations) {
    const schema = operation.success?.bodies[0]?.schema;
    if (!schema) continue;
    const items = listShape(operation, resolve)?.items ?? resolve(schema).items;
    for (const name of [schema.$ref, items?.$ref].map(schemaNameOf))
      if (name !== undefined && !directOperations.has(name)) directOperations.set(name, operation);
    for (const name of findReachableSchemas(document, schema))
      if (!indirectOperations.has(name)) indirectOperations.set(name, operation);
  }
  return new Map([...indirectOperations, ...directOperations]);
}
