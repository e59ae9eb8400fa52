import { camelCase } from '../../client/camel-case.js';
import type { OpenApiDocument } from '../../contract/document.js';
import { parsePointer, toPointer } from '../../contract/pointer.js';
import { dereference } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';
import { BuildError } from '../../text/problem.js';
import { locate, type SourceMap } from '../source/source-map.js';
import { generatedNote } from './generated-note.js';
import { propertyKey, quoted } from './literal.js';

const ownPlace = 'a field that shows at a place of its own';

/** Names of fields, and what `ReflectedFields` holds for each, as code. */
type Fields = Map<string, string | Fields>;

interface Field {
  name: string;
  schema: Schema;
}

/**
 * The text of `generated/partner-entry-update.ts`: `toPartnerEntryUpdate`, made of each `x-reflected-as` of
 * `PartnerEntryUpdate`, and of the items of its lists.
 *
 * @throws BuildError where a place is no field of `PartnerEntry`, two fields show at one place, or what is there cannot
 * be sent as it is
 */
export function partnerEntryUpdateText(document: OpenApiDocument, map: SourceMap): string {
  const at = ['components', 'schemas', 'PartnerEntryUpdate'];
  const { PartnerEntryUpdate: update, PartnerEntry: entry } = (document.components['schemas'] ?? {}) as Record<
    string,
    Schema
  >;
  if (!update || !entry) {
    throw new BuildError(
      'Expected the schemas PartnerEntry and PartnerEntryUpdate, found not both. Add what is missing.',
    );
  }
  const fields = new FieldsReader(document, map).fieldsOf(update, entry, at);
  return `${generatedNote}
import { reflected } from '../scripts/client/index.js';
import type { DroppedField } from '../scripts/client/index.js';
import type { PartnerEntry, PartnerEntryUpdate } from './types.js';

const fields = ${literal(fields, '\n  ', '\n')} as const;

/**
 * Turns a partner entry, as an answer shows it, into the body of an update, and lists what cannot come along: fields
 * that an update has no place for, nulls and other values of a type that it does not take, and whatever the contract
 * does not know. The entry stays as it is, and shares nothing with the body. What is no object makes an empty body.
 *
 * Sent back as it is, the body changes nothing that shows, except within lists: a server may put the items that it is
 * sent in the place of those it has, and then they lose the fields that were dropped. Leave out the lists that shall
 * stay: \`delete body.media\`.
 *
 * @returns \`dropped\` has the JSON pointer of each value that was left out, and the reason as a sentence
 */
export function toPartnerEntryUpdate(entry: PartnerEntry): { body: PartnerEntryUpdate; dropped: DroppedField[] } {
  return reflected(entry, fields);
}
`;
}

/** Reads where answers show what an update sends. */
class FieldsReader {
  readonly #document: OpenApiDocument;
  readonly #map: SourceMap;

  constructor(document: OpenApiDocument, map: SourceMap) {
    this.#document = document;
    this.#map = map;
  }

  fieldsOf(update: Schema, read: Schema, path: readonly string[]): Fields {
    const fields: Fields = new Map();
    for (const [name, property] of Object.entries(update.properties ?? {})) {
      const here = [...path, 'properties', name];
      const schema = this.#followed(property);
      const shown = property['x-reflected-as'] ?? schema['x-reflected-as'];
      if (shown === undefined) {
        const own = this.#propertyOf(read, name);
        // The same name with another meaning: a text takes no object, and the reason says so.
        if (own && schema.type === 'object' && own.type !== 'object') fields.set(name, new Map());
        continue;
      }
      const keys = parsePointer(shown);
      const last = keys.pop() ?? '';
      const within = keys.reduce<Fields>((above, key) => {
        const next = above.get(key) ?? new Map();
        if (typeof next === 'string') return this.#refuse(here, ownPlace, `what ${quoted(key)} stands for`);
        above.set(key, next);
        return next;
      }, fields);
      const inner = [...keys, last].reduce<Schema | undefined>((at, key) => this.#propertyOf(at, key), read);
      if (!inner) return this.#refuse(here, 'x-reflected-as to lead to a field of an answer', JSON.stringify(shown));
      if (within.has(last)) return this.#refuse(here, ownPlace, `${JSON.stringify(shown)} twice`);
      within.set(last, this.#placeOf({ name, schema }, { name: last, schema: inner }, here));
    }
    return fields;
  }

  /** The code of what stands for a field. */
  #placeOf({ name, schema }: Field, { name: field, schema: read }: Field, path: readonly string[]): string {
    if (name === '' || name === '__proto__') return this.#refuse(path, 'a name that can be set', JSON.stringify(name));
    if (![read.type].flat().includes(String(schema.type))) {
      const expected = `the type of what it shows as, ${JSON.stringify(read.type)}`;
      return this.#refuse(path, expected, JSON.stringify(schema.type));
    }
    const isSame = name === camelCase(field);
    if (schema.type === 'string') return isSame ? quoted('') : quoted(name);
    const sample = { boolean: 'false', integer: '0', number: '0' }[String(schema.type)];
    const itemsOf = ({ items = {} }: Schema) => this.#followed(items);
    const items = schema.type === 'array' && itemsOf(schema).properties ? itemsOf(schema) : undefined;
    if (!sample && !items)
      return this.#refuse(path, 'a text, a number, a boolean or a list of objects', JSON.stringify(schema.type));
    if (!isSame)
      return this.#refuse(path, `the name ${quoted(camelCase(field))}, as ${quoted(field)} in camelCase`, quoted(name));
    return sample ?? `[${literal(this.fieldsOf(items ?? {}, itemsOf(read), [...path, 'items']))}]`;
  }

  #propertyOf(schema: Schema | undefined, name: string): Schema | undefined {
    const { properties = {} } = schema ?? {};
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return property && this.#followed(property);
  }

  #followed(schema: Schema): Schema {
    return dereference<Schema>(this.#document, schema as Schema & { $ref: string });
  }

  #refuse(path: readonly string[], expected: string, found: string): never {
    const pointer = toPointer(path);
    const message = `Expected ${expected}; found ${found}. Correct it.`;
    const problem = { ...locate(this.#map, pointer), rule: 'reflected-as', message, pointer };
    throw new BuildError('No update can be made of a partner entry.', [problem]);
  }
}

/** The code of an object; a line a field, or all on one. */
function literal(fields: Fields, before = ' ', after = ' '): string {
  const code = (value: string | Fields) => (typeof value === 'string' ? value : literal(value));
  const members = [...fields].map(([name, value]) => `${before}${propertyKey(name)}: ${code(value)}`);
  if (members.length === 0) return '{}';
  return `{${members.join(',')}${after === '\n' ? ',' : ''}${after}}`;
}
