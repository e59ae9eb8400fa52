import { type Command, Option } from 'commander';
import { defaults } from '../../check/model/options.js';
import { reportFormats } from '../../check/reports/formats.js';
import { baseUrlVariable } from '../../check/transport/target.js';
import { answersVariable } from '../answers-file.js';
import { collectValues } from '../command.js';
import {
  authKind,
  bodiesKind,
  decimalKind,
  fileKind,
  fileOrAddressKind,
  flagKind,
  headersKind,
  integerKind,
  nameListKind,
  oneOfKind,
  parametersKind,
  proxyKind,
  reportsKind,
  type SettingKind,
  type SettingRow,
  shardKind,
  textKind,
  webAddressKind,
  wordListKind,
} from './setting-kinds.js';

/** A setting: a flag, a variable, and an entry of the configuration file. Most are also options of `CheckOptions`. */
export interface Setting extends SettingRow {
  /** The name in camelCase. The configuration file uses the same name, unless `entry` is set. */
  name: SettingName;
}

/** A setting for the id of an existing resource, used as the value of a path parameter. */
const idSetting = (resource: string) =>
  ({
    kind: textKind('an id'),
    placeholder: 'id',
    description: `an existing ${resource} (parameter ${resource}_id)`,
  }) satisfies SettingRow;

/** All settings by name, in the order of the help. */
const settingsByName = {
  baseUrl: {
    heading: 'The server and its resources:',
    kind: textKind('an address, such as https://directory.example.com'),
    placeholder: 'url',
    variable: baseUrlVariable,
    description: 'address of the server; a path in it replaces the server path of the contract',
  },
  directory: idSetting('directory'),
  entry: idSetting('entry'),
  filter: idSetting('filter'),
  param: {
    kind: parametersKind,
    placeholder: 'name=value',
    description:
      'value of a parameter (path, query, header, cookie) or of a body field: tier_id=…, updateTier.tier_id=…',
    fileDescription:
      'Values of parameters (path, query, header, cookie) by name, such as tier_id, or for one operation only, such ' +
      'as updateTier.tier_id; and of fields of a body, such as updateTier.name.',
  },
  params: {
    kind: fileKind(),
    description: 'values of parameters by name, in a YAML or JSON file; --param overrides it',
  },
  bodies: {
    kind: bodiesKind,
    placeholder: 'operation=json',
    description: 'an example body for an operation, sent before all other bodies: createTier={"name": "Gold"}',
    fileDescription: 'Example bodies by operationId. The check sends them before other bodies.',
  },
  header: {
    heading: 'The key and other headers:',
    kind: headersKind,
    placeholder: 'name: $var',
    entry: 'headers',
    description: "a header of every request, with its value in a variable: 'X-Tenant: $TENANT'",
    fileDescription:
      'Headers of every request, each with the environment variable that holds its value: { "X-Tenant": "$TENANT" }.',
  },
  auth: {
    kind: authKind,
    placeholder: 'form',
    description:
      'how to send the key: scheme=NAME of the contract, bearer, basic, header=NAME, cookie=NAME, query=NAME',
  },
  keyCommand: {
    kind: textKind('a command'),
    placeholder: 'command',
    description: 'a command that prints the key, in place of DIRECTORY_API_KEY; it runs again after a 401',
  },
  otherKeyCommand: {
    kind: textKind('a command'),
    placeholder: 'command',
    description:
      'with disposable: a command that prints the key of another identity, in place of DIRECTORY_OTHER_API_KEY; ' +
      'that key must give no access to what the run has created',
  },
  shared: {
    kind: nameListKind('operationIds, tags or paths, such as getTier,reviews,/users/*'),
    placeholder: 'operations',
    description: 'operations whose resources other identities may see, named as for --exclude, separated by commas',
    fileDescription:
      'OperationIds, tags and paths (such as /users/*) of operations whose resources other identities may see.',
  },
  proxy: {
    heading: 'The way to the server:',
    kind: proxyKind,
    placeholder: 'url',
    description:
      'http or https proxy, instead of that of HTTPS_PROXY, HTTP_PROXY or ALL_PROXY; never used for this machine',
    isNeverInFile: true,
  },
  clientCert: { kind: fileKind(), description: 'certificate of this client (PEM), if the server asks for one' },
  clientKey: { kind: fileKind(), description: 'its private key (PEM), unless the same file contains it' },
  ca: { kind: fileKind(), description: 'certificates of authorities (PEM) to trust besides those of Node.js' },
  include: {
    heading: 'What to check:',
    kind: wordListKind(['answered', 'named', 'inferred']),
    placeholder: 'standings',
    description: 'also check write operations that the source does not state: any of answered, named, inferred',
  },
  only: {
    kind: nameListKind('operations, such as updatePartnerEntry,updateFilter'),
    placeholder: 'operations',
    description: 'check only these operations, separated by commas',
    fileDescription: 'Check only these operations, by operationId.',
  },
  exclude: {
    kind: nameListKind('operationIds, tags or paths, such as deleteTier,reviews,/users/*'),
    placeholder: 'operations',
    description: 'never call these: operationIds, tags, or paths such as /users/*, separated by commas',
    fileDescription: 'OperationIds, tags and paths (such as /users/*) of operations that are never called.',
  },
  changedFrom: {
    kind: fileOrAddressKind,
    description: 'check only operations that differ from this older contract',
  },
  writes: {
    heading: 'Writes:',
    kind: oneOfKind(['none', 'noop', 'roundtrip', 'disposable']),
    placeholder: 'mode',
    description:
      'none (default) sends no request that could change data; noop sends resources the values that they already ' +
      'have; roundtrip changes values and then restores them; disposable creates resources, changes and deletes ' +
      'them, and does not restore other data, so it is only for servers that were started for the test',
    default: 'none',
  },
  keep: { kind: flagKind, description: 'with disposable: keep the created resources, and list them' },
  writeFields: {
    kind: nameListKind('names of fields, such as slug,tier'),
    placeholder: 'names',
    description:
      'with noop and roundtrip: also write these fields, whose changes other people notice, such as status,slug',
  },
  writeInterval: {
    kind: decimalKind(0, 3600, 'seconds'),
    description: 'pause between two writes with noop and roundtrip; default 1, or 0 if the server is on this machine',
  },
  readByPatch: {
    kind: flagKind,
    description: 'with noop and roundtrip: if no read returns a resource, read it with an empty update',
    isNeverInFile: true,
  },
  confirmHost: {
    kind: textKind('a host, such as directory.example.com'),
    placeholder: 'host',
    description: 'confirm the host that --writes may change; not needed for this machine',
    isNeverInFile: true,
  },
  allowInsecureHost: {
    kind: nameListKind('hosts, such as sandbox or sandbox:4020'),
    placeholder: 'host',
    entry: 'allowInsecureHosts',
    description: 'allow plain http to this host or host:port, for example to a container',
  },
  target: {
    heading: 'How to check:',
    kind: oneOfKind(['server', 'mock']),
    placeholder: 'kind',
    description: 'server (default), or mock: a server that stores nothing, so each response is judged alone',
    fileDescription: 'mock is a server that stores nothing, so each response is judged alone.',
    default: 'server',
  },
  strict: { kind: flagKind, description: 'also fail on drift', default: false },
  seed: {
    kind: integerKind(0, 2 ** 32 - 1),
    description: 'seed of the random values',
    default: defaults.seed,
  },
  runs: {
    kind: integerKind(0, 10_000),
    description: 'number of random bodies for each operation',
    default: defaults.runs,
  },
  shard: {
    kind: shardKind,
    placeholder: 'i/n',
    description: 'check only part i of n; merge-reports combines the reports',
  },
  timings: {
    kind: fileKind(),
    placeholder: 'report.json',
    description:
      'with --shard: balance the shards by the times in a JSON report of an earlier run; use the same report ' +
      'for all shards',
  },
  concurrency: {
    heading: 'Time and amount:',
    kind: integerKind(1, 100),
    description: 'number of requests at a time; by default as many as do not slow the server down, at most 16',
  },
  rate: {
    kind: decimalKind(0.1, 1000, 'requests a second'),
    placeholder: 'number',
    description: 'maximum number of requests a second, sent at even intervals',
    fileDescription: 'Maximum number of requests a second, sent at even intervals.',
  },
  timeout: {
    kind: decimalKind(0.01, 3600, 'seconds'),
    description: 'limit for one request',
    default: defaults.timeout,
  },
  maxTime: {
    kind: decimalKind(0.01, 1_000_000, 'seconds'),
    description: 'limit for the whole run',
  },
  maxWait: {
    kind: decimalKind(0, 1_000_000, 'seconds'),
    description: 'limit for all waits that the server asks for with 429 or 503',
    default: defaults.maxWait,
  },
  settle: {
    kind: decimalKind(0, 3600, 'seconds'),
    description:
      'how long a write may take to show in reads, also after a timeout; default 10 with noop and roundtrip, ' +
      'else 0',
  },
  minCoverage: {
    kind: decimalKind(0, 100, 'per cent'),
    placeholder: 'percent',
    description: 'fail if success was tested for a smaller share of the operations in scope',
  },
  minFields: {
    kind: decimalKind(0, 100, 'per cent'),
    placeholder: 'percent',
    description: 'fail if a smaller share of the documented response fields occurred with a value',
  },
  answers: {
    heading: 'The contract, answers and known findings:',
    kind: fileKind(),
    variable: answersVariable,
    description: 'answers to open questions; they count as stated facts (default: ./directory.answers.yaml)',
  },
  noAnswers: { kind: flagKind, description: 'do not use directory.answers.yaml', isNeverInFile: true },
  contract: {
    kind: fileOrAddressKind,
    description:
      'an OpenAPI or Swagger 2.0 document, in a file or at a URL, to use instead of the contract of this package',
  },
  baseline: {
    kind: fileKind(),
    description: 'findings to accept until a date, and fields that were always present',
  },
  updateBaseline: {
    kind: flagKind,
    description: 'write the findings to the file given with --baseline',
    isNeverInFile: true,
  },
  har: {
    kind: fileKind(),
    description: 'judge recorded traffic (HAR 1.2) and send nothing',
  },
  exchanges: {
    heading: 'Output:',
    kind: flagKind,
    description: 'add each request and its response to the JSON report, for learn --har',
    isNeverInFile: true,
  },
  list: { kind: flagKind, description: 'print the test cases and send nothing', isNeverInFile: true },
  verbose: {
    kind: flagKind,
    description: 'also show observations and complete lists',
    default: false,
  },
  report: {
    kind: reportsKind,
    placeholder: 'format=file',
    description: `also write a report: ${reportFormats.join(', ')}; "-" is standard output`,
    fileDescription: 'Report files to write, by format; "-" is standard output.',
  },
  noReport: {
    kind: flagKind,
    description: 'do not write the reports that the configuration file names',
    isNeverInFile: true,
  },
  docsUrl: {
    kind: webAddressKind,
    placeholder: 'url',
    description: 'address at which your team publishes the docs; reports then link to it',
  },
  config: {
    kind: fileKind(),
    description: 'configuration file, instead of directory-contract.config.json',
    isNeverInFile: true,
  },
} as const satisfies Readonly<Record<string, SettingRow>>;

export type SettingName = keyof typeof settingsByName;

/** Settings of all commands that call the server: how their requests get there. */
export const networkSettings = ['proxy', 'clientCert', 'clientKey', 'ca', 'rate'] as const;

export const settings = Object.entries(settingsByName).map(
  ([name, row]): Setting => ({ name: name as SettingName, ...row }),
);

export type SettingValues = {
  [Name in SettingName]: (typeof settingsByName)[Name]['kind'] extends SettingKind<infer Value> ? Value : never;
};

/** Strings from the command line by setting name; true for a flag without a value. */
export type GivenFlags = Partial<Record<SettingName, string | readonly string[] | boolean>>;

export const configFile = 'directory-contract.config.json';

const variablePrefix = 'DIRECTORY_CHECK_';

/** The flag of a setting, such as `--base-url`. */
export function flagOf(name: string): string {
  return `--${wordsOfName(name).join('-')}`;
}

/** The variable of a setting, such as `DIRECTORY_CHECK_BASE_URL`. */
export function variableOf(name: string): string {
  return variablePrefix + wordsOfName(name).join('_').toUpperCase();
}

/** The name of a setting in the configuration file. */
export function entryNameOf({ name, entry = name }: { name: string; entry?: string }): string {
  return entry;
}

export function isCheckVariable(variable: string): boolean {
  return variable.startsWith(variablePrefix);
}

function wordsOfName(name: string): string[] {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' ');
}

export function descriptionOf(name: SettingName): string {
  const { description, default: defaultValue }: SettingRow = settingsByName[name];
  return typeof defaultValue === 'number' ? `${description}, ${defaultValue} by default` : description;
}

/** Adds settings of `check` to a command as flags. `ownDescriptions` replaces unsuitable descriptions. */
export function addSettings(
  command: Command,
  names: readonly SettingName[],
  ownDescriptions: Readonly<Partial<Record<SettingName, string>>> = {},
): Command {
  for (const name of names) {
    const { kind, placeholder = kind.placeholder }: SettingRow = settingsByName[name];
    const flags = `${flagOf(name)}${placeholder === undefined ? '' : ` <${placeholder}>`}`;
    const description = ownDescriptions[name] ?? descriptionOf(name);
    const option = new Option(flags, description);
    // Commander would store `--no-report` as the value of `--report`; here, these are two settings.
    option.negate = false;
    command.addOption(kind.isList ? option.argParser(collectValues) : option);
  }
  return command;
}
