import { isDeepStrictEqual } from 'node:util';
import { fits, matchesPattern } from '../check/values/fits.js';
import type { ValueContext } from '../check/values/shape.js';
import { findWitness, sampleOf, valueContext } from '../check/values/witness.js';
import { isObject, type Json, type Node } from '../contract/json.js';
import { textsIn } from '../contract/operations.js';
import { valueAt } from '../contract/pointer.js';
import { createSchemaResolver } from '../contract/references.js';
import type { Schema } from '../contract/schema.js';
import { Containment, type SchemaReader, typesIn } from '../contract/schema-containment.js';
import { subschemas } from '../contract/schema-walk.js';
import { getOrCreate } from '../text/group-by.js';
import { objectOf } from './side.js';

/** Whether a keyword takes values away: `none` is proven, a witness shows it, and `undecided` is neither. */
export type Loss = 'none' | 'undecided' | { witness: Json };

/** The effect of a changed keyword on the values of a schema, from the view of one side. */
export interface KeywordEffect {
  /** Values of the old schema that the keyword of the new one forbids. */
  lost: Loss;
  /** Values of the new schema that the keyword of the old one forbade. */
  gained: Loss;
}

/** An object with a schema in both documents. */
export interface SchemaPair {
  readonly old: Node;
  readonly new: Node;
}

/** Compares the values that the schemas of two documents allow. */
export class ValueComparison {
  readonly #old: Document;
  readonly #new: Document;
  readonly #effects = new WeakMap<SchemaPair, Map<string, KeywordEffect>>();

  constructor(before: Node, after: Node) {
    [this.#old, this.#new] = [documentOf(before), documentOf(after)];
  }

  /** The effect of one keyword that differs in two schemas. @param name the name of the field with the schemas
   * @param field a single field of the schemas, for `properties` */
  effectOf(pair: SchemaPair, keyword: string, name: string, field?: string): KeywordEffect {
    const effects = this.#effects.get(pair) ?? new Map<string, KeywordEffect>();
    this.#effects.set(pair, effects);
    return getOrCreate(effects, `${keyword} ${field}`, () => {
      const old = { schema: pair.old, document: this.#old };
      const current = { schema: pair.new, document: this.#new };
      return {
        lost: lossOf(old, current, { keyword, name, field, optionalFlag: 'readOnly' }),
        gained: lossOf(current, old, { keyword, name, field, optionalFlag: 'writeOnly' }),
      };
    });
  }

  /** The effect of a branch that a union lost or gained. */
  effectOfBranch(
    pair: SchemaPair,
    union: string,
    { old, new: current }: { old: unknown; new: unknown },
  ): KeywordEffect {
    const question = { keyword: union, name: '', field: undefined, optionalFlag: 'readOnly' } as const;
    const [oldHolder, newHolder] = [
      { schema: pair.old, document: this.#old },
      { schema: pair.new, document: this.#new },
    ];
    return {
      lost: old === undefined ? 'none' : lossOf({ ...oldHolder, schema: objectOf(old) }, newHolder, question),
      gained: current === undefined ? 'none' : lossOf({ ...newHolder, schema: objectOf(current) }, oldHolder, question),
    };
  }

  /** Whether two schemas are proven to allow the same values, with the same names of fields. */
  isSame({ old, new: current }: SchemaPair): boolean {
    const [fields, newFields] = [fieldPathsIn(old, this.#old), fieldPathsIn(current, this.#new)];
    return (
      fields.size < maxPaths &&
      isDeepStrictEqual(fields, newFields) &&
      new Containment(this.#old, this.#new).isProven(old, current) &&
      new Containment(this.#new, this.#old).isProven(current, old)
    );
  }

  /** Whether schemas at these pointers of the two documents are proven to allow the same values. */
  areSame(pointer: string, newPointer: string): boolean {
    const [old, current] = [valueAt(this.#old.root, pointer), valueAt(this.#new.root, newPointer)];
    return isObject(old) && isObject(current) && this.isSame({ old, new: current });
  }

  /**
   * Whether all old values of a parameter are valid text for the new one: any text is, if the new schema sets no limit,
   * and one value is a list of one.
   */
  isWiderText({ old, new: current }: SchemaPair): boolean {
    const [types, newTypes] = [this.oldTypes(old), this.newTypes(current)];
    if (![...types].every((type) => primitives.includes(type))) return false;
    if (newTypes.has('string')) return !textLimits.some((keyword) => keyword in current);
    const { items = {} } = current;
    return newTypes.size === 1 && newTypes.has('array') && new Containment(this.#old, this.#new).isProven(old, items);
  }

  /** The types of the values of a schema, with numbers divided into `integer` and `fraction`. */
  oldTypes(schema: unknown): Types {
    return typesIn(schema, this.#old);
  }

  newTypes(schema: unknown): Types {
    return typesIn(schema, this.#new);
  }

  /** A value of a schema of the old document. */
  oldSample(schema: unknown, name: string): Json | undefined {
    return sampleOf({ schema, context: this.#old.context }, name);
  }
}

interface Document extends SchemaReader {
  root: Node;
  context: ValueContext;
}

type Types = ReadonlySet<string>;

const primitives: readonly string[] = ['boolean', 'integer', 'fraction', 'string'];

/** Keywords with which a schema for text refuses some texts. */
const textLimits = ['enum', 'const', 'pattern', 'format', 'minLength', 'maxLength', 'allOf', 'anyOf', 'oneOf', 'not'];

function documentOf(document: Node): Document {
  const resolve = createSchemaResolver(document);
  const context = valueContext(resolve);
  return {
    root: document,
    context,
    matches: matchesPattern,
    resolve: (schema) => resolve(schema as Schema),
    fits: (schema, value) => fits(schema as Schema, value, context),
  };
}

interface Question {
  keyword: string;
  name: string;
  /** A single field, instead of all fields of `properties`. */
  field: string | undefined;
  optionalFlag: 'readOnly' | 'writeOnly';
}

interface Placed {
  schema: Node;
  document: Document;
}

/** Whether a keyword of the outer schema forbids values of the inner one. */
function lossOf(inner: Placed, outer: Placed, { keyword, name, field, optionalFlag }: Question): Loss {
  let isolated = isolate(outer.schema, keyword, field);
  if (keyword === 'required') {
    const isOptional = (text: string): boolean =>
      [inner, outer].some(({ schema }) => objectOf(objectOf(schema['properties'])[text])[optionalFlag] === true);
    isolated = { required: textsIn(isolated['required']).filter((text) => !isOptional(text)) };
  }
  if (new Containment(inner.document, outer.document, { optionalFlag }).isProven(inner.schema, isolated)) return 'none';
  const witness = findWitness(
    { schema: inner.schema, context: inner.document.context },
    { schema: isolated, context: outer.document.context },
    name,
  );
  return witness === undefined ? 'undecided' : { witness };
}

/** Keywords that have a meaning only together. */
const companions = [
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
  ['prefixItems', 'items'],
];

/** A schema with only one keyword of another schema, and what gives the keyword its meaning. */
function isolate(schema: Node, keyword: string, field?: string): Node {
  const [properties, patterns] = [objectOf(schema['properties']), objectOf(schema['patternProperties'])];
  const keywords = companions.find((group) => group.includes(keyword)) ?? [keyword];
  const own = Object.fromEntries(keywords.filter((each) => each in schema).map((each) => [each, schema[each]]));
  if (field !== undefined) return { properties: { [field]: properties[field] ?? true } };
  if (keyword !== 'additionalProperties') return own;
  return { properties: opened(properties), patternProperties: opened(patterns), ...own };
}

function opened(schemas: Node): Node {
  return Object.fromEntries(Object.keys(schemas).map((name) => [name, true]));
}

/** The steps that keywords with schemas add to the path of a field. Other keywords contain no fields. */
const pathSteps: Readonly<Record<string, string>> = {
  ...{ $ref: '', allOf: '', anyOf: '', oneOf: '' },
  ...{ items: '[]', prefixItems: '[]', additionalProperties: '{}' },
};

/** Schemas with more fields are not compared as a whole. */
const maxPaths = 2_000;

/** Adds the paths of the fields that a schema lists, at any depth, such as `tier.id`. */
function fieldPathsIn(
  schema: unknown,
  document: Document,
  { at = '', ancestors = [], paths = new Set() }: { at?: string; ancestors?: unknown[]; paths?: Set<string> } = {},
): Set<string> {
  if (!isObject(schema) || ancestors.includes(schema) || paths.size >= maxPaths) return paths;
  const target = schema['$ref'] === undefined ? undefined : document.resolve(schema);
  for (const { steps, schema: inner } of [...subschemas(schema), { steps: ['$ref'], schema: target }]) {
    const [keyword = '', name] = steps;
    const isField = keyword === 'properties' || keyword === 'patternProperties';
    const step = isField ? `.${name}` : pathSteps[keyword];
    if (step === undefined) continue;
    if (isField) paths.add(at + step);
    fieldPathsIn(inner, document, { at: at + step, ancestors: [...ancestors, schema], paths });
  }
  return paths;
}
