import { isAlias, isInlineObject } from '../contract/inline-objects.js';
import { isSameJson } from '../contract/json.js';
import type { Schema } from '../contract/schema.js';
import { schemaPrefix, subschemas } from '../contract/schema-walk.js';
import type { Draft, SchemaPart } from './draft.js';

/** Extensions that describe the object itself, not its place in another schema. */
const ownExtensions: ReadonlySet<string> = new Set(['x-open', 'x-without', 'x-provenance']);

/**
 * Turns each object inside a component schema into a separate component, and refers to it. Without components, code
 * generators invent names for nested objects, and drop operations if two names are equal.
 *
 * @param settle records the source of a new component
 */
export function moveInlineObjects(draft: Draft, settle: (component: SchemaPart) => void): void {
  for (const name of Object.keys(draft.schemas))
    moveInside(draft, draft.schema(name), { name, component: name }, settle);
}

interface Place {
  /** The name for a component made from the object at this place. */
  name: string;
  /** The component around this place. */
  component: string;
}

function moveInside(draft: Draft, schema: SchemaPart, place: Place, settle: (component: SchemaPart) => void): void {
  if (schema.$ref === undefined && isAlias(schema)) {
    const [alias] = schema.allOf ?? [];
    delete schema.allOf;
    Object.assign(schema, { ...alias, ...schema });
  }
  for (const { steps, schema: node } of subschemas(schema)) {
    const part = node as SchemaPart;
    const name = place.name + nameOf(steps);
    // A part of allOf describes the component itself.
    const isOfComponent = place.name === place.component && steps[0] === 'allOf';
    if (!isInlineObject(part) || isOfComponent) {
      moveInside(draft, part, { ...place, name: isOfComponent ? `${name}Part` : name }, settle);
      continue;
    }
    const { reference, component } = divide(part);
    component.description ??= `Part of ${place.component}.`;
    settle(component);
    moveInside(draft, component, { name, component: name }, settle);
    const key = steps.pop() ?? '';
    const parent = steps.reduce((outerStep, step) => outerStep[step] as never, schema as Record<string, unknown>);
    parent[key] = { $ref: schemaPrefix + addComponent(draft, name, component), ...reference };
  }
}

/** Splits an object into a component and a reference, which keeps facts about the place, such as `x-unknown`. */
function divide(part: SchemaPart): { reference: SchemaPart; component: SchemaPart } {
  const isOfPlace = (key: string): boolean => key.startsWith('x-') && !ownExtensions.has(key);
  const entries = Object.entries(part);
  return {
    reference: Object.fromEntries(entries.filter(([key]) => isOfPlace(key) || key === 'description')),
    component: Object.fromEntries(entries.filter(([key]) => !isOfPlace(key))),
  };
}

/** The part of a name for the place of a schema: `TheService` for the field `the service`, `Item` for a list item. */
function nameOf([keyword = '', key = '']: readonly string[]): string {
  if (keyword === 'items') return 'Item';
  if (keyword === 'additionalProperties') return 'Value';
  if (keyword !== 'properties') return '';
  const words = key.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') || 'Field';
}

/** Adds a component under a name that is unique even without regard to case. Equal components are added only once. */
function addComponent({ schemas }: Draft, name: string, component: SchemaPart): string {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name}${count}`;
    const usedName = Object.keys(schemas).find((name) => name.toLowerCase() === candidate.toLowerCase());
    if (usedName === undefined) schemas[candidate] = component;
    if (usedName === undefined || isSameJson(schemas[usedName] as Schema, component)) return usedName ?? candidate;
  }
}
