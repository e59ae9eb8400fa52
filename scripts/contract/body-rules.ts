import { fullFormats } from 'ajv-formats/dist/formats.js';
import { formatCount, formatList } from '../text/numbers.js';
import { mayBeRounded } from './decimal.js';
import type { MediaType, OpenApiDocument } from './document.js';
import { isObject } from './json.js';
import { isJson } from './json-success.js';
import { formatValue } from './mistake.js';
import { eachOperation, successContent } from './operations.js';
import { compileStoppablePattern, type PatternLocator } from './pattern.js';
import { pointerOf, valueAt } from './pointer.js';
import {
  createRules,
  type KeywordRules,
  mistakesOf,
  type RuleOptions,
  type SchemaRule,
  type ValueMistake,
} from './schema-rules.js';

/** A place where a body does not fit its schema, in the form in which Ajv reports errors. */
export interface SchemaError {
  /** JSON pointer to the wrong value; empty for the whole body. */
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message: string;
}

/** Rules for the request and response bodies of a contract. Each map is keyed by operationId. */
export interface BodyRules {
  requests: Readonly<Record<string, SchemaRule | undefined>>;
  /** Rules for the bodies of success responses. Of several media types, JSON has the rule. */
  responses: Readonly<Record<string, SchemaRule | undefined>>;
}

/**
 * A loop over items or fields stops after this many errors. The number is high, so that if all items have one small
 * mistake, other mistakes are still reported.
 */
export const maxErrors = 10_000;

/**
 * Returns a function that turns a schema of a document into a rule, which finds the errors of a value.
 *
 * @param pattern compiles the patterns of schemas
 * @param resolve returns the schema that a `$ref` names; by default the one in the document
 */
export function createDocumentRules(
  document: object,
  pattern: RuleOptions['pattern'] = (text) => new RegExp(text, 'u'),
  resolve: RuleOptions['resolve'] = (ref) => valueAt(document, pointerOf(ref)),
): (schema: unknown) => SchemaRule {
  return createRules({ resolve, formats: getFormatTests(), pattern, limit: maxErrors, extraRules: extraKeywords });
}

/**
 * The rules for the bodies of a document. A rule throws a SlowPatternError if matching a value against a pattern takes
 * half a second.
 */
export function bodyRules(document: OpenApiDocument, placeOf?: PatternLocator): BodyRules {
  const ruleOf = createDocumentRules(document, (text) => compileStoppablePattern(text, placeOf));
  const rules = { requests: {} as Record<string, SchemaRule>, responses: {} as Record<string, SchemaRule> };
  for (const { id, operation } of eachOperation(document)) {
    const requestSchema = jsonBodySchema(operation.requestBody?.content);
    const responseSchema = jsonBodySchema(successContent(document, operation));
    if (requestSchema) rules.requests[id] = ruleOf(requestSchema);
    if (responseSchema) rules.responses[id] = ruleOf(responseSchema);
  }
  return rules;
}

function jsonBodySchema(content: Record<string, MediaType> | undefined): unknown {
  const bodies = Object.entries(content ?? {});
  return (bodies.find(([media]) => isJson(media)) ?? bodies[0])?.[1].schema;
}

/** Returns the errors of a value; none if the value fits, or if there is no rule. */
export function findSchemaErrors(rule: SchemaRule | undefined, value: unknown): SchemaError[] {
  if (rule === undefined) return [];
  return mistakesOf(rule, value)
    .filter((mistake) => !isRoundingMistake(mistake, value))
    .map(toSchemaError);
}

/** Whether a number equals an exclusive bound, perhaps only because a double cannot hold all of its digits. */
function isRoundingMistake({ keyword, pointer, schema }: ValueMistake, value: unknown): boolean {
  if (!keyword.startsWith('exclusive')) return false;
  const number = valueAt(value, pointer);
  return mayBeRounded(Number(number)) && number === schema[keyword];
}

/** For each keyword, the member of `params` that holds the keyword's value in an error of Ajv. */
const ajvParameters: Readonly<Record<string, string>> = {
  type: 'type',
  const: 'allowedValue',
  enum: 'allowedValues',
  format: 'format',
  pattern: 'pattern',
  multipleOf: 'multipleOf',
  additionalProperties: 'additionalProperty',
  unevaluatedProperties: 'unevaluatedProperty',
  propertyNames: 'propertyName',
  required: 'missingProperty',
  dependentRequired: 'missingProperty',
  dependencies: 'missingProperty',
};

type MessageWriter = (expected: unknown, field: string | undefined, schema: ValueMistake['schema']) => string;

/** For each keyword, a function that writes a requirement, such as "must be at least 3". */
const messageWriters: Readonly<Record<string, MessageWriter>> = {
  type: (expected) => `must be ${[expected].flat().map(typeText).join(' or ')}`,
  const: (expected) => `must be ${formatValue(expected)}`,
  enum: (expected) => `must be one of these: ${formatList((expected as unknown[]).map(formatValue), 10)}`,
  minimum: (expected) => `must be at least ${expected}`,
  maximum: (expected) => `must be at most ${expected}`,
  exclusiveMinimum: (expected) => `must be greater than ${expected}`,
  exclusiveMaximum: (expected) => `must be less than ${expected}`,
  multipleOf: (expected) => `must be a multiple of ${expected}`,
  minLength: (expected) => `must have at least ${formatCount(Number(expected), 'character')}`,
  maxLength: (expected) => `must have at most ${formatCount(Number(expected), 'character')}`,
  pattern: (expected) => `must match the pattern ${expected}`,
  format: (expected) => `must have the format ${expected}`,
  formatMinimum: (expected) => `must not be before ${expected}`,
  formatMaximum: (expected) => `must not be after ${expected}`,
  formatExclusiveMinimum: (expected) => `must be after ${expected}`,
  formatExclusiveMaximum: (expected) => `must be before ${expected}`,
  minItems: (expected) => `must have at least ${formatCount(Number(expected), 'item')}`,
  maxItems: maxItemsMessage,
  uniqueItems: () => 'must not contain the same item twice',
  minProperties: (expected) => `must have at least ${formatCount(Number(expected), 'field')}`,
  maxProperties: (expected) => `must have at most ${formatCount(Number(expected), 'field')}`,
  required: (_, field) => `must have the field ${formatValue(field)}`,
  dependentRequired: dependentFieldMessage,
  dependencies: dependentFieldMessage,
  propertyNames: (_, field) => `must not have a field with the name ${formatValue(field)}`,
  additionalProperties: extraFieldMessage,
  unevaluatedProperties: extraFieldMessage,
  items: (_, position) => maxItemsMessage(position),
  unevaluatedItems: (_, position) => maxItemsMessage(position),
  contains: (_, __, { minContains = 1, maxContains }) => {
    const maxContainsText = maxContains === undefined ? '' : ` and at most ${maxContains}`;
    const items = formatCount(Number(minContains), 'item that fits', 'items that fit');
    return `must have at least ${items} the schema of "contains"${maxContainsText}`;
  },
  anyOf: () => 'must fit a schema of "anyOf"',
  oneOf: () => 'must fit exactly one schema of "oneOf"',
  not: () => 'must not fit the schema of "not"',
  if: () => 'must fit the schema of "then" or "else"',
  'false schema': () => 'must be left out',
};

function typeText(type: unknown): string {
  if (type === 'null') return 'null';
  return `${/^[aio]/.test(String(type)) ? 'an' : 'a'} ${type}`;
}

function maxItemsMessage(expected: unknown): string {
  return `must have at most ${formatCount(Number(expected), 'item')}`;
}

function extraFieldMessage(_: unknown, field: string | undefined): string {
  return `must not have the field ${formatValue(field)}`;
}

function dependentFieldMessage(dependencies: unknown, field: string | undefined): string {
  const lists = Object.entries(dependencies as Readonly<Record<string, unknown>>);
  const [trigger, names] = lists.find(([, each]) => Array.isArray(each) && each.includes(field)) ?? ['', [field]];
  const all = names as unknown[];
  return `must have the ${all.length === 1 ? 'field' : 'fields'} ${all.join(', ')} if it has the field ${trigger}`;
}

/** Converts a mistake to an error in the form of Ajv, with a message in plain words. */
export function toSchemaError({ pointer, keyword, schema, field }: ValueMistake): SchemaError {
  const expected = schema[keyword];
  const name = ajvParameters[keyword];
  return {
    instancePath: pointer,
    keyword,
    params: { limit: expected, ...(name !== undefined && { [name]: field ?? expected }) },
    message: messageWriters[keyword]?.(expected, field, schema) ?? 'does not fit its schema',
  };
}

type Dependencies = Readonly<Record<string, readonly string[] | object | boolean>>;

/** Rules for keywords of older drafts (`dependencies`), and for the limits that ajv-formats adds (`formatMinimum`). */
const extraKeywords: KeywordRules = {
  textTests: {
    formatMinimum: comparisonTest((difference) => difference >= 0),
    formatMaximum: comparisonTest((difference) => difference <= 0),
    formatExclusiveMinimum: comparisonTest((difference) => difference > 0),
    formatExclusiveMaximum: comparisonTest((difference) => difference < 0),
  },
  rules: {
    dependencies: (dependencies: Dependencies, { ruleOf, schema }) => {
      const rules = Object.entries(dependencies).map(([name, each]) => {
        const names: readonly string[] = Array.isArray(each) ? each : [];
        return { name, names, rule: Array.isArray(each) ? undefined : ruleOf(each) };
      });
      return (value, at, mistakes, evaluatedKeys) => {
        const hasField = (name: string): boolean =>
          isObject(value) && Object.hasOwn(value, name) && value[name] !== undefined;
        for (const { name, names, rule } of rules) {
          if (!hasField(name)) continue;
          for (const field of names)
            if (!hasField(field)) mistakes.push({ pointer: at, keyword: 'dependencies', schema, field });
          rule?.(value, at, mistakes, evaluatedKeys);
        }
      };
    },
  },
};

/**
 * Returns a test that compares a string with a limit, in the order that the format defines. It accepts any string if
 * the format has no order.
 */
function comparisonTest(fits: (difference: number) => boolean): KeywordRules['textTests'][string] {
  return (limit: string, { schema }) => {
    const format = (fullFormats as Readonly<Record<string, unknown>>)[String(schema['format'])];
    const { compare } = (format ?? {}) as { compare?: (a: string, b: string) => number | undefined };
    return (value: string) => {
      const difference = compare?.(value, limit);
      return difference === undefined || fits(difference);
    };
  };
}

type ValueTest = (value: unknown) => boolean;

let cachedFormatTests: Record<string, ValueTest> | undefined;

export function getFormatTests(): Readonly<Record<string, ValueTest>> {
  // The `url` format of ajv-formats rejects `localhost`, so `uri` replaces it.
  const formats = Object.entries({ ...fullFormats, url: fullFormats.uri });
  cachedFormatTests ??= Object.fromEntries(formats.map(([name, format]) => [name, testOf(format as Format)]));
  return cachedFormatTests;
}

/** A format as ajv-formats defines it; `true` accepts every value. */
type Format = true | FormatTest | { type?: 'number'; validate: FormatTest };
type FormatTest = RegExp | ((value: never) => boolean);

function testOf(format: Format): ValueTest {
  if (format === true) return () => true;
  const isBareTest = format instanceof RegExp || typeof format === 'function';
  const { type = 'string', validate } = isBareTest ? { validate: format } : format;
  const test: (value: never) => boolean = validate instanceof RegExp ? (value) => validate.test(value) : validate;
  return (value) => typeof value !== type || test(value as never);
}
