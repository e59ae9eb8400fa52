import type { Json } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import type { ValueContext } from './context.js';
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
 * A request body with its required properties and the named ones, or all where no names are given; more only where the
 * schema wants more. A property that cannot be made is left out. Undefined where no valid body can be made. A body that
 * is no object is a sample of its schema.
 */
export function sampleBody(schema: Schema, context: ValueContext, only?: readonly string[]): Json | undefined {
  for (const shape of objectShapes(schema, context)) {
    const wanted = only ?? sendable(shape, context);
    const body = sampleMembers(shape, context, { path: [targetOf(schema, context)], only: wanted });
    if (body && (only !== undefined || Object.keys(body).length > 0) && fits(schema, body, context)) return body;
  }
  return sampleValue(schema, 'body', context);
}

/** The properties that a request body may have, without those that are read-only; none where it is no object. */
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
