import type { Json } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { type ValueContext, withinBudget } from './context.js';
import { fits } from './fits.js';
import { sampleMembers, sampleValue } from './sample.js';
import { isReadOnly, type Shape, shapesOf, targetOf, typesOf } from './shape.js';

/** A property of a request body. */
export interface BodyProperty {
  name: string;
  schema: Schema;
  required: boolean;
}

/**
 * Returns a request body with its required properties and those in `only`, by default all; more only if the schema
 * requires more. Properties that cannot be made are left out. Undefined if no valid body can be made. If the schema is
 * not that of an object, the body is a sample of it.
 */
export function sampleBody(schema: Schema, context: ValueContext, only?: readonly string[]): Json | undefined {
  for (const shape of objectShapes(schema, context)) {
    const wanted = only ?? sendable(shape, context);
    const body = withinBudget(context, (bounded) =>
      sampleMembers(shape, bounded, { path: [targetOf(schema, context)], only: wanted }),
    );
    if (body && (only !== undefined || Object.keys(body).length > 0) && fits(schema, body, context)) return body;
  }
  return sampleValue(schema, 'body', context);
}

/** Returns the properties that a request body may have, without read-only ones; none if it is not an object. */
export function bodyProperties(schema: Schema, context: ValueContext): BodyProperty[] {
  const [shape] = objectShapes(schema, context);
  if (!shape) return [];
  return sendable(shape, context).map((name) => ({
    name,
    schema: shape.properties[name] ?? {},
    required: shape.required.includes(name),
  }));
}

function objectShapes(schema: Schema, context: ValueContext): Shape[] {
  return shapesOf(schema, context).filter((shape) => typesOf(shape).includes('object') && !shape.enum);
}

function sendable(shape: Shape, context: ValueContext): string[] {
  return Object.keys(shape.properties).filter((name) => !isReadOnly(shape.properties[name] ?? {}, context));
}
