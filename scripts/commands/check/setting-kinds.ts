import { join } from 'node:path';
import { authForms, authPattern, isAddress } from '../../check/model/options.js';
import { parseReportOption, type ReportOption, reportFormats } from '../../check/reports/formats.js';
import { parseProxy, proxyFlag } from '../../check/transport/proxy.js';
import {
  checkHeaders,
  type HeaderVariables,
  headerNamePattern,
  variablePattern,
} from '../../check/transport/secret-headers.js';
import { parseJson } from '../../contract/json.js';
import { isObject } from '../../contract/walk.js';
import type { NamedFileOptions } from '../../files/named-file.js';
import { suggestNear } from '../../text/did-you-mean.js';
import { sanitize } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';

export interface NamedPath extends NamedFileOptions {
  path: string;
  /** The value of the flag if this is more than a path, such as `junit=report.xml`. */
  flagValue?: string;
}

/** The type of a setting's values, with the functions that read them. */
export interface SettingKind<Value> {
  /** Describes a valid value, in messages such as "Expected --seed with …". */
  expected: string;
  /** All valid words, if no other values are valid. */
  words?: readonly string[];
  /** Converts strings from the command line or from a variable to a JSON value. */
  fromTexts(texts: readonly string[]): unknown;
  /** Reads a JSON value; undefined if it is invalid. Paths are relative to `folder`. */
  read(json: unknown, folder: string): Value | undefined;
  /** Whether several values are allowed: in repeated flags, or separated by commas in one variable. */
  isList?: boolean;
  /** Placeholder for a value in the help, unless the setting's own row has another. */
  placeholder?: string;
  /** The unit of a number. */
  unit?: string;
  paths?(value: Value): readonly NamedPath[];
  /** JSON Schema of a value in the configuration file. */
  schema: object;
}

export interface SettingRow {
  kind: SettingKind<unknown>;
  /** The heading in the help above this setting and those after it. */
  heading?: string;
  /** Placeholder for the value in the help, if the kind's own is too vague. Without both, the flag takes no value. */
  placeholder?: string;
  /** A variable that several commands share. It applies if the setting's own variable is not set. */
  variable?: string;
  /** The name of the setting in the configuration file, if it differs. */
  entry?: string;
  /**
   * The description of the setting in the help and in the schema of the configuration file, without a numeric default.
   */
  description: string;
  /** The description in the schema of the configuration file, if it does not fit the value there. */
  fileDescription?: string;
  /** Whether the configuration file must not contain the setting. */
  isNeverInFile?: boolean;
  default?: unknown;
}

const textSchema = { type: 'string', minLength: 1 };

const lastText = (texts: readonly string[]): unknown => texts.at(-1);

export const textKind = (expected: string): SettingKind<string> => ({
  expected,
  fromTexts: lastText,
  read: (json) => (typeof json === 'string' && json !== '' ? json : undefined),
  schema: textSchema,
});

export const webAddressKind: SettingKind<string> = {
  expected: 'an http or https address, such as https://docs.example.com/directory/',
  fromTexts: lastText,
  read: (json) => (typeof json === 'string' && isAddress(json) && URL.canParse(json) ? json : undefined),
  schema: { type: 'string', pattern: '^https?://' },
};

export const fileKind = (expected = 'the path of a file'): SettingKind<string> => ({
  expected,
  placeholder: 'file',
  fromTexts: lastText,
  read: (json, folder) => (typeof json === 'string' && json !== '' ? joinToFolder(folder, json) : undefined),
  paths: (path) => [{ path }],
  schema: textSchema,
});

export const fileOrAddressKind: SettingKind<string> = {
  ...fileKind('the path of a file, or an address'),
  read: (json, folder) => (typeof json === 'string' && isAddress(json) ? json : fileKind().read(json, folder)),
  paths: (path) => (isAddress(path) ? [] : [{ path }]),
};

export const flagKind: SettingKind<boolean> = {
  expected: 'true or false',
  fromTexts: (texts) =>
    (({ true: true, 1: true, false: false, 0: false }) as Record<string, boolean>)[texts.at(-1) ?? ''] ?? texts.at(-1),
  read: (json) => (typeof json === 'boolean' ? json : undefined),
  schema: { type: 'boolean' },
};

const toNumber = (texts: readonly string[]): unknown => {
  const value = texts.at(-1) ?? '';
  return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
};

export const integerKind = (min: number, max: number): SettingKind<number> => ({
  expected: `a whole number from ${min} to ${max}`,
  placeholder: 'number',
  fromTexts: toNumber,
  read: (json) => (Number.isSafeInteger(json) && Number(json) >= min && Number(json) <= max ? Number(json) : undefined),
  schema: { type: 'integer', minimum: min, maximum: max },
});

export const decimalKind = (min: number, max: number, unit: string): SettingKind<number> => ({
  expected: `${unit} from ${min} to ${max}`,
  placeholder: unit,
  unit,
  fromTexts: toNumber,
  read: (json) => (typeof json === 'number' && json >= min && json <= max ? json : undefined),
  schema: { type: 'number', minimum: min, maximum: max },
});

function joinWithOr(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

export const oneOfKind = <const Word extends string>(words: readonly Word[]): SettingKind<Word> => ({
  expected: joinWithOr(words),
  words,
  fromTexts: lastText,
  read: (json) => words.find((word) => word === json),
  schema: { enum: words },
});

export const wordListKind = <const Word extends string>(words: readonly Word[]): SettingKind<readonly Word[]> => {
  const isWord = (word: unknown): word is Word => (words as readonly unknown[]).includes(word);
  return {
    expected: joinWithOr(words),
    words,
    isList: true,
    fromTexts: splitAtCommas,
    read: (json) => (isNonEmptyList(json) && json.every(isWord) ? [...new Set(json)] : undefined),
    schema: { type: 'array', minItems: 1, items: { enum: words } },
  };
};

export const nameListKind = (expected: string): SettingKind<readonly string[]> => ({
  expected,
  isList: true,
  fromTexts: splitAtCommas,
  read: (json) =>
    isNonEmptyList(json) && json.every((name) => typeof name === 'string' && name !== '')
      ? [...new Set(json as string[])]
      : undefined,
  schema: { type: 'array', minItems: 1, items: textSchema },
});

const isNonEmptyList = (json: unknown): json is unknown[] => Array.isArray(json) && json.length > 0;

function splitAtCommas(texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.split(',')).map((part) => part.trim());
}

/** Parses strings such as `name=value` with unique names. Returns the first wrong string for `read` to refuse. */
function parsePairs(texts: readonly string[]): unknown {
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const text of texts) {
    const index = text.indexOf('=');
    const name = text.slice(0, index);
    if (index < 1 || (Object.hasOwn(values, name) && values[name] !== text.slice(index + 1))) return text;
    values[name] = text.slice(index + 1);
  }
  return { ...values };
}

export const parametersKind: SettingKind<Readonly<Record<string, string>>> = {
  expected: 'a name and a value, such as tier_id=… or updateTier.tier_id=…, each name once',
  isList: true,
  fromTexts: parsePairs,
  read: (json) =>
    isObject(json) && Object.values(json).every((value) => typeof value === 'string')
      ? (json as Record<string, string>)
      : undefined,
  schema: { type: 'object', additionalProperties: { type: 'string' } },
};

/** Example bodies by operationId, each as JSON. */
export const bodiesKind: SettingKind<Readonly<Record<string, string>>> = {
  expected: 'an operationId and a body in JSON, such as createTier={"name": "Gold"}',
  isList: true,
  fromTexts: (texts) => {
    const pairs = parsePairs(texts);
    if (!isObject(pairs)) return pairs;
    return Object.fromEntries(Object.entries(pairs).map(([id, each]) => [id, parseJson(String(each))]));
  },
  read: (json) =>
    isObject(json) && Object.values(json).every(isObject)
      ? Object.fromEntries(Object.entries(json).map(([id, body]) => [id, JSON.stringify(body)]))
      : undefined,
  schema: { type: 'object', additionalProperties: { type: 'object' } },
};

/** Headers whose values are in environment variables. Messages do not quote a wrong value: it may be a secret. */
export const headersKind: SettingKind<HeaderVariables> = {
  expected: "a name and a variable, such as 'X-Tenant: $TENANT'",
  isList: true,
  fromTexts: (texts) =>
    texts.map((text) => {
      const index = text.indexOf(':');
      return [text.slice(0, Math.max(index, 0)).trim(), text.slice(index + 1).trim()];
    }),
  read: (json) => {
    const entries = Array.isArray(json) ? (json as [string, unknown][]) : isObject(json) ? Object.entries(json) : [];
    const isValid = isObject(json) || entries.length > 0;
    if (!isValid || !entries.every(([name, value]) => name !== '' && typeof value === 'string'))
      throw new UsageError(
        "Expected a header with a name and a variable, found something else. Write --header 'X-Tenant: $TENANT', in " +
          'single quotes; in the configuration file, write "headers": { "X-Tenant": "$TENANT" }.',
      );
    const names = entries.map(([name]) => name.toLowerCase());
    const duplicate = names.find((name, index) => names.indexOf(name) !== index);
    if (duplicate !== undefined)
      throw new UsageError(`Expected each header once, found ${sanitize(duplicate, 100)} twice. Remove one of them.`);
    const variables = Object.fromEntries(entries) as Record<string, string>;
    checkHeaders(variables);
    return variables;
  },
  schema: {
    type: 'object',
    additionalProperties: { type: 'string', pattern: variablePattern },
    propertyNames: { pattern: headerNamePattern },
  },
};

/** The address of a proxy. Messages do not quote it: it may contain a password. */
export const proxyKind: SettingKind<string> = {
  ...textKind('the address of a proxy, such as http://proxy.example.com:3128'),
  read: (json) => (typeof json === 'string' && json !== '' && parseProxy(json, proxyFlag) ? json : undefined),
};

export const patternKind = (expected: string, pattern: string): SettingKind<string> => ({
  ...textKind(expected),
  read: (json) => (typeof json === 'string' && new RegExp(pattern, 's').test(json) ? json : undefined),
  schema: { type: 'string', pattern },
});

export const authKind = patternKind(authForms, authPattern);

export const shardKind: SettingKind<{ index: number; count: number }> = {
  expected: 'a part and the number of parts, such as 1/4',
  fromTexts: lastText,
  read: (json) => {
    const [, index = 0, count = 0] =
      (typeof json === 'string' ? /^(\d{1,4})\/(\d{1,4})$/.exec(json) : null)?.map(Number) ?? [];
    return index >= 1 && index <= count ? { index, count } : undefined;
  },
  schema: { type: 'string', pattern: '^\\d{1,4}/\\d{1,4}$' },
};

export const reportsKind: SettingKind<readonly ReportOption[]> = {
  expected: 'a format and a file, such as junit=report.xml, each format once',
  isList: true,
  fromTexts: (texts) => {
    // Parse only for the error about a wrong format, which suggests the nearest valid format.
    texts.forEach(parseReportOption);
    return parsePairs(texts);
  },
  read: (json, folder) => {
    if (!isObject(json) || !Object.values(json).every((path) => typeof path === 'string')) return undefined;
    return Object.entries(json)
      .map(([format, path]) => parseReportOption(`${format}=${String(path)}`))
      .map((option) => ({ ...option, path: joinToFolder(folder, option.path) }));
  },
  paths: (allOptions) =>
    allOptions.flatMap(({ format, path }) =>
      path === '-' ? [] : [{ path, isWritten: true, flagValue: `${format}=${path}` }],
    ),
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(reportFormats.map((format) => [format, textSchema])),
  },
};

function joinToFolder(folder: string, path: string): string {
  return path === '-' || path.startsWith('/') || folder === '' ? path : join(folder, path);
}

/** Returns a parser for the value of an option that is not a setting. */
export function parserOf<Value>(flag: string, kind: SettingKind<Value>): (text: string) => Value {
  return (text) => {
    const value = kind.read(kind.fromTexts([text]), '');
    if (value !== undefined) return value;
    throw new UsageError(`Expected ${flag} with ${kind.expected}, found ${JSON.stringify(text)}.`);
  };
}

/**
 * @throws UsageError for an invalid value; the error calls the setting `label`, and suggests the near word, or else
 * says what the words mean
 */
export function readSetting({ kind, description }: SettingRow, json: unknown, label: string, folder = ''): unknown {
  const value = kind.read(json, folder);
  if (value !== undefined) return value;
  const { words, expected } = kind;
  const unknownWord = words && [json].flat().find((word) => typeof word === 'string' && !words.includes(word));
  const hint =
    typeof unknownWord === 'string' ? suggestNear(unknownWord, words ?? []) || `${label}: ${description}.` : '';
  const actual = sanitize(JSON.stringify(unknownWord ?? json) ?? 'nothing', 100);
  throw new UsageError(`Expected ${label} with ${expected}, found ${actual}. ${hint}`.trim());
}
