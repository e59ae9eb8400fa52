import { escapeToken, parsePointer } from '../contract/pointer.js';
import { type Mistake, type Rule, rulesWith } from '../contract/schema-rules.js';
import { expectation } from './expectations.js';

/** An issue in a value. */
export interface ValidationIssue {
  /** What was expected and what was found, as a sentence. It quotes no part of the value. */
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
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'directory-contract';
    readonly validate: (value: unknown) => ValidationResult<Value>;
    readonly types?: { readonly input: Value; readonly output: Value };
  };
  /** Whether the value fits the schema. */
  readonly is: (value: unknown) => value is Value;
  /** Lists up to 1,000 issues; if there are more, the last issue says so. */
  readonly validate: (value: unknown) => ValidationResult<Value>;
}

/** A loop stops after this many issues, so that a list of a million wrong items stays cheap. */
const limit = 1000;

/**
 * The rule of a schema, in which each `$ref` is a function that returns the rule of another schema.
 *
 * @param formats functions for the formats that the schema has
 */
export function rule(schema: object, formats: Readonly<Record<string, (text: string) => boolean>> = {}): Rule {
  return rulesWith({
    resolve: (ref) => (ref as unknown as () => Rule)(),
    formats: Object.fromEntries(
      Object.entries(formats).map(([name, test]) => [name, (value) => typeof value !== 'string' || test(value)]),
    ),
    pattern: (text) => new RegExp(text, 'u'),
    most: limit,
  })(schema);
}

/** @param reasonFor a sentence about an error of the rule; by default, the value cannot be read */
export function validator<Value>(schema: Rule, reasonFor?: (error: unknown) => string | undefined): Validator<Value> {
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

function issuesOf(schema: Rule, value: unknown, reasonFor?: (error: unknown) => string | undefined): ValidationIssue[] {
  const mistakes: Mistake[] = [];
  let stopped: string | undefined;
  try {
    schema(value, '', mistakes);
  } catch (error) {
    // A getter or a proxy of the value threw, or it is nested deeper than the stack.
    stopped = reasonFor?.(error) ?? 'Expected a value that can be read completely, found one that cannot.';
  }
  const issues = mistakes.slice(0, limit).map((mistake) => issueOf(value, mistake));
  if (stopped !== undefined) issues.push(wholeIssue(stopped));
  else if (mistakes.length > limit)
    issues.push(wholeIssue(`Expected at most ${limit} issues, found more; the rest is not listed.`));
  return issues;
}

function wholeIssue(message: string): ValidationIssue {
  return { message, path: [], pointer: '' };
}

/** Keywords about the name of a field, whose mistakes are at that field. */
const ofNames = ['additionalProperties', 'unevaluatedProperties', 'propertyNames'];

function issueOf(value: unknown, mistake: Mistake): ValidationIssue {
  const { keyword, field = '' } = mistake;
  const pointer = ofNames.includes(keyword) ? `${mistake.pointer}/${escapeToken(field)}` : mistake.pointer;
  const path: (string | number)[] = parsePointer(pointer);
  let found = 'another value';
  try {
    let at = value;
    for (const [depth, key] of path.entries()) {
      if (Array.isArray(at)) path[depth] = Number(key);
      at = (at as Record<string, unknown>)[key];
    }
    found = kindOf(at);
  } catch {
    // The value could be read during the check, but not any more.
  }
  return { message: expectation(mistake, found), path, pointer };
}

function kindOf(value: unknown): string {
  if (value == null) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number' && !Number.isInteger(value))
    return Number.isFinite(value) ? 'a fraction' : String(value);
  return `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}
