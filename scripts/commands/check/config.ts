import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isMap, isScalar } from 'yaml';
import type { BrandOptions } from '../../build/docs/site/brand.js';
import { refuseTextWithKey } from '../../check/transport/key.js';
import { parseYaml, positionOf, refuseMistakes, yamlValue } from '../../contract/parse-yaml.js';
import { parsePointer, toPointer } from '../../contract/pointer.js';
import { isObject } from '../../contract/walk.js';
import { readJsonFile } from '../../files/json-file.js';
import { readUpTo } from '../../files/line-file.js';
import { checkNamedFile, namedFileRule } from '../../files/named-file.js';
import { suggest } from '../../text/did-you-mean.js';
import { sanitize, sanitizeLine } from '../../text/escape.js';
import { createLocator } from '../../text/json-place.js';
import { reasonOf } from '../../text/system-error.js';
import { FileMistake, UsageError } from '../../text/usage-error.js';
import { docsSettings } from '../docs/docs-settings.js';
import { type NamedPath, readSetting, type SettingRow } from './setting-kinds.js';
import { configFile, entryNameOf, flagOf, type SettingValues, settings } from './settings.js';

/** The maximum number of mistakes in one message. */
const maxMistakes = 20;

const maxBytes = 1_048_576;

/** Settings that a configuration file may contain. All others must come from a flag or a variable. */
const fileSettings = settings.filter(({ isNeverInFile }) => !isNeverInFile);

type NamedRow = SettingRow & { readonly name: string };

/** The settings of the check, and those of the section `docs`. */
type ConfigValues = Partial<SettingValues> & { docs?: BrandOptions };

interface ConfigMistake {
  /** JSON pointer to the wrong entry. */
  pointer: string;
  message: string;
}

/** The configuration file of a run: the named file, else the default file in `folder`, if it exists. */
export function configFileOf(path: string | undefined, folder: string): string | undefined {
  const defaultFile = join(folder, configFile);
  return path ?? (existsSync(defaultFile) ? defaultFile : undefined);
}

/**
 * Reads a configuration file, which `config.schema.json` describes. Without a path, reads the default file in `folder`,
 * if it exists.
 *
 * @throws UsageError with file, line and column of each mistake
 */
export function readConfig(path: string | undefined, folder: string): ConfigValues {
  const file = configFileOf(path, folder);
  if (file === undefined) return {};
  const { text, value } = readJsonFile(file, 'settings', maxBytes);
  // Search the parsed value, too: the key may be escaped in the text of the file.
  refuseTextWithKey(text + JSON.stringify(value), file);
  const values: ConfigValues = {};
  const mistakes = [...mistakesIn(value, dirname(file) === '.' ? '' : dirname(file), values)].slice(0, maxMistakes);
  if (mistakes.length === 0) return values;
  const placeOf = createLocator(text);
  const lines = mistakes.map(({ pointer, message }) => {
    const { line, column } = placeOf(parsePointer(pointer));
    return `${sanitizeLine(file)}:${line}:${column}: ${message}`;
  });
  throw new UsageError(lines.join('\n'));
}

function* mistakesIn(value: unknown, folder: string, values: ConfigValues): Iterable<ConfigMistake> {
  if (!isObject(value)) {
    return yield {
      pointer: '',
      message: 'Expected an object of settings, such as { "baseUrl": "https://directory.example.com" }.',
    };
  }
  const { $schema: schema = '', docs, ...check } = value;
  if (typeof schema !== 'string')
    yield { pointer: '/$schema', message: 'Expected "$schema" to be a string, the address of a schema.' };
  yield* mistakesOf(fileSettings, check, folder, values);
  if (docs === undefined) return;
  values.docs = {};
  if (!isObject(docs))
    return yield { pointer: '/docs', message: 'Expected "docs" to be an object, such as { "title": "Our API" }.' };
  for (const { pointer, message } of mistakesOf(docsSettings, docs, folder, values.docs))
    yield { pointer: `/docs${pointer}`, message };
}

function* mistakesOf(rows: readonly NamedRow[], json: object, folder: string, values: object): Iterable<ConfigMistake> {
  for (const [name, value] of Object.entries(json)) {
    const setting = rows.find((each) => entryNameOf(each) === name);
    const message = setting ? addSetting(setting, value, folder, values) : unknownNameText(name, rows.map(entryNameOf));
    if (message !== undefined) yield { pointer: toPointer([name]), message };
  }
}

/** Adds the value of a setting to `values`. Returns a message for a wrong value. */
function addSetting(row: NamedRow, json: unknown, folder: string, values: object): string | undefined {
  const { name, kind } = row;
  try {
    const value = readSetting(row, json, `"${name}"`, folder);
    Object.assign(values, { [name]: value });
    return pathMistake(name, kind.paths?.(value) ?? [], folder);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

function pathMistake(name: string, paths: readonly NamedPath[], folder: string): string | undefined {
  for (const { path, flagValue = path, ...use } of paths) {
    const mistake = checkNamedFile(path, folder, use);
    if (mistake === undefined) continue;
    const flag = sanitizeLine(`${flagOf(name)} ${flagValue}`);
    const advice = `Remove this setting, and use ${flag} on the command line, where any path is allowed.`;
    return `"${name}" leads to ${sanitize(path)}, which ${mistake}. ${namedFileRule}. ${advice}`;
  }
  return undefined;
}

function unknownNameText(name: string, entryNames: readonly string[]): string {
  const match = settings.find((setting) => setting.name === name && setting.isNeverInFile);
  if (match) {
    const flag = flagOf(name);
    return `"${name}" cannot be set in the configuration file. Remove it, and use ${flag} on the command line.`;
  }
  return `"${sanitize(name, 100)}" is not a setting. ${suggest(name, entryNames)}`;
}

const maxParamsBytes = 1_048_576;

const paramsNoun = 'names and values of parameters';

/**
 * Reads a file with values of parameters: a YAML or JSON object of names with strings, numbers or booleans. Its member
 * `bodies` has example bodies by operationId.
 *
 * @throws UsageError with file, line and column if the file has another form, or contains the API key
 */
export function readParams(file: string): Record<string, string> {
  const safeName = sanitize(file);
  const yaml = parseYaml(bytesOf(file));
  refuseTextWithKey(yaml.text, safeName);
  refuseMistakes(yaml, safeName, paramsNoun);
  const value: unknown = yamlValue(yaml.document) ?? {};
  if (!isObject(value))
    throw new UsageError(`${safeName}:1:1: expected names and values of parameters, such as "tier_id: 7".`);
  refuseTextWithKey(JSON.stringify(value), safeName);
  const { bodies } = value;
  const examples = isObject(bodies)
    ? Object.entries(bodies).map(([id, body]) => [id, JSON.stringify(body)] as const)
    : [];
  if (examples.length > 0) delete value['bodies'];
  const numbers = new Map(numbersIn(yaml));
  return Object.fromEntries(
    [...Object.entries(value), ...examples].map(([name, member]) => {
      if (typeof member === 'string' || typeof member === 'number' || typeof member === 'boolean')
        return [name, numbers.get(name) ?? String(member)];
      const { line, column } = positionOf(yaml, toPointer([name]));
      const position = `:${line}:${column}`;
      throw new FileMistake(
        `${safeName}${position}: expected a string, a number or a boolean for ${sanitize(name, 100)}, found ` +
          `${sanitize(JSON.stringify(member) ?? 'nothing', 100)}.`,
        { file: safeName, what: paramsNoun, at: position },
      );
    }),
  );
}

/** Yields numbers in their original spelling: an id may have leading zeros, or more digits than JavaScript keeps. */
function* numbersIn({ document }: ReturnType<typeof parseYaml>): Iterable<[name: string, text: string]> {
  if (!isMap(document?.contents)) return;
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key) || !isScalar(value) || typeof value.value !== 'number') continue;
    if (value.source !== undefined) yield [String(key.value), value.source];
  }
}

function bytesOf(file: string): Uint8Array {
  try {
    const bytes = readUpTo(file, maxParamsBytes);
    if (bytes) return bytes;
  } catch (error) {
    throw new UsageError(
      `The file given with --params, ${sanitize(file)}, cannot be read: ${reasonOf(error)}. Correct its path.`,
    );
  }
  throw new UsageError(
    `Expected at most 1 MiB in ${sanitize(file)}, the file given with --params, found more. Make the file smaller.`,
  );
}
