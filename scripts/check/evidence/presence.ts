import { isJson } from '../../contract/json-success.js';
import type { Schema } from '../../contract/schema.js';
import { groupBy } from '../../text/group-by.js';
import { compareText } from '../../text/problem.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import {
  type CountPlan,
  chooseBranch,
  createPlans,
  emptyPlan,
  type PlannedProperty,
  type PropertyCounts,
  placeProperties,
  type SchemaCounts,
} from './presence-plans.js';
import { shorten } from './words.js';

export interface PropertyPresence extends PropertyCounts {
  /** Up to 50 different strings, sorted; kept only for properties with `x-known-values` or `x-unknown`. */
  values: string[];
}

export interface SchemaPresence {
  /** Name under `components/schemas`. */
  name: string;
  count: number;
  properties: PropertyPresence[];
}

/** Counts, for each named schema, which documented properties the objects in responses have. */
export interface Presence {
  /** Reads the body of a success response: at most 200 items of an array, 50 levels and 50,000 objects. */
  see(schema: Schema, value: unknown): void;
  /** Returns the counts, sorted by name, including properties that no object has. */
  schemas(): SchemaPresence[];
  /**
   * Counts the documented properties of success responses; `seen` counts the properties that once had a value. `unseen`
   * has the others by operation, each once, as its shortest path in a response: `tier.id`, `[].title`.
   */
  coverage(): { seen: number; documented: number; unseen: Record<string, string[]> };
}

const limits = { depth: 50, items: 200, objects: 50_000, values: 50 };

/**
 * @param resolve follows `$ref`; returns the empty schema for a reference to nothing
 * @param operations the operations whose success responses `coverage` covers
 */
export function createPresence(resolve: (schema: Schema) => Schema, operations: Iterable<CheckedOperation>): Presence {
  const { planOf, counts } = createPlans(resolve);
  const count = createCounter(planOf);
  const successParts = [...operations].flatMap(({ id: operationId, responses }) =>
    responses
      .filter(({ status }) => status.startsWith('2'))
      .flatMap(({ bodies }) => bodies.filter(({ media }) => isJson(media)))
      .map(({ schema }) => ({ operationId, path: '', schema })),
  );
  return {
    see(schema, value) {
      if (typeof value === 'object' && value !== null) count(schema, value);
    },
    schemas: () =>
      [...counts.values()]
        .filter(({ count, tallies }) => count > 0 && tallies.size > 0)
        .sort((a, b) => compareText(a.name, b.name))
        .map(toPresence),
    coverage() {
      const places = placeProperties(successParts, planOf);
      const unseenParts = [...places].flatMap(([{ nonEmpty }, part]) => (nonEmpty > 0 ? [] : [part]));
      const partsById = groupBy(unseenParts, ({ operationId }) => operationId);
      const unseen = Object.fromEntries([...partsById].map(([id, parts]) => [id, parts.map(({ path }) => path)]));
      return { seen: places.size - unseenParts.length, documented: places.size, unseen };
    },
  };
}

function createCounter(planOf: (schema: Schema) => CountPlan): (schema: Schema, body: object) => void {
  /** Number of objects of this body that may still be counted. */
  let budget = 0;
  const walk = (plan: CountPlan, value: unknown, depth: number): void => {
    if (plan === emptyPlan || typeof value !== 'object' || value === null) return;
    budget -= 1;
    if (depth > limits.depth || budget < 0) return;
    if (Array.isArray(value)) {
      const items = plan.items ? planOf(plan.items) : emptyPlan;
      if (items !== emptyPlan) for (const item of value.slice(0, limits.items)) walk(items, item, depth + 1);
    } else {
      for (const schema of plan.schemaCounts) schema.count += 1;
      for (const property of plan.properties) look(property, value as Record<string, unknown>, depth);
    }
    for (const branches of plan.choices) {
      const branch = chooseBranch(branches.map(planOf), value);
      if (branch) walk(branch, value, depth + 1);
    }
  };
  const look = ({ name, tally, schema }: PlannedProperty, object: Record<string, unknown>, depth: number): void => {
    // Every object inherits a member with a name such as `constructor`.
    if (!Object.hasOwn(object, name)) return;
    const value = object[name];
    if (tally) {
      tally.present += 1;
      if (value === null) tally.nulls += 1;
      else if (value !== '' && !(Array.isArray(value) && value.length === 0)) tally.nonEmpty += 1;
      if (tally.texts && typeof value === 'string' && tally.texts.size < limits.values) tally.texts.add(shorten(value));
    }
    walk(planOf(schema), value, depth + 1);
  };
  return (schema, body) => {
    budget = limits.objects;
    walk(planOf(schema), body, 0);
  };
}

function toPresence({ name, count, tallies }: SchemaCounts): SchemaPresence {
  const properties = [...tallies.values()].map(({ texts = [], ...rest }) => ({ ...rest, values: [...texts].sort() }));
  return { name, count, properties };
}
