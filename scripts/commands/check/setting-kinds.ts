import { join } from 'node:path';
import { closest } from 'fastest-levenshtein';
import { authForms, authPattern, isAddress } from '../../check/model/options.js';
import { parseReportOption, type ReportOption, reportFormats } from '../../check/reports/formats.js';
import {
  type HeaderVariables,
  headerNamePattern,
  refuseHeaders,
  variablePattern,
} from '../../check/transport/held-headers.js';
import { isObject } from '../../contract/walk.js';
import type { NamedUse } from '../../files/named-file.js';
import { visible } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';

/** A path in a setting, and how the file there is used. */
export interface NamedPath extends NamedUse {
  path: string;
  /** The value of the flag that names it, if that has more than the path. */
  typed?: string;
}

/** The type of a setting's values, and how to read them. */
export interface Kind<Value> {
  /** Describes a value, after "Expected --seed with …". */
  expected: string;
  /** All valid words, if the set is closed. */
  known?: readonly string[];
  /** Converts texts of the command line or a variable to JSON. */
  fromTexts(texts: readonly string[]): unknown;
  /** Reads a JSON value; undefined if it is invalid. Paths are relative to `folder`. */
  read(json: unknown, folder: string): Value | undefined;
  /** Whether there may be several: each has a flag of its own, and in a variable commas separate them. */
  isList?: boolean;
  /** Placeholder for a value in the help, unless the row has another. */
  value?: string;
  /** The unit of a number. */
  unit?: string;
  /** The paths in a value. */
  paths?(value: Value): readonly NamedPath[];
  /** JSON Schema of a value in the configuration file. */
  schema: object;
}

/** One row of the table of settings. */
export interface SettingRow {
  kind: Kind<unknown>;
  /** The heading of the help that begins with it. */
  heading?: string;
  /** Placeholder for the value in the help, if that of its kind says too little; without either, it is a switch. */
  value?: string;
  /** A variable of several commands that gives it, unless its own does. */
  variable?: string;
  /** Its name in the configuration file, if that is another. */
  entry?: string;
  /** For the help and for the schema of the configuration file, without a default that is a number. */
  about: string;
  /** The same for that schema, if the file has another form or should say more. */
  inFile?: string;
  /** Whether it cannot be in that file. */
  isTyped?: boolean;
  default?: unknown;
}

const someText = { type: 'string', minLength: 1 };

const last = (texts: readonly string[]): unknown => texts.at(-1);

export const text = (expected: string): Kind<string> => ({
  expected,
  fromTexts: last,
  read: (json) => (typeof json === 'string' && json !== '' ? json : undefined),
  schema: someText,
});

/** An address that a browser opens. */
export const webAddress: Kind<string> = {
  expected: 'an http or https address, such as https://docs.example.com/directory/',
  fromTexts: last,
  read: (json) => (typeof json === 'string' && isAddress(json) && URL.canParse(json) ? json : undefined),
  schema: { type: 'string', pattern: '^https?://' },
};

export const file = (expected = 'the path of a file'): Kind<string> => ({
  expected,
  value: 'file',
  fromTexts: last,
  read: (json, folder) => (typeof json === 'string' && json !== '' ? inFolder(folder, json) : undefined),
  paths: (path) => [{ path }],
  schema: someText,
});

/** A file, or an address from which it is fetched. */
export const fileOrAddress: Kind<string> = {
  ...file('the path of a file, or an address'),
  read: (json, folder) => (typeof json === 'string' && isAddress(json) ? json : file().read(json, folder)),
  paths: (path) => (isAddress(path) ? [] : [{ path }]),
};

export const flag: Kind<boolean> = {
  expected: 'true or false',
  fromTexts: (texts) =>
    (({ true: true, 1: true, false: false, 0: false }) as Record<string, boolean>)[texts.at(-1) ?? ''] ?? texts.at(-1),
  read: (json) => (typeof json === 'boolean' ? json : undefined),
  schema: { type: 'boolean' },
};

const asNumber = (texts: readonly string[]): unknown => {
  const value = texts.at(-1) ?? '';
  return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
};

export const whole = (least: number, most: number): Kind<number> => ({
  expected: `a whole number from ${least} to ${most}`,
  value: 'number',
  fromTexts: asNumber,
  read: (json) =>
    Number.isSafeInteger(json) && Number(json) >= least && Number(json) <= most ? Number(json) : undefined,
  schema: { type: 'integer', minimum: least, maximum: most },
});

export const decimal = (least: number, most: number, unit: string): Kind<number> => ({
  expected: `${unit} from ${least} to ${most}`,
  value: unit,
  unit,
  fromTexts: asNumber,
  read: (json) => (typeof json === 'number' && json >= least && json <= most ? json : undefined),
  schema: { type: 'number', minimum: least, maximum: most },
});

function anyOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

export const oneOf = <const Word extends string>(words: readonly Word[]): Kind<Word> => ({
  expected: anyOf(words),
  known: words,
  fromTexts: last,
  read: (json) => words.find((word) => word === json),
  schema: { enum: words },
});

export const someOf = <const Word extends string>(words: readonly Word[]): Kind<readonly Word[]> => {
  const isKnown = (word: unknown): word is Word => (words as readonly unknown[]).includes(word);
  return {
    expected: anyOf(words),
    known: words,
    isList: true,
    fromTexts: parts,
    read: (json) => (isList(json) && json.every(isKnown) ? [...new Set(json)] : undefined),
    schema: { type: 'array', minItems: 1, items: { enum: words } },
  };
};

export const names = (expected: string): Kind<readonly string[]> => ({
  expected,
  isList: true,
  fromTexts: parts,
  read: (json) =>
    isList(json) && json.every((name) => typeof name === 'string' && name !== '')
      ? [...new Set(json as string[])]
      : undefined,
  schema: { type: 'array', minItems: 1, items: someText },
});

const isList = (json: unknown): json is unknown[] => Array.isArray(json) && json.length > 0;

function parts(texts: readonly string[]): string[] {
  return texts.flatMap((each) => each.split(',')).map((part) => part.trim());
}

/** `name=value`, each name once. */
function pairs(texts: readonly string[]): unknown {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const each of texts) {
    const at = each.indexOf('=');
    const name = each.slice(0, at);
    if (at < 1 || (Object.hasOwn(found, name) && found[name] !== each.slice(at + 1))) return each;
    found[name] = each.slice(at + 1);
  }
  return { ...found };
}

export const parameters: Kind<Readonly<Record<string, string>>> = {
  expected: 'a name and a value, such as tier_id=… or updateTier.tier_id=…, each name once',
  isList: true,
  fromTexts: pairs,
  read: (json) =>
    isObject(json) && Object.values(json).every((value) => typeof value === 'string')
      ? (json as Record<string, string>)
      : undefined,
  schema: { type: 'object', additionalProperties: { type: 'string' } },
};

/** Headers whose values are variables. Its messages repeat no text: it may be a secret. */
export const headers: Kind<HeaderVariables> = {
  expected: "a name and a variable, such as 'X-Tenant: $TENANT'",
  isList: true,
  fromTexts: (texts) =>
    texts.map((each) => {
      const at = each.indexOf(':');
      return [each.slice(0, Math.max(at, 0)).trim(), each.slice(at + 1).trim()];
    }),
  read: (json) => {
    const entries = Array.isArray(json) ? (json as [string, unknown][]) : isObject(json) ? Object.entries(json) : [];
    const isWhole = isObject(json) || entries.length > 0;
    if (!isWhole || !entries.every(([name, value]) => name !== '' && typeof value === 'string'))
      throw new UsageError("Expected --header as 'Name: $VARIABLE', in single quotes, found something else.");
    const names = entries.map(([name]) => name.toLowerCase());
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined)
      throw new UsageError(`Expected each header once, found ${visible(twice, 100)} twice. Remove one of them.`);
    const found = Object.fromEntries(entries) as Record<string, string>;
    refuseHeaders(found);
    return found;
  },
  schema: {
    type: 'object',
    additionalProperties: { type: 'string', pattern: variablePattern },
    propertyNames: { pattern: headerNamePattern },
  },
};

export const auth: Kind<string> = {
  expected: authForms,
  fromTexts: last,
  read: (json) => (typeof json === 'string' && new RegExp(authPattern, 's').test(json) ? json : undefined),
  schema: { type: 'string', pattern: authPattern },
};

export const part: Kind<{ index: number; count: number }> = {
  expected: 'a part and the number of parts, such as 1/4',
  fromTexts: last,
  read: (json) => {
    const [, index = 0, count = 0] =
      (typeof json === 'string' ? /^(\d{1,4})\/(\d{1,4})$/.exec(json) : null)?.map(Number) ?? [];
    return index >= 1 && index <= count ? { index, count } : undefined;
  },
  schema: { type: 'string', pattern: '^\\d{1,4}/\\d{1,4}$' },
};

export const reports: Kind<readonly ReportOption[]> = {
  expected: 'a format and a file, such as junit=report.xml, each format once',
  isList: true,
  fromTexts: (texts) => {
    // For a wrong format, its error names the nearest one.
    texts.forEach(parseReportOption);
    return pairs(texts);
  },
  read: (json, folder) => {
    if (!isObject(json) || !Object.values(json).every((path) => typeof path === 'string')) return undefined;
    return Object.entries(json)
      .map(([format, path]) => parseReportOption(`${format}=${String(path)}`))
      .map((each) => ({ ...each, path: inFolder(folder, each.path) }));
  },
  paths: (all) =>
    all.flatMap(({ format, path }) => (path === '-' ? [] : [{ path, isWritten: true, typed: `${format}=${path}` }])),
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(reportFormats.map((format) => [format, someText])),
  },
};

function inFolder(folder: string, path: string): string {
  return path === '-' || path.startsWith('/') || folder === '' ? path : join(folder, path);
}

/** Reads the value of an option that is no setting. */
export function parserOf<Value>(flag: string, kind: Kind<Value>): (text: string) => Value {
  return (text) => {
    const value = kind.read(kind.fromTexts([text]), '');
    if (value !== undefined) return value;
    throw new UsageError(`Expected ${flag} with ${kind.expected}, found ${JSON.stringify(text)}.`);
  };
}

/**
 * Reads a JSON value.
 *
 * @param label the setting, as the user knows it
 * @throws UsageError for an invalid one, with the nearest known word
 */
export function readSetting<Value>(kind: Kind<Value>, json: unknown, label: string, folder = ''): Value {
  const value = kind.read(json, folder);
  if (value !== undefined) return value;
  const { known, expected } = kind;
  const wrong = known && [json].flat().find((word) => typeof word === 'string' && !known.includes(word));
  const hint = known && typeof wrong === 'string' && wrong !== '' ? ` Did you mean ${closest(wrong, known)}?` : '';
  throw new UsageError(
    `Expected ${label} with ${expected}, found ${visible(JSON.stringify(json) ?? 'nothing', 100)}.${hint}`,
  );
}
