import { resolve } from 'node:path';
import { isRestoring, shortFlags } from '../../check/model/options.js';
import { refuseSameFile } from '../../check/reports/formats.js';
import { refuseTextWithKey } from '../../check/transport/key.js';
import type { HeaderVariables } from '../../check/transport/secret-headers.js';
import { suggest } from '../../text/did-you-mean.js';
import { sanitize } from '../../text/escape.js';
import { FileMistake, UsageError } from '../../text/usage-error.js';
import { configFileOf, readConfig, readParams } from './config.js';
import { readSetting } from './setting-kinds.js';
import {
  flagOf,
  type GivenFlags,
  isCheckVariable,
  type Setting,
  type SettingName,
  type SettingValues,
  settings,
  variableOf,
} from './settings.js';

export interface CommandSettings
  extends Partial<
    Omit<
      SettingValues,
      | 'directory'
      | 'entry'
      | 'filter'
      | 'param'
      | 'params'
      | 'bodies'
      | 'header'
      | 'allowInsecureHost'
      | 'config'
      | 'noReport'
    >
  > {
  config?: string;
  /** Values by parameter name, or by `operationId.name`. */
  parameters: Readonly<Record<string, string>>;
  headers?: HeaderVariables;
  allowInsecureHosts?: readonly string[];
  /** Paths that come only from the configuration file, made safe to print. */
  configuredFiles?: readonly string[];
}

/**
 * The settings of a run: a flag overrides a variable, and a variable overrides the configuration file. Merges
 * parameters and headers by name. Reports of flags or variables are added to those of the file.
 *
 * @param folder the folder in which to look for a configuration file
 * @throws UsageError for the first mistake, or for all mistakes in the configuration file
 */
export function readSettings(flags: GivenFlags, environment: NodeJS.ProcessEnv, folder: string): CommandSettings {
  refuseUnknownVariables(environment);
  const settingsFromFlags = readTexts(
    ({ name }) => flagTexts(flags[name]),
    ({ name }) => flagOf(name),
    'the command line',
  );
  const settingsFromEnvironment = readTexts(
    (row) => variableTexts(row, environment),
    (row) => variableName(row, environment),
    'the environment',
  );
  const config = configFileOf(settingsFromFlags.config ?? settingsFromEnvironment.config, folder);
  const settingsFromFile = readConfig(config, folder);
  if (settingsFromFlags.noReport ?? settingsFromEnvironment.noReport) delete settingsFromFile.report;
  const {
    directory: _d,
    entry: _e,
    filter: _f,
    param: _p,
    params,
    bodies: _b,
    header: _h,
    allowInsecureHost,
    config: _c,
    docs: _docs,
    report: _r,
    noReport: _n,
    ...rest
  } = { ...settingsFromFile, ...settingsFromEnvironment, ...settingsFromFlags };
  const namedFiles = findConfiguredFiles(settingsFromFile, { ...settingsFromEnvironment, ...settingsFromFlags });
  const ownReports = settingsFromFlags.report ?? settingsFromEnvironment.report ?? [];
  const ownPaths = ownReports.map(({ path }) => resolve(path));
  const fileReports = settingsFromFile.report?.filter(({ path }) => !ownPaths.includes(resolve(path))) ?? [];
  const report = [...fileReports, ...ownReports];
  const parameters = {
    ...(params === undefined ? {} : hideContentInErrors(namedFiles, () => readParams(params))),
    ...parametersOf(settingsFromFile),
    ...parametersOf(settingsFromEnvironment),
    ...parametersOf(settingsFromFlags),
  };
  const headers = mergeHeaders([settingsFromFile.header, settingsFromEnvironment.header, settingsFromFlags.header]);
  const allSettings: CommandSettings = {
    ...rest,
    ...(report.length > 0 && { report }),
    parameters,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(config !== undefined && { config }),
    ...(namedFiles.length > 0 && { configuredFiles: namedFiles }),
    ...(allowInsecureHost && { allowInsecureHosts: allowInsecureHost }),
  };
  if (allSettings.noAnswers) delete allSettings.answers;
  refuseContradictions(allSettings);
  return allSettings;
}

/** The paths that come from the configuration file, except those that a flag or a variable replaces. */
function findConfiguredFiles(fileValues: Partial<SettingValues>, overrides: Partial<SettingValues>): string[] {
  return settings.flatMap(({ name, kind }) => {
    const value = overrides[name] === undefined ? fileValues[name] : undefined;
    return value === undefined ? [] : (kind.paths?.(value) ?? []).map(({ path }) => sanitize(path));
  });
}

function flagTexts(flagValue: GivenFlags[SettingName]): readonly string[] | undefined {
  if (flagValue === undefined || flagValue === false) return undefined;
  return flagValue === true ? ['true'] : typeof flagValue === 'string' ? [flagValue] : flagValue;
}

/** The strings in a variable. An empty variable counts as unset: CI services set variables without a value to ''. */
function variableTexts(row: Setting, environment: NodeJS.ProcessEnv): readonly string[] | undefined {
  const text = environment[variableName(row, environment)];
  if (text === undefined || text === '') return undefined;
  return row.kind.isList ? text.split(',').map((part) => part.trim()) : [text];
}

function variableName({ name, variable }: Setting, environment: NodeJS.ProcessEnv): string {
  const settingVariable = variableOf(name);
  return variable !== undefined && !environment[settingVariable] ? variable : settingVariable;
}

function readTexts(
  textsFor: (row: Setting) => readonly string[] | undefined,
  nameOf: (row: Setting) => string,
  source: string,
): Partial<SettingValues> {
  const values: Partial<SettingValues> = {};
  for (const row of settings) {
    const texts = textsFor(row);
    if (!texts) continue;
    for (const text of texts) refuseTextWithKey(text, source);
    Object.assign(values, { [row.name]: readSetting(row, row.kind.fromTexts(texts), nameOf(row)) });
  }
  return values;
}

/** Refuses a misspelt variable, which would have no effect without anybody noticing. */
function refuseUnknownVariables(environment: NodeJS.ProcessEnv): void {
  const names = settings.map(({ name }) => variableOf(name));
  const unknownVariable = Object.keys(environment).find(
    (variable) => isCheckVariable(variable) && !names.includes(variable),
  );
  if (unknownVariable !== undefined)
    throw new UsageError(
      `The environment variable ${sanitize(unknownVariable, 100)} is not a setting. ${suggest(unknownVariable, names)}`,
    );
}

function parametersOf(values: Partial<SettingValues>): Record<string, string> {
  const parameters = { ...values.param, ...values.bodies };
  for (const [parameter, name] of shortFlags) {
    const id = values[name];
    if (id === undefined) continue;
    if (Object.hasOwn(parameters, parameter) && parameters[parameter] !== id) {
      throw new UsageError(
        `Expected one value for ${parameter}, found one from ${flagOf(name)} and another from ` +
          `${flagOf('param')}. Remove one of them.`,
      );
    }
    parameters[parameter] = id;
  }
  return parameters;
}

/** Merges headers by name, without regard to case. The last header of a name counts. */
function mergeHeaders(all: readonly (HeaderVariables | undefined)[]): HeaderVariables {
  const headersByName = new Map<string, [string, string]>();
  for (const headers of all)
    for (const [name, text] of Object.entries(headers ?? {})) headersByName.set(name.toLowerCase(), [name, text]);
  return Object.fromEntries(headersByName.values());
}

function refuseContradictions({
  har,
  list,
  writes,
  target,
  keep,
  otherKeyCommand,
  writeFields,
  writeInterval,
  readByPatch,
  baseline,
  updateBaseline,
  report = [],
  contract,
  answers,
}: CommandSettings): void {
  if (contract !== undefined && answers !== undefined)
    throw new UsageError(
      `The answers in ${sanitize(answers)} apply only to the contract of this package, not to the contract given ` +
        `with --contract. Remove --contract, or add --no-answers.`,
    );
  if (har !== undefined && list)
    throw new UsageError('--har sends no requests, so --list has nothing to print. Remove --har or --list.');
  if (har !== undefined && writes !== undefined && writes !== 'none')
    throw new UsageError(`--har sends no requests, so --writes ${writes} is impossible. Remove --har or --writes.`);
  if (target === 'mock' && isRestoring(writes))
    throw new UsageError(`A mock stores nothing, so --writes ${writes} has nothing to restore. Remove --writes.`);
  for (const [name, value] of [
    ['writeFields', writeFields],
    ['writeInterval', writeInterval],
    ['readByPatch', readByPatch],
  ] as const) {
    if (value !== undefined && value !== false && !isRestoring(writes))
      throw new UsageError(
        `${flagOf(name)} needs --writes noop or roundtrip. Add one of them, or remove ${flagOf(name)}.`,
      );
  }
  if (keep && writes !== 'disposable')
    throw new UsageError('--keep needs --writes disposable. Add --writes disposable, or remove --keep.');
  if (otherKeyCommand !== undefined && writes !== 'disposable')
    throw new UsageError(
      '--other-key-command needs --writes disposable, since the other key is tried only on resources that the run ' +
        'has created. Add --writes disposable, or remove --other-key-command.',
    );
  if (updateBaseline && baseline === undefined)
    throw new UsageError('--update-baseline needs --baseline, which names the file to write. Add --baseline.');
  refuseSameFile(report);
}

/**
 * Runs a function that reads files. If one of `files` has wrong content, the error does not quote it: a configuration
 * file from somebody else can name any file in its folder, even a file with secrets.
 *
 * @param files names of the files, made safe to print
 */
export function hideContentInErrors<Value>(files: readonly string[] | undefined, work: () => Value): Value {
  const refuse = (error: unknown): never => {
    throw error instanceof FileMistake && files?.includes(error.file) ? new UsageError(error.safeMessage) : error;
  };
  try {
    const value = work();
    return value instanceof Promise ? (value.catch(refuse) as Value) : value;
  } catch (error) {
    return refuse(error);
  }
}
