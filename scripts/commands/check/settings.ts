import { reportFormats } from '../../check/reports/formats.js';
import {
  auth,
  decimal,
  file,
  fileOrAddress,
  flag,
  headers,
  names,
  oneOf,
  parameters,
  part,
  reports,
  type SettingRow,
  someOf,
  text,
  webAddress,
  whole,
} from './setting-kinds.js';

/**
 * A setting of the command `check`: a flag, an environment variable, and an entry in the configuration file. This table
 * is its only definition; `CheckOptions` has it under the same name.
 */
export interface Setting extends SettingRow {
  /** In camelCase, as in the configuration file. */
  name: SettingName;
}

/** All settings by name, in the order of the help. */
export const settingsByName = {
  baseUrl: {
    kind: text('an address, such as https://directory.example.com'),
    value: 'url',
    about: 'address of the server; a path in it replaces that of the servers in the contract',
    inFile: 'Address of the server. A path in it replaces that of the servers in the contract.',
  },
  directory: {
    kind: text('an id'),
    value: 'id',
    about: 'an existing directory (parameter directory_id)',
    inFile: 'An existing directory: the parameter directory_id.',
  },
  entry: {
    kind: text('an id'),
    value: 'id',
    about: 'an existing entry (parameter entry_id)',
    inFile: 'An existing entry: the parameter entry_id.',
  },
  filter: {
    kind: text('an id'),
    value: 'id',
    about: 'an existing filter (parameter filter_id)',
    inFile: 'An existing filter: the parameter filter_id.',
  },
  param: {
    kind: parameters,
    value: 'name=value',
    repeats: true,
    about: 'any parameter of a path, query, header or cookie, such as tier_id=… or updateTier.tier_id=…',
    inFile:
      'Values of parameters (path, query, header, cookie) by name, such as tier_id, or for one operation only, such ' +
      'as updateTier.tier_id.',
  },
  params: {
    kind: file(),
    value: 'file',
    about: 'values of parameters by name, in a YAML or JSON file; --param overrides it',
    inFile: 'A YAML or JSON file with values of parameters by name; "param" overrides it.',
  },
  header: {
    kind: headers,
    value: 'name: $var',
    entry: 'headers',
    repeats: true,
    about: "a header of every request, with its value in a variable: 'X-Tenant: $TENANT'",
    inFile: 'Headers of every request, with the variables of their values: { "X-Tenant": "$TENANT" }.',
  },
  auth: {
    kind: auth,
    value: 'form',
    about: 'how to send the key: scheme=NAME of the contract, bearer, basic, header=NAME, cookie=NAME, query=NAME',
    inFile:
      'How to send the key: scheme=NAME of the contract, bearer, basic (the key is user:password), header=NAME, ' +
      'cookie=NAME or query=NAME.',
  },
  keyCommand: {
    kind: text('a command'),
    value: 'command',
    about: 'a command that prints the key, in place of DIRECTORY_API_KEY; it runs again after a 401',
    inFile: 'A command that prints the key, in place of DIRECTORY_API_KEY. It runs again after a 401.',
  },
  include: {
    kind: someOf(['answered', 'named', 'inferred']),
    value: 'standings',
    repeats: true,
    about: 'writes to check in addition to the stated ones: answered, named, inferred',
    inFile: 'Writes to check in addition to the stated ones.',
  },
  only: {
    kind: names('operations, such as updatePartnerEntry,updateFilter'),
    value: 'operations',
    repeats: true,
    about: 'check only these operations, separated by commas',
    inFile: 'Check only these operations, by operationId.',
  },
  exclude: {
    kind: names('operationIds, tags or paths, such as deleteTier,reviews,/users/*'),
    value: 'operations',
    repeats: true,
    about: 'never call these: operationIds, tags, or paths such as /users/*, separated by commas',
    inFile: 'OperationIds, tags and paths (such as /users/*) of operations that are never called.',
  },
  changedFrom: {
    kind: fileOrAddress,
    value: 'file',
    about: 'check only operations that differ from this older contract',
    inFile: 'An older contract; only operations that differ from it are checked.',
  },
  writes: {
    kind: oneOf(['none', 'noop', 'roundtrip', 'disposable']),
    value: 'mode',
    about:
      'none (default) changes nothing; noop writes the current values to resources; roundtrip changes them and ' +
      'puts them back; disposable creates resources, changes them, and removes them at its end; it restores nothing',
    inFile:
      'none changes nothing; noop writes the current values to resources; roundtrip changes them and puts them ' +
      'back; disposable is for servers started for the test.',
    default: 'none',
  },
  keep: { kind: flag, about: 'with disposable: leave what the run has created, and list it' },
  writeFields: {
    kind: names('names of fields, such as slug,tier'),
    value: 'names',
    repeats: true,
    about: 'with noop and roundtrip: also write these fields, whose changes affect others, such as status,slug',
    inFile: 'Fields that noop and roundtrip also write, although changes to them affect others.',
  },
  writeInterval: {
    kind: decimal(0, 3600, 'seconds'),
    value: 'seconds',
    about: 'pause between two writes with noop and roundtrip; default 1, or 0 on this machine',
    inFile: 'Seconds between two writes with noop and roundtrip: 1 by default, and 0 on this machine.',
  },
  readByPatch: {
    kind: flag,
    about: 'with noop and roundtrip: if no read returns a resource, read it by an empty update',
  },
  confirmHost: {
    kind: text('a host, such as directory.example.com'),
    value: 'host',
    about: 'confirm the host that --writes may change; not needed for this machine',
  },
  allowInsecureHost: {
    kind: names('hosts, such as sandbox or sandbox:4020'),
    value: 'host',
    entry: 'allowInsecureHosts',
    repeats: true,
    about: 'allow http for this host, with or without a port, although it is not this machine: for containers',
    inFile:
      'Hosts that may be called by http although they are not this machine, such as sandbox:4020: for containers in ' +
      'a network that is not shared.',
  },
  target: {
    kind: oneOf(['server', 'mock']),
    value: 'kind',
    about: 'server (default), or mock: a server that stores nothing, so each response is judged alone',
    inFile: 'mock is a server that stores nothing, so each response is judged alone.',
    default: 'server',
  },
  strict: { kind: flag, about: 'also fail at drift', inFile: 'Also fail at drift.', default: false },
  seed: {
    kind: whole(0, 2 ** 32 - 1),
    value: 'number',
    about: 'seed of the random values, 0 by default',
    inFile: 'Seed of the random values.',
    default: 0,
  },
  runs: {
    kind: whole(0, 10_000),
    value: 'number',
    about: 'random bodies for each operation, 10 by default',
    inFile: 'Random bodies for each operation.',
    default: 10,
  },
  shard: {
    kind: part,
    value: 'i/n',
    about: 'check only part i of n; merge-reports combines the reports',
    inFile: 'Check only one part, such as 1/4.',
  },
  timings: {
    kind: file(),
    value: 'report.json',
    about: 'with --shard: cut the parts by the times in a JSON report of an earlier run, the same one for all parts',
    inFile: 'A JSON report of an earlier run; by the times in it, "shard" cuts parts that take equally long.',
  },
  concurrency: {
    kind: whole(1, 100),
    value: 'number',
    about: 'requests at a time; by default as many as keep the server as fast, at most 16',
    inFile: 'Requests at a time; by default as many as the server takes without becoming slower, at most 16.',
  },
  timeout: {
    kind: decimal(0.01, 3600, 'seconds'),
    value: 'seconds',
    about: 'limit for one request, 30 by default',
    inFile: 'Limit for one request, in seconds.',
    default: 30,
  },
  maxTime: {
    kind: decimal(0.01, 1_000_000, 'seconds'),
    value: 'seconds',
    about: 'limit for the whole run',
    inFile: 'Limit for the whole run, in seconds; by default no limit.',
  },
  maxWait: {
    kind: decimal(0, 1_000_000, 'seconds'),
    value: 'seconds',
    about: 'limit for all waits that the server asks for with 429 or 503, 120 by default',
    inFile: 'Limit for all waits that the server asks for with 429 or 503, in seconds.',
    default: 120,
  },
  settle: {
    kind: decimal(0, 3600, 'seconds'),
    value: 'seconds',
    about:
      'how long a write may take to show in reads, also after a timeout; default 10 with noop and roundtrip, ' +
      'else 0',
    inFile:
      'How long a write may take to show in reads, also after a timeout, in seconds: 10 by default with noop and ' +
      'roundtrip, else 0.',
  },
  minCoverage: {
    kind: decimal(0, 100, 'per cent'),
    value: 'percent',
    about: 'fail if success was tested for fewer operations in scope',
    inFile: 'Percentage of the operations in scope whose success must be tested.',
  },
  answers: {
    kind: file(),
    value: 'file',
    about: 'answers to open questions, which then weigh like stated facts; default directory.answers.yaml here',
    inFile: 'Answers to open questions of the contract, which then weigh like stated facts.',
  },
  noAnswers: { kind: flag, about: 'do not use directory.answers.yaml' },
  contract: {
    kind: fileOrAddress,
    value: 'file',
    about: 'an OpenAPI or Swagger 2.0 document, in a file or at a URL, to use instead of the contract of this package',
    inFile:
      'An OpenAPI or Swagger 2.0 document, in a file or at a URL, to use instead of the contract of this package.',
  },
  baseline: {
    kind: file(),
    value: 'file',
    about: 'findings to accept until a date, and fields that were always present',
    inFile: 'Findings to accept until a date, and fields that were always present.',
  },
  updateBaseline: { kind: flag, about: 'write the findings to the file of --baseline' },
  har: {
    kind: file(),
    value: 'file',
    about: 'judge recorded traffic (HAR 1.2) and send nothing',
    inFile: 'Recorded traffic to judge instead of a server.',
  },
  exchanges: { kind: flag, about: 'add each request and its response to the JSON report, for learn --har' },
  list: { kind: flag, about: 'print the test cases and send nothing' },
  verbose: {
    kind: flag,
    about: 'also show observations and complete lists',
    inFile: 'Also show observations and complete lists.',
    default: false,
  },
  report: {
    kind: reports,
    value: 'format=file',
    repeats: true,
    about: `write a report: ${reportFormats.join(', ')}; "-" is standard output`,
    inFile: 'Files to write by format; "-" is standard output.',
  },
  docsUrl: {
    kind: webAddress,
    value: 'url',
    about: 'where your team publishes the docs, to which reports then link',
    inFile: 'Where your team publishes the docs; reports link to them.',
  },
  config: { kind: file(), value: 'file', about: 'configuration file, instead of directory-contract.config.json' },
} as const satisfies Readonly<Record<string, SettingRow>>;

export type SettingName = keyof typeof settingsByName;

export const settings = Object.entries(settingsByName).map(
  ([name, row]): Setting => ({ name: name as SettingName, ...row }),
);

/** Texts of the command line by name of the setting; true for a flag without a value, false for `--no-answers`. */
export type GivenFlags = Partial<Record<SettingName, string | readonly string[] | boolean>>;
