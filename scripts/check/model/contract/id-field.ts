import type { Schema } from '../../../contract/schema.js';
import { fieldsOf } from '../../../contract/schema-fields.js';
import { wordsIn } from '../words.js';

/** Fields that often identify a resource within its collection. */
const keys = ['id', 'uuid', 'key', 'name', 'slug', 'code'];

/** Where the fields of a resource stand. */
interface IdSources {
  /** The responses that show it. */
  shown: readonly (Schema | undefined)[];
  /** The body that creates it. */
  sent: Schema | undefined;
  /** The closed set of values that its path takes, if the document has one. */
  closed: readonly unknown[] | undefined;
}

/**
 * Returns the fields that the path may take: of the resource, of an item of its list, of what an envelope contains, or
 * the one with the name of the parameter in the body that creates it. `{name}` and `{block_name}` are a name even if
 * there is an id as well; `{block}` may be anything.
 */
export function idFieldsOf(
  resolve: (schema: Schema) => Schema,
  { shown, sent, closed }: IdSources,
  { parameter, prefix }: { parameter: string; prefix: string },
): string[] {
  const fields = (schema: Schema): ReadonlyMap<string, Schema> => fieldsOf({ resolve }, schema).properties;
  const outer = shown.flatMap((schema) => (schema ? [fields(schema)] : []));
  const inside = outer.flatMap((properties) => [...properties.values()].map(fields));
  const words = wordsIn(parameter);
  const last = words.at(-1) ?? '';
  const alike = (names: ReadonlyMap<string, Schema>, all = words): string[] =>
    [...names.keys()].filter((name) => wordsIn(name).join(' ') === all.join(' '));
  // `{id}` of `/collections/{id}` and of `/fields/{collection}/{id}` may be the field that has the name of the kind.
  const segment = prefix.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
  for (const names of [...outer, ...inside]) {
    const own = [parameter, ...alike(names)];
    const likely =
      last === 'id'
        ? [...own, 'id', ...alike(names, wordsIn(segment))]
        : keys.includes(last)
          ? [...own, last]
          : ['id', ...own];
    const known = [...new Set([...likely, ...keys])].filter((name) => names.has(name));
    // The field with the same closed set of values as the path has another name: `type` for `/rules/{rule}`.
    const same = [...names].filter(([, each]) => closed?.every((value) => resolve(each).enum?.includes(value)));
    if (known.length + same.length > 0) return [...new Set([...same.map(([name]) => name), ...known])];
  }
  const [chosen = 'id'] = sent ? alike(fields(sent)) : [];
  return [chosen];
}
