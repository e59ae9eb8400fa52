import { existsSync } from 'node:fs';
import { chosenContract } from '../../check/engine/contract/chosen-contract.js';
import { checkRequested } from '../../check/engine/contract/given-parameters.js';
import type { Presence } from '../../check/evidence/presence.js';
import type { CheckedContract } from '../../check/model/contract/contract.js';
import type { CheckOptions } from '../../check/model/options.js';
import type { CheckReport } from '../../check/model/report/report.js';
import { exitCodeOf, leftOf } from '../../check/model/report/state-report.js';
import { checkPlaces, deliver, keyFound, writeSearched } from '../../check/reports/deliver.js';
import { statusOn } from '../../check/reports/status-line.js';
import { StateRefusal } from '../../check/restore/opening.js';
import { keyInUse } from '../../check/transport/key.js';
import { confirmWrites, needsConfirmation, readTarget, type Target } from '../../check/transport/target.js';
import { whyUnwritable } from '../../files/whole-file.js';
import { stopSignals } from '../../system/last-handler.js';
import { keepHeapSmall, withoutOptimizer } from '../../system/v8.js';
import { wrap } from '../../text/columns.js';
import { sentence, visible, whole } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import { counted } from '../../text/numbers.js';
import { UsageError } from '../../text/usage-error.js';
import { usualAnswers } from '../answers-file.js';
import { here, type Surroundings } from '../command.js';
import { type CommandSettings, readSettings, withoutContentOf } from './command-settings.js';
import type { GivenFlags } from './settings.js';

/**
 * `directory-contract check`: reads the settings, runs the check, shows the report.
 *
 * @returns the exit code
 * @throws UsageError for a mistake that is found before the first request; then nothing was sent
 */
export async function runCheck(flags: GivenFlags, surroundings: Surroundings = here): Promise<number> {
  const settings = readSettings(flags, surroundings.environment, surroundings.folder ?? '');
  return withoutContentOf(settings.namedFiles, () => checkedBy(settings, surroundings));
}

async function checkedBy(settings: CommandSettings, surroundings: Surroundings): Promise<number> {
  if (settings.list) return listTo(settings, surroundings);
  const { report = [], verbose = false, har } = settings;
  const target =
    har === undefined || settings.baseUrl !== undefined
      ? readTarget(settings.baseUrl, settings.allowInsecureHosts)
      : undefined;
  const isLive = target !== undefined && har === undefined;
  const confirmHost =
    settings.confirmHost ?? (isLive ? await typedHost(target, settings.writes, surroundings) : undefined);
  if (isLive) confirmWrites(target, settings.writes, confirmHost);
  checkPlaces(report);
  refuseUnwritable(settings);
  const contract = await contractOf(settings, surroundings);
  checkRequested(contract, settings);

  const { errors, environment } = surroundings;
  const status = statusOn(errors, environment['TERM'] === 'dumb');
  const stop = stopSignals(() => {
    status.close();
    errors.write('Stopping: sends no new requests and prints the report. A second signal ends the program at once.\n');
  });
  try {
    const { checkWithPresence } = await import('../../check/engine/check.js');
    keepHeapSmall();
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
    // A resource that was not restored outweighs the signal.
    const isStopped = stopped !== undefined && exitCodeOf(found.state?.differing ?? []) === 0;
    const { config } = settings;
    const read = config === undefined ? found : { ...found, run: { ...found.run, config } };
    const left = leftOf(found.created ?? []).length;
    const isLeft = left > 0 ? ` It has not removed ${counted(left, 'resource')} that it created, or may have.` : '';
    const shown = isStopped ? { ...read, exitCode: stopped, why: `${found.why} ${stop.sentence()}${isLeft}` } : read;
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

/** The contract that the settings name; by default that of this package, as the usual file with answers teaches it. */
export async function contractOf(
  { contract, answers, noAnswers }: Pick<CommandSettings, 'contract' | 'answers' | 'noAnswers'>,
  { errors, folder = '' }: Pick<Surroundings, 'errors' | 'folder'>,
): Promise<CheckedContract> {
  const mayTeach = contract === undefined && answers === undefined && !noAnswers;
  const file = answers ?? (mayTeach ? usualAnswers(folder, errors) : undefined);
  if (contract !== undefined || file === undefined)
    return chosenContract({
      ...(contract !== undefined && { contract }),
      ...(file !== undefined && { answers: file }),
    });
  const { taughtContract } = await import('../../check/engine/contract/taught-contract.js');
  return withoutOptimizer(() => taughtContract(file));
}

/** Asks the person to type the host before its resources are changed; undefined if nobody can be asked. */
export async function typedHost(
  target: Target,
  writes: CheckOptions['writes'],
  { errors, input }: Surroundings,
): Promise<string | undefined> {
  if (!needsConfirmation(target, writes) || input?.isTTY !== true || errors.isTTY !== true) return undefined;
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input, output: errors as NodeJS.WriteStream });
  try {
    const question = `--writes ${writes} changes resources on ${target.host}. Type the host to continue: `;
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}

/**
 * Writes a baseline that accepts the findings and records the fields that were always present. Entries that are still
 * valid stay as they are.
 *
 * @returns false if the baseline contained the key, and was not written
 */
async function updateBaseline(
  file: string,
  report: CheckReport,
  presence: Presence,
  { errors, write }: Surroundings,
): Promise<boolean> {
  if (report.verdict === 'no-verdict' || report.stopped) {
    errors.write(`The run is incomplete, so ${whole(file)} was not updated.\n`);
    return true;
  }
  const { baselineText, newBaseline, readBaseline } = await import('../../check/engine/report/baseline.js');
  const previous = existsSync(file) ? readBaseline(file) : undefined;
  const baseline = newBaseline(report, presence, report.run.started.slice(0, 10), previous);
  const isClean = writeSearched(file, baselineText(baseline), keyInUse().leaks, write);
  errors.write(
    isClean
      ? `${whole(file)} accepts ${baseline.findings.length} findings. Write the reason for each before you commit it.\n`
      : `${keyFound(['the baseline'])}\n`,
  );
  return isClean;
}

/** @throws UsageError if the baseline that the run is to write could not be written at its end */
function refuseUnwritable({ updateBaseline, baseline }: CommandSettings): void {
  const why = updateBaseline === true && baseline !== undefined ? whyUnwritable(baseline) : undefined;
  if (why !== undefined)
    throw new UsageError(`The baseline ${visible(baseline ?? '')} cannot be written: ${why}. Choose another path.`);
}

/** The settings that the check itself needs. */
export function optionsOf({
  list: _list,
  verbose: _verbose,
  report: _report,
  answers: _answers,
  noAnswers: _noAnswers,
  config: _config,
  namedFiles: _namedFiles,
  updateBaseline,
  baseline,
  ...options
}: CommandSettings): Omit<CheckOptions, 'baseUrl' | 'answers'> {
  // The file of a first baseline does not exist yet.
  const isFirst = updateBaseline === true && baseline !== undefined && !existsSync(baseline);
  return { ...options, ...(!isFirst && baseline !== undefined && { baseline }) };
}

/** Prints one case a line, for other programs; the summary goes to standard error. */
async function listTo(settings: CommandSettings, surroundings: Surroundings): Promise<number> {
  const chosen = await contractOf(settings, surroundings);
  checkRequested(chosen, settings);
  const { preparedContract } = await import('../../check/engine/contract/prepared-contract.js');
  const contract = preparedContract(chosen, settings);
  const { output, errors } = surroundings;
  const { listCases, listText } = await import('../../check/engine/runners/list-cases.js');
  const cases = await listCases(contract, settings);
  output.write(listText(cases));
  errors.write(
    `${cases.length} cases; nothing was sent. A run also sends random bodies, and follows links, pages and list ` +
      'items in responses.\n',
  );
  return 0;
}
