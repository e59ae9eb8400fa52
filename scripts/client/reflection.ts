import { camelCase } from './camel-case.js';

/** A value of the resource that the update cannot contain. */
export interface DroppedField {
  /** The place of the value in the resource: a JSON pointer (RFC 6901). */
  readonly pointer: string;
  /** The reason why the value was dropped, as a sentence. */
  readonly reason: string;
}

/**
 * The fields of a resource that the update has too. Each value shows the type. For a string, it is the name of the
 * field in the update, or empty if that is the same name in camelCase; 0 stands for a number, false for a boolean; a
 * list holds the fields of its items; an object holds fields that stand at the top level of the update.
 */
export interface ReflectedFields {
  readonly [field: string]: FieldShape;
}
type FieldShape = string | 0 | false | readonly [ReflectedFields] | ReflectedFields;

/**
 * Makes the body of an update from a resource that was read, and lists the values that the update cannot contain. It
 * copies a list completely or not at all, since an update with a part of a list would delete the rest.
 */
export function reflected<Body extends object>(
  resource: unknown,
  fields: ReflectedFields,
): { body: Body; dropped: DroppedField[] } {
  const dropped: DroppedField[] = [];

  /** Copies a value into a body: under a name, or field by field. */
  const copyInto = (body: Record<string, unknown>) =>
    function copyValue(value: unknown, shape: FieldShape | undefined, pointer: string, name?: string) {
      const isList = Array.isArray(value);
      if (
        value === null ||
        typeof value !== typeof shape ||
        isList !== Array.isArray(shape) ||
        (isList && value.some((item) => Object(item) !== item))
      ) {
        dropped.push({ pointer, reason: `An update takes ${shape === undefined ? 'no' : typeof shape} values here.` });
      } else if (isList) {
        body[name!] = value.map((item, index) =>
          copyInto({})(item, (shape as readonly [ReflectedFields])[0], `${pointer}/${index}`),
        );
      } else if (typeof value === 'object') {
        for (const [field, innerShape] of Object.entries(value)) {
          if (innerShape === undefined) continue;
          copyValue(
            innerShape,
            // Look only at own fields: an entry may have a field called `constructor`.
            Object.hasOwn(shape as ReflectedFields, field) ? (shape as ReflectedFields)[field] : undefined,
            `${pointer}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`,
            camelCase(field),
          );
        }
      } else body[(shape as string) || name!] = value;
      return body;
    };

  return { body: copyInto({})(resource, fields, '') as Body, dropped };
}
