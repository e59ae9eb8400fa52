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
  const refuse = (path: readonly string[], expected: string, found: string): never => {
    const pointer = toPointer(path);
    const message = `Expected ${expected}; found ${found}. Correct it.`;
    const problem = { ...locate(map, pointer), rule: 'reflected-as', message, pointer };
    throw new BuildError('No update can be made of a partner entry.', [problem]);
  };

  const propertyOf = (schema: Schema | undefined, name: string): Schema | undefined => {
    const { properties = {} } = schema ?? {};
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return property && dereference<Schema>(document, property as Schema & { $ref: string });
  };

  const fieldsOf = (update: Schema, read: Schema, path: readonly string[]): Fields => {
    const fields: Fields = new Map();
    for (const [name, property] of Object.entries(update.properties ?? {})) {
      const here = [...path, 'properties', name];
      const schema = dereference<Schema>(document, property as Schema & { $ref: string });
      const shown = property['x-reflected-as'] ?? schema['x-reflected-as'];
      if (shown === undefined) {
        const own = propertyOf(read, name);
        // The same name with another meaning: a text takes no object, and the reason says so.
        if (own && schema.type === 'object' && own.type !== 'object') fields.set(name, new Map());
        continue;
      }
      const keys = parsePointer(shown);
      const last = keys.pop() ?? '';
      const within = keys.reduce<Fields>((fields, key) => {
        const next = fields.get(key) ?? new Map();
        if (typeof next === 'string') return refuse(here, ownPlace, `what ${quoted(key)} stands for`);
        fields.set(key, next);
        return next;
      }, fields);
      const inner = [...keys, last].reduce<Schema | undefined>((schema, key) => propertyOf(schema, key), read);
      if (!inner) return refuse(here, 'x-reflected-as to lead to a field of an answer', JSON.stringify(shown));
      if (within.has(last)) return refuse(here, ownPlace, `${JSON.stringify(shown)} twice`);
      within.set(last, placeOf(schema, inner, name, last, here));
    }
    return fields;
  };

  const placeOf = (schema: Schema, read: Schema, name: string, field: string, path: readonly string[]): string => {
    if (name === '' || name === '__proto__') return refuse(path, 'a name that can be set', JSON.stringify(name));
    if (![read.type].flat().includes(String(schema.type))) {
      return refuse(path, `the type of what it shows as, ${JSON.stringify(read.type)}`, JSON.stringify(schema.type));
    }
    const isSame = name === camelCase(field);
    if (schema.type === 'string') return isSame ? quoted('') : quoted(name);
    const sample = { boolean: 'false', integer: '0', number: '0' }[String(schema.type)];
    const itemsOf = ({ items = {} }: Schema) => dereference<Schema>(document, items as Schema & { $ref: string });
    const items = schema.type === 'array' && itemsOf(schema).properties ? itemsOf(schema) : undefined;
    if (!sample && !items)
      return refuse(path, 'a text, a number, a boolean or a list of objects', JSON.stringify(schema.type));
    if (!isSame)
      return refuse(path, `the name ${quoted(camelCase(field))}, as ${quoted(field)} in camelCase`, quoted(name));
    return sample ?? `[${literal(fieldsOf(items ?? {}, itemsOf(read), [...path, 'items']))}]`;
  };

  return `${generatedNote}
import { reflected } from '../scripts/client/index.js';
import type { DroppedField } from '../scripts/client/index.js';
import type { PartnerEntry, PartnerEntryUpdate } from './types.js';

const fields = ${literal(fieldsOf(update, entry, at), '\n  ', '\n')} as const;

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

/** The code of an object; a line a field, or all on one. */
function literal(fields: Fields, before = ' ', after = ' '): string {
  const code = (value: string | Fields) => (typeof value === 'string' ? value : literal(value));
  const members = [...fields].map(([name, value]) => `${before}${propertyKey(name)}: ${code(value)}`);
  if (members.length === 0) return '{}';
  return `{${members.join(',')}${after === '\n' ? ',' : ''}${after}}`;
}
