import { closest } from 'fastest-levenshtein';
import { isPutBack } from '../../check/model/options.js';
import { refuseKey } from '../../check/transport/key-in-text.js';
import { baseUrlVariable } from '../../check/transport/target.js';
import { visible } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import { readConfig } from './config.js';
import { foundInstead } from './setting-kinds.js';
import { flagOf, isVariable, variableOf } from './setting-names.js';
import { kindOf, type SettingValues } from './setting-values.js';
import { type GivenFlags, type SettingName, settings } from './settings.js';

/** What was asked for, from all three places. */
export interface CommandSettings
  extends Partial<Omit<SettingValues, 'directory' | 'entry' | 'filter' | 'param' | 'config'>> {
  /** Ids by the name of the parameter, or by `operationId.name`. */
  parameters: Readonly<Record<string, string>>;
}

const short = { directory: 'directory_id', entry: 'entry_id', filter: 'filter_id' } as const;

/**
 * The settings of a run: a flag counts before a variable, a variable before the configuration file. Ids are told apart
 * by their names.
 *
 * @param folder where a configuration file is looked for
 * @throws UsageError for the first mistake, or for all of them in the configuration file
 */
export function readSettings(flags: GivenFlags, environment: NodeJS.ProcessEnv, folder: string): CommandSettings {
  refuseUnknownVariables(environment);
  const fromFlags = readTexts((name) => textsOf(flags[name]), flagOf, 'the command line');
  const fromVariables = readTexts(
    (name) => variableTexts(name, environment),
    (name) => variableName(name, environment),
    'the environment',
  );
  const fromFile = readConfig(fromFlags.config ?? fromVariables.config, folder);
  const {
    directory: _d,
    entry: _e,
    filter: _f,
    param: _p,
    config: _c,
    ...rest
  } = { ...fromFile, ...fromVariables, ...fromFlags };
  const parameters = { ...parametersOf(fromFile), ...parametersOf(fromVariables), ...parametersOf(fromFlags) };
  const all: CommandSettings = { ...rest, parameters };
  refuseContradictions(all);
  return all;
}

function textsOf(given: GivenFlags[SettingName]): readonly string[] | undefined {
  if (given === undefined) return undefined;
  return given === true ? ['true'] : typeof given === 'string' ? [given] : given;
}

/** CI services set variables that they have no value for to nothing. */
function variableTexts(name: SettingName, environment: NodeJS.ProcessEnv): readonly string[] | undefined {
  const text = environment[variableName(name, environment)];
  if (text === undefined || text === '') return undefined;
  return name === 'param' || name === 'report' ? text.split(',').map((part) => part.trim()) : [text];
}

function variableName(name: SettingName, environment: NodeJS.ProcessEnv): string {
  const own = variableOf(name);
  return name === 'baseUrl' && !environment[own] ? baseUrlVariable : own;
}

function readTexts(
  textsFor: (name: SettingName) => readonly string[] | undefined,
  nameOf: (name: SettingName) => string,
  where: string,
): Partial<SettingValues> {
  const values: Partial<SettingValues> = {};
  for (const { name } of settings) {
    const texts = textsFor(name);
    if (!texts) continue;
    for (const text of texts) refuseKey(text, where);
    take(name, texts, nameOf(name), values);
  }
  return values;
}

function take<Name extends SettingName>(
  name: Name,
  texts: readonly string[],
  label: string,
  values: Partial<SettingValues>,
): void {
  const kind = kindOf(name);
  const json = kind.fromTexts(texts);
  const found = kind.read(json, '');
  if (found === undefined) throw new UsageError(`Expected ${label} with ${kind.expected}, ${foundInstead(kind, json)}`);
  values[name] = found;
}

/** A name with a slip in it would change nothing, and nobody would notice. */
function refuseUnknownVariables(environment: NodeJS.ProcessEnv): void {
  const known = settings.map(({ name }) => variableOf(name));
  const strange = Object.keys(environment).find((variable) => isVariable(variable) && !known.includes(variable));
  if (strange !== undefined)
    throw new UsageError(
      `There is no setting for the variable ${visible(strange, 100)}. Did you mean ${closest(strange, known)}?`,
    );
}

function parametersOf(values: Partial<SettingValues>): Record<string, string> {
  const found = { ...values.param };
  for (const [name, parameter] of Object.entries(short) as [keyof typeof short, string][]) {
    const id = values[name];
    if (id === undefined) continue;
    if (Object.hasOwn(found, parameter) && found[parameter] !== id) {
      throw new UsageError(
        `Expected one value for ${parameter}, found one with ${flagOf(name)} and another with ` +
          `${flagOf('param')}. Take one of them out.`,
      );
    }
    found[parameter] = id;
  }
  return found;
}

function refuseContradictions({
  har,
  list,
  writes,
  target,
  writeFields,
  writeInterval,
  readByPatch,
  baseline,
  updateBaseline,
  report = [],
}: CommandSettings): void {
  if (har !== undefined && list)
    throw new UsageError('--har sends nothing, so that there is nothing to --list. Take one of them out.');
  if (har !== undefined && writes !== undefined && writes !== 'none')
    throw new UsageError(`--har sends nothing, and --writes ${writes} writes to things. Take one of them out.`);
  if (target === 'mock' && isPutBack(writes))
    throw new UsageError(`A mock keeps no state, so that --writes ${writes} has nothing to put back. Take it out.`);
  for (const [name, value] of [
    ['writeFields', writeFields],
    ['writeInterval', writeInterval],
    ['readByPatch', readByPatch],
  ] as const) {
    if (value !== undefined && value !== false && !isPutBack(writes))
      throw new UsageError(`${flagOf(name)} is for --writes noop and roundtrip. Add one of them, or take it out.`);
  }
  if (updateBaseline && baseline === undefined)
    throw new UsageError('Expected --baseline with the file that --update-baseline writes, found none. Name it.');
  const paths = report.map(({ path }) => path);
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined)
    throw new UsageError(
      'Expected each report in a place of its own, found two for ' +
        `${twice === '-' ? 'standard output' : visible(twice)}. Name another.`,
    );
}
