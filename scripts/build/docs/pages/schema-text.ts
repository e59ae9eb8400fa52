import { parsePointer, pointerOf } from '../../../contract/pointer.js';

import type { Schema } from '../../../contract/schema.js';
import { schemaAddress } from '../links/addresses.js';
import { type Inline, joined, type Line } from '../text/blocks.js';

/** A type in words, with format, limits and null: `list of EntryCallout`, `string (uri) or null`. */
export function typeOf(schema: Schema): Line {
  if (schema.$ref !== undefined) return [schemaLink(nameOf(schema.$ref))];
  if (schema.allOf) return joined(schema.allOf.map(typeOf), ' and ');
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return joined(either.map(typeOf), ' or ');
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const named = types.filter((type) => type !== 'null').map((type) => typed(schema, type));
  const limits = limitsOf(schema);
  return [
    ...(named.length === 0 && types.length === 0 ? ['any value'] : joined(named, ' or ')),
    ...(limits.length === 0 ? [] : [' (', ...joined(limits), ')']),
    ...(types.includes('null') ? [named.length === 0 ? 'null' : ' or null'] : []),
  ];
}

function typed(schema: Schema, type: string): Line {
  if (type === 'array') return ['list of ', ...typeOf(schema.items ?? {})];
  if (type !== 'object') return [type];
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'object')
    return ['object of ', ...typeOf(additionalProperties), ' under any name'];
  return [schema['x-open'] ? 'open object' : 'object'];
}

function limitsOf(schema: Schema): Line[] {
  const amount = (limit: number | undefined, before: string, unit = ''): Line[] => {
    const words = unit === '' || limit === 1 ? unit : `${unit}s`;
    return limit === undefined ? [] : [[`${before} ${limit} ${words}`.trimEnd()]];
  };
  return [
    ...(schema.format === undefined ? [] : [[schema.format]]),
    ...(schema.pattern === undefined ? [] : [['pattern ', { code: schema.pattern }]]),
    ...(schema.const === undefined ? [] : [['always ', value(schema.const)]]),
    ...(schema.enum === undefined ? [] : [['one of ', ...joined(schema.enum.map(value))]]),
    ...amount(schema.minimum, 'at least'),
    ...amount(schema.exclusiveMinimum, 'more than'),
    ...amount(schema.maximum, 'at most'),
    ...amount(schema.exclusiveMaximum, 'less than'),
    ...amount(schema.multipleOf, 'a multiple of'),
    ...amount(schema.minLength, 'at least', 'character'),
    ...amount(schema.maxLength, 'at most', 'character'),
    ...amount(schema.minItems, 'at least', 'item'),
    ...amount(schema.maxItems, 'at most', 'item'),
    ...amount(schema.minProperties, 'at least', 'field'),
    ...(schema.uniqueItems ? [['unique items']] : []),
  ];
}

/** A value of the document as code: text as it is, everything else as JSON. */
export function value(given: unknown): Inline {
  return { code: typeof given === 'string' ? given : (JSON.stringify(given) ?? 'null') };
}

export function schemaLink(name: string): Inline {
  return { to: schemaAddress(name), text: [{ code: name }] };
}

/** `Known values: public, hidden.` */
export function knownValues({ 'x-known-values': known = [] }: Schema): Line[] {
  return known.length === 0 ? [] : [['Known values: ', ...joined(known.map(value)), '.']];
}

/** `Shows as /status.` */
export function reflection({ 'x-reflected-as': place }: Schema): Line[] {
  return place === undefined ? [] : [['Shows as ', { code: place }, '.']];
}

/** The description of a schema, in Markdown; the types of `scripts/contract/` do not include it. */
export function descriptionOf(schema: Schema): string | undefined {
  return (schema as { description?: string }).description;
}

/** The name of the component that a `$ref` of the bundle names. */
export function nameOf(reference: string): string {
  return parsePointer(pointerOf(reference)).at(-1) ?? '';
}

/** The description of a schema or a field. An interpretation of a name that the source does not explain says so. */
export function readingOf(description: string, schema: Schema): string {
  return schema['x-interpreted'] ? `${description} *Our reading.*` : description;
}

/** `Invented: /detail.`, the parts of an example that no source documents; empty if every part is documented. */
export function inventedLine(pointers: readonly string[] = []): Line {
  if (pointers.length === 0) return [];
  const places = pointers.map((pointer): Inline => (pointer === '' ? 'the whole' : { code: pointer }));
  return ['Invented: ', ...joined(places), '.'];
}
