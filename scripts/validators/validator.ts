import { escapeToken, parsePointer } from '../contract/pointer.js';
import { createRules, type SchemaRule, type ValueMistake } from '../contract/schema-rules.js';
import { describeMistake } from './expectations.js';

/** An issue in a value. */
export interface ValidationIssue {
  /** A sentence that says what was expected and what was found. It quotes no part of the value. */
  readonly message: string;
  /** The place: property names as strings, array positions as numbers. Empty for the whole value. */
  readonly path: readonly (string | number)[];
  /** The same place as a JSON pointer (RFC 6901). */
  readonly pointer: string;
}

/** The unchanged value, or its issues. */
export type ValidationResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly ValidationIssue[] };

/**
 * Validates values against one schema of the contract. It never throws and changes nothing; a property that it cannot
 * read, for example because its getter throws, is an issue. It is also a
 * [Standard Schema](https://standardschema.dev), for form libraries, routers and other consumers.
 */
export interface Validator<Value> {
  /** The interface of Standard Schema: pass the validator itself to a library that accepts one. */
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'directory-contract';
    readonly validate: (value: unknown) => ValidationResult<Value>;
    readonly types?: { readonly input: Value; readonly output: Value };
  };
  /** Whether the value fits the schema. */
  readonly is: (value: unknown) => value is Value;
  /** Lists up to 1,000 issues. If the value has more, the last issue says so. */
  readonly validate: (value: unknown) => ValidationResult<Value>;
}

/** A loop over items or fields stops after this many issues, so that a million wrong items do not take long. */
const maxIssues = 1000;

/**
 * Returns the rule for a schema in which each `$ref` is a function that returns the rule for another schema.
 *
 * @param formats functions for the formats that the schema has
 */
export function rule(schema: object, formats: Readonly<Record<string, (text: string) => boolean>> = {}): SchemaRule {
  return createRules({
    resolve: (ref) => (ref as unknown as () => SchemaRule)(),
    formats: Object.fromEntries(
      Object.entries(formats).map(([name, test]) => [name, (value) => typeof value !== 'string' || test(value)]),
    ),
    pattern: (text) => new RegExp(text, 'u'),
    limit: maxIssues,
  })(schema);
}

/** @param reasonFor describes an error that the rule throws; by default, the issue says that reading failed */
export function validator<Value>(
  schema: SchemaRule,
  reasonFor?: (error: unknown) => string | undefined,
): Validator<Value> {
  const validate = (value: unknown): ValidationResult<Value> => {
    const issues = issuesOf(schema, value, reasonFor);
    return issues.length > 0 ? { issues } : { value: value as Value };
  };
  return Object.freeze({
    '~standard': Object.freeze({ version: 1, vendor: 'directory-contract', validate }),
    is: (value: unknown): value is Value => issuesOf(schema, value, reasonFor).length === 0,
    validate,
  });
}

function issuesOf(
  schema: SchemaRule,
  value: unknown,
  reasonFor?: (error: unknown) => string | undefined,
): ValidationIssue[] {
  const mistakes: ValueMistake[] = [];
  let readError: string | undefined;
  try {
    schema(value, '', mistakes);
  } catch (error) {
    // Reading the value failed: a getter or a proxy threw an error, or the value is nested deeper than the stack.
    readError = reasonFor?.(error) ?? 'Expected a readable value, found one that throws when read.';
  }
  const issues = mistakes.slice(0, maxIssues).map((mistake) => issueOf(value, mistake));
  if (readError !== undefined) issues.push(toRootIssue(readError));
  else if (mistakes.length > maxIssues)
    issues.push(toRootIssue(`Expected at most ${maxIssues} issues, found more; the rest are not listed.`));
  return issues;
}

function toRootIssue(message: string): ValidationIssue {
  return { message, path: [], pointer: '' };
}

/** Keywords that judge the name of a field: their mistakes point to this field. */
const fieldNameKeywords = ['additionalProperties', 'unevaluatedProperties', 'propertyNames'];

function issueOf(value: unknown, mistake: ValueMistake): ValidationIssue {
  const { keyword, field = '' } = mistake;
  const pointer = fieldNameKeywords.includes(keyword) ? `${mistake.pointer}/${escapeToken(field)}` : mistake.pointer;
  const path: (string | number)[] = parsePointer(pointer);
  let kind = 'another value';
  try {
    let current = value;
    for (const [depth, key] of path.entries()) {
      if (Array.isArray(current)) path[depth] = Number(key);
      current = (current as Record<string, unknown>)[key];
    }
    kind = kindOf(current);
  } catch {
    // The kind of the value stays unknown, because reading it fails now, although it succeeded during the check.
  }
  return { message: describeMistake(mistake, kind), path, pointer };
}

function kindOf(value: unknown): string {
  if (value == null) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number' && !Number.isInteger(value))
    return Number.isFinite(value) ? 'a fraction' : String(value);
  return `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}
