import { camelCase } from './camel-case.js';

/** A value of what was read that an update cannot take along. */
export interface DroppedField {
  /** Where it stands in what was read: a JSON pointer (RFC 6901). */
  readonly pointer: string;
  /** Why, as a sentence. */
  readonly reason: string;
}

/**
 * The fields of what is read that an update takes, each with a value of the type that it takes: a text, which is the
 * name of the field in the update or empty where that is the same in camelCase; 0; false; a list with the fields of its
 * items; an object with fields that stand beside it in the update.
 */
export interface ReflectedFields {
  readonly [field: string]: Reflection;
}
type Reflection = string | 0 | false | readonly [ReflectedFields] | ReflectedFields;

/**
 * Makes the body of an update from what was read, and lists what has no place in it. A list comes along as a whole or
 * not at all, since an update with a part of it would delete the rest. Nothing is read twice, and nothing is shared.
 */
export function reflected<Body extends object>(
  read: unknown,
  fields: ReflectedFields,
): { body: Body; dropped: DroppedField[] } {
  const dropped: DroppedField[] = [];

  /** Puts what is read into a body: under a name that it goes by, or field by field. */
  const into = (body: Record<string, unknown>) =>
    function take(value: unknown, place: Reflection | undefined, pointer: string, name?: string) {
      const isList = Array.isArray(value);
      if (
        value === null ||
        typeof value !== typeof place ||
        isList !== Array.isArray(place) ||
        (isList && value.some((item) => Object(item) !== item))
      ) {
        dropped.push({ pointer, reason: `An update takes ${place === undefined ? 'no' : typeof place} values here.` });
      } else if (isList) {
        body[name!] = value.map((item, index) =>
          into({})(item, (place as readonly [ReflectedFields])[0], `${pointer}/${index}`),
        );
      } else if (typeof value === 'object') {
        for (const [field, inner] of Object.entries(value)) {
          if (inner === undefined) continue;
          take(
            inner,
            // Own fields alone: an entry may hold a field called `constructor`.
            Object.hasOwn(place as ReflectedFields, field) ? (place as ReflectedFields)[field] : undefined,
            `${pointer}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`,
            camelCase(field),
          );
        }
      } else body[(place as string) || name!] = value;
      return body;
    };

  return { body: into({})(read, fields, '') as Body, dropped };
}
