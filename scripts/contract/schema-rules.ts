import { sameJson } from './json.js';
import { escapeToken } from './pointer.js';

/** A part of a value that does not fit a schema. */
export interface Mistake {
  /** JSON pointer into the value. */
  readonly pointer: string;
  readonly keyword: string;
  /** The schema that has the keyword. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The name of a field, or the position of an item, that is missing or not allowed. */
  readonly field?: string | undefined;
}

/** Adds a mistake for each part of a value that does not fit a schema; `at` is the pointer of the value. */
export type Rule = (value: unknown, at: string, mistakes: Mistake[], evaluated?: Evaluated) => void;

/** What a schema alone does not say. */
export interface Terms {
  /** The schema that a `$ref` names, or its rule. */
  readonly resolve: (ref: string) => unknown;
  /** Whether a value has a format; values of types that the format is not about have it. Others are not tested. */
  readonly formats: Readonly<Record<string, ((value: unknown) => boolean) | undefined>>;
  readonly pattern: (text: string) => { test(text: string): boolean };
  /** Keywords besides those of the standard. */
  readonly further?: Keywords;
  /** A loop over items or fields ends after more mistakes than this: a list of a million wrong items stays cheap. */
  readonly most: number;
}

/** The fields or items that some keyword has looked at, for `unevaluatedProperties` and `unevaluatedItems`. */
interface Evaluated {
  all: boolean;
  readonly keys: Set<string | number>;
}

type Fields = Readonly<Record<string, unknown>>;

/** A schema while its rules are made. */
interface Making extends Terms {
  readonly schema: Fields;
  readonly ruleOf: (schema: unknown) => Rule;
}

type Tests = Readonly<Record<string, (wanted: never, terms: Making) => (value: never) => boolean>>;

/** Keywords about texts, and keywords with rules. */
export interface Keywords {
  readonly texts: Tests;
  readonly rules: Readonly<Record<string, (wanted: never, making: Making) => Rule>>;
}

const ofAny: Tests = {
  type: (wanted: string | readonly string[]) => {
    const types = [wanted].flat();
    return (value) => types.some((type) => isOfType(type, value));
  },
  const: (wanted: unknown) => (value) => sameJson(wanted, value),
  enum: (wanted: readonly unknown[]) => {
    const plain = new Set(wanted);
    return (value: unknown) => plain.has(value) || (isContainer(value) && wanted.some((each) => sameJson(each, value)));
  },
  format: (wanted: string, { formats }) => (Object.hasOwn(formats, wanted) && formats[wanted]) || (() => true),
};

const ofNumbers: Tests = {
  minimum: (least: number) => (value: number) => value >= least,
  maximum: (most: number) => (value: number) => value <= most,
  exclusiveMinimum: (least: number) => (value: number) => value > least,
  exclusiveMaximum: (most: number) => (value: number) => value < most,
  multipleOf: (step: number) => (value: number) => Number.isInteger(value / step),
};

const ofTexts: Tests = {
  minLength: (least: number) => (value: string) => value.length >= 2 * least || lengthOf(value) >= least,
  maxLength: (most: number) => (value: string) => value.length <= most || lengthOf(value) <= most,
  pattern: (text: string, { pattern }) => {
    const form = pattern(text);
    return (value: string) => form.test(value);
  },
};

const ofLists: Tests = {
  minItems: (least: number) => (value: unknown[]) => value.length >= least,
  maxItems: (most: number) => (value: unknown[]) => value.length <= most,
  uniqueItems: (isAsked: boolean) => (value: unknown[]) => !isAsked || new Set(value.map(textOf)).size === value.length,
};

const ofObjects: Tests = {
  minProperties: (least: number) => (value: object) => Object.keys(value).length >= least,
  maxProperties: (most: number) => (value: object) => Object.keys(value).length <= most,
};

/** The keywords with schemas or names of fields, in the order in which their mistakes are listed. */
const applying: Keywords['rules'] = {
  $ref: (ref: string, { resolve, ruleOf }) => {
    const target = resolve(ref);
    return typeof target === 'function' ? (target as Rule) : ruleOf(target);
  },
  allOf: (schemas: readonly unknown[], { ruleOf }) => inTurn(schemas.map(ruleOf)),
  anyOf: (schemas: readonly unknown[], making) => ofSome(schemas, making, 'anyOf', (fitting) => fitting > 0),
  oneOf: (schemas: readonly unknown[], making) => ofSome(schemas, making, 'oneOf', (fitting) => fitting === 1),
  not: (wanted: unknown, { ruleOf, schema }) => {
    const rule = ruleOf(wanted);
    return (value, at, mistakes) => {
      if (fits(rule, value)) add(mistakes, at, 'not', schema);
    };
  },
  if: (condition: unknown, { ruleOf, schema }) => {
    // A branch that the schema lacks allows everything.
    const [asked, yes, no] = [condition, own(schema, 'then'), own(schema, 'else')].map(ruleOf);
    return (value, at, mistakes, evaluated) => {
      const { length } = mistakes;
      (fits(asked as Rule, value, evaluated) ? yes : no)?.(value, at, mistakes, evaluated);
      if (mistakes.length > length) add(mistakes, at, 'if', schema);
    };
  },
  dependentSchemas: (schemas: Fields, { ruleOf }) => {
    const rules = Object.entries(schemas).map(([name, schema]) => [name, ruleOf(schema)] as const);
    return (value, ...rest) => {
      if (isFields(value)) for (const [name, rule] of rules) if (own(value, name) !== undefined) rule(value, ...rest);
    };
  },
  required: (names: readonly string[], { schema }) => missing(() => names, 'required', schema),
  dependentRequired: (names: Readonly<Record<string, readonly string[]>>, { schema }) =>
    missing(
      (value) => Object.keys(names).flatMap((name) => (own(value, name) === undefined ? [] : (names[name] ?? []))),
      'dependentRequired',
      schema,
    ),
  propertyNames: (wanted: unknown, { ruleOf, schema, most }) => {
    const rule = ruleOf(wanted);
    return ofFields(most, (name, _, at, mistakes) => {
      const { length } = mistakes;
      rule(name, at, mistakes);
      if (mistakes.length > length) add(mistakes, at, 'propertyNames', schema, name);
    });
  },
  properties: (schemas: Fields, { ruleOf }) => {
    const rules = Object.entries(schemas).map(
      ([name, schema]) => [name, `/${escapeToken(name)}`, ruleOf(schema)] as const,
    );
    return (value, at, mistakes, evaluated) => {
      if (!isFields(value)) return;
      for (const [name, step, rule] of rules) {
        const member = own(value, name);
        if (member === undefined) continue;
        evaluated?.keys.add(name);
        rule(member, at + step, mistakes);
      }
    };
  },
  patternProperties: (schemas: Fields, { ruleOf, pattern, most }) => {
    const rules = Object.entries(schemas).map(([text, schema]) => [pattern(text), ruleOf(schema)] as const);
    return ofFields(most, (name, value, at, mistakes, evaluated) => {
      for (const [form, rule] of rules) {
        if (!form.test(name)) continue;
        evaluated?.keys.add(name);
        rule(value[name], `${at}/${escapeToken(name)}`, mistakes);
      }
    });
  },
  additionalProperties: (wanted: unknown, making) => {
    const declared = own(making.schema, 'properties') ?? {};
    const forms = Object.keys(own(making.schema, 'patternProperties') ?? {}).map(making.pattern);
    const isDeclared = (name: string): boolean =>
      Object.hasOwn(declared, name) || forms.some((form) => form.test(name));
    return ofOthers('additionalProperties', wanted, making, isDeclared);
  },
  prefixItems: (schemas: readonly unknown[], { ruleOf }) => {
    const rules = schemas.map(ruleOf);
    return (value, at, mistakes, evaluated) => {
      if (!Array.isArray(value)) return;
      for (const [index, rule] of rules.slice(0, value.length).entries()) {
        evaluated?.keys.add(index);
        rule(value[index], `${at}/${index}`, mistakes);
      }
    };
  },
  contains: (wanted: unknown, { ruleOf, schema }) => {
    const rule = ruleOf(wanted);
    const least = Number(own(schema, 'minContains') ?? 1);
    const most = Number(own(schema, 'maxContains') ?? Number.POSITIVE_INFINITY);
    return (value, at, mistakes, evaluated) => {
      if (!Array.isArray(value)) return;
      let found = 0;
      for (const [index, item] of value.entries()) {
        if (!fits(rule, item)) continue;
        found += 1;
        evaluated?.keys.add(index);
      }
      if (found < least || found > most) add(mistakes, at, 'contains', schema);
    };
  },
  items: (wanted: unknown, making) => {
    const first = own(making.schema, 'prefixItems');
    const start = Array.isArray(first) ? first.length : 0;
    return ofItems('items', wanted, making, (index) => index < start);
  },
  unevaluatedItems: (wanted: unknown, making) => ofItems('unevaluatedItems', wanted, making, isEvaluated),
  unevaluatedProperties: (wanted: unknown, making) => ofOthers('unevaluatedProperties', wanted, making, isEvaluated),
};

/**
 * Makes the rules of schemas (JSON Schema 2020-12) that values must fit. No code is made: each keyword becomes a
 * function, when a value first needs it. References are followed when a value needs them, too.
 */
export function rulesWith(terms: Terms): (schema: unknown) => Rule {
  const known = new WeakMap<object, Rule>();
  const ruleOf = (schema: unknown): Rule => {
    // A schema may be true or false, which the map never has.
    const found = known.get(schema as object);
    if (found) return found;
    let rules: readonly Rule[] | undefined;
    const isAsking = isFields(schema) && ('unevaluatedItems' in schema || 'unevaluatedProperties' in schema);
    const rule: Rule = (value, at, mistakes, evaluated) => {
      rules ??= rulesOf(schema, { ...terms, ruleOf });
      const here = isAsking ? emptyRecord() : evaluated;
      for (const each of rules) each(value, at, mistakes, here);
      if (here !== evaluated) merge(here, evaluated);
    };
    if (isFields(schema)) known.set(schema, rule);
    return rule;
  };
  return ruleOf;
}

/** The mistakes of a value, in the order of the keywords; none if it fits. */
export function mistakesOf(rule: Rule, value: unknown): Mistake[] {
  const mistakes: Mistake[] = [];
  rule(value, '', mistakes);
  return mistakes;
}

function rulesOf(schema: unknown, terms: Terms & Pick<Making, 'ruleOf'>): Rule[] {
  if (schema === false) return [(_, at, mistakes) => add(mistakes, at, 'false schema', {})];
  if (!isFields(schema)) return [];
  const making = { ...terms, schema };
  const wanted = (keyword: string): never => schema[keyword] as never;
  const asked = <Table extends object>(table: Table): (keyof Table & string)[] =>
    (Object.keys(table) as (keyof Table & string)[]).filter((keyword) => own(schema, keyword) !== undefined);
  const tests = [ofAny, ofNumbers, { ...ofTexts, ...terms.further?.texts }, ofLists, ofObjects].flatMap((table, kind) =>
    asked(table).map((keyword): Rule => {
      const isOfKind = kinds[kind] as (value: unknown) => boolean;
      const test = (table[keyword] as Tests[string])(wanted(keyword), making) as (value: unknown) => boolean;
      return (value, at, mistakes) => {
        if (isOfKind(value) && !test(value)) add(mistakes, at, keyword, schema);
      };
    }),
  );
  const rules = { ...applying, ...terms.further?.rules };
  return [
    ...tests,
    ...asked(rules).map((keyword) => (rules[keyword] as (typeof rules)[string])(wanted(keyword), making)),
  ];
}

const kinds: readonly ((value: unknown) => boolean)[] = [
  () => true,
  (value) => Number.isFinite(value),
  (value) => typeof value === 'string',
  Array.isArray,
  isFields,
];

function add(mistakes: Mistake[], pointer: string, keyword: string, schema: Fields, field?: string): void {
  mistakes.push({ pointer, keyword, schema, field });
}

/** The field of the object itself: a prototype, which other code may have polluted, does not count. */
function own(fields: object, name: string): unknown {
  return Object.hasOwn(fields, name) ? (fields as Fields)[name] : undefined;
}

function emptyRecord(): Evaluated {
  return { all: false, keys: new Set() };
}

function merge(from: Evaluated | undefined, to: Evaluated | undefined): void {
  if (!from || !to) return;
  to.all ||= from.all;
  for (const key of from.keys) to.keys.add(key);
}

function isEvaluated(key: string | number, evaluated: Evaluated | undefined): boolean {
  return evaluated !== undefined && (evaluated.all || evaluated.keys.has(key));
}

/** Whether a value fits; what the rule has looked at counts if so. */
function fits(rule: Rule, value: unknown, evaluated?: Evaluated): boolean {
  const mistakes: Mistake[] = [];
  const here = evaluated && emptyRecord();
  rule(value, '', mistakes, here);
  if (mistakes.length === 0) merge(here, evaluated);
  return mistakes.length === 0;
}

function inTurn(rules: readonly Rule[]): Rule {
  return (...given) => {
    for (const rule of rules) rule(...given);
  };
}

/** The mistakes of each of several forms are listed only if the value has none of the wanted ones. */
function ofSome(
  schemas: readonly unknown[],
  { ruleOf, schema }: Making,
  keyword: string,
  isRight: (fitting: number) => boolean,
): Rule {
  const rules = schemas.map(ruleOf);
  return (value, at, mistakes, evaluated) => {
    const begin = mistakes.length;
    let fitting = 0;
    for (const rule of rules) {
      const before = mistakes.length;
      const here = evaluated && emptyRecord();
      rule(value, at, mistakes, here);
      if (mistakes.length > before) continue;
      fitting += 1;
      merge(here, evaluated);
    }
    if (isRight(fitting)) mistakes.length = begin;
    else add(mistakes, at, keyword, schema);
  };
}

function missing(namesFor: (value: object) => readonly string[], keyword: string, schema: Fields): Rule {
  return (value, at, mistakes) => {
    if (!isFields(value)) return;
    for (const name of namesFor(value)) if (own(value, name) === undefined) add(mistakes, at, keyword, schema, name);
  };
}

/** A loop over the fields of an object. */
function ofFields(
  most: number,
  look: (name: string, object: Fields, at: string, mistakes: Mistake[], evaluated: Evaluated | undefined) => void,
): Rule {
  return (value, at, mistakes, evaluated) => {
    const end = mistakes.length + most;
    for (const name of isFields(value) ? Object.keys(value) : []) {
      if (mistakes.length > end) break;
      look(name, value as Fields, at, mistakes, evaluated);
    }
  };
}

/** The fields that no other keyword is about. */
function ofOthers(
  keyword: string,
  wanted: unknown,
  { ruleOf, schema, most }: Making,
  isKnown: (name: string, evaluated: Evaluated | undefined) => boolean,
): Rule {
  const rule = ruleOf(wanted);
  const loop = ofFields(most, (name, value, at, mistakes, evaluated) => {
    if (isKnown(name, evaluated)) return;
    if (wanted === false) add(mistakes, at, keyword, schema, name);
    else rule(value[name], `${at}/${escapeToken(name)}`, mistakes);
  });
  return (value, at, mistakes, evaluated) => {
    loop(value, at, mistakes, evaluated);
    if (evaluated && isFields(value)) evaluated.all = true;
  };
}

/** The items that no other keyword is about. */
function ofItems(
  keyword: string,
  wanted: unknown,
  { ruleOf, schema, most }: Making,
  isKnown: (index: number, evaluated: Evaluated | undefined) => boolean,
): Rule {
  const rule = ruleOf(wanted);
  return (value, at, mistakes, evaluated) => {
    if (!Array.isArray(value)) return;
    const end = mistakes.length + most;
    for (let index = 0; index < value.length && mistakes.length <= end; index += 1) {
      if (isKnown(index, evaluated)) continue;
      if (wanted !== false) rule(value[index], `${at}/${index}`, mistakes);
      else return add(mistakes, at, keyword, schema, String(index));
    }
    if (evaluated) evaluated.all = true;
  };
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isFields(value: unknown): value is Fields {
  return isContainer(value) && !Array.isArray(value);
}

/** Whether a value has a type of JSON Schema; `integer` is a number without a fraction. */
function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isFields(value);
  if (type === 'integer') return Number.isInteger(value);
  return type === 'number' ? Number.isFinite(value) : typeof value === type;
}

/** In code points, as JSON Schema counts. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Equal JSON values have equal texts. */
function textOf(value: unknown): string {
  if (!isContainer(value)) return typeof value === 'string' ? JSON.stringify(value) : String(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  const fields = value as Fields;
  return `{${Object.keys(fields)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${textOf(fields[name])}`)
    .join()}}`;
}
