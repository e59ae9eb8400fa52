import { toCamelCase } from './camel-case.js';

/** A value of a resource that the body of an update cannot contain. */
export interface DroppedField {
  /** The place of the value in the resource: a JSON pointer (RFC 6901). */
  readonly pointer: string;
  /** The reason why the value was dropped, as a sentence. */
  readonly reason: string;
}

/** A value of an update that has no documented effect on the resource. */
export interface UndocumentedEffect {
  /** The place of the value in the update: a JSON pointer (RFC 6901). */
  readonly pointer: string;
  /** The reason why the resource does not show the value, as a sentence. */
  readonly reason: string;
}

/**
 * The fields of a resource that an update can contain, with the shapes of their values. A string stands for a string:
 * it is the field's name in the update, or empty for the same name in camelCase. 0 stands for a number, false for a
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

/** Splits the name from a shape that has one. */
const readShape = (shape: FieldShape | undefined, defaultName?: string) =>
  (Array.isArray(shape) && shape.length === 2 ? [...shape, true] : [shape, defaultName, false]) as [
    shape: FieldShape | undefined,
    name: string,
    isNamed: boolean,
  ];

const pointerTo = (parent: string, field: string): string =>
  `${parent}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;

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
      const [shape, name, isNamed] = readShape(givenShape, defaultName);
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
            pointerTo(pointer, field),
            toCamelCase(field),
          );
        }
      } else body[(shape as string) || name] = structuredClone(value);
      return body;
    };

  return { body: copyInto({})(resource, fields, '') as Body, dropped };
}

type Fields = Record<string, unknown>;

/**
 * Returns a resource as it is after an update, and the values of the update without a documented effect. It copies only
 * objects that change.
 *
 * @param nullable pointers to the fields of the update for which null is documented
 */
export function withReflected<Resource extends object>(
  resource: Resource,
  update: object,
  fields: ReflectedFields,
  nullable: readonly string[] = [],
): { entry: Resource; unknown: UndocumentedEffect[] } {
  const unknown: UndocumentedEffect[] = [];
  /** Moves each value that responses show from an object of the update into a copy of an object of the resource. */
  const move = (base: Fields, sent: Fields, shapes: ReflectedFields, pointer: string): Fields => {
    let result = base;
    for (const [field, givenShape] of Object.entries(shapes)) {
      const [shape, defaultName, isNamed] = readShape(givenShape, toCamelCase(field));
      const before = base?.[field] as Fields;
      let after: unknown = before;
      if (shape && typeof shape === 'object' && !Array.isArray(shape) && !isNamed) {
        const inner = move(before, sent, shape as ReflectedFields, pointer);
        // Another id is that of another object, whose other fields are not known.
        after = inner?.['id'] === before?.['id'] ? inner : { id: inner['id'] };
      } else {
        const name = (shape !== Object(shape) && (shape as string)) || defaultName;
        const valuePointer = pointerTo(pointer, name);
        const value = sent[name];
        const isShown = value === null ? nullable.includes(valuePointer) : hasType(value, shape);
        if (isShown && Object.hasOwn(sent, name)) {
          after = toShown(before, value, shape!, valuePointer);
          delete sent[name];
        }
      }
      if (after !== before) result = { ...result, [field]: after };
    }
    return result;
  };

  /** Returns the form of a value in responses. `base` is the object that the value changes. */
  const toShown = (before: unknown, value: unknown, shape: FieldShape, pointer: string, base?: unknown): unknown => {
    if (!value || shape !== Object(shape)) return value;
    if (Array.isArray(shape))
      return (value as unknown[]).map((item, index) =>
        toShown(before, item, shape[0] as FieldShape, `${pointer}/${index}`),
      );
    const sent = value as Fields;
    const { id } = sent;
    const old = base ?? [before].flat().find((each) => id && (each as Fields)?.['id'] === id) ?? {};
    const result = move(old as Fields, sent, shape as ReflectedFields, pointer);
    for (const name of Object.keys(sent))
      unknown.push({ pointer: pointerTo(pointer, name), reason: 'No response is documented to show this value.' });
    return result;
  };

  // JSON is what a server receives. It has no undefined values, and shares nothing with the update.
  const sent = JSON.parse(JSON.stringify(update ?? {}));
  return { entry: toShown(null, sent, fields, '', resource) as Resource, unknown };
}
