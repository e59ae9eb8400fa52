import { join } from 'node:path';
import { closest } from 'fastest-levenshtein';
import type { CheckOptions } from '../../check/model/options.js';
import { parseReportOption, type ReportOption } from '../../check/reports/index.js';
import { visible } from '../../text/escape.js';
import type { SettingName } from './settings.js';

/** The value of each setting, as the command uses it. */
export interface SettingValues {
  baseUrl: string;
  directory: string;
  entry: string;
  filter: string;
  /** Ids by `tier_id` or `updateTier.tier_id`. */
  param: Readonly<Record<string, string>>;
  include: NonNullable<CheckOptions['include']>;
  only: readonly string[];
  exclude: readonly string[];
  changedFrom: string;
  writes: NonNullable<CheckOptions['writes']>;
  writeFields: readonly string[];
  writeInterval: number;
  readByPatch: boolean;
  confirmHost: string;
  allowInsecureHost: string;
  target: NonNullable<CheckOptions['target']>;
  strict: boolean;
  seed: number;
  runs: number;
  shard: { index: number; count: number };
  concurrency: number;
  timeout: number;
  maxTime: number;
  maxWait: number;
  settle: number;
  minCoverage: number;
  contract: string;
  baseline: string;
  updateBaseline: boolean;
  har: string;
  list: boolean;
  verbose: boolean;
  report: readonly ReportOption[];
  config: string;
}

/** How the values of a setting are read. */
interface Reader<Value> {
  /** What a value must be, as in "Expected --seed with …". */
  expected: string;
  /** Words that are known, where they are a closed set. */
  known?: readonly string[];
  /** What texts of a command line or a variable are as JSON. */
  fromTexts(texts: readonly string[]): unknown;
  /** The value of a JSON value; undefined where it is none. `folder` is where paths begin. */
  read(json: unknown, folder: string): Value | undefined;
}

const last = (texts: readonly string[]): unknown => texts.at(-1);

const text = (expected: string): Reader<string> => ({
  expected,
  fromTexts: last,
  read: (json) => (typeof json === 'string' && json !== '' ? json : undefined),
});

const file = (expected = 'the path of a file'): Reader<string> => ({
  expected,
  fromTexts: last,
  read: (json, folder) => (typeof json === 'string' && json !== '' ? inFolder(folder, json) : undefined),
});

const flag: Reader<boolean> = {
  expected: 'true or false',
  fromTexts: (texts) =>
    (({ true: true, 1: true, false: false, 0: false }) as Record<string, boolean>)[texts.at(-1) ?? ''] ?? texts.at(-1),
  read: (json) => (typeof json === 'boolean' ? json : undefined),
};

const asNumber = (texts: readonly string[]): unknown => {
  const value = texts.at(-1) ?? '';
  return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
};

const whole = (least: number, most: number): Reader<number> => ({
  expected: `a whole number from ${least} to ${most}`,
  fromTexts: asNumber,
  read: (json) =>
    Number.isSafeInteger(json) && Number(json) >= least && Number(json) <= most ? Number(json) : undefined,
});

const decimal = (least: number, most: number, unit: string): Reader<number> => ({
  expected: `${unit} from ${least} to ${most}`,
  fromTexts: asNumber,
  read: (json) => (typeof json === 'number' && json >= least && json <= most ? json : undefined),
});

const oneOf = <Word extends string>(words: readonly Word[]): Reader<Word> => ({
  expected: `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`,
  known: words,
  fromTexts: last,
  read: (json) => words.find((word) => word === json),
});

const someOf = <Word extends string>(words: readonly Word[]): Reader<readonly Word[]> => {
  const isKnown = (word: unknown): word is Word => (words as readonly unknown[]).includes(word);
  return {
    expected: words.join(' or '),
    known: words,
    fromTexts: parts,
    read: (json) => (isList(json) && json.every(isKnown) ? [...new Set(json)] : undefined),
  };
};

const names = (expected: string): Reader<readonly string[]> => ({
  expected,
  fromTexts: parts,
  read: (json) =>
    isList(json) && json.every((name) => typeof name === 'string' && name !== '')
      ? [...new Set(json as string[])]
      : undefined,
});

const isList = (json: unknown): json is unknown[] => Array.isArray(json) && json.length > 0;

function parts(texts: readonly string[]): string[] {
  return texts.flatMap((each) => each.split(',')).map((part) => part.trim());
}

const isObject = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

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

export const readers: { readonly [Name in SettingName]: Reader<SettingValues[Name]> } = {
  baseUrl: text('an address, as https://directory.example.com'),
  directory: text('an id'),
  entry: text('an id'),
  filter: text('an id'),
  param: {
    expected: 'a name and an id, as tier_id=… or updateTier.tier_id=…, each name once',
    fromTexts: pairs,
    read: (json) =>
      isObject(json) && Object.values(json).every((value) => typeof value === 'string')
        ? (json as Record<string, string>)
        : undefined,
  },
  include: someOf(['named', 'inferred']),
  only: names('operations, as updatePartnerEntry,updateFilter'),
  exclude: names('operationIds, tags or paths, as deleteTier,reviews,/users/*'),
  changedFrom: file(),
  writes: oneOf(['none', 'noop', 'roundtrip', 'disposable']),
  writeFields: names('names of fields, as slug,tier'),
  writeInterval: decimal(0, 3600, 'seconds'),
  readByPatch: flag,
  confirmHost: text('a host, as directory.example.com'),
  allowInsecureHost: text('a host, as sandbox'),
  target: oneOf(['server', 'mock']),
  strict: flag,
  seed: whole(0, 2 ** 32 - 1),
  runs: whole(0, 10_000),
  shard: {
    expected: 'a part and how many there are, as 1/4, with the part from 1 to their number',
    fromTexts: last,
    read: (json) => {
      const [, index = 0, count = 0] =
        (typeof json === 'string' ? /^(\d{1,4})\/(\d{1,4})$/.exec(json) : null)?.map(Number) ?? [];
      return index >= 1 && index <= count ? { index, count } : undefined;
    },
  },
  concurrency: whole(1, 100),
  // Longer times would overflow the timers of the platform, which then fire at once.
  timeout: decimal(0.01, 3600, 'seconds'),
  maxTime: decimal(0.01, 1_000_000, 'seconds'),
  maxWait: decimal(0, 1_000_000, 'seconds'),
  settle: decimal(0, 3600, 'seconds'),
  minCoverage: decimal(0, 100, 'per cent'),
  contract: file(),
  baseline: file(),
  updateBaseline: flag,
  har: file(),
  list: flag,
  verbose: flag,
  report: {
    expected: 'a format and a file, as junit=report.xml, each format once',
    fromTexts: (texts) => {
      // It names the nearest format to one that is none.
      texts.forEach(parseReportOption);
      return pairs(texts);
    },
    read: (json, folder) => {
      if (!isObject(json) || !Object.values(json).every((path) => typeof path === 'string')) return undefined;
      return Object.entries(json)
        .map(([format, path]) => parseReportOption(`${format}=${String(path)}`))
        .map((each) => ({ ...each, path: inFolder(folder, each.path) }));
    },
  },
  config: file(),
};

function inFolder(folder: string, path: string): string {
  return path === '-' || path.startsWith('/') || folder === '' ? path : join(folder, path);
}

/** What was found instead of a value, as the end of a sentence that names what was expected, with the nearest word that is known. */
export function foundInstead(name: SettingName, json: unknown): string {
  const { known } = readers[name];
  const wrong = known && [json].flat().find((word) => typeof word === 'string' && !known.includes(word));
  const hint = known && typeof wrong === 'string' && wrong !== '' ? ` Did you mean ${closest(wrong, known)}?` : '';
  return `found ${visible(JSON.stringify(json) ?? 'nothing', 100)}.${hint}`;
}
