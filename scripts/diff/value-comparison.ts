import { isDeepStrictEqual } from 'node:util';
import { fits, matchesPattern } from '../check/values/fits.js';
import type { ValueContext } from '../check/values/shape.js';
import { findWitness, sampleOf, valueContext } from '../check/values/witness.js';
import { isObject, type Json, type Node, objectOf } from '../contract/json.js';
import { textsIn } from '../contract/operations.js';
import { valueAt } from '../contract/pointer.js';
import { createSchemaResolver } from '../contract/references.js';
import type { Schema } from '../contract/schema.js';
import { Containment, type SchemaReader, typesIn } from '../contract/schema-containment.js';
import { subschemas } from '../contract/schema-walk.js';
import { getOrCreate } from '../text/group-by.js';

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
  readonly #documents: { readonly old: Document; readonly new: Document };
  readonly #effects = new WeakMap<SchemaPair, Map<string, KeywordEffect>>();

  constructor(before: Node, after: Node) {
    this.#documents = { old: documentOf(before), new: documentOf(after) };
  }

  /** The effect of one keyword that differs in two schemas. @param name the name of the field with the schemas
   * @param field a single field of the schemas, for `properties` */
  effectOf(pair: SchemaPair, keyword: string, name: string, field?: string): KeywordEffect {
    const effects = this.#effects.get(pair) ?? new Map<string, KeywordEffect>();
    this.#effects.set(pair, effects);
    return getOrCreate(effects, `${keyword} ${field}`, () => ({
      lost: this.#loss(pair, 'old', pair.old, { keyword, name, field }),
      gained: this.#loss(pair, 'new', pair.new, { keyword, name, field }),
    }));
  }

  /** The effect of a branch that a union lost or gained; undefined where there is no branch. */
  effectOfBranch(
    pair: SchemaPair,
    keyword: string,
    { old = false, new: current = false }: Readonly<Record<keyof SchemaPair, unknown>>,
  ): KeywordEffect {
    const question = { keyword, name: '' };
    return { lost: this.#loss(pair, 'old', old, question), gained: this.#loss(pair, 'new', current, question) };
  }

  /** The values of a schema of one document that a keyword of the other one forbids. */
  #loss(pair: SchemaPair, side: keyof SchemaPair, schema: unknown, { keyword, name, field }: Question): Loss {
    const [otherSide, optionalFlag] = side === 'old' ? (['new', 'readOnly'] as const) : (['old', 'writeOnly'] as const);
    const [from, to] = [this.#documents[side], this.#documents[otherSide]];
    const outer =
      keyword === 'required'
        ? { required: requiredIn(pair, otherSide, optionalFlag) }
        : isolate(pair[otherSide], keyword, field);
    try {
      if (new Containment(from, to, { optionalFlag }).isProven(schema, outer)) return 'none';
      const witness = findWitness({ schema, context: from.context }, { schema: outer, context: to.context }, name);
      return witness === undefined ? 'undecided' : { witness };
    } catch (error) {
      // Schemas may lead to one another thousands of times, which is too deep for the tests of values.
      if (error instanceof RangeError) return 'undecided';
      throw error;
    }
  }

  /** Whether two schemas are proven to allow the same values, with the same names of fields. */
  isSame(pair: SchemaPair): boolean {
    const { old, new: current } = this.#documents;
    const [fields, newFields] = [fieldPathsIn(pair.old, old), fieldPathsIn(pair.new, current)];
    return (
      fields.size < maxPaths &&
      isDeepStrictEqual(fields, newFields) &&
      new Containment(old, current).isProven(pair.old, pair.new) &&
      new Containment(current, old).isProven(pair.new, pair.old)
    );
  }

  /** Whether schemas at these pointers of the two documents are proven to allow the same values. */
  areSame(pointer: string, newPointer: string): boolean {
    const { old, new: current } = this.#documents;
    const [schema, newSchema] = [valueAt(old.root, pointer), valueAt(current.root, newPointer)];
    return isObject(schema) && isObject(newSchema) && this.isSame({ old: schema, new: newSchema });
  }

  /**
   * Whether all old values of a parameter are valid text for the new one: any text is, if the new schema sets no limit,
   * and one value is a list of one.
   */
  isWiderText({ old, new: current }: SchemaPair): boolean {
    const { old: before, new: after } = this.#documents;
    const list = { type: 'array', items: old, minItems: 1, maxItems: 1 };
    return (
      [...typesIn(old, before)].every((type) => primitives.includes(type)) &&
      [{ type: 'string' }, list].some((text) => new Containment(before, after).isProven(text, current))
    );
  }

  /** The types of the values of a schema, with numbers divided into `integer` and `fraction`. */
  typesOf(side: keyof SchemaPair, schema: unknown): ReadonlySet<string> {
    return typesIn(schema, this.#documents[side]);
  }

  /** A value of a schema of the old document. */
  oldSample(schema: unknown, name: string): Json | undefined {
    return sampleOf({ schema, context: this.#documents.old.context }, name);
  }
}

/** A keyword, the name of the field with the schema, and a single field of it, for `properties`. */
interface Question {
  keyword: string;
  name: string;
  field?: string | undefined;
}

/** The flag of fields that a request, or a response, may leave out although they are required. */
type OptionalFlag = 'readOnly' | 'writeOnly';

interface Document extends SchemaReader {
  root: Node;
  context: ValueContext;
}

const primitives: readonly string[] = ['boolean', 'integer', 'fraction', 'string'];

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

/** The required fields of one of two schemas, except fields that either schema marks with the flag. */
function requiredIn(pair: SchemaPair, side: keyof SchemaPair, flag: OptionalFlag): string[] {
  const isOptional = (name: string): boolean =>
    [pair.old, pair.new].some(({ properties }) => objectOf(objectOf(properties)[name])[flag] === true);
  return textsIn(pair[side]['required']).filter((name) => !isOptional(name));
}

/** Keywords that have a meaning only together. */
const companions = [
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
  ['prefixItems', 'items'],
  ['patternProperties', 'additionalProperties'],
];

/** A schema with only one keyword of another schema, and what gives the keyword its meaning. */
function isolate(schema: Node, keyword: string, field?: string): Node {
  const [properties, patterns] = [objectOf(schema['properties']), objectOf(schema['patternProperties'])];
  if (field !== undefined) return { properties: { [field]: properties[field] ?? true } };
  const keywords = companions.find((group) => group.includes(keyword)) ?? [keyword];
  const own = Object.fromEntries(Object.entries(schema).filter(([name]) => keywords.includes(name)));
  // What other fields may be depends on the names that the schema lists.
  if (keyword === 'patternProperties') return { ...own, properties: opened(properties) };
  if (keyword !== 'additionalProperties') return own;
  return { ...own, properties: opened(properties), patternProperties: opened(patterns) };
}

function opened(schemas: Node): Node {
  return Object.fromEntries(Object.keys(schemas).map((name) => [name, true]));
}

/** The steps that keywords with schemas add to the path of a field. Other keywords contain no fields. */
const pathSteps: Readonly<Record<string, string>> = {
  ...{ $ref: '', allOf: '', anyOf: '', oneOf: '' },
  ...{ items: '[]', prefixItems: '[]', additionalProperties: '{}' },
};

/** Schemas with more fields are not compared as a whole, and no proof goes deeper. */
const maxPaths = 2_000;
const maxDepth = 200;

/** Adds the paths of the fields that a schema lists, at any depth, such as `tier.id`. */
function fieldPathsIn(
  schema: unknown,
  document: Document,
  { at = '', ancestors = [], paths = new Set() }: { at?: string; ancestors?: unknown[]; paths?: Set<string> } = {},
): Set<string> {
  if (!isObject(schema) || ancestors.includes(schema)) return paths;
  if (paths.size >= maxPaths || ancestors.length >= maxDepth) return paths;
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
