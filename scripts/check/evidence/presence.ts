import { parsePointer } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { type CheckedOperation, isJson } from '../model/operations.js';

/** How often a documented property was there, in all objects of its schema that were seen. */
export interface PropertyPresence {
  name: string;
  /** Objects that have it, with whatever value. */
  present: number;
  /** Objects where it has a value: not null, '' or []. */
  valued: number;
  /** Objects where it is null. */
  nulls: number;
  /** Distinct texts, sorted, at most 50; kept only where `x-known-values` or `x-unknown` stands at the property. */
  values: string[];
}

export interface SchemaPresence {
  /** Name under `components/schemas`. */
  name: string;
  /** Objects seen. */
  count: number;
  /** Bodies they were seen in. */
  answers: number;
  properties: PropertyPresence[];
}

/** A documented property that some objects, or all, do not have. */
export interface AbsentField {
  schema: string;
  property: string;
  present: number;
  count: number;
}

/** Counts, for each named schema, which of its documented properties the objects in answers have. */
export interface Presence {
  /** Takes in the body of a success answer. At most 200 items of an array, 50 levels and 50,000 objects are looked at. */
  see(schema: Schema, value: unknown): void;
  /** What was seen, by name. A property that no object has is listed too. */
  schemas(): SchemaPresence[];
  /** Documented properties of the named schemas that success answers use; `seen` had a value at least once. */
  coverage(): { seen: number; documented: number };
  absentFields(): AbsentField[];
}

const limits = { depth: 50, items: 200, objects: 50_000, values: 50, text: 100 };

/**
 * Begins to count.
 *
 * @param resolve follows `$ref`; a reference that leads nowhere gives the empty schema
 * @param operations those whose success answers `coverage` speaks of
 */
export function createPresence(resolve: (schema: Schema) => Schema, operations: Iterable<CheckedOperation>): Presence {
  const { planOf, counted } = createPlans(resolve);
  let bodies = 0;
  let budget = 0;

  const walk = (plan: Plan, value: object, depth: number): void => {
    budget -= 1;
    if (depth > limits.depth || budget < 0) return;
    if (Array.isArray(value)) {
      const items = plan.items && planOf(plan.items);
      const length = items && items !== nothing ? Math.min(value.length, limits.items) : 0;
      for (let index = 0; index < length; index += 1) {
        const item: unknown = value[index];
        if (typeof item === 'object' && item !== null) walk(items as Plan, item, depth + 1);
      }
    } else {
      for (const schema of plan.counted) {
        schema.count += 1;
        if (schema.lastBody !== bodies) schema.answers += 1;
        schema.lastBody = bodies;
      }
      for (const property of plan.properties) look(property, value as Record<string, unknown>, depth);
    }
    for (const branches of plan.choices) {
      const branch = chosen(branches.map(planOf), value);
      if (branch) walk(branch, value, depth + 1);
    }
  };

  const look = (property: PlannedProperty, object: Record<string, unknown>, depth: number): void => {
    const { name, tally } = property;
    if (property.isInherited && !Object.hasOwn(object, name)) return;
    const value = object[name];
    if (value === undefined) return;
    if (tally) {
      tally.present += 1;
      if (value === null) tally.nulls += 1;
      else if (value !== '' && !(Array.isArray(value) && value.length === 0)) tally.valued += 1;
      if (tally.texts && typeof value === 'string' && tally.texts.size < limits.values)
        tally.texts.add(shortened(value));
    }
    if (typeof value !== 'object' || value === null) return;
    const below = (property.below ??= planOf(property.schema));
    if (below !== nothing) walk(below, value, depth + 1);
  };

  const answered = [...operations].flatMap(({ responses }) =>
    responses
      .filter(({ status }) => status.startsWith('2'))
      .flatMap(({ bodies: each }) => each.filter(({ media }) => isJson(media))),
  );

  return {
    see(schema, value) {
      if (typeof value !== 'object' || value === null) return;
      bodies += 1;
      budget = limits.objects;
      const plan = planOf(schema);
      if (plan !== nothing) walk(plan, value, 0);
    },
    schemas: () =>
      [...counted.values()]
        .filter(({ count, tallies }) => count > 0 && tallies.size > 0)
        .sort(byName)
        .map(shown),
    coverage() {
      const documented = [
        ...reachable(
          answered.map(({ schema }) => schema),
          planOf,
        ),
      ].flatMap(({ tallies }) => [...tallies.values()]);
      return { seen: documented.filter(({ valued }) => valued > 0).length, documented: documented.length };
    },
    absentFields() {
      return [...counted.values()]
        .sort(byName)
        .flatMap(({ name: schema, count, tallies }) =>
          [...tallies.values()].flatMap(({ name: property, present }) =>
            present < count ? { schema, property, present, count } : [],
          ),
        );
    },
  };
}

interface Tally extends Omit<PropertyPresence, 'values'> {
  texts: Set<string> | undefined;
}

/** A named schema with what was seen of it. */
interface Counted {
  name: string;
  count: number;
  answers: number;
  /** Number of the body that it was last seen in. */
  lastBody: number;
  tallies: Map<string, Tally>;
}

interface PlannedProperty {
  name: string;
  /** A name that every object of JavaScript answers to, as `constructor`. */
  isInherited: boolean;
  /** Undefined where the property belongs to no named schema. */
  tally: Tally | undefined;
  schema: Schema;
  /** What is looked at inside, once it was needed. */
  below: Plan | undefined;
  /** The only values that it can have, where the schema closes them. */
  allowed: readonly unknown[] | undefined;
}

/** What a schema, with all that it refers to and composes, says of one value. */
interface Plan {
  counted: Counted[];
  properties: PlannedProperty[];
  items: Schema | undefined;
  /** For each `anyOf` and `oneOf` its branches. */
  choices: (readonly Schema[])[];
  open: boolean;
}

/** The plan of all schemas with nothing to count inside; walks stop at it. */
const nothing: Plan = { counted: [], properties: [], items: undefined, choices: [], open: false };

/** Plans are made once a schema and on demand, since schemas may refer to themselves. */
function createPlans(resolve: (schema: Schema) => Schema): {
  planOf: (schema: Schema) => Plan;
  counted: Map<string, Counted>;
} {
  const counted = new Map<string, Counted>();
  const plans = new Map<Schema, Plan>();

  const named = (ref: string): Counted | undefined => {
    const [components, schemas, name, ...rest] = parsePointer(decoded(ref.slice(1)));
    if (components !== 'components' || schemas !== 'schemas' || name === undefined || rest.length > 0) return undefined;
    const known = counted.get(name) ?? { name, count: 0, answers: 0, lastBody: 0, tallies: new Map() };
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
    return { name, isInherited: name in Object.prototype, tally, schema, below: undefined, allowed };
  };

  const planOf = (schema: Schema): Plan => {
    let plan = plans.get(schema);
    if (!plan) {
      const made: Plan = { counted: [], properties: [], items: undefined, choices: [], open: false };
      gather(made, schema, undefined, new Set());
      const isEmpty = made.counted.length + made.properties.length + made.choices.length === 0 && !made.items;
      plans.set(schema, (plan = isEmpty ? nothing : made));
    }
    return plan;
  };

  return { planOf, counted };
}

/**
 * The branch that an object is most likely of: the one that knows most of its properties. Where it could be of an open
 * branch just as well, more than half of the properties that the other documents must be there: an object taken for a kind
 * that it is not would make everything that this kind always has look absent.
 */
function chosen(branches: readonly Plan[], value: object): Plan | undefined {
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

/** All named schemas that values of some schemas can hold. */
function reachable(schemas: readonly Schema[], planOf: (schema: Schema) => Plan): Set<Counted> {
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

function shown({ name, count, answers, tallies }: Counted): SchemaPresence {
  const properties = [...tallies.values()].map(({ texts, ...rest }) => ({
    ...rest,
    values: [...(texts ?? [])].sort(),
  }));
  return { name, count, answers, properties };
}

function byName(one: { name: string }, other: { name: string }): number {
  return one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
}

/** A text to keep. The copy is real: a slice would hold on to the whole body that it was cut from. */
function shortened(text: string): string {
  return text.length > limits.text ? `${Buffer.from(text.slice(0, limits.text)).toString()}…` : text;
}

function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}
