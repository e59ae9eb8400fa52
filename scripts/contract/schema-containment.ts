import { isMultipleOf } from './decimal.js';
import { isObject, isSameJson, type Json, type Node, objectOf } from './json.js';
import { textsIn } from './operations.js';
import { annotationKeywords } from './schema-keywords.js';

/** How the schemas of one document are read. */
export interface SchemaReader {
  /** Whether a text matches a pattern; undefined if that cannot be tested. */
  matches(pattern: string, text: string): boolean | undefined;
  /** Follows the `$ref` of a schema; undefined if it leads nowhere. */
  resolve(schema: Node): unknown;
  /** Whether a value fits a schema of the document. */
  fits(schema: unknown, value: Json): boolean;
}

/** Schemas of one document, all of which hold. `true` allows everything, `false` nothing. */
type All = readonly unknown[];

/** Schemas without references and compositions, all of which hold. */
type Parts = readonly Node[];

interface ContainmentOptions {
  /** The flag of fields that may be absent although the outer schema requires them. */
  optionalFlag?: 'readOnly' | 'writeOnly';
  /** Whether the schemas only test values. Then a name that only one of them lists matters, too. */
  isTest?: boolean;
}

/** Maximum numbers of comparisons for one answer, of comparisons in each other, and of combinations of alternatives. */
const limits = { steps: 20_000, depth: 200, alternatives: 64, branches: 1_000 };

class TooManySteps extends Error {}

/**
 * Proves that each value of a schema in one document is a value of a schema in another document. It proves by keywords,
 * so it may miss a proof that exists, but never finds one that does not.
 */
export class Containment {
  readonly #inner: SchemaReader;
  readonly #outer: SchemaReader;
  readonly #options: ContainmentOptions;
  readonly #ids = new WeakMap<object, number>();
  readonly #answers = new Map<string, boolean>();
  /** The keys of the answers, in the order in which their proofs began. */
  readonly #trail: string[] = [];
  #steps = 0;
  #depth = 0;
  #lastId = 0;

  constructor(inner: SchemaReader, outer: SchemaReader, options: ContainmentOptions = {}) {
    this.#inner = inner;
    this.#outer = outer;
    this.#options = options;
  }

  /** Whether it is proven that each value that fits `inner` also fits `outer`. */
  isProven(inner: unknown, outer: unknown): boolean {
    return this.#isProvenAt(0, inner, outer);
  }

  #isProvenAt(depth: number, inner: unknown, outer: unknown): boolean {
    this.#steps = 0;
    this.#depth = depth;
    try {
      return this.#isWithin([inner], outer);
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
      this.#answers.clear();
      return false;
    }
  }

  /** Runs a part of a proof, unless the proof has too many parts. */
  #step(prove: () => boolean): boolean {
    this.#steps += 1;
    if (this.#steps > limits.steps || this.#depth > limits.depth) throw new TooManySteps();
    this.#depth += 1;
    const result = prove();
    this.#depth -= 1;
    return result;
  }

  #isWithin(inner: All, outer: unknown): boolean {
    if (outer === true || outer === undefined) return true;
    const key = [...new Set(inner.map((each) => this.#idOf(each)))].sort().concat(this.#idOf(outer)).join();
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    // Values are finite, so a schema that contains itself may assume what is to be proven.
    this.#answers.set(key, true);
    this.#trail.push(key);
    const { length } = this.#trail;
    const alternatives = alternativesOf(inner, this.#inner);
    const result = alternatives?.every((parts) => this.#arePartsWithin(parts, outer)) === true;
    // A proof inside of a failed proof may rest on an assumption that has turned out to be false.
    if (!result)
      for (const each of this.#trail.splice(length)) if (this.#answers.get(each) === true) this.#answers.delete(each);
    this.#answers.set(key, result);
    return result;
  }

  #idOf(schema: unknown): string {
    if (!isObject(schema)) return String(schema);
    if (!this.#ids.has(schema)) {
      this.#lastId += 1;
      this.#ids.set(schema, this.#lastId);
    }
    return String(this.#ids.get(schema));
  }

  #arePartsWithin(parts: Parts, outer: unknown): boolean {
    const types = typesOf(parts);
    if (types.size === 0 || outer === true) return true;
    if (!isObject(outer)) return false;
    const values = valuesOf(parts, types);
    if (values) return values.every((value) => !this.#fitsAll(parts, value) || this.#outer.fits(outer, value));
    return this.#step(() =>
      Object.entries(outer).every(
        ([keyword, value]) => isNeutral(keyword) || this.#isImplied({ parts, types, outer, keyword, value }),
      ),
    );
  }

  #fitsAll(parts: Parts, value: Json): boolean {
    return parts.every((part) => this.#inner.fits(part, value));
  }

  /** Whether the parts imply a keyword of the outer schema. */
  #isImplied({ parts, types, outer, keyword, value }: Implication): boolean {
    switch (keyword) {
      case '$ref':
        return this.#arePartsWithin(parts, this.#outer.resolve(outer) ?? false);
      case 'allOf':
        return listOf(value).every((each) => this.#arePartsWithin(parts, each));
      case 'anyOf':
      case 'oneOf':
        return this.#isWithinOne(parts, listOf(value), keyword === 'oneOf');
      case 'not':
        return this.#areDisjoint(parts, value) || parts.some((part) => this.#isRefused(part, value));
      case 'if':
        return (
          parts.some((part) => ['if', 'then', 'else'].every((name) => isPlainlySame(part[name], outer[name]))) ||
          ((this.#areDisjoint(parts, value) || this.#arePartsWithin(parts, outer['then'] ?? true)) &&
            (this.#arePartsWithin(parts, value) || this.#arePartsWithin(parts, outer['else'] ?? true)))
        );
      case 'type':
        return [...types].every((type) => atomsOf(value).includes(type));
      case 'enum':
      case 'const':
        return false;
    }
    const group = groups.find(({ keywords }) => keywords.includes(keyword));
    if (!group) return parts.some((part) => isPlainlySame(part[keyword], value));
    if (!group.types.some((type) => types.has(type))) return true;
    if (group.isImplied) return group.isImplied(parts, keyword, value, types);
    return group.types[0] === 'array'
      ? this.#areItemsWithin(parts, outer, keyword)
      : this.#areFieldsWithin(parts, outer, keyword);
  }

  /** Whether a part refuses all values of a schema of the outer document. */
  #isRefused({ not: refused }: Node, outer: unknown): boolean {
    const reverse = new Containment(this.#outer, this.#inner, { isTest: true });
    return refused !== undefined && this.#step(() => reverse.#isProvenAt(this.#depth, outer, refused));
  }

  #isWithinOne(parts: Parts, branches: All, isExclusive: boolean, depth = 0): boolean {
    const isWithin = branches.some(
      (branch) =>
        this.#arePartsWithin(parts, branch) &&
        (!isExclusive || branches.every((other) => other === branch || this.#areDisjoint(parts, other))),
    );
    if (isWithin || depth > 2) return isWithin;
    return this.#casesOf(parts, branches).some(
      (cases) =>
        cases.length > 1 &&
        cases.length <= limits.alternatives &&
        cases.every((each) => this.#step(() => this.#isWithinOne([...parts, each], branches, isExclusive, depth + 1))),
    );
  }

  /** Ways to divide the values of the parts: by type, by the bounds of branches, by the values of a field. */
  #casesOf(parts: Parts, branches: All): Node[][] {
    const types = [...typesOf(parts)];
    const plainBranches = alternativesOf([{ anyOf: branches }], this.#outer)?.flat() ?? [];
    const bounds = plainBranches.flatMap(({ minimum, exclusiveMaximum, maximum, exclusiveMinimum }): Node[][] => [
      ...[minimum, exclusiveMaximum].map((bound) => [{ exclusiveMaximum: bound }, { minimum: bound }]),
      ...[maximum, exclusiveMinimum].map((bound) => [{ maximum: bound }, { exclusiveMinimum: bound }]),
    ]);
    const names = new Set(plainBranches.flatMap(({ properties }) => Object.keys(objectOf(properties))));
    const fields = [...names].map((name) => {
      const schemas =
        alternativesOf(
          parts.flatMap((part) => fieldSchemas(part, name, this.#inner)),
          this.#inner,
        ) ?? [];
      const values = schemas.map((list) => valuesOf(list, typesOf(list)));
      if (values.includes(undefined)) return [];
      return values.flat().map((value): Node => ({ properties: { [name]: { const: value } } }));
    });
    return [
      types.map((type) => atomSchemas[type]),
      ...(types.every(isNumeric) ? bounds.filter(([each]) => Object.values(each ?? {})[0] !== undefined) : []),
      ...(types.join() === 'object' ? fields : []),
    ];
  }

  /** Whether it is proven that no value fits both the parts and a schema of the outer document. */
  #areDisjoint(parts: Parts, outer: unknown, depth = 0): boolean {
    const alternatives = alternativesOf([outer], this.#outer);
    return this.#step(() => alternatives?.every((others) => this.#arePartsDisjoint(parts, others, depth)) === true);
  }

  #arePartsDisjoint(parts: Parts, others: Parts, depth: number): boolean {
    const [types, otherTypes] = [typesOf(parts), typesOf(others)];
    if (![...types].some((type) => otherTypes.has(type))) return true;
    const fitsOthers = (value: Json): boolean => others.every((other) => this.#outer.fits(other, value));
    const values = valuesOf(parts, types);
    if (values) return values.every((value) => !this.#fitsAll(parts, value) || !fitsOthers(value));
    const otherValues = valuesOf(others, otherTypes);
    if (otherValues) return otherValues.every((value) => !fitsOthers(value) || !this.#fitsAll(parts, value));
    const shared = [...types].filter((type) => otherTypes.has(type));
    if (shared.every(isNumeric) && (isBelow(parts, others) || isBelow(others, parts))) return true;
    if (depth > 3 || [...types].some((type) => type !== 'object' && otherTypes.has(type))) return false;
    const names = new Set([...parts, ...others].flatMap(({ required }) => textsIn(required)));
    return [...names].some((name) => {
      const [own, other] = [parts, others].map((list, index) =>
        list.flatMap((part) => fieldSchemas(part, name, index === 0 ? this.#inner : this.#outer)),
      );
      if (own?.includes(false) || other?.includes(false)) return true;
      // A name that a schema does not list is no value of it, so it lacks what the other one requires.
      if (own?.length === 0)
        return listsNames(parts) && others.some(({ required }) => textsIn(required).includes(name));
      if (other?.length === 0) return false;
      const alternatives = alternativesOf(own ?? [], this.#inner);
      return alternatives?.every((list) => other?.some((each) => this.#areDisjoint(list, each, depth + 1))) === true;
    });
  }

  #areItemsWithin(parts: Parts, outer: Node, keyword: string): boolean {
    const smallest = Math.min(...parts.map(({ maxItems }) => numberOr(maxItems, Infinity)));
    if (keyword === 'contains') {
      const isSame = (part: Node): boolean =>
        ['contains', 'minContains', 'maxContains'].every((name) => isPlainlySame(part[name], outer[name]));
      return parts.some(isSame);
    }
    const lengthOf = ({ prefixItems }: Node): number => listOf(prefixItems).length;
    const length = Math.max(lengthOf(outer), ...parts.map(lengthOf));
    const itemIn = ({ prefixItems, items }: Node, index: number): unknown =>
      index < lengthOf({ prefixItems }) ? listOf(prefixItems)[index] : (items ?? true);
    return Array.from({ length: length + 1 }, (_, index) => index)
      .filter((index) => index < smallest)
      .every((index) =>
        this.#isWithin(
          parts.map((part) => itemIn(part, index)),
          itemIn(outer, index),
        ),
      );
  }

  #areFieldsWithin(parts: Parts, outer: Node, keyword: string): boolean {
    const { optionalFlag, isTest = false } = this.#options;
    const isOptional = (name: string): boolean =>
      optionalFlag !== undefined &&
      [...parts, outer].some(({ properties }) => objectOf(objectOf(properties)[name])[optionalFlag] === true);
    const names = new Set(parts.flatMap(({ required }) => textsIn(required)));
    const requiredNames = new Set([...names].filter((name) => !isOptional(name)));
    const listedNames = new Set(parts.flatMap(({ properties }) => Object.keys(objectOf(properties))));
    const schemasFor = (name: string): All => parts.flatMap((part) => fieldSchemas(part, name, this.#inner));
    const patternsIn = ({ patternProperties }: Node): [string, unknown][] =>
      Object.entries(objectOf(patternProperties));
    const otherSchemas = parts.map((part) => part['additionalProperties'] ?? true);
    const isClosed = parts.some((part) => part['additionalProperties'] === false && patternsIn(part).length === 0);
    switch (keyword) {
      case 'required':
        return textsIn(outer['required']).every((name) => names.has(name) || isOptional(name));
      case 'properties':
        // A name that only one of the schemas lists is a change of its own.
        return Object.entries(objectOf(outer[keyword])).every(([name, schema]) => {
          const schemas = schemasFor(name);
          const isUnlisted = schemas.length === 0 && !isTest && !names.has(name);
          return isUnlisted || this.#isWithin(schemas, schema);
        });
      case 'additionalProperties': {
        const unlisted = [...listedNames].filter((name) => !Object.hasOwn(objectOf(outer['properties']), name));
        const isOther = (name: string): boolean =>
          fieldSchemas({ patternProperties: outer['patternProperties'] }, name, this.#outer).length === 0;
        return (
          this.#isWithin(otherSchemas, outer[keyword]) &&
          parts
            .flatMap(patternsIn)
            .every(
              ([pattern, schema]) =>
                Object.hasOwn(objectOf(outer['patternProperties']), pattern) ||
                this.#isWithin([schema], outer[keyword]),
            ) &&
          unlisted.filter(isOther).every((name) => this.#isWithin(schemasFor(name), outer[keyword]))
        );
      }
      case 'patternProperties':
        return Object.entries(objectOf(outer[keyword])).every(([pattern, schema]) => {
          const same = parts.flatMap(({ patternProperties }) => objectOf(patternProperties)[pattern] ?? []);
          const listed = [...listedNames].filter((name) => this.#inner.matches(pattern, name) !== false);
          // Without the pattern, its names are among those of other patterns, or of no pattern.
          const isWithinOthers = (): boolean =>
            this.#isWithin(otherSchemas, schema) &&
            parts.flatMap(patternsIn).every(([, other]) => this.#isWithin([other], schema));
          return (
            (same.length > 0 ? this.#isWithin(same, schema) : isClosed || isWithinOthers()) &&
            listed.every((name) => this.#isWithin(schemasFor(name), schema))
          );
        });
      case 'propertyNames':
        return this.#isWithin(
          parts.map((part) => part[keyword] ?? true),
          outer[keyword],
        );
      case 'minProperties':
        return (
          Math.max(requiredNames.size, ...parts.map((part) => numberOr(part[keyword], 0))) >= Number(outer[keyword])
        );
      case 'maxProperties': {
        const count = isClosed ? listedNames.size : Infinity;
        return Math.min(count, ...parts.map((part) => numberOr(part[keyword], Infinity))) <= Number(outer[keyword]);
      }
      case 'dependentRequired':
        return Object.entries(objectOf(outer[keyword])).every(([name, dependents]) => {
          const others = new Set([
            ...requiredNames,
            ...parts.flatMap((part) => textsIn(objectOf(part[keyword])[name])),
          ]);
          return schemasFor(name).includes(false) || textsIn(dependents).every((each) => others.has(each));
        });
      default:
        return Object.entries(objectOf(outer[keyword])).every(([name, schema]) =>
          this.#isWithin([...parts, ...parts.flatMap((part) => objectOf(part[keyword])[name] ?? [])], schema),
        );
    }
  }
}

interface Implication {
  parts: Parts;
  types: ReadonlySet<Atom>;
  outer: Node;
  keyword: string;
  value: unknown;
}

/** The types of JSON Schema, with the numbers divided into whole numbers and all others. */
const atoms = ['null', 'boolean', 'integer', 'fraction', 'string', 'array', 'object'] as const;
type Atom = (typeof atoms)[number];

const atomSchemas: Readonly<Record<Atom, Node>> = {
  null: { type: 'null' },
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  fraction: { type: 'number' },
  string: { type: 'string' },
  array: { type: 'array' },
  object: { type: 'object' },
};

function atomsOf(type: unknown): readonly Atom[] {
  const types = [type].flat();
  return atoms.filter((atom) => types.includes(atom) || (types.includes('number') && isNumeric(atom)));
}

const isNumeric = (atom: Atom): boolean => atom === 'integer' || atom === 'fraction';

function atomOf(value: unknown): Atom {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction';
  return typeof value as Atom;
}

/** The types of the values that may fit all parts. */
function typesOf(parts: Parts): ReadonlySet<Atom> {
  const lists = parts.flatMap(({ type, enum: values, const: only, multipleOf }): (readonly Atom[])[] => [
    ...(type === undefined ? [] : [atomsOf(type)]),
    ...(Number.isInteger(multipleOf) ? [atoms.filter((atom) => atom !== 'fraction')] : []),
    ...(Array.isArray(values) ? [values.map(atomOf)] : []),
    ...(only === undefined ? [] : [[atomOf(only)]]),
  ]);
  return new Set(atoms.filter((atom) => lists.every((list) => list.includes(atom))));
}

/** The types of the values that may fit a schema of a document. */
export function typesIn(schema: unknown, reader: SchemaReader): ReadonlySet<Atom> {
  const alternatives = alternativesOf([schema ?? true], reader) ?? [[]];
  return new Set(alternatives.flatMap((parts) => [...typesOf(parts)]));
}

/** All values that may fit the parts, if a list of values or their types limits them; else undefined. */
function valuesOf(parts: Parts, types: ReadonlySet<Atom>): readonly Json[] | undefined {
  for (const { enum: values, const: only } of parts) {
    if (only !== undefined) return [only as Json];
    if (Array.isArray(values)) return values as Json[];
  }
  if (![...types].every((type) => type === 'null' || type === 'boolean')) return undefined;
  return [...(types.has('null') ? [null] : []), ...(types.has('boolean') ? [true, false] : [])];
}

/**
 * Returns the combinations of alternatives that values can fit: each `anyOf` and `oneOf` is replaced by one of its
 * branches. Undefined if there are too many, or a schema contains itself without a value in between.
 */
function alternativesOf(schemas: All, reader: SchemaReader, ancestors: All = []): Parts[] | undefined {
  let alternatives: Parts[] = [[]];
  for (const schema of schemas) {
    if (schema === false) return [];
    if (!isObject(schema)) continue;
    if (ancestors.includes(schema) || ancestors.length > limits.depth) return undefined;
    const within = [...ancestors, schema];
    const unions = [schema['anyOf'], schema['oneOf']].filter(Array.isArray);
    const target = schema['$ref'] === undefined ? [] : [reader.resolve(schema) ?? false];
    const own = alternativesOf([...target, ...listOf(schema['allOf'])], reader, within);
    const branches = unions.map((union: All) => {
      const all = union.map((branch) => alternativesOf([branch], reader, within));
      return all.includes(undefined) ? undefined : (all.flat() as Parts[]);
    });
    for (const list of [own, ...branches, [[schema]]]) {
      if (list === undefined) return undefined;
      // A union alone may have many branches, but the branches of two unions multiply.
      const isProduct = alternatives.length > 1 && list.length > 1;
      if (alternatives.length * list.length > (isProduct ? limits.alternatives : limits.branches)) return undefined;
      alternatives = alternatives.flatMap((parts) => list.map((others) => [...new Set([...parts, ...others])]));
    }
  }
  return alternatives;
}

/** The schemas that a field of this name must fit; empty if the schema does not mention it. */
function fieldSchemas(
  { properties, patternProperties, additionalProperties }: Node,
  name: string,
  reader: SchemaReader,
): All {
  const patterns = Object.entries(objectOf(patternProperties));
  const own = [
    ...(Object.hasOwn(objectOf(properties), name) ? [objectOf(properties)[name]] : []),
    ...patterns.flatMap(([pattern, schema]) => (reader.matches(pattern, name) === true ? [schema] : [])),
  ];
  // A pattern that cannot be tested may match, so the field may not be one of the others.
  const isOther = own.length === 0 && patterns.every(([pattern]) => reader.matches(pattern, name) === false);
  return isOther && additionalProperties !== undefined && additionalProperties !== true ? [additionalProperties] : own;
}

/** Whether schemas list all fields of an object, as far as they say. */
function listsNames(parts: Parts): boolean {
  const isOpen = parts.some((part) => ['additionalProperties', 'patternProperties'].some((keyword) => keyword in part));
  return !isOpen && parts.some(({ properties }) => isObject(properties));
}

interface KeywordGroup {
  types: readonly Atom[];
  keywords: readonly string[];
  /** Absent if the keywords have schemas. */
  isImplied?: (parts: Parts, keyword: string, value: unknown, types: ReadonlySet<Atom>) => boolean;
}

/** Whether the highest of the least values, or the lowest of the largest values, that the parts set is enough. */
const limit =
  (sign: 1 | -1): KeywordGroup['isImplied'] =>
  (parts, keyword, value) =>
    (sign === 1 && value === 0) ||
    parts.some((part) => typeof part[keyword] === 'number' && (part[keyword] - Number(value)) * sign >= 0);

/** Compares bounds of numbers. A bound that is excluded is a little higher; for whole numbers, the next one counts. */
const bound =
  (sign: 1 | -1, inclusive: string, exclusive: string): KeywordGroup['isImplied'] =>
  (parts, keyword, value, types) => {
    const round = (number: number): number => (types.has('fraction') ? number : Math.ceil(number));
    const step = types.has('fraction') ? 0 : 1;
    const least = (bound: unknown, isExclusive: boolean): readonly [number, number] => {
      if (typeof bound !== 'number') return [-Infinity, 0];
      const isWhole = step === 1 && Number.isInteger(bound);
      return isExclusive
        ? [isWhole ? bound * sign + 1 : round(bound * sign), isWhole ? 0 : Number(step === 0)]
        : [round(bound * sign), 0];
    };
    const [needed, isNeededOpen] = least(value, keyword === exclusive);
    return parts.some((part) =>
      [least(part[inclusive], false), least(part[exclusive], true)].some(
        ([number, isOpen]) => number > needed || (number === needed && isOpen >= isNeededOpen),
      ),
    );
  };

/** Whether all numbers that fit some schemas are lower than those that fit others. */
function isBelow(parts: Parts, others: Parts): boolean {
  const most = Math.min(
    ...parts.flatMap((part) => [numberOr(part['maximum'], Infinity), numberOr(part['exclusiveMaximum'], Infinity)]),
  );
  const least = Math.max(
    ...others.flatMap((part) => [numberOr(part['minimum'], -Infinity), numberOr(part['exclusiveMinimum'], -Infinity)]),
  );
  const isOpen = [...parts, ...others].some(
    (part) => part['exclusiveMaximum'] === most || part['exclusiveMinimum'] === least,
  );
  return most < least || (most === least && isOpen);
}

/** Formats of numbers, each of which contains the ones before it. */
const widerFormats: Readonly<Record<string, readonly string[]>> = { int64: ['int32'], double: ['float', 'int32'] };

const groups: readonly KeywordGroup[] = [
  { types: ['string'], keywords: ['minLength'], isImplied: limit(1) },
  { types: ['string'], keywords: ['maxLength'], isImplied: limit(-1) },
  { types: ['array'], keywords: ['minItems'], isImplied: limit(1) },
  { types: ['array'], keywords: ['maxItems'], isImplied: limit(-1) },
  {
    types: ['string'],
    keywords: ['pattern'],
    isImplied: (parts, _, value) => parts.some(({ pattern }) => plainPattern(pattern) === plainPattern(value)),
  },
  {
    types: ['string', 'integer', 'fraction'],
    keywords: ['format'],
    isImplied: (parts, _, value) =>
      parts.some(({ format }) => format === value || widerFormats[String(value)]?.includes(String(format))),
  },
  {
    types: ['integer', 'fraction'],
    keywords: ['minimum', 'exclusiveMinimum'],
    isImplied: bound(1, 'minimum', 'exclusiveMinimum'),
  },
  {
    types: ['integer', 'fraction'],
    keywords: ['maximum', 'exclusiveMaximum'],
    isImplied: bound(-1, 'maximum', 'exclusiveMaximum'),
  },
  {
    types: ['integer', 'fraction'],
    keywords: ['multipleOf'],
    isImplied: (parts, _, value, types) =>
      [...parts.map(({ multipleOf }) => multipleOf), types.has('fraction') ? undefined : 1].some(
        (step) => typeof step === 'number' && isMultipleOf(step, Number(value)),
      ),
  },
  {
    types: ['array'],
    keywords: ['uniqueItems'],
    isImplied: (parts, _, value) =>
      value !== true || parts.some(({ uniqueItems, maxItems }) => uniqueItems === true || numberOr(maxItems, 2) < 2),
  },
  { types: ['array'], keywords: ['items', 'prefixItems', 'contains'] },
  {
    types: ['object'],
    keywords: (
      'required properties additionalProperties patternProperties propertyNames minProperties maxProperties ' +
      'dependentRequired dependentSchemas'
    ).split(' '),
  },
];

/** Keywords that say nothing about values, or only beside another keyword that is compared. */
const neutralKeywords: ReadonlySet<string> = new Set([
  ...annotationKeywords,
  ...'discriminator nullable $comment $defs $id $anchor $schema then else minContains maxContains'.split(' '),
]);

function isNeutral(keyword: string): boolean {
  return keyword.startsWith('x-') || neutralKeywords.has(keyword);
}

/** Whether two values are equal and have no references, which may mean something else in the other document. */
function isPlainlySame(a: unknown, b: unknown): boolean {
  return a === undefined || b === undefined
    ? a === b
    : isSameJson(a as Json, b as Json) && !JSON.stringify(a).includes('"$ref"');
}

/** A pattern with `[0-9]` instead of `\\d`, which means the same in ECMA-262. */
function plainPattern(pattern: unknown): string {
  return String(pattern).replace(/\[(?:\\.|[^\]\\])*\]|\\./g, (part) => (part === '\\d' ? '[0-9]' : part));
}

function listOf(value: unknown): All {
  return Array.isArray(value) ? value : [];
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
