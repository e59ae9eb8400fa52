import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { closest } from 'fastest-levenshtein';
import { isMap, isScalar } from 'yaml';
import { refuseKey } from '../../check/transport/key.js';
import { limits, parseYaml, placeIn, refuseMistakes } from '../../contract/parse-yaml.js';
import { parsePointer, toPointer } from '../../contract/pointer.js';
import { isObject } from '../../contract/walk.js';
import { readJsonFile } from '../../files/json-file.js';
import { bytesUpTo } from '../../files/line-file.js';
import { namedFileMistake, namedFileRule } from '../../files/named-file.js';
import { visible, whole } from '../../text/escape.js';
import { placesIn } from '../../text/json-place.js';
import { reasonOf } from '../../text/system-error.js';
import { FileMistake, UsageError } from '../../text/usage-error.js';
import { type NamedPath, readSetting } from './setting-kinds.js';
import {
  configFile,
  entryOf,
  flagOf,
  type Setting,
  type SettingName,
  type SettingValues,
  settings,
} from './settings.js';

/** The most mistakes that one message names. */
const shown = 20;

const limit = 1_048_576;

/** Settings that the file may have; the others must come from a flag or a variable. */
const inFile = settings.filter(({ isTyped }) => !isTyped);
const entries = inFile.map(entryOf);

interface Mistake {
  /** JSON pointer. */
  pointer: string;
  message: string;
}

/** The configuration file of a run: the one that is named, else the one in `folder`, if it exists. */
export function configFileOf(path: string | undefined, folder: string): string | undefined {
  const usual = join(folder, configFile);
  return path ?? (existsSync(usual) ? usual : undefined);
}

/**
 * Reads a configuration file, which `config.schema.json` describes. Without a path it reads the file in `folder`, if it
 * exists.
 *
 * @throws UsageError with file, line and column of each mistake
 */
export function readConfig(path: string | undefined, folder: string): Partial<SettingValues> {
  const file = configFileOf(path, folder);
  if (file === undefined) return {};
  const { text, value } = readJsonFile(file, 'settings of the check', limit);
  // The key may be escaped in JSON; the parsed value has it unescaped.
  refuseKey(text + JSON.stringify(value), file);
  const values: Partial<SettingValues> = {};
  const mistakes = [...mistakesIn(value, dirname(file) === '.' ? '' : dirname(file), values)].slice(0, shown);
  if (mistakes.length === 0) return values;
  const placeOf = placesIn(text);
  const lines = mistakes.map(({ pointer, message }) => {
    const { line, column } = placeOf(parsePointer(pointer));
    return `${whole(file)}:${line}:${column}: ${message}`;
  });
  throw new UsageError(lines.join('\n'));
}

function* mistakesIn(value: unknown, folder: string, values: Partial<SettingValues>): Iterable<Mistake> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return yield {
      pointer: '',
      message: 'Expected an object of settings, such as { "baseUrl": "https://directory.example.com" }.',
    };
  }
  for (const [name, json] of Object.entries(value)) {
    const pointer = toPointer([name]);
    const known = inFile.find((each) => entryOf(each) === name);
    const message = known
      ? take(known, json, folder, values)
      : name === '$schema'
        ? schemaMistake(json)
        : unknownName(name);
    if (message !== undefined) yield { pointer, message };
  }
}

/** Adds the value of a setting, or returns what is wrong with it. */
function take({ name, kind }: Setting, json: unknown, folder: string, values: object): string | undefined {
  try {
    const found = readSetting(kind, json, `"${name}"`, folder);
    Object.assign(values, { [name]: found });
    return pathMistake(name, kind.paths?.(found) ?? [], folder);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

function pathMistake(name: SettingName, paths: readonly NamedPath[], folder: string): string | undefined {
  for (const { path, typed = path, ...use } of paths) {
    const wrong = namedFileMistake(path, folder, use);
    if (wrong === undefined) continue;
    const instead = `Remove it here, and type ${whole(`${flagOf(name)} ${typed}`)}, which may lead anywhere.`;
    return `"${name}" leads to ${visible(path)}, which ${wrong}. ${namedFileRule}. ${instead}`;
  }
  return undefined;
}

function schemaMistake(json: unknown): string | undefined {
  return typeof json === 'string' ? undefined : 'Expected "$schema" with the address of a schema.';
}

function unknownName(name: string): string {
  const typed = settings.find((setting) => setting.name === name && setting.isTyped);
  if (typed) return `"${name}" may not be in a file. Remove it, and use ${flagOf(name)} on the command line.`;
  return `"${visible(name, 100)}" is not a setting. Did you mean ${closest(name, entries)}?`;
}

/** The most bytes of a file with values of parameters. */
const most = 1_048_576;

const what = 'names and values of parameters';

/**
 * Reads a file with values of parameters: a YAML or JSON object of names and texts, numbers or booleans.
 *
 * @throws UsageError with file, line and column if it is not such a file, or if it contains the key
 */
export function readParams(file: string): Record<string, string> {
  const shown = visible(file);
  const parsed = parseYaml(bytesOf(file));
  refuseKey(parsed.text, shown);
  refuseMistakes(parsed, shown, what);
  const value: unknown = parsed.document?.toJS({ maxAliasCount: limits.aliases }) ?? {};
  if (!isObject(value))
    throw new UsageError(`${shown}:1:1: expected names and values of parameters, such as "tier_id: 7".`);
  refuseKey(JSON.stringify(value), shown);
  const numbers = new Map(numbersIn(parsed));
  return Object.fromEntries(
    Object.entries(value).map(([name, found]) => {
      if (typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean')
        return [name, numbers.get(name) ?? String(found)];
      const { line, column } = placeIn(parsed, toPointer([name]));
      const at = `:${line}:${column}`;
      throw new FileMistake(
        `${shown}${at}: expected a text, a number or a boolean for ${visible(name, 100)}, found ` +
          `${visible(JSON.stringify(found) ?? 'nothing', 100)}.`,
        { file: shown, what, at },
      );
    }),
  );
}

/** Numbers as they are written: an id may have more digits than JavaScript keeps, or zeros at its beginning. */
function* numbersIn({ document }: ReturnType<typeof parseYaml>): Iterable<[name: string, text: string]> {
  if (!isMap(document?.contents)) return;
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key) || !isScalar(value) || typeof value.value !== 'number') continue;
    if (value.source !== undefined) yield [String(key.value), value.source];
  }
}

function bytesOf(file: string): Uint8Array {
  try {
    const bytes = bytesUpTo(file, most);
    if (bytes) return bytes;
  } catch (error) {
    throw new UsageError(
      `The file of --params, ${visible(file)}, cannot be read: ${reasonOf(error)}. Correct its path.`,
    );
  }
  throw new UsageError(`Expected at most 1 MiB in ${visible(file)}, the file of --params. Make it smaller.`);
}
