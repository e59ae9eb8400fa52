import { toCamelCase } from '../../client/camel-case.js';
import type { OpenApiDocument } from '../../contract/document.js';
import { parsePointer, toPointer } from '../../contract/pointer.js';
import { createSchemaResolver, dereference } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';
import { allowsType, fieldAt } from '../../contract/schema-fields.js';
import { BuildError } from '../../text/problem.js';
import { locate, type SourceMap } from '../source/source-map.js';
import type { GeneratedModule } from './generated-module.js';
import { propertyKey, quote } from './literal.js';

const uniqueFieldText = 'a place in the response that no other field has';

/** The code of a `ReflectedFields` object: maps a field to the code of its value, or to nested fields. */
type FieldCodes = Map<string, string | FieldCodes>;

interface Field {
  name: string;
  schema: Schema;
}

/**
 * The module `generated/partner-entry-update.ts`: `toPartnerEntryUpdate` and its reverse, derived from each
 * `x-reflected-as` in `PartnerEntryUpdate` and in the items of its lists.
 *
 * @throws BuildError if an `x-reflected-as` leads to no field of `PartnerEntry`, or to a field that another one uses,
 * or whose value cannot be sent unchanged
 */
export function partnerEntryUpdateModule(document: OpenApiDocument, map: SourceMap): GeneratedModule {
  const updatePath = ['components', 'schemas', 'PartnerEntryUpdate'];
  const { PartnerEntryUpdate: update, PartnerEntry: entry } = (document.components['schemas'] ?? {}) as Record<
    string,
    Schema
  >;
  if (!update || !entry) {
    throw new BuildError(
      'Expected the schemas PartnerEntry and PartnerEntryUpdate, but at least one of them is missing. Add it.',
    );
  }
  const fields = new FieldsReader(document, map).fieldsOf(update, entry, updatePath);
  const nullableText = nullablePointers(document, update, entry)
    .map((pointer) => quote(pointer))
    .join(', ');
  const body = `const fields = ${fieldsLiteral(fields, '\n  ', '\n')} as const;

/**
 * Turns a partner entry from a response into the body of an update, and lists the values that the body cannot
 * contain: fields that the update does not have, nulls and other values of a type that it does not accept, and
 * fields unknown to the contract. The entry stays unchanged, and shares no objects with the body. A value that
 * is not an object makes an empty body.
 *
 * Sent unchanged, the body changes nothing visible, except within lists: a server may replace its own items by
 * the items sent, which lack the dropped fields. To keep a list as it is, leave it out: \`delete body.media\`.
 *
 * @returns \`dropped\` has the JSON pointer of each value that was left out, and the reason as a sentence
 */
export function toPartnerEntryUpdate(entry: PartnerEntry): { body: PartnerEntryUpdate; dropped: DroppedField[] } {
  return reflected(entry, fields);
}

/**
 * Shows a partner entry before the server has responded to an update: as a response would show it after the update.
 * The entry and the update stay unchanged. Objects in which nothing changes are those of the entry.
 *
 * Some of it is a guess until the response arrives. A list of the update replaces the old one. An item whose id is in
 * the old list keeps the fields that the update does not send, which a server may drop; a new item has no id yet. An
 * entry that moves to another tier has only the id of that tier.
 *
 * @returns \`unknown\` has the JSON pointer of each value of the update that no response is documented to show, and the
 * reason as a sentence; \`entry\` does not show these values
 */
export function withPartnerEntryUpdate(
  entry: PartnerEntry,
  update: PartnerEntryUpdate,
): { entry: PartnerEntry; unknown: UndocumentedEffect[] } {
  return withReflected(entry, update, fields${nullableText && `, [${nullableText}]`});
}
`;
  return {
    imports: [
      { from: 'run time', names: ['reflected', 'withReflected', 'type DroppedField', 'type UndocumentedEffect'] },
      { from: 'types', names: ['type PartnerEntry', 'type PartnerEntryUpdate'] },
    ],
    reExports: [{ from: 'run time', names: ['type DroppedField', 'type UndocumentedEffect'] }],
    body,
  };
}

/** Points to the fields of an update that can be null and show in a response as null. */
function nullablePointers(document: OpenApiDocument, update: Schema, entry: Schema): string[] {
  const contract = { resolve: createSchemaResolver(document) };
  return Object.entries(update.properties ?? {}).flatMap(([name, property]) => {
    const pointer = property['x-reflected-as'] ?? contract.resolve(property)['x-reflected-as'];
    const shownField = pointer === undefined ? {} : (fieldAt(contract, entry, parsePointer(pointer)) ?? {});
    return [property, shownField].every((each) => allowsType(contract, each, 'null')) ? [toPointer([name])] : [];
  });
}

/** Finds, for each field of an update, the response field that shows its value. */
class FieldsReader {
  readonly #document: OpenApiDocument;
  readonly #map: SourceMap;

  constructor(document: OpenApiDocument, map: SourceMap) {
    this.#document = document;
    this.#map = map;
  }

  fieldsOf(update: Schema, responseSchema: Schema, path: readonly string[]): FieldCodes {
    const fields: FieldCodes = new Map();
    for (const [name, property] of Object.entries(update.properties ?? {})) {
      const fieldPath = [...path, 'properties', name];
      const schema = this.#resolve(property);
      const pointer = this.#placeOf(property);
      if (pointer === undefined) {
        const responseField = this.#propertyOf(responseSchema, name);
        // The response field of this name has another type, so its value cannot be sent. `toPartnerEntryUpdate` will
        // report it.
        if (responseField && schema.type === 'object' && responseField.type !== 'object') fields.set(name, new Map());
        continue;
      }
      const keys = parsePointer(pointer);
      const lastKey = keys.pop() ?? '';
      const parentFields = keys.reduce<FieldCodes>((current, key) => {
        const next = current.get(key) ?? new Map();
        if (typeof next === 'string')
          return this.#refuse(fieldPath, uniqueFieldText, `a field inside ${quote(key)}, which is another field`);
        current.set(key, next);
        return next;
      }, fields);
      const target = [...keys, lastKey].reduce<Schema | undefined>(
        (current, key) => this.#propertyOf(current, key),
        responseSchema,
      );
      if (!target)
        return this.#refuse(fieldPath, 'x-reflected-as to lead to a field of a response', JSON.stringify(pointer));
      if (parentFields.has(lastKey))
        return this.#refuse(fieldPath, uniqueFieldText, `${JSON.stringify(pointer)} twice`);
      parentFields.set(lastKey, this.#fieldCode({ name, schema }, { name: lastKey, schema: target }, fieldPath));
    }
    return fields;
  }

  #fieldCode(
    { name, schema }: Field,
    { name: responseName, schema: responseSchema }: Field,
    path: readonly string[],
  ): string {
    if (name === '' || name === '__proto__') return this.#refuse(path, 'a valid field name', JSON.stringify(name));
    const [types, shownTypes] = [schema, responseSchema].map(typesOf);
    if (types?.length && shownTypes?.length && !types.some((type) => shownTypes.includes(type))) {
      const expected = `the type of the field in the response, ${JSON.stringify(responseSchema.type)}`;
      return this.#refuse(path, expected, JSON.stringify(schema.type));
    }
    const hasSameName = name === toCamelCase(responseName);
    if (schema.type === 'string') return quote(hasSameName ? '' : name);
    const shape = this.#shapeCode(schema, responseSchema, path);
    return hasSameName && schema.type !== 'object' ? shape : `[${shape}, ${quote(name)}]`;
  }

  /** The code for a type of field values in `ReflectedFields`; for all other types `null`, which accepts any value. */
  #shapeCode(schema: Schema, responseSchema: Schema, path: readonly string[]): string {
    const sampleCode = { string: quote(''), boolean: 'false', integer: '0', number: '0' }[String(schema.type)];
    if (sampleCode) return sampleCode;
    if (schema.type === 'array') {
      const [items, shownItems] = [schema, responseSchema].map((list) => this.#resolve(list.items ?? {}));
      return `[${this.#shapeCode(items ?? {}, shownItems ?? {}, [...path, 'items'])}]`;
    }
    const properties = Object.values(schema.properties ?? {});
    // If responses show none of an object's fields, send the whole object: field by field, it would be empty.
    const areFieldsShown = properties.some((property) => this.#placeOf(property) !== undefined);
    if (schema.type !== 'object' || !areFieldsShown || schema['x-open']) return 'null';
    return fieldsLiteral(this.fieldsOf(schema, responseSchema, path));
  }

  /** The JSON pointer to the response field that shows a field of an update; undefined if none is known. */
  #placeOf(property: Schema): string | undefined {
    return property['x-reflected-as'] ?? this.#resolve(property)['x-reflected-as'];
  }

  #propertyOf(schema: Schema | undefined, name: string): Schema | undefined {
    const { properties = {} } = schema ?? {};
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return property && this.#resolve(property);
  }

  /** Follows `$ref`. For a schema that also allows null, returns the schema for the other values. */
  #resolve(schema: Schema): Schema {
    const target = dereference<Schema>(this.#document, schema as Schema & { $ref: string });
    const { anyOf = [], type } = target;
    const [onlySchema, ...furtherSchemas] = anyOf.filter((each) => each.type !== 'null');
    if (onlySchema && furtherSchemas.length === 0 && anyOf.length > 1) return this.#resolve(onlySchema);
    const [onlyType, ...furtherTypes] = [type].flat().filter((text) => text !== 'null');
    return onlyType !== undefined && furtherTypes.length === 0 ? { ...target, type: onlyType } : target;
  }

  #refuse(path: readonly string[], expected: string, actual: string): never {
    const pointer = toPointer(path);
    const message = `Expected ${expected}; found ${actual}. Correct it.`;
    const problem = { ...locate(this.#map, pointer), rule: 'reflected-as', message, pointer };
    throw new BuildError('The function that turns a partner entry into an update cannot be generated.', [problem]);
  }
}

/** The types that a schema allows, with `number` in place of `integer`. */
function typesOf({ type = [] }: Schema): string[] {
  return [type].flat().map((text) => (text === 'integer' ? 'number' : text));
}

/** The code of an object, with one field per line or all on one line. */
function fieldsLiteral(fields: FieldCodes, memberPrefix = ' ', closingSpace = ' '): string {
  const toCode = (value: string | FieldCodes) => (typeof value === 'string' ? value : fieldsLiteral(value));
  const members = [...fields].map(([name, value]) => `${memberPrefix}${propertyKey(name)}: ${toCode(value)}`);
  if (members.length === 0) return '{}';
  return `{${members.join(',')}${closingSpace === '\n' ? ',' : ''}${closingSpace}}`;
}
