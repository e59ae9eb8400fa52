import { parsePointer } from '../contract/pointer.js';

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

/**
 * A JSON pointer, and the value that was expected there. A text that ends with a full stop is the whole message;
 * otherwise the message also says what was found.
 */
export type Note = readonly [pointer: string, expected: string];

/** The precompiled code of a schema: it adds a note for each mistake in a value; `at` is the pointer of the value. */
export type Check = (value: unknown, at: string, notes: Note[]) => void;

/** A loop of a check stops after this many notes, so that a list of a million wrong items stays cheap. */
export const limit = 1000;

export function validator<Value>(check: Check): Validator<Value> {
  const validate = (value: unknown): ValidationResult<Value> => {
    const issues = issuesOf(check, value);
    return issues.length > 0 ? { issues } : { value: value as Value };
  };
  return Object.freeze({
    '~standard': Object.freeze({ version: 1, vendor: 'directory-contract', validate }),
    is: (value: unknown): value is Value => notesOf(check, value).length === 0,
    validate,
  });
}

function issuesOf(check: Check, value: unknown): ValidationIssue[] {
  const notes = notesOf(check, value);
  const issues = notes.slice(0, limit).map((note) => issueOf(value, note));
  if (notes.length > limit)
    issues.push(issueOf(value, ['', `Expected at most ${limit} issues, found more; the rest is not listed.`]));
  return issues;
}

function notesOf(check: Check, value: unknown): Note[] {
  const notes: Note[] = [];
  try {
    check(value, '', notes);
  } catch {
    // A getter or a proxy of the value threw, or it is nested deeper than the stack.
    notes.push(['', 'Expected a value that can be read completely, found one that cannot.']);
  }
  return notes;
}

function issueOf(value: unknown, [pointer, expected]: Note): ValidationIssue {
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
  return { message: expected.endsWith('.') ? expected : `Expected ${expected}, found ${found}.`, path, pointer };
}

function kindOf(value: unknown): string {
  if (value == null) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number' && !Number.isInteger(value))
    return Number.isFinite(value) ? 'a fraction' : String(value);
  return `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}
