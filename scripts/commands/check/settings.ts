import { baseUrlVariable } from '../../check/transport/target.js';
import { exitCodeLines, stoppedBySignal } from '../../text/exit-codes.js';

/** A setting of the command `check`: a flag, a variable of the environment, and a name in the configuration file. */
export interface Setting {
  /** In camelCase, as the configuration file has it. */
  name: string;
  /** What stands for its value in the help; without it, the flag alone switches it on. */
  value?: string;
  /** Whether the flag may be given more than once. */
  repeats?: boolean;
  about: string;
  /** Whether only who runs the check can ask for it: a file in a folder cannot. */
  isByHand?: boolean;
}

/** All settings, in the order of the help. */
export const settings = [
  { name: 'baseUrl', value: 'url', about: 'address of the server, without the path of the interface' },
  { name: 'directory', value: 'id', about: 'a directory that is there (parameter directory_id)' },
  { name: 'entry', value: 'id', about: 'an entry that is there (parameter entry_id)' },
  { name: 'filter', value: 'id', about: 'a filter that is there (parameter filter_id)' },
  {
    name: 'param',
    value: 'name=id',
    repeats: true,
    about: 'any other parameter of a path, as tier_id=… or updateTier.tier_id=…',
  },
  {
    name: 'include',
    value: 'standings',
    repeats: true,
    about: 'writes in scope besides the stated ones: named, inferred',
  },
  { name: 'only', value: 'operations', repeats: true, about: 'check these operations alone, with commas between them' },
  {
    name: 'exclude',
    value: 'operations',
    repeats: true,
    about: 'never call these: operationIds, tags, or paths as /users/*, with commas between them',
  },
  { name: 'changedFrom', value: 'file', about: 'check only what another version of the contract has otherwise' },
  {
    name: 'writes',
    value: 'mode',
    about:
      'none, the default, changes nothing; noop sends things the values that they have; roundtrip changes them and puts them back; disposable creates things, changes and deletes those, and puts nothing back',
  },
  {
    name: 'writeFields',
    value: 'names',
    repeats: true,
    about: 'with noop and roundtrip: fields to write though others would feel it, as status,tier,slug,owner',
  },
  {
    name: 'writeInterval',
    value: 'seconds',
    about: 'between two writes with noop and roundtrip, 1 by default, 0 on this machine',
  },
  {
    name: 'readByPatch',
    about: 'with noop and roundtrip: where no read shows a thing, read it by an empty update',
    isByHand: true,
  },
  {
    name: 'confirmHost',
    value: 'host',
    about: 'with --writes other than none: the host that may be changed, unless it is this machine',
    isByHand: true,
  },
  {
    name: 'allowInsecureHost',
    value: 'host',
    about: 'a host that may be called by http though it is not this machine, as between containers',
    isByHand: true,
  },
  {
    name: 'target',
    value: 'kind',
    about: 'server, the default, or mock: a server without state, whose answers are judged alone',
  },
  { name: 'strict', about: 'fail at drift, too' },
  { name: 'seed', value: 'number', about: 'where random values begin, 0 by default' },
  { name: 'runs', value: 'number', about: 'random bodies an operation, 10 by default' },
  { name: 'shard', value: 'i/n', about: 'check the part i of n alone; merge-reports puts the reports together' },
  { name: 'concurrency', value: 'number', about: 'reads at a time, 4 by default' },
  { name: 'timeout', value: 'seconds', about: 'for one request in all, 30 by default' },
  { name: 'maxTime', value: 'seconds', about: 'for the whole run' },
  {
    name: 'maxWait',
    value: 'seconds',
    about: 'for all waits that the server asks for with 429 or 503, 120 by default',
  },
  {
    name: 'settle',
    value: 'seconds',
    about:
      'that reads may lag behind writes, and a write without an answer may come late; 10 by default with noop and roundtrip, else 0',
  },
  { name: 'minCoverage', value: 'percent', about: 'of the operations in scope whose success must be tested' },
  { name: 'contract', value: 'file', about: 'another OpenAPI 3.1 document than the one of this package' },
  {
    name: 'baseline',
    value: 'file',
    about: 'findings that are accepted for a while, and fields that were always there',
  },
  { name: 'updateBaseline', about: 'write what was found to the file of --baseline', isByHand: true },
  { name: 'har', value: 'file', about: 'judge recorded traffic, and send nothing' },
  { name: 'list', about: 'print the cases that would be sent, and send nothing', isByHand: true },
  { name: 'verbose', about: 'show observations and whole lists, too' },
  {
    name: 'report',
    value: 'format=file',
    repeats: true,
    about: 'write a report: junit, json, sarif, markdown, github, html, evidence; "-" is standard output',
  },
  {
    name: 'config',
    value: 'file',
    about: 'settings, instead of those in directory-contract.config.json',
    isByHand: true,
  },
] as const satisfies readonly Setting[];

export type SettingName = (typeof settings)[number]['name'];

/** Texts of the command line by name of the setting; true where a flag has no value. */
export type GivenFlags = Partial<Record<SettingName, string | readonly string[] | true>>;

/** The configuration file that is read where none is named. */
export const configFile = 'directory-contract.config.json';

const prefix = 'DIRECTORY_CHECK_';

/** `--base-url`. */
export function flagOf(name: string): string {
  return `--${words(name).join('-')}`;
}

/** `DIRECTORY_CHECK_BASE_URL`. */
export function variableOf(name: string): string {
  return prefix + words(name).join('_').toUpperCase();
}

/** Whether a variable of the environment is meant for the check, known or not. */
export function isVariable(variable: string): boolean {
  return variable.startsWith(prefix);
}

function words(name: string): string[] {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' ');
}

/** What stands below the flags in the help. */
export const settingsHelp = `
The key of the server comes from DIRECTORY_API_KEY alone.

Each setting has a twin in the environment and a name in the file
${configFile} of the current folder: --max-time is
${variableOf('maxTime')} and "maxTime". The address is ${baseUrlVariable},
too. Variables have commas between values, and true or false for a flag without
a value. A flag counts before a variable, and a variable before the file, whose
paths begin at its folder.

Exit codes, the first that holds:
${exitCodeLines({
  keyInReport: 'the key stood in a report, which was not written',
  notRestored: 'a thing is not what it was, or nobody can say: run undo',
  journalDamaged: 'the journal of a run before is damaged',
  changedByOthers: 'a thing was changed by somebody else meanwhile, and left so',
  inUse: 'another run writes there, or one before is not undone: run status',
  usage: 'the command line, a file or the contract is wrong',
  SIGHUP: stoppedBySignal,
  violated: 'the contract is violated',
  noVerdict: 'no verdict: unreachable, key refused, server busy, out of time',
  tooLittleTested: 'less was tested than --min-coverage',
  done: 'none of these',
})}`;
