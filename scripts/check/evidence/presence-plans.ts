import { schemaNameOf } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';
import { getOrCreate } from '../../text/group-by.js';

export interface PropertyCounts {
  name: string;
  /** Number of objects that have the property, with any value. */
  present: number;
  /** Number of objects in which the property has a value: not null, '' or []. */
  nonEmpty: number;
  nulls: number;
}

interface PropertyTally extends PropertyCounts {
  texts: Set<string> | undefined;
}

export interface SchemaCounts {
  name: string;
  count: number;
  tallies: Map<string, PropertyTally>;
}

export interface PlannedProperty {
  name: string;
  /** Undefined if the property belongs to no named schema. */
  tally: PropertyTally | undefined;
  schema: Schema;
  /** The only permitted values, if the schema has `enum` or `const`. */
  allowedValues: readonly unknown[] | undefined;
}

/** Everything to count in one value, according to its schema and the schemas to which it refers. */
export interface CountPlan {
  schemaCounts: SchemaCounts[];
  properties: PlannedProperty[];
  items: Schema | undefined;
  /** The branches of each `anyOf` and `oneOf`. */
  choices: (readonly Schema[])[];
  isOpen: boolean;
}

/** The plan of every schema that has nothing to count; a walk stops at it. */
export const emptyPlan: CountPlan = { schemaCounts: [], properties: [], items: undefined, choices: [], isOpen: false };

/** Makes one plan for each schema, on demand because schemas may refer to themselves. */
export function createPlans(resolve: (schema: Schema) => Schema): {
  planOf: (schema: Schema) => CountPlan;
  counts: Map<string, SchemaCounts>;
} {
  const counts = new Map<string, SchemaCounts>();
  const plans = new Map<Schema, CountPlan>();

  const countsOf = (ref: string): SchemaCounts | undefined => {
    const name = schemaNameOf(ref);
    return name === undefined ? undefined : getOrCreate(counts, name, () => ({ name, count: 0, tallies: new Map() }));
  };

  const fillPlan = (plan: CountPlan, schema: Schema, owner: SchemaCounts | undefined, schemas: Set<Schema>): void => {
    if (typeof schema !== 'object' || schema === null || schemas.has(schema)) return;
    schemas.add(schema);
    if (schema.$ref !== undefined) {
      const target = countsOf(schema.$ref);
      if (target && !plan.schemaCounts.includes(target)) plan.schemaCounts.push(target);
      fillPlan(plan, resolve(schema), target, schemas);
    }
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      plan.properties.push(planProperty(name, property, owner));
    plan.items ??= schema.items;
    plan.isOpen ||= schema['x-open'] === true || schema.additionalProperties === true;
    for (const part of schema.allOf ?? []) fillPlan(plan, part, owner, schemas);
    for (const branches of [schema.anyOf, schema.oneOf]) if (branches) plan.choices.push(branches);
  };

  const planProperty = (name: string, schema: Schema, owner: SchemaCounts | undefined): PlannedProperty => {
    const target = typeof schema === 'object' && schema !== null ? resolve(schema) : {};
    const keywords = { ...target, ...schema };
    const keepsTexts = keywords['x-known-values'] !== undefined || keywords['x-unknown'] !== undefined;
    const newTally = { name, present: 0, nonEmpty: 0, nulls: 0, texts: keepsTexts ? new Set<string>() : undefined };
    const tally = owner && getOrCreate(owner.tallies, name, () => newTally);
    const allowedValues = target.enum ?? (target.const === undefined ? undefined : [target.const]);
    return { name, tally, schema, allowedValues };
  };

  const planOf = (schema: Schema): CountPlan =>
    getOrCreate(plans, schema, () => {
      const plan: CountPlan = { ...emptyPlan, schemaCounts: [], properties: [], choices: [] };
      fillPlan(plan, schema, undefined, new Set());
      const isEmpty = plan.schemaCounts.length + plan.properties.length + plan.choices.length === 0 && !plan.items;
      return isEmpty ? emptyPlan : plan;
    });

  return { planOf, counts };
}

/**
 * Returns the branch that documents most properties of an object. A closed branch wins over an open one only if the
 * object has more than half of the closed branch's properties. Otherwise a wrong guess would make the rest look absent.
 */
export function chooseBranch(branches: readonly CountPlan[], value: object): CountPlan | undefined {
  if (Array.isArray(value)) return branches.find(({ items }) => items !== undefined);
  const object = value as Record<string, unknown>;
  const has = ({ name }: PlannedProperty): boolean => Object.hasOwn(object, name);
  const candidates = branches
    .filter(({ properties }) =>
      properties.every((each) => !each.allowedValues || !has(each) || each.allowedValues.includes(object[each.name])),
    )
    .map((plan) => ({ plan, known: plan.properties.filter(has).length }))
    .sort((a, b) => b.known - a.known);
  const [best] = candidates;
  const openCandidate = candidates.find(({ plan }) => plan.isOpen);
  if (best && openCandidate && !best.plan.isOpen && best.known * 2 <= best.plan.properties.length)
    return openCandidate.plan;
  return best && (best.known > 0 || best.plan.choices.length > 0) ? best.plan : undefined;
}

/** A schema in the response of an operation, with its path in the body: `tier`, `resources[]`; empty for the body. */
export interface ResponsePart {
  operationId: string;
  path: string;
  schema: Schema;
}

/** Returns each property of named schemas in the responses, where it is nearest to the top of a body. */
export function placeProperties(
  responses: readonly ResponsePart[],
  planOf: (schema: Schema) => CountPlan,
): Map<PropertyCounts, ResponsePart> {
  const places = new Map<PropertyCounts, ResponsePart>();
  const seenSchemas = new Set<Schema>();
  const pendingParts = [...responses];
  for (const part of pendingParts) {
    const { operationId, path, schema } = part;
    if (seenSchemas.has(schema)) continue;
    seenSchemas.add(schema);
    const { properties, items, choices } = planOf(schema);
    for (const { name, tally, schema } of properties) {
      const property = { operationId, path: path === '' ? name : `${path}.${name}`, schema };
      if (tally && !places.has(tally)) places.set(tally, property);
      pendingParts.push(property);
    }
    pendingParts.push(...choices.flat().map((choice) => ({ ...part, schema: choice })));
    if (items) pendingParts.push({ operationId, path: `${path}[]`, schema: items });
  }
  return places;
}
