import { schemaNameOf } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';

/** How often a documented property was present in the objects of its schema. */
export interface PropertyCounts {
  name: string;
  /** Objects that have it, with any value. */
  present: number;
  /** Objects in which it has a value: not null, '' or []. */
  valued: number;
  /** Objects in which it is null. */
  nulls: number;
}

interface Tally extends PropertyCounts {
  texts: Set<string> | undefined;
}

/** The counts of a named schema. */
export interface Counted {
  name: string;
  count: number;
  tallies: Map<string, Tally>;
}

export interface PlannedProperty {
  name: string;
  /** Undefined if the property belongs to no named schema. */
  tally: Tally | undefined;
  schema: Schema;
  /** The only permitted values, if the schema has `enum` or `const`. */
  allowed: readonly unknown[] | undefined;
}

/** What to count in one value, according to its schema and everything that the schema refers to. */
export interface Plan {
  counted: Counted[];
  properties: PlannedProperty[];
  items: Schema | undefined;
  /** The branches of each `anyOf` and `oneOf`. */
  choices: (readonly Schema[])[];
  open: boolean;
}

/** The plan of every schema that has nothing to count; a walk stops at it. */
export const nothing: Plan = { counted: [], properties: [], items: undefined, choices: [], open: false };

/** Makes one plan for each schema, on demand because schemas may refer to themselves. */
export function createPlans(resolve: (schema: Schema) => Schema): {
  planOf: (schema: Schema) => Plan;
  counted: Map<string, Counted>;
} {
  const counted = new Map<string, Counted>();
  const plans = new Map<Schema, Plan>();

  const named = (ref: string): Counted | undefined => {
    const name = schemaNameOf(ref);
    if (name === undefined) return undefined;
    const known = counted.get(name) ?? { name, count: 0, tallies: new Map() };
    counted.set(name, known);
    return known;
  };

  const gather = (plan: Plan, schema: Schema, owner: Counted | undefined, seen: Set<Schema>): void => {
    if (typeof schema !== 'object' || schema === null || seen.has(schema)) return;
    seen.add(schema);
    if (schema.$ref !== undefined) {
      const target = named(schema.$ref);
      if (target && !plan.counted.includes(target)) plan.counted.push(target);
      gather(plan, resolve(schema), target, seen);
    }
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      plan.properties.push(planned(name, property, owner));
    plan.items ??= schema.items;
    plan.open ||= schema['x-open'] === true || schema.additionalProperties === true;
    for (const part of schema.allOf ?? []) gather(plan, part, owner, seen);
    for (const branches of [schema.anyOf, schema.oneOf]) if (branches) plan.choices.push(branches);
  };

  const planned = (name: string, schema: Schema, owner: Counted | undefined): PlannedProperty => {
    const { enum: values, const: only, ...rest } = typeof schema === 'object' && schema !== null ? resolve(schema) : {};
    const keepsTexts = [schema, rest].some(
      (each) => each?.['x-known-values'] !== undefined || each?.['x-unknown'] !== undefined,
    );
    let tally = owner?.tallies.get(name);
    if (owner && !tally) {
      tally = { name, present: 0, valued: 0, nulls: 0, texts: keepsTexts ? new Set() : undefined };
      owner.tallies.set(name, tally);
    }
    const allowed = values ?? (only === undefined ? undefined : [only]);
    return { name, tally, schema, allowed };
  };

  const planOf = (schema: Schema): Plan => {
    let plan = plans.get(schema);
    if (!plan) {
      const made: Plan = { counted: [], properties: [], items: undefined, choices: [], open: false };
      gather(made, schema, undefined, new Set());
      const isEmpty = made.counted.length + made.properties.length + made.choices.length === 0 && !made.items;
      plan = isEmpty ? nothing : made;
      plans.set(schema, plan);
    }
    return plan;
  };

  return { planOf, counted };
}

/**
 * Returns the branch that an object most likely belongs to: the one that documents most of its properties. A closed
 * branch wins over an open one only if the object has more than half of its properties: otherwise a wrong guess would
 * make the properties of that branch look absent.
 */
export function chosen(branches: readonly Plan[], value: object): Plan | undefined {
  if (Array.isArray(value)) return branches.find(({ items }) => items !== undefined);
  const object = value as Record<string, unknown>;
  const has = ({ name }: PlannedProperty): boolean => Object.hasOwn(object, name);
  const rated = branches
    .filter(({ properties }) =>
      properties.every((each) => !each.allowed || !has(each) || each.allowed.includes(object[each.name])),
    )
    .map((plan) => ({ plan, known: plan.properties.filter(has).length }))
    .sort((one, other) => other.known - one.known);
  const [best] = rated;
  const open = rated.find(({ plan }) => plan.open);
  if (best && open && !best.plan.open && best.known * 2 <= best.plan.properties.length) return open.plan;
  return best && (best.known > 0 || best.plan.choices.length > 0) ? best.plan : undefined;
}

/** Returns all named schemas that the values of these schemas can contain. */
export function reachable(schemas: readonly Schema[], planOf: (schema: Schema) => Plan): Set<Counted> {
  const found = new Set<Counted>();
  const seen = new Set<Schema>();
  const open = [...schemas];
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    const { counted, properties, items, choices } = planOf(schema);
    for (const each of counted) found.add(each);
    open.push(...properties.map((property) => property.schema), ...choices.flat(), ...(items ? [items] : []));
  }
  return found;
}
