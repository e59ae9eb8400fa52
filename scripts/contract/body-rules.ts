import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { MediaType, OpenApiDocument, OpenApiResponse } from './document.js';
import { isObject } from './json.js';
import { eachOperation } from './operations.js';
import { type PatternPlace, stoppablePattern } from './pattern.js';
import { pointerOf, valueAt } from './pointer.js';
import { dereference } from './references.js';
import { type Keywords, type Mistake, mistakesOf, type Rule, rulesWith, type Terms } from './schema-rules.js';

/** An error of a body against its schema, with the names that Ajv gives its parts. */
export interface SchemaError {
  /** JSON pointer to the wrong value; empty for the whole body. */
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message: string;
}

/** The rules for the bodies of a contract, by operationId. */
export interface BodyRules {
  requests: Readonly<Record<string, Rule | undefined>>;
  /** Of success responses: of their JSON, if they may have other media types, too. */
  answers: Readonly<Record<string, Rule | undefined>>;
}

/**
 * The number of errors after which a loop over items or fields stops. All of a thousand items may have the same small
 * mistake, and the rest of the value must still be validated.
 */
export const mostErrors = 10_000;

/** Rules for the schemas of a document, in their places. @param pattern makes the patterns; plain ones by default */
export function documentRules(
  document: object,
  pattern: Terms['pattern'] = (text) => new RegExp(text, 'u'),
): (schema: unknown) => Rule {
  return rulesWith({
    resolve: (ref) => valueAt(document, pointerOf(ref)),
    formats: formatTests(),
    pattern,
    most: mostErrors,
    further,
  });
}

/** The rules for the bodies of a document. They throw SlowPattern if a pattern takes very long over a value. */
export function bodyRules(document: OpenApiDocument, placeOf?: PatternPlace): BodyRules {
  const ruleOf = documentRules(document, (text) => stoppablePattern(text, placeOf));
  const rules = { requests: {} as Record<string, Rule>, answers: {} as Record<string, Rule> };
  for (const { id, operation } of eachOperation(document)) {
    const [, node] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
    const sent = jsonSchema(operation.requestBody?.content);
    const shown = jsonSchema(node && dereference<OpenApiResponse>(document, node).content);
    if (sent) rules.requests[id] = ruleOf(sent);
    if (shown) rules.answers[id] = ruleOf(shown);
  }
  return rules;
}

function jsonSchema(content: Record<string, MediaType> | undefined): unknown {
  return (content?.['application/json'] ?? Object.values(content ?? {})[0])?.schema;
}

/** The errors of a value; none if it fits, or if there is no rule. */
export function schemaErrors(rule: Rule | undefined, value: unknown): SchemaError[] {
  return rule === undefined ? [] : mistakesOf(rule, value).map(errorOf);
}

/** The parameters that Ajv has for a keyword. */
const parameters: Readonly<Record<string, string>> = {
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

type Message = (wanted: unknown, field: string | undefined, schema: Readonly<Record<string, unknown>>) => string;

/** What Ajv says about a keyword; the arguments are its value, the name of a field, and the schema. */
const messages: Readonly<Record<string, Message>> = {
  type: (wanted) => `must be ${[wanted].flat().join()}`,
  const: () => 'must be equal to constant',
  enum: () => 'must be equal to one of the allowed values',
  minimum: (wanted) => `must be >= ${wanted}`,
  maximum: (wanted) => `must be <= ${wanted}`,
  exclusiveMinimum: (wanted) => `must be > ${wanted}`,
  exclusiveMaximum: (wanted) => `must be < ${wanted}`,
  multipleOf: (wanted) => `must be multiple of ${wanted}`,
  minLength: (wanted) => `must NOT have fewer than ${wanted} characters`,
  maxLength: (wanted) => `must NOT have more than ${wanted} characters`,
  pattern: (wanted) => `must match pattern "${wanted}"`,
  format: (wanted) => `must match format "${wanted}"`,
  formatMinimum: (wanted) => `should be >= ${wanted}`,
  formatMaximum: (wanted) => `should be <= ${wanted}`,
  formatExclusiveMinimum: (wanted) => `should be > ${wanted}`,
  formatExclusiveMaximum: (wanted) => `should be < ${wanted}`,
  minItems: (wanted) => `must NOT have fewer than ${wanted} items`,
  maxItems: (wanted) => `must NOT have more than ${wanted} items`,
  uniqueItems: () => 'must NOT have duplicate items',
  minProperties: (wanted) => `must NOT have fewer than ${wanted} properties`,
  maxProperties: (wanted) => `must NOT have more than ${wanted} properties`,
  required: (_, field) => `must have required property '${field}'`,
  dependentRequired: dependent,
  dependencies: dependent,
  propertyNames: () => 'property name must be valid',
  additionalProperties: () => 'must NOT have additional properties',
  unevaluatedProperties: () => 'must NOT have unevaluated properties',
  items: (_, position) => `must NOT have more than ${position} items`,
  unevaluatedItems: (_, position) => `must NOT have more than ${position} items`,
  contains: (_, __, { minContains = 1, maxContains }) => {
    const most = maxContains === undefined ? '' : `and no more than ${maxContains} `;
    return `must contain at least ${minContains} ${most}valid item(s)`;
  },
  anyOf: () => 'must match a schema in anyOf',
  oneOf: () => 'must match exactly one schema in oneOf',
  not: () => 'must NOT be valid',
  if: () => 'must match "then" or "else" schema',
  'false schema': () => 'boolean schema is false',
};

function dependent(wanted: unknown, field: string | undefined): string {
  const lists = Object.entries(wanted as Readonly<Record<string, unknown>>);
  const [by, names] = lists.find(([, each]) => Array.isArray(each) && each.includes(field)) ?? ['', [field]];
  const all = names as unknown[];
  return `must have ${all.length === 1 ? 'property' : 'properties'} ${all.join(', ')} when property ${by} is present`;
}

/** A mistake in the words of Ajv. */
export function errorOf({ pointer, keyword, schema, field }: Mistake): SchemaError {
  const wanted = schema[keyword];
  const name = parameters[keyword];
  return {
    instancePath: pointer,
    keyword,
    params: { limit: wanted, ...(name !== undefined && { [name]: field ?? wanted }) },
    message: messages[keyword]?.(wanted, field, schema) ?? 'does not fit its schema',
  };
}

type Dependencies = Readonly<Record<string, readonly string[] | object | boolean>>;

/** What older drafts have, and the limits of ajv-formats. */
const further: Keywords = {
  texts: {
    formatMinimum: limit((difference) => difference >= 0),
    formatMaximum: limit((difference) => difference <= 0),
    formatExclusiveMinimum: limit((difference) => difference > 0),
    formatExclusiveMaximum: limit((difference) => difference < 0),
  },
  rules: {
    dependencies: (wanted: Dependencies, { ruleOf, schema }) => {
      const rules = Object.entries(wanted).map(([name, each]) =>
        Array.isArray(each)
          ? { name, names: each as string[], rule: undefined }
          : { name, names: [], rule: ruleOf(each) },
      );
      return (value, at, mistakes, evaluated) => {
        const has = (name: string): boolean =>
          isObject(value) && Object.hasOwn(value, name) && value[name] !== undefined;
        for (const { name, names, rule } of rules) {
          if (!has(name)) continue;
          for (const field of names)
            if (!has(field)) mistakes.push({ pointer: at, keyword: 'dependencies', schema, field });
          rule?.(value, at, mistakes, evaluated);
        }
      };
    },
  },
};

/** Compares a text with a limit, by the order that its format has; any text fits if the format has none. */
function limit(fits: (difference: number) => boolean): Keywords['texts'][string] {
  return (wanted: string, { schema }) => {
    const format = (fullFormats as Readonly<Record<string, unknown>>)[String(schema['format'])];
    const { compare } = (format ?? {}) as { compare?: (one: string, other: string) => number | undefined };
    return (value: string) => {
      const difference = compare?.(value, wanted);
      return difference === undefined || fits(difference);
    };
  };
}

type ValueTest = (value: unknown) => boolean;

let tests: Record<string, ValueTest> | undefined;

/** The formats of ajv-formats. */
export function formatTests(): Readonly<Record<string, ValueTest>> {
  // Its own format of this name rejects `localhost`.
  const formats = Object.entries({ ...fullFormats, url: fullFormats.uri });
  tests ??= Object.fromEntries(formats.map(([name, format]) => [name, testOf(format as Format)]));
  return tests;
}

/** A format as ajv-formats has it; `true` accepts all. */
type Format = true | Test | { type?: 'number'; validate: Test };
type Test = RegExp | ((value: never) => boolean);

function testOf(format: Format): ValueTest {
  if (format === true) return () => true;
  const isPlain = format instanceof RegExp || typeof format === 'function';
  const { type = 'string', validate } = isPlain ? { validate: format } : format;
  const test: (value: never) => boolean = validate instanceof RegExp ? (value) => validate.test(value) : validate;
  return (value) => typeof value !== type || test(value as never);
}
