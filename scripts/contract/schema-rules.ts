import { isMultipleOf } from './decimal.js';
import { isSameJson } from './json.js';
import { escapeToken } from './pointer.js';
import { isObject } from './walk.js';

/** A mismatch between a part of a value and a schema. */
export interface ValueMistake {
  /** JSON pointer into the value. */
  readonly pointer: string;
  readonly keyword: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** The name of a field, or the position of an item, that is missing or not allowed. */
  readonly field?: string | undefined;
}

/** Adds a mistake for each part of a value that does not fit a schema; `at` is the pointer to the value. */
export type SchemaRule = (value: unknown, at: string, mistakes: ValueMistake[], evaluatedKeys?: EvaluatedKeys) => void;

export interface RuleOptions {
  /** Returns the schema that a `$ref` names, or its rule. */
  readonly resolve: (ref: string) => unknown;
  /**
   * Tests by name of the format. A test accepts all values of types to which its format does not apply. A format
   * without a test accepts every value.
   */
  readonly formats: Readonly<Record<string, ((value: unknown) => boolean) | undefined>>;
  readonly pattern: (text: string) => { test(text: string): boolean };
  /** Keywords in addition to those of the standard. */
  readonly extraRules?: KeywordRules;
  /** A loop over items or fields ends after this many mistakes, so that a million wrong items do not take long. */
  readonly limit: number;
}

/** The fields or items that some keyword has evaluated, for `unevaluatedProperties` and `unevaluatedItems`. */
interface EvaluatedKeys {
  all: boolean;
  readonly keys: Set<string | number>;
}

type Fields = Readonly<Record<string, unknown>>;

interface RuleContext extends RuleOptions {
  readonly schema: Fields;
  readonly ruleOf: (schema: unknown) => SchemaRule;
}

type KeywordTests = Readonly<Record<string, (expected: never, context: RuleContext) => (value: never) => boolean>>;

/** Keywords for strings, each with a test, and other keywords, each with a rule. */
export interface KeywordRules {
  readonly textTests: KeywordTests;
  readonly rules: Readonly<Record<string, (expected: never, context: RuleContext) => SchemaRule>>;
}

const testsForAnyType: KeywordTests = {
  type: (expected: string | readonly string[]) => {
    const types = [expected].flat();
    return (value) => types.some((type) => isOfType(type, value));
  },
  const: (expected: unknown) => (value) => isSameJson(expected, value),
  enum: (expected: readonly unknown[]) => {
    const plainValues = new Set(expected);
    return (value: unknown) => plainValues.has(value) || expected.some((each) => isSameJson(each, value));
  },
  format: (expected: string, { formats }) => (Object.hasOwn(formats, expected) && formats[expected]) || (() => true),
};

const numberTests: KeywordTests = {
  minimum: (minimum: number) => (value: number) => value >= minimum,
  maximum: (maximum: number) => (value: number) => value <= maximum,
  exclusiveMinimum: (minimum: number) => (value: number) => value > minimum,
  exclusiveMaximum: (maximum: number) => (value: number) => value < maximum,
  multipleOf: (step: number) => (value: number) => isMultipleOf(value, step),
};

const stringTests: KeywordTests = {
  minLength: (minimum: number) => (value: string) => value.length >= 2 * minimum || lengthOf(value) >= minimum,
  maxLength: (maximum: number) => (value: string) => value.length <= maximum || lengthOf(value) <= maximum,
  pattern: (text: string, { pattern }) => {
    const regExp = pattern(text);
    return (value: string) => regExp.test(value);
  },
};

const arrayTests: KeywordTests = {
  minItems: (minimum: number) => (value: unknown[]) => value.length >= minimum,
  maxItems: (maximum: number) => (value: unknown[]) => value.length <= maximum,
  uniqueItems: (isRequired: boolean) => (value: unknown[]) =>
    !isRequired || new Set(value.map(textOf)).size === value.length,
};

const objectTests: KeywordTests = {
  minProperties: (minimum: number) => (value: object) => Object.keys(value).length >= minimum,
  maxProperties: (maximum: number) => (value: object) => Object.keys(value).length <= maximum,
};

/** The keywords that contain schemas or names of fields, in the order in which their mistakes are listed. */
const schemaRules: KeywordRules['rules'] = {
  $ref: (ref: string, { resolve, ruleOf }) => {
    const target = resolve(ref);
    return typeof target === 'function' ? (target as SchemaRule) : ruleOf(target);
  },
  allOf: (schemas: readonly unknown[], { ruleOf }) => combineRules(schemas.map(ruleOf)),
  anyOf: (schemas: readonly unknown[], context) => branchRule(schemas, context, 'anyOf', (matches) => matches > 0),
  oneOf: (schemas: readonly unknown[], context) => branchRule(schemas, context, 'oneOf', (matches) => matches === 1),
  not: (subschema: unknown, { ruleOf, schema }) => {
    const rule = ruleOf(subschema);
    return (value, at, mistakes) => {
      if (passesRule(rule, value)) addMistake(mistakes, at, 'not', schema);
    };
  },
  if: (condition: unknown, { ruleOf, schema }) => {
    // If `then` or `else` is missing, its rule accepts everything.
    const [testRule, thenRule, elseRule] = [condition, ownField(schema, 'then'), ownField(schema, 'else')].map(ruleOf);
    return (value, at, mistakes, evaluatedKeys) => {
      const { length } = mistakes;
      const rule = passesRule(testRule as SchemaRule, value, evaluatedKeys) ? thenRule : elseRule;
      rule?.(value, at, mistakes, evaluatedKeys);
      if (mistakes.length > length) addMistake(mistakes, at, 'if', schema);
    };
  },
  dependentSchemas: (schemas: Fields, { ruleOf }) => {
    const rules = Object.entries(schemas).map(([name, schema]) => [name, ruleOf(schema)] as const);
    return (value, ...rest) => {
      if (isObject(value))
        for (const [name, rule] of rules) if (ownField(value, name) !== undefined) rule(value, ...rest);
    };
  },
  required: (names: readonly string[], { schema }) => requiredRule(() => names, 'required', schema),
  dependentRequired: (names: Readonly<Record<string, readonly string[]>>, { schema }) =>
    requiredRule(
      (value) => Object.keys(names).flatMap((name) => (ownField(value, name) === undefined ? [] : (names[name] ?? []))),
      'dependentRequired',
      schema,
    ),
  propertyNames: (subschema: unknown, { ruleOf, schema, limit }) => {
    const rule = ruleOf(subschema);
    return createFieldVisitor(limit, (name, _, at, mistakes) => {
      const { length } = mistakes;
      rule(name, at, mistakes);
      if (mistakes.length > length) addMistake(mistakes, at, 'propertyNames', schema, name);
    });
  },
  properties: (schemas: Fields, { ruleOf }) => {
    const rules = Object.entries(schemas).map(
      ([name, schema]) => [name, `/${escapeToken(name)}`, ruleOf(schema)] as const,
    );
    return (value, at, mistakes, evaluatedKeys) => {
      if (!isObject(value)) return;
      for (const [name, step, rule] of rules) {
        const member = ownField(value, name);
        if (member === undefined) continue;
        evaluatedKeys?.keys.add(name);
        rule(member, at + step, mistakes);
      }
    };
  },
  patternProperties: (schemas: Fields, { ruleOf, pattern, limit }) => {
    const rules = Object.entries(schemas).map(([text, schema]) => [pattern(text), ruleOf(schema)] as const);
    return createFieldVisitor(limit, (name, value, at, mistakes, evaluatedKeys) => {
      for (const [regExp, rule] of rules) {
        if (!regExp.test(name)) continue;
        evaluatedKeys?.keys.add(name);
        rule(value[name], `${at}/${escapeToken(name)}`, mistakes);
      }
    });
  },
  additionalProperties: (subschema: unknown, context) => {
    const properties = ownField(context.schema, 'properties') ?? {};
    const patterns = Object.keys(ownField(context.schema, 'patternProperties') ?? {}).map(context.pattern);
    const isDeclared = (name: string): boolean =>
      Object.hasOwn(properties, name) || patterns.some((pattern) => pattern.test(name));
    return createOtherFieldsRule('additionalProperties', subschema, context, isDeclared);
  },
  prefixItems: (schemas: readonly unknown[], { ruleOf }) => {
    const rules = schemas.map(ruleOf);
    return (value, at, mistakes, evaluatedKeys) => {
      if (!Array.isArray(value)) return;
      for (const [index, rule] of rules.slice(0, value.length).entries()) {
        evaluatedKeys?.keys.add(index);
        rule(value[index], `${at}/${index}`, mistakes);
      }
    };
  },
  contains: (subschema: unknown, { ruleOf, schema }) => {
    const rule = ruleOf(subschema);
    const minimum = Number(ownField(schema, 'minContains') ?? 1);
    const maximum = Number(ownField(schema, 'maxContains') ?? Infinity);
    return (value, at, mistakes, evaluatedKeys) => {
      if (!Array.isArray(value)) return;
      let matches = 0;
      for (const [index, item] of value.entries()) {
        if (!passesRule(rule, item)) continue;
        matches += 1;
        evaluatedKeys?.keys.add(index);
      }
      if (matches < minimum || matches > maximum) addMistake(mistakes, at, 'contains', schema);
    };
  },
  items: (subschema: unknown, context) => {
    const prefixItems = ownField(context.schema, 'prefixItems');
    const start = Array.isArray(prefixItems) ? prefixItems.length : 0;
    return createOtherItemsRule('items', subschema, context, (index) => index < start);
  },
  unevaluatedItems: (subschema: unknown, context) =>
    createOtherItemsRule('unevaluatedItems', subschema, context, isEvaluated),
  unevaluatedProperties: (subschema: unknown, context) =>
    createOtherFieldsRule('unevaluatedProperties', subschema, context, isEvaluated),
};

/**
 * Turns schemas (JSON Schema 2020-12) into rules, without generating code. A reference is followed only when a value is
 * tested against it.
 */
export function createRules(options: RuleOptions): (schema: unknown) => SchemaRule {
  const ruleCache = new WeakMap<object, SchemaRule>();
  const ruleOf = (schema: unknown): SchemaRule => {
    // The cache never contains true or false, which are schemas as well.
    const cachedRule = ruleCache.get(schema as object);
    if (cachedRule) return cachedRule;
    let rules: readonly SchemaRule[] | undefined;
    const needsEvaluatedKeys = isObject(schema) && ('unevaluatedItems' in schema || 'unevaluatedProperties' in schema);
    const rule: SchemaRule = (value, at, mistakes, evaluatedKeys) => {
      rules ??= rulesOf(schema, { ...options, ruleOf });
      const ownKeys = needsEvaluatedKeys ? createEvaluatedKeys() : evaluatedKeys;
      for (const each of rules) each(value, at, mistakes, ownKeys);
      if (ownKeys !== evaluatedKeys) mergeKeys(ownKeys, evaluatedKeys);
    };
    if (isObject(schema)) ruleCache.set(schema, rule);
    return rule;
  };
  return ruleOf;
}

/** Lists the mistakes of a value, in the order of the keywords; empty if the value fits. */
export function mistakesOf(rule: SchemaRule, value: unknown): ValueMistake[] {
  const mistakes: ValueMistake[] = [];
  rule(value, '', mistakes);
  return mistakes;
}

function rulesOf(schema: unknown, options: RuleOptions & Pick<RuleContext, 'ruleOf'>): SchemaRule[] {
  if (schema === false) return [(_, at, mistakes) => addMistake(mistakes, at, 'false schema', {})];
  if (!isObject(schema)) return [];
  const context = { ...options, schema };
  const valueOfKeyword = (keyword: string): never => schema[keyword] as never;
  const presentKeywordsIn = <Table extends object>(table: Table): (keyof Table & string)[] =>
    (Object.keys(table) as (keyof Table & string)[]).filter((keyword) => ownField(schema, keyword) !== undefined);
  const tests = [
    testsForAnyType,
    numberTests,
    { ...stringTests, ...options.extraRules?.textTests },
    arrayTests,
    objectTests,
  ].flatMap((table, kind) =>
    presentKeywordsIn(table).map((keyword): SchemaRule => {
      const isOfKind = kindTests[kind] as (value: unknown) => boolean;
      const test = (table[keyword] as KeywordTests[string])(valueOfKeyword(keyword), context) as typeof isOfKind;
      return (value, at, mistakes) => {
        if (isOfKind(value) && !test(value)) addMistake(mistakes, at, keyword, schema);
      };
    }),
  );
  const rules = { ...schemaRules, ...options.extraRules?.rules };
  return [
    ...tests,
    ...presentKeywordsIn(rules).map((name) => (rules[name] as (typeof rules)[string])(valueOfKeyword(name), context)),
  ];
}

const kindTests: readonly ((value: unknown) => boolean)[] = [
  () => true,
  (value) => Number.isFinite(value),
  (value) => typeof value === 'string',
  Array.isArray,
  isObject,
];

function addMistake(mistakes: ValueMistake[], pointer: string, keyword: string, schema: Fields, field?: string): void {
  mistakes.push({ pointer, keyword, schema, field });
}

/** Reads a field of the object itself, never of its prototype, to which other code may have added members. */
function ownField(fields: object, name: string): unknown {
  return Object.hasOwn(fields, name) ? (fields as Fields)[name] : undefined;
}

function createEvaluatedKeys(): EvaluatedKeys {
  return { all: false, keys: new Set() };
}

function mergeKeys(from: EvaluatedKeys | undefined, to: EvaluatedKeys | undefined): void {
  if (!from || !to) return;
  to.all ||= from.all;
  for (const key of from.keys) to.keys.add(key);
}

function isEvaluated(key: string | number, evaluatedKeys: EvaluatedKeys | undefined): boolean {
  return evaluatedKeys !== undefined && (evaluatedKeys.all || evaluatedKeys.keys.has(key));
}

/** Whether a value fits. If it does, the fields or items that the rule evaluated are added to `evaluatedKeys`. */
function passesRule(rule: SchemaRule, value: unknown, evaluatedKeys?: EvaluatedKeys): boolean {
  const mistakes: ValueMistake[] = [];
  const ownKeys = evaluatedKeys && createEvaluatedKeys();
  rule(value, '', mistakes, ownKeys);
  if (mistakes.length === 0) mergeKeys(ownKeys, evaluatedKeys);
  return mistakes.length === 0;
}

function combineRules(rules: readonly SchemaRule[]): SchemaRule {
  return (...args) => {
    for (const rule of rules) rule(...args);
  };
}

/** The rule of `anyOf` or `oneOf`: it lists the mistakes of the branches only if too few or too many of them match. */
function branchRule(
  schemas: readonly unknown[],
  { ruleOf, schema }: RuleContext,
  keyword: string,
  isAllowedMatchCount: (matches: number) => boolean,
): SchemaRule {
  const rules = schemas.map(ruleOf);
  return (value, at, mistakes, evaluatedKeys) => {
    const start = mistakes.length;
    let matches = 0;
    for (const rule of rules) {
      const countBefore = mistakes.length;
      const ownKeys = evaluatedKeys && createEvaluatedKeys();
      rule(value, at, mistakes, ownKeys);
      if (mistakes.length > countBefore) continue;
      matches += 1;
      mergeKeys(ownKeys, evaluatedKeys);
    }
    if (isAllowedMatchCount(matches)) mistakes.length = start;
    else addMistake(mistakes, at, keyword, schema);
  };
}

function requiredRule(namesFor: (value: object) => readonly string[], keyword: string, schema: Fields): SchemaRule {
  return (value, at, mistakes) => {
    if (!isObject(value)) return;
    for (const name of namesFor(value))
      if (ownField(value, name) === undefined) addMistake(mistakes, at, keyword, schema, name);
  };
}

function createFieldVisitor(
  limit: number,
  visit: (
    name: string,
    object: Fields,
    at: string,
    mistakes: ValueMistake[],
    evaluatedKeys: EvaluatedKeys | undefined,
  ) => void,
): SchemaRule {
  return (value, at, mistakes, evaluatedKeys) => {
    const end = mistakes.length + limit;
    for (const name of isObject(value) ? Object.keys(value) : []) {
      if (mistakes.length > end) break;
      // JSON does not contain a field that is undefined.
      if ((value as Fields)[name] !== undefined) visit(name, value as Fields, at, mistakes, evaluatedKeys);
    }
  };
}

/** Creates a rule for the fields that no other keyword covers. */
function createOtherFieldsRule(
  keyword: string,
  subschema: unknown,
  { ruleOf, schema, limit }: RuleContext,
  isKnown: (name: string, evaluatedKeys: EvaluatedKeys | undefined) => boolean,
): SchemaRule {
  const rule = ruleOf(subschema);
  const visitFields = createFieldVisitor(limit, (name, value, at, mistakes, evaluatedKeys) => {
    if (isKnown(name, evaluatedKeys)) return;
    if (subschema === false) addMistake(mistakes, at, keyword, schema, name);
    else rule(value[name], `${at}/${escapeToken(name)}`, mistakes);
  });
  return (value, at, mistakes, evaluatedKeys) => {
    visitFields(value, at, mistakes, evaluatedKeys);
    if (evaluatedKeys && isObject(value)) evaluatedKeys.all = true;
  };
}

/** Creates a rule for the items that no other keyword covers. */
function createOtherItemsRule(
  keyword: string,
  subschema: unknown,
  { ruleOf, schema, limit }: RuleContext,
  isKnown: (index: number, evaluatedKeys: EvaluatedKeys | undefined) => boolean,
): SchemaRule {
  const rule = ruleOf(subschema);
  return (value, at, mistakes, evaluatedKeys) => {
    if (!Array.isArray(value)) return;
    const end = mistakes.length + limit;
    for (let index = 0; index < value.length && mistakes.length <= end; index += 1) {
      if (isKnown(index, evaluatedKeys)) continue;
      if (subschema !== false) rule(value[index], `${at}/${index}`, mistakes);
      else return addMistake(mistakes, at, keyword, schema, String(index));
    }
    if (evaluatedKeys) evaluatedKeys.all = true;
  };
}

/** Whether a value has a type of JSON Schema; `integer` is a number without a fraction. */
function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return type === 'number' ? Number.isFinite(value) : typeof value === type;
}

/** Counts code points, as JSON Schema does. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Writes a value as a string; equal JSON values become equal strings. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? JSON.stringify(value) : String(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  const fields = value as Fields;
  return `{${Object.keys(fields)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${textOf(fields[name])}`)
    .join()}}`;
}
