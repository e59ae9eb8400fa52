import { toCamelCase } from './camel-case.js';

/** A value of a resource that the body of an update cannot contain. */
export interface DroppedField {
  /** The place of the value in the resource: a JSON pointer (RFC 6901). */
  readonly pointer: string;
  /** The reason why the value was dropped, as a sentence. */
  readonly reason: string;
}

/**
 * The fields of a resource that an update can contain, with the shapes of their values. A string stands for a text: it
 * is the field's name in the update, or empty for the same name in camelCase. 0 stands for a number, false for a
 * boolean, null for any value, `[shape]` for a list. An object stands for an object whose fields move into the object
 * around it. `[shape, name]` gives a value another name; an object then keeps its fields.
 */
export interface ReflectedFields {
  readonly [field: string]: FieldShape;
}
type FieldShape = string | 0 | false | null | readonly [FieldShape] | readonly [FieldShape, string] | ReflectedFields;

/** Whether a value has the type that a shape stands for; in a list, each item must have it. */
function hasType(value: unknown, shape: FieldShape | undefined): boolean {
  if (Array.isArray(shape)) return Array.isArray(value) && value.every((item) => hasType(item, shape[0] as FieldShape));
  return value !== null && (shape === null || (!Array.isArray(value) && typeof value === typeof shape));
}

/**
 * Creates the body of an update from a resource, and lists the values that an update cannot contain. It copies a list
 * completely or not at all: an update with only some of its items would delete the others.
 */
export function reflected<Body extends object>(
  resource: unknown,
  fields: ReflectedFields,
): { body: Body; dropped: DroppedField[] } {
  const dropped: DroppedField[] = [];

  /** Copies a value into a body under a name. It copies an object without a given name field by field. */
  const copyInto =
    (body: Record<string, unknown>) =>
    (value: unknown, givenShape: FieldShape | undefined, pointer: string, defaultName?: string) => {
      const isNamed = Array.isArray(givenShape) && givenShape.length === 2;
      const [shape, name] = (isNamed ? givenShape : [givenShape, defaultName]) as [FieldShape | undefined, string];
      if (!hasType(value, shape)) {
        dropped.push({
          pointer,
          reason: `An update takes ${
            shape === undefined ? 'no' : shape === null ? 'non-null' : typeof shape
          } values here.`,
        });
      } else if (Array.isArray(shape)) {
        body[name] = (value as unknown[]).map(
          (item, index) => copyInto({})(item, [shape[0] as FieldShape, 'item'], `${pointer}/${index}`)['item'],
        );
      } else if (shape && typeof value === 'object') {
        const target: Record<string, unknown> = isNamed ? {} : body;
        if (isNamed) body[name] = target;
        for (const [field, innerValue] of Object.entries(value!)) {
          if (innerValue === undefined) continue;
          copyInto(target)(
            innerValue,
            // Look only at own fields, because an entry may have a field called `constructor`.
            Object.hasOwn(shape as ReflectedFields, field) ? (shape as ReflectedFields)[field] : undefined,
            `${pointer}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`,
            toCamelCase(field),
          );
        }
      } else body[(shape as string) || name] = structuredClone(value);
      return body;
    };

  return { body: copyInto({})(resource, fields, '') as Body, dropped };
}
