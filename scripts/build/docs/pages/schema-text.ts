import { parsePointer, pointerOf } from '../../../contract/pointer.js';

import { schemaNameOf } from '../../../contract/references.js';
import type { Schema } from '../../../contract/schema.js';
import { schemaAddress } from '../links/addresses.js';
import { type Inline, joinParts, linkTo, type TextLine } from '../text/blocks.js';

/** A type in words, with format, limits and null: `list of EntryCallout`, `string (uri) or null`. */
export function typeOf(schema: Schema): TextLine {
  if (schema.$ref !== undefined) return [schemaLink(nameOf(schema.$ref))];
  if (schema.allOf) return joinParts(schema.allOf.map(typeOf), ' and ');
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return joinParts(alternatives.map(typeOf), ' or ');
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const typeLines = types.filter((type) => type !== 'null').map((type) => typeLine(schema, type));
  const limits = limitsOf(schema);
  return [
    ...(typeLines.length === 0 && types.length === 0 ? ['any value'] : joinParts(typeLines, ' or ')),
    ...(limits.length === 0 ? [] : [' (', ...joinParts(limits), ')']),
    ...(types.includes('null') ? [typeLines.length === 0 ? 'null' : ' or null'] : []),
  ];
}

/** The names of the schemas that `typeOf` links to. */
export function typeReferences(schema: Schema): string[] {
  const name = schemaNameOf(schema.$ref);
  if (name !== undefined) return [name];
  const { items, additionalProperties } = schema;
  const parts = [...(schema.allOf ?? schema.anyOf ?? schema.oneOf ?? []), items, additionalProperties];
  return parts.flatMap((part) => (typeof part === 'object' ? typeReferences(part) : []));
}

function typeLine(schema: Schema, type: string): TextLine {
  if (type === 'array') return ['list of ', ...typeOf(schema.items ?? {})];
  if (type !== 'object') return [type];
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'object')
    return ['object of ', ...typeOf(additionalProperties), ' under any name'];
  return [schema['x-open'] ? 'open object' : 'object'];
}

function limitsOf(schema: Schema): TextLine[] {
  const limitLine = (limit: number | undefined, prefix: string, unit = ''): TextLine[] => {
    const noun = unit === '' || limit === 1 ? unit : `${unit}s`;
    return limit === undefined ? [] : [[`${prefix} ${limit} ${noun}`.trimEnd()]];
  };
  return [
    ...(schema.format === undefined ? [] : [[schema.format]]),
    ...(schema.pattern === undefined ? [] : [['pattern ', { code: schema.pattern }]]),
    ...(schema.const === undefined ? [] : [['always ', valueCode(schema.const)]]),
    ...(schema.enum === undefined ? [] : [['one of ', ...joinParts(schema.enum.map(valueCode))]]),
    ...limitLine(schema.minimum, 'at least'),
    ...limitLine(schema.exclusiveMinimum, 'more than'),
    ...limitLine(schema.maximum, 'at most'),
    ...limitLine(schema.exclusiveMaximum, 'less than'),
    ...limitLine(schema.multipleOf, 'a multiple of'),
    ...limitLine(schema.minLength, 'at least', 'character'),
    ...limitLine(schema.maxLength, 'at most', 'character'),
    ...limitLine(schema.minItems, 'at least', 'item'),
    ...limitLine(schema.maxItems, 'at most', 'item'),
    ...limitLine(schema.minProperties, 'at least', 'field'),
    ...(schema.uniqueItems ? [['unique items']] : []),
  ];
}

/** A value of the document as code: a string without quotation marks, everything else as JSON. */
export function valueCode(value: unknown): Inline {
  return { code: typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null') };
}

export function schemaLink(name: string): Inline {
  return { to: schemaAddress(name), text: [{ code: name }] };
}

export function knownValuesLines({ 'x-known-values': values = [] }: Schema): TextLine[] {
  return values.length === 0 ? [] : [['Known values: ', ...joinParts(values.map(valueCode)), '.']];
}

export function reflectionLines({ 'x-reflected-as': pointer }: Schema): TextLine[] {
  return pointer === undefined ? [] : [['Shows as ', { code: pointer }, '.']];
}

/** The description of a schema, in Markdown. The type `Schema` does not declare this field. */
export function descriptionOf(schema: Schema): string | undefined {
  return (schema as { description?: string }).description;
}

/** The name of the component that a `$ref` of the bundle leads to. */
export function nameOf(reference: string): string {
  return parsePointer(pointerOf(reference)).at(-1) ?? '';
}

/** A line that says that a description only interprets a name in the source, with a link to what this means. */
export function interpretationLines({ 'x-interpreted': isInterpreted }: Schema): TextLine[] {
  return isInterpreted ? [[linkTo('index.html#our-reading', 'Our reading'), ' of the name.']] : [];
}

/** A line that lists the invented parts of an example, such as `Invented: /detail.`; empty if nothing is invented. */
export function inventedValuesLine(pointers: readonly string[] = []): TextLine {
  if (pointers.length === 0) return [];
  const parts = pointers.map((pointer): Inline => (pointer === '' ? 'the whole' : { code: pointer }));
  return ['Invented: ', ...joinParts(parts), '.'];
}
