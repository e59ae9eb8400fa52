import { existsSync } from 'node:fs';
import { chosenContract } from '../../check/engine/chosen-contract.js';
import { checkRequested } from '../../check/engine/requested.js';
import type { Presence } from '../../check/evidence/presence.js';
import type { CheckOptions } from '../../check/model/options.js';
import type { CheckReport } from '../../check/model/report.js';
import { exitCodeOf } from '../../check/model/state-report.js';
import { checkPlaces, deliver, type Shown } from '../../check/reports/deliver.js';
import { keyFound, writeSearched } from '../../check/reports/key-kept-out.js';
import { statusOn } from '../../check/reports/status-line.js';
import { StateRefusal } from '../../check/restore/opening.js';
import { keyInUse } from '../../check/transport/key.js';
import { confirmWrites, needsConfirmation, readTarget, type Target } from '../../check/transport/target.js';
import { stopSignals } from '../../system/stop-signals.js';
import { wrap } from '../../text/columns.js';
import { sentence } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import { type CommandSettings, readSettings } from './command-settings.js';
import type { GivenFlags } from './settings.js';

/** Where the command runs. */
export interface Surroundings extends Shown {
  /** Where the configuration file is looked for; the current folder by default. */
  folder?: string;
  /** Where a person types; nobody is asked without it. */
  input?: NodeJS.ReadStream;
}

const here: Surroundings = {
  output: process.stdout,
  errors: process.stderr,
  environment: process.env,
  input: process.stdin,
};

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
  const target =
    har === undefined || settings.baseUrl !== undefined
      ? readTarget(settings.baseUrl, settings.allowInsecureHost)
      : undefined;
  const isLive = target !== undefined && har === undefined;
  const confirmHost =
    settings.confirmHost ?? (isLive ? await typedHost(target, settings.writes, surroundings) : undefined);
  if (isLive) confirmWrites(target, settings.writes, confirmHost);
  checkPlaces(report);
  const contract = await chosenContract(settings.contract);
  checkRequested(contract, settings);

  const { errors, environment } = surroundings;
  const status = statusOn(errors, environment['TERM'] === 'dumb');
  const stop = stopSignals(() => {
    status.close();
    errors.write('Stopping: no new request is sent, and the report follows. The same signal again leaves at once.\n');
  });
  try {
    const { checkWithPresence } = await import('../../check/engine/check.js');
    const options: CheckOptions = {
      ...optionsOf(settings),
      contract,
      baseUrl: target?.baseUrl ?? '',
      onProgress: status.show,
      signal: stop.signal,
      ...(confirmHost !== undefined && { confirmHost }),
      onNotice: (text) => status.say(wrap(sentence(text), errors.columns ?? 100).join('\n')),
    };
    const { report: found, presence } = await checkWithPresence(options);
    status.close();
    const stopped = stop.exitCode();
    const mayUpdate = settings.updateBaseline === true && settings.baseline !== undefined && stopped === undefined;
    const isKept = !mayUpdate || (await updateBaseline(settings.baseline ?? '', found, presence, surroundings));
    // Whatever stopped the run, a thing that is not what it was weighs more.
    const isStopped = stopped !== undefined && exitCodeOf(found.state?.differing ?? []) === 0;
    const shown = isStopped ? { ...found, exitCode: stopped, why: `${found.why} ${stop.sentence()}` } : found;
    const exitCode = deliver(shown, report, verbose, surroundings);
    return isKept ? exitCode : exitCodes.keyInReport;
  } catch (error) {
    if (!(error instanceof StateRefusal)) throw error;
    status.say(wrap(error.message, errors.columns ?? 100).join('\n'));
    return error.exitCode;
  } finally {
    status.close();
    stop.close();
  }
}

/**
 * The host as a person types it once more, who is about to have things of it changed; undefined where nobody can be
 * asked.
 */
async function typedHost(
  target: Target,
  writes: CheckOptions['writes'],
  { errors, input }: Surroundings,
): Promise<string | undefined> {
  if (!needsConfirmation(target, writes) || input?.isTTY !== true || errors.isTTY !== true) return undefined;
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input, output: errors as NodeJS.WriteStream });
  try {
    return (
      await lines.question(`--writes ${writes} writes to things of ${target.host}. Type the host to go on: `)
    ).trim();
  } finally {
    lines.close();
  }
}

/**
 * Accepts what was found, and remembers the fields that were always there; lines that still hold stay as they are.
 *
 * @returns false where the key stood in it, and it was not written
 */
async function updateBaseline(
  file: string,
  report: CheckReport,
  presence: Presence,
  { errors, write }: Surroundings,
): Promise<boolean> {
  if (report.verdict === 'no-verdict' || report.stopped) {
    errors.write(`${file} is left as it was: the run is incomplete.\n`);
    return true;
  }
  const { baselineText, newBaseline, readBaseline } = await import('../../check/engine/baseline.js');
  const previous = existsSync(file) ? readBaseline(file) : undefined;
  const baseline = newBaseline(report, presence, report.run.started.slice(0, 10), previous);
  const isClean = writeSearched(file, baselineText(baseline), keyInUse().leaks, write);
  errors.write(
    isClean
      ? `${file} accepts ${baseline.findings.length} findings. Give each its reason before you commit it.\n`
      : `${keyFound(['the baseline'])}\n`,
  );
  return isClean;
}

/** What of the settings is for the check itself. */
function optionsOf({
  list: _list,
  verbose: _verbose,
  report: _report,
  updateBaseline,
  baseline,
  ...options
}: CommandSettings): Omit<CheckOptions, 'baseUrl'> {
  // The file of a first baseline is not there yet.
  const isFirst = updateBaseline === true && baseline !== undefined && !existsSync(baseline);
  return { ...options, ...(!isFirst && baseline !== undefined && { baseline }) };
}

/** One case a line, so that other programs can read them; what is for people goes to the other stream. */
async function listTo(settings: CommandSettings, { output, errors }: Surroundings): Promise<number> {
  const contract = await chosenContract(settings.contract);
  checkRequested(contract, settings);
  const { changedFrom } = settings;
  const changed =
    changedFrom === undefined
      ? undefined
      : (await import('../../check/engine/changed.js')).changedSince(changedFrom, contract);
  const { listCases, listText } = await import('../../check/engine/list-cases.js');
  const cases = await listCases(contract, { ...settings, ...(changed && { changed }) });
  output.write(listText(cases));
  errors.write(
    `${cases.length} cases; nothing was sent. Not among them are random bodies, and what follows from answers: ` +
      'links, pages, more things of lists.\n',
  );
  return 0;
}
