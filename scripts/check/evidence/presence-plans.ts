import { schemaNameOf } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';
import { getOrCreate } from '../../text/group-by.js';

export interface PropertyCounts {
  name: string;
  /** Number of objects that have it, with any value. */
  present: number;
  /** Number of objects in which it has a value: not null, '' or []. */
  valued: number;
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
  allowed: readonly unknown[] | undefined;
}

/** Everything to count in one value, according to its schema and the schemas to which it refers. */
export interface CountPlan {
  counted: SchemaCounts[];
  properties: PlannedProperty[];
  items: Schema | undefined;
  /** The branches of each `anyOf` and `oneOf`. */
  choices: (readonly Schema[])[];
  open: boolean;
}

/** The plan of every schema that has nothing to count; a walk stops at it. */
export const emptyPlan: CountPlan = { counted: [], properties: [], items: undefined, choices: [], open: false };

/** Makes one plan for each schema, on demand because schemas may refer to themselves. */
export function createPlans(resolve: (schema: Schema) => Schema): {
  planOf: (schema: Schema) => CountPlan;
  counted: Map<string, SchemaCounts>;
} {
  const counted = new Map<string, SchemaCounts>();
  const plans = new Map<Schema, CountPlan>();

  const countsOf = (ref: string): SchemaCounts | undefined => {
    const name = schemaNameOf(ref);
    return name === undefined ? undefined : getOrCreate(counted, name, () => ({ name, count: 0, tallies: new Map() }));
  };

  const fillPlan = (plan: CountPlan, schema: Schema, owner: SchemaCounts | undefined, seen: Set<Schema>): void => {
    if (typeof schema !== 'object' || schema === null || seen.has(schema)) return;
    seen.add(schema);
    if (schema.$ref !== undefined) {
      const target = countsOf(schema.$ref);
      if (target && !plan.counted.includes(target)) plan.counted.push(target);
      fillPlan(plan, resolve(schema), target, seen);
    }
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      plan.properties.push(planProperty(name, property, owner));
    plan.items ??= schema.items;
    plan.open ||= schema['x-open'] === true || schema.additionalProperties === true;
    for (const part of schema.allOf ?? []) fillPlan(plan, part, owner, seen);
    for (const branches of [schema.anyOf, schema.oneOf]) if (branches) plan.choices.push(branches);
  };

  const planProperty = (name: string, schema: Schema, owner: SchemaCounts | undefined): PlannedProperty => {
    const { enum: values, const: only, ...rest } = typeof schema === 'object' && schema !== null ? resolve(schema) : {};
    const keepsTexts = [schema, rest].some(
      (each) => each?.['x-known-values'] !== undefined || each?.['x-unknown'] !== undefined,
    );
    const newTally = { name, present: 0, valued: 0, nulls: 0, texts: keepsTexts ? new Set<string>() : undefined };
    const tally = owner && getOrCreate(owner.tallies, name, () => newTally);
    const allowed = values ?? (only === undefined ? undefined : [only]);
    return { name, tally, schema, allowed };
  };

  const planOf = (schema: Schema): CountPlan =>
    getOrCreate(plans, schema, () => {
      const plan: CountPlan = { counted: [], properties: [], items: undefined, choices: [], open: false };
      fillPlan(plan, schema, undefined, new Set());
      const isEmpty = plan.counted.length + plan.properties.length + plan.choices.length === 0 && !plan.items;
      return isEmpty ? emptyPlan : plan;
    });

  return { planOf, counted };
}

/**
 * Returns the branch that documents most properties of an object. A closed branch wins over an open one only if the
 * object has more than half of its properties: otherwise a wrong guess would make its properties look absent.
 */
export function chooseBranch(branches: readonly CountPlan[], value: object): CountPlan | undefined {
  if (Array.isArray(value)) return branches.find(({ items }) => items !== undefined);
  const object = value as Record<string, unknown>;
  const has = ({ name }: PlannedProperty): boolean => Object.hasOwn(object, name);
  const candidates = branches
    .filter(({ properties }) =>
      properties.every((each) => !each.allowed || !has(each) || each.allowed.includes(object[each.name])),
    )
    .map((plan) => ({ plan, known: plan.properties.filter(has).length }))
    .sort((one, other) => other.known - one.known);
  const [best] = candidates;
  const open = candidates.find(({ plan }) => plan.open);
  if (best && open && !best.plan.open && best.known * 2 <= best.plan.properties.length) return open.plan;
  return best && (best.known > 0 || best.plan.choices.length > 0) ? best.plan : undefined;
}

export function reachableSchemas(schemas: readonly Schema[], planOf: (schema: Schema) => CountPlan): Set<SchemaCounts> {
  const counts = new Set<SchemaCounts>();
  const seen = new Set<Schema>();
  const open = [...schemas];
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    const { counted, properties, items, choices } = planOf(schema);
    for (const each of counted) counts.add(each);
    open.push(...properties.map((property) => property.schema), ...choices.flat(), ...(items ? [items] : []));
  }
  return counts;
}
