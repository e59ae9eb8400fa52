import type { CheckOptions } from './check/options.js';
import { readSettings, type CommandSettings } from './check/command-settings.js';
import type { CheckedContract } from './check/contract.js';
import { checkPlaces, deliver, type Shown } from './check/deliver.js';
import { checkRequested } from './check/requested.js';
import type { GivenFlags } from './check/settings.js';
import { statusOn } from './check/status-line.js';
import { stopSignals } from './check/stop-signals.js';
import { confirmWrites, readTarget } from './check/target.js';
import { UsageError } from './command.js';

/** Where the command runs. */
export interface Surroundings extends Shown {
  /** Where the configuration file is looked for; the current folder by default. */
  folder?: string;
}

const here: Surroundings = { output: process.stdout, errors: process.stderr, environment: process.env };

/**
 * `directory-contract check`: reads what is asked for, checks, shows the report.
 *
 * @returns the exit code
 * @throws UsageError for whatever is wrong before the first request; then nothing was sent
 */
export async function runCheck(flags: GivenFlags, surroundings: Surroundings = here): Promise<number> {
  const settings = readSettings(flags, surroundings.environment, surroundings.folder ?? '');
  if (settings.list) return listTo(settings, surroundings);
  const { report = [], verbose = false, har } = settings;
  const target = har === undefined || settings.baseUrl !== undefined ? readTarget(settings.baseUrl) : undefined;
  if (target && har === undefined) confirmWrites(target, settings.writes, settings.confirmHost);
  // Which fields were always there, only the engine has seen, and it does not say so yet.
  if (settings.updateBaseline) throw new UsageError('--update-baseline is not there yet. Write the file by hand, as baseline.schema.json says.');
  checkPlaces(report);
  checkRequested(await readContractOf(settings), settings);

  const { errors, environment } = surroundings;
  const status = statusOn(errors, environment['TERM'] === 'dumb');
  const stop = stopSignals(() => {
    status.close();
    errors.write('Stopping: no new request is sent, and the report follows. The same signal again leaves at once.\n');
  });
  try {
    const { check } = await import('./check/check.js');
    const options: CheckOptions = { ...optionsOf(settings), baseUrl: target?.baseUrl ?? '', onProgress: status.show, signal: stop.signal };
    const found = await check(options);
    status.close();
    const stopped = stop.exitCode();
    return deliver(stopped === undefined ? found : { ...found, exitCode: stopped }, report, verbose, surroundings);
  } finally {
    status.close();
    stop.close();
  }
}

/** What of the settings is for the check itself. */
function optionsOf({ list: _list, verbose: _verbose, report: _report, ...options }: CommandSettings): Omit<CheckOptions, 'baseUrl'> {
  return options;
}

async function readContractOf({ contract: file }: CommandSettings): Promise<CheckedContract> {
  if (file !== undefined) return (await import('./check/foreign-contract.js')).readContract(file);
  return (await import('./check/own-contract.js')).ownContract();
}

/** One case a line, so that other programs can read them; what is for people goes to the other stream. */
async function listTo(settings: CommandSettings, { output, errors }: Surroundings): Promise<number> {
  const contract = await readContractOf(settings);
  checkRequested(contract, settings);
  const { changedFrom } = settings;
  const changed = changedFrom === undefined ? undefined : (await import('./check/changed.js')).changedSince(changedFrom, contract);
  const { listCases, listText } = await import('./check/list-cases.js');
  const cases = await listCases(contract, { ...settings, ...(changed && { changed }) });
  output.write(listText(cases));
  errors.write(`${cases.length} cases; nothing was sent. Not among them are random bodies, and what follows from answers: links, pages, more things of lists.\n`);
  return 0;
}
