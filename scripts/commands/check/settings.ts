import { reportFormats } from '../../check/reports/index.js';
import {
  decimal,
  file,
  flag,
  ids,
  type Kind,
  names,
  oneOf,
  part,
  reports,
  someOf,
  text,
  whole,
} from './setting-kinds.js';

/**
 * A setting of the command `check`: a flag, a variable of the environment, and a name in the configuration file.
 * Everything that is known of it stands here; the engine knows it by the same name in `CheckOptions`.
 */
export interface Setting {
  /** In camelCase, as the configuration file has it. */
  name: SettingName;
  kind: Kind<unknown>;
  /** What stands for its value in the help; without it, the flag alone switches it on. */
  value?: string;
  /** Whether the flag may be given more than once. */
  repeats?: boolean;
  /** For the help. */
  about: string;
  /** For the schema of the configuration file; without it, only who runs the check can ask for it. */
  inFile?: string;
  /** What holds where nobody says anything, for the same schema. */
  default?: unknown;
}

/** All settings by name, in the order of the help. */
export const settingsByName = {
  baseUrl: {
    kind: text('an address, as https://directory.example.com'),
    value: 'url',
    about: 'address of the server, without the path of the interface',
    inFile: 'Address of the server, without the path of the interface.',
  },
  directory: {
    kind: text('an id'),
    value: 'id',
    about: 'a directory that is there (parameter directory_id)',
    inFile: 'A directory that is there: the parameter directory_id.',
  },
  entry: {
    kind: text('an id'),
    value: 'id',
    about: 'an entry that is there (parameter entry_id)',
    inFile: 'An entry that is there: the parameter entry_id.',
  },
  filter: {
    kind: text('an id'),
    value: 'id',
    about: 'a filter that is there (parameter filter_id)',
    inFile: 'A filter that is there: the parameter filter_id.',
  },
  param: {
    kind: ids,
    value: 'name=id',
    repeats: true,
    about: 'any other parameter of a path, as tier_id=… or updateTier.tier_id=…',
    inFile: 'Ids by the name of the parameter, as tier_id, or for one operation alone, as updateTier.tier_id.',
  },
  include: {
    kind: someOf(['named', 'inferred']),
    value: 'standings',
    repeats: true,
    about: 'writes in scope besides the stated ones: named, inferred',
    inFile: 'Writes in scope besides the stated ones.',
  },
  only: {
    kind: names('operations, as updatePartnerEntry,updateFilter'),
    value: 'operations',
    repeats: true,
    about: 'check these operations alone, with commas between them',
    inFile: 'Check these operations alone, by operationId.',
  },
  exclude: {
    kind: names('operationIds, tags or paths, as deleteTier,reviews,/users/*'),
    value: 'operations',
    repeats: true,
    about: 'never call these: operationIds, tags, or paths as /users/*, with commas between them',
    inFile: 'OperationIds, tags and paths (as /users/*) of operations that are not called in any way.',
  },
  changedFrom: {
    kind: file(),
    value: 'file',
    about: 'check only what another version of the contract has otherwise',
    inFile: 'Another version of the contract; only what it has otherwise is checked.',
  },
  writes: {
    kind: oneOf(['none', 'noop', 'roundtrip', 'disposable']),
    value: 'mode',
    about:
      'none, the default, changes nothing; noop sends things the values that they have; roundtrip changes them ' +
      'and puts them back; disposable creates things, changes and deletes those, and puts nothing back',
    inFile:
      'none changes nothing; noop sends things the values that they have; roundtrip changes them and puts them ' +
      'back; disposable is for servers started for the test.',
    default: 'none',
  },
  writeFields: {
    kind: names('names of fields, as slug,tier'),
    value: 'names',
    repeats: true,
    about: 'with noop and roundtrip: fields to write though others would feel it, as status,tier,slug,owner',
    inFile: 'Fields that noop and roundtrip write, too, though others would feel it.',
  },
  writeInterval: {
    kind: decimal(0, 3600, 'seconds'),
    value: 'seconds',
    about: 'between two writes with noop and roundtrip, 1 by default, 0 on this machine',
    inFile: 'Seconds between two writes with noop and roundtrip: 1 by default, and 0 on this machine.',
  },
  readByPatch: {
    kind: flag,
    about: 'with noop and roundtrip: where no read shows a thing, read it by an empty update',
  },
  confirmHost: {
    kind: text('a host, as directory.example.com'),
    value: 'host',
    about: 'with --writes other than none: the host that may be changed, unless it is this machine',
  },
  allowInsecureHost: {
    kind: text('a host, as sandbox'),
    value: 'host',
    about: 'a host that may be called by http though it is not this machine, as between containers',
  },
  target: {
    kind: oneOf(['server', 'mock']),
    value: 'kind',
    about: 'server, the default, or mock: a server without state, whose answers are judged alone',
    inFile: 'mock is a server without state, whose answers are judged alone.',
    default: 'server',
  },
  strict: { kind: flag, about: 'fail at drift, too', inFile: 'Fail at drift, too.', default: false },
  seed: {
    kind: whole(0, 2 ** 32 - 1),
    value: 'number',
    about: 'where random values begin, 0 by default',
    inFile: 'Where random values begin.',
    default: 0,
  },
  runs: {
    kind: whole(0, 10_000),
    value: 'number',
    about: 'random bodies an operation, 10 by default',
    inFile: 'Random bodies an operation.',
    default: 10,
  },
  shard: {
    kind: part,
    value: 'i/n',
    about: 'check the part i of n alone; merge-reports puts the reports together',
    inFile: 'Check one part alone, as 1/4.',
  },
  concurrency: {
    kind: whole(1, 100),
    value: 'number',
    about: 'reads at a time, 4 by default',
    inFile: 'Reads at a time.',
    default: 4,
  },
  timeout: {
    kind: decimal(0.01, 3600, 'seconds'),
    value: 'seconds',
    about: 'for one request in all, 30 by default',
    inFile: 'Seconds for one request in all.',
    default: 30,
  },
  maxTime: {
    kind: decimal(0.01, 1_000_000, 'seconds'),
    value: 'seconds',
    about: 'for the whole run',
    inFile: 'Seconds for the whole run; without it there is no limit.',
  },
  maxWait: {
    kind: decimal(0, 1_000_000, 'seconds'),
    value: 'seconds',
    about: 'for all waits that the server asks for with 429 or 503, 120 by default',
    inFile: 'Seconds for all waits that the server asks for with 429 or 503.',
    default: 120,
  },
  settle: {
    kind: decimal(0, 3600, 'seconds'),
    value: 'seconds',
    about:
      'that reads may lag behind writes, and a write without an answer may come late; 10 by default with noop ' +
      'and roundtrip, else 0',
    inFile:
      'Seconds that reads may lag behind writes, and that a write without an answer may come late: 10 by ' +
      'default with noop and roundtrip, else 0.',
  },
  minCoverage: {
    kind: decimal(0, 100, 'per cent'),
    value: 'percent',
    about: 'of the operations in scope whose success must be tested',
    inFile: 'Per cent of the operations in scope whose success must be tested.',
  },
  contract: {
    kind: file(),
    value: 'file',
    about: 'another OpenAPI 3.1 document than the one of this package',
    inFile: 'Another OpenAPI 3.1 document than the one of this package.',
  },
  baseline: {
    kind: file(),
    value: 'file',
    about: 'findings that are accepted for a while, and fields that were always there',
    inFile: 'Findings that are accepted for a while, and fields that were always there.',
  },
  updateBaseline: { kind: flag, about: 'write what was found to the file of --baseline' },
  har: {
    kind: file(),
    value: 'file',
    about: 'judge recorded traffic, and send nothing',
    inFile: 'Recorded traffic to judge instead of a server.',
  },
  list: { kind: flag, about: 'print the cases that would be sent, and send nothing' },
  verbose: {
    kind: flag,
    about: 'show observations and whole lists, too',
    inFile: 'Show observations and whole lists, too.',
    default: false,
  },
  report: {
    kind: reports,
    value: 'format=file',
    repeats: true,
    about: `write a report: ${reportFormats.join(', ')}; "-" is standard output`,
    inFile: 'Files to write by format; "-" is standard output.',
  },
  config: { kind: file(), value: 'file', about: 'settings, instead of those in directory-contract.config.json' },
} as const satisfies Readonly<Record<string, Omit<Setting, 'name'>>>;

export type SettingName = keyof typeof settingsByName;

export const settings = Object.entries(settingsByName).map(
  ([name, row]): Setting => ({ name: name as SettingName, ...row }),
);

/** Texts of the command line by name of the setting; true where a flag has no value. */
export type GivenFlags = Partial<Record<SettingName, string | readonly string[] | true>>;
