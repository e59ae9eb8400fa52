import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { closest } from 'fastest-levenshtein';
import { refuseKey } from '../../check/transport/key-in-text.js';
import { toPointer } from '../../contract/pointer.js';
import { readJsonFile } from '../../files/json-file.js';
import { visible } from '../../text/escape.js';
import { placesOf } from '../../text/json-place.js';
import { UsageError } from '../../text/usage-error.js';
import { foundInstead } from './setting-kinds.js';
import { configFile, flagOf } from './setting-names.js';
import { kindOf, type SettingValues } from './setting-values.js';
import { type SettingName, settings } from './settings.js';

/** Mistakes that are named at once. */
const shown = 20;

const limit = 1_048_576;

/** Settings that a file can have: what a person has to ask for is not among them. */
const inFile = settings.filter(({ inFile }) => inFile !== undefined).map(({ name }) => name);

interface Mistake {
  /** JSON pointer. */
  pointer: string;
  message: string;
}

/**
 * Reads the settings of a configuration file, as `config.schema.json` describes it. Without a path it is the one in
 * `folder`, if it is there.
 *
 * @throws UsageError with file, line and column of each mistake
 */
export function readConfig(path: string | undefined, folder: string): Partial<SettingValues> {
  const file = path ?? join(folder, configFile);
  if (path === undefined && !existsSync(file)) return {};
  const { text, value } = readJsonFile(file, 'settings of the check', limit);
  // A key in JSON may be escaped; the parsed value shows it plainly.
  refuseKey(text + JSON.stringify(value), file);
  const values: Partial<SettingValues> = {};
  const mistakes = [...mistakesIn(value, dirname(file) === '.' ? '' : dirname(file), values)].slice(0, shown);
  if (mistakes.length === 0) return values;
  const places = placesOf(
    text,
    mistakes.map(({ pointer }) => pointer),
  );
  const lines = mistakes.map(
    ({ message }, index) => `${file}:${places[index]?.line}:${places[index]?.column}: ${message}`,
  );
  throw new UsageError(lines.join('\n'));
}

function* mistakesIn(value: unknown, folder: string, values: Partial<SettingValues>): Iterable<Mistake> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return yield {
      pointer: '',
      message: 'Expected an object of settings, as { "baseUrl": "https://directory.example.com" }.',
    };
  }
  for (const [name, json] of Object.entries(value)) {
    const pointer = toPointer([name]);
    const known = inFile.find((each) => each === name);
    const message = known
      ? take(known, json, folder, values)
      : name === '$schema'
        ? schemaMistake(json)
        : unknownName(name);
    if (message !== undefined) yield { pointer, message };
  }
}

/** Takes in the value of a setting, or says why it is none. */
function take<Name extends SettingName>(
  name: Name,
  json: unknown,
  folder: string,
  values: Partial<SettingValues>,
): string | undefined {
  const kind = kindOf(name);
  try {
    const found = kind.read(json, folder);
    if (found === undefined) return `Expected "${name}" with ${kind.expected}, ${foundInstead(kind, json)}`;
    values[name] = found;
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

function schemaMistake(json: unknown): string | undefined {
  return typeof json === 'string' ? undefined : 'Expected "$schema" with the address of a schema.';
}

function unknownName(name: string): string {
  const byHand = settings.find((setting) => setting.name === name);
  if (byHand) return `"${name}" is asked for by whoever runs the check, with ${flagOf(name)}. Take it out of the file.`;
  return `There is no setting "${visible(name, 100)}". Did you mean ${closest(name, inFile)}?`;
}
