import { join } from 'node:path';
import { defaultFile } from '../../answers/answers.js';
import { HarFiles } from '../../check/engine/recording/har-files.js';
import { exitCodeOf } from '../../check/model/report/state-report.js';
import { containsKey, keyLeakText } from '../../check/reports/key-free-file.js';
import { createStatusLine } from '../../check/reports/status-line.js';
import { StateRefusal } from '../../check/restore/journal-folder.js';
import { getKeySearch } from '../../check/transport/key.js';
import { confirmWrites, readTarget, targetOf } from '../../check/transport/target.js';
import { isIncomplete, type LearnOptions, type LearnResult } from '../../learn/learn-result.js';
import { learn } from '../../learn/rounds.js';
import { SavedAnswers } from '../../learn/saved-answers.js';
import { watchStopSignals } from '../../system/exit-handler.js';
import { wrap } from '../../text/columns.js';
import { sanitize, sanitizeSentence, toSafeJson } from '../../text/escape.js';
import { exitCodes, worstExitCode } from '../../text/exit-codes.js';
import { formatCount } from '../../text/numbers.js';
import { createProgress } from '../../text/progress.js';
import { UsageError } from '../../text/usage-error.js';
import { schemaLine } from '../answers-file.js';
import { type CommandSettings, hideContentInErrors, readSettings } from '../check/command-settings.js';
import { askToConfirmHost, optionsOf } from '../check/run.js';
import type { GivenFlags } from '../check/settings.js';
import { type CommandContext, processContext } from '../command.js';
import { jsonOf, resultText, runDialogue, summaryText, unsavedText } from './dialogue.js';

export interface LearnFlags extends Omit<GivenFlags, 'har'> {
  har?: readonly string[];
  yes?: boolean;
  acceptLikely?: boolean;
  dryRun?: boolean;
  check?: boolean;
  json?: boolean;
}

/** The streams and the folder of the command. Tests can also replace the check. */
interface LearnContext extends CommandContext {
  runCheck?: LearnOptions['runCheck'];
}

/**
 * `directory-contract learn`: proposes answers that a server or recorded traffic supports, and writes those that the
 * user accepts.
 *
 * @returns the exit code
 * @throws UsageError for a mistake found before the first request, or if the file cannot be written
 */
export async function runLearn(flags: LearnFlags, context: LearnContext = processContext): Promise<number> {
  const { har: _h, yes: _y, acceptLikely: _a, dryRun: _d, check: _c, json: _j, ...checkFlags } = flags;
  const settings = readSettings(checkFlags, context.environment, context.folder ?? '');
  refuseCheckSettings(settings, flags);
  return hideContentInErrors(settings.configuredFiles, () => learnWithSettings(settings, flags, context));
}

async function learnWithSettings(settings: CommandSettings, flags: LearnFlags, context: LearnContext): Promise<number> {
  const { har, yes, acceptLikely = false, dryRun, check, json } = flags;
  const { folder = '' } = context;
  const file = settings.answers ?? join(folder, defaultFile);
  const savedAnswers = new SavedAnswers(file, schemaLine(file));
  const mode = { isDryRun: dryRun === true || check === true, isJson: json === true, acceptsAll: yes === true };
  if ((mode.acceptsAll && !mode.isDryRun) || mayAskQuestions(mode, context)) savedAnswers.requireWritable();
  const stopListener = watchStopSignals(() =>
    context.errors.write(
      'Stopping: no new requests are sent, and answers so far are printed. A second signal ends the program at once.\n',
    ),
  );
  const options = {
    file,
    text: savedAnswers.text,
    acceptLikely,
    today: new Date().toISOString().slice(0, 10),
    signal: stopListener.signal,
    ...(context.runCheck && { runCheck: context.runCheck }),
  };
  let result: LearnResult | number;
  try {
    result = har
      ? await learnFromFiles(har, settings, options, context)
      : await learnFromServer(settings, options, context);
  } finally {
    stopListener.close();
  }
  if (typeof result === 'number') return result;
  const stopCode = stopListener.exitCode();
  const code = await deliverResult(result, savedAnswers, mode, context, options.today);
  return worstExitCode([code, ...(stopCode === undefined ? [] : [stopCode]), exitCodeFor(result, check === true)]);
}

/** @throws UsageError for settings of `check` that do not apply to `learn` */
function refuseCheckSettings(settings: CommandSettings, { har, writes }: LearnFlags): void {
  if (settings.contract !== undefined)
    throw new UsageError('Only the contract of this package has questions to answer. Remove the setting "contract".');
  if (har && writes !== undefined && writes !== 'none')
    throw new UsageError(
      `--har sends no requests, so --writes ${String(writes)} is impossible. Remove --har or --writes.`,
    );
}

async function learnFromFiles(
  files: readonly string[],
  { baseUrl }: CommandSettings,
  options: Omit<LearnOptions, 'baseUrl'>,
  { errors }: LearnContext,
): Promise<LearnResult> {
  const origin = baseUrl === undefined ? undefined : new URL(targetOf(baseUrl).baseUrl).origin;
  const progress = createProgress(errors);
  try {
    return await learn({ ...options, baseUrl: baseUrl ?? '', traffic: new HarFiles(files, origin, progress) });
  } finally {
    progress.close();
  }
}

/** @returns an exit code, instead of a result, if another run uses the server */
async function learnFromServer(
  settings: CommandSettings,
  options: Omit<LearnOptions, 'baseUrl'>,
  context: LearnContext,
): Promise<LearnResult | number> {
  const { errors, environment } = context;
  const {
    contract: _,
    baseline: _b,
    changedFrom: _c,
    har: _h,
    shard: _s,
    timings: _t,
    ...checkOptions
  } = optionsOf(settings);
  const target = readTarget(settings.baseUrl, settings.allowInsecureHosts);
  const confirmHost = settings.confirmHost ?? (await askToConfirmHost(target, settings.writes, context));
  confirmWrites(target, settings.writes, confirmHost);
  const status = createStatusLine(errors, environment['TERM'] === 'dumb');
  const say = (text: string): void => status.printAbove(wrap(sanitizeSentence(text), errors.columns ?? 80).join('\n'));
  try {
    return await learn({
      ...checkOptions,
      ...options,
      baseUrl: target.baseUrl,
      onProgress: status.show,
      onNotice: say,
      ...(confirmHost !== undefined && { confirmHost }),
    });
  } catch (error) {
    if (!(error instanceof StateRefusal)) throw error;
    say(error.message);
    return error.exitCode;
  } finally {
    status.close();
  }
}

interface OutputMode {
  isDryRun: boolean;
  isJson: boolean;
  /** Whether to write the answers without asking. */
  acceptsAll: boolean;
}

function mayAskQuestions({ isDryRun, isJson, acceptsAll }: OutputMode, { input, output }: LearnContext): boolean {
  return !isDryRun && !isJson && !acceptsAll && input?.isTTY === true && output.isTTY === true;
}

/** Prints the results, asks about the answers, and writes the accepted ones. @returns an exit code */
async function deliverResult(
  result: LearnResult,
  savedAnswers: SavedAnswers,
  mode: OutputMode,
  context: LearnContext,
  today: string,
): Promise<number> {
  const { output, errors, input } = context;
  const { isDryRun, isJson, acceptsAll } = mode;
  const { isKeyIn, redact } = getKeySearch();
  const width = output.columns ?? 80;
  const isAsking = mayAskQuestions(mode, context);
  if (containsKey(result.draft.text, isKeyIn)) {
    errors.write(`${keyLeakText(['the answers'])}\n`);
    return exitCodes.keyInReport;
  }
  const hasNewAnswers = result.taken.length > 0;
  const mayWrite = hasNewAnswers && acceptsAll && !isDryRun;
  let refusal: string | undefined;
  try {
    if (mayWrite) savedAnswers.write(result.draft.text);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    refusal = error.message;
  }
  const isWritten = mayWrite && refusal === undefined;
  const code = refusal === undefined ? exitCodes.done : exitCodes.usage;
  if (refusal !== undefined) errors.write(redact(`${refusal}\n`));
  if (isJson) {
    output.write(redact(`${toSafeJson(jsonOf(result, savedAnswers.path, isWritten))}\n`));
    return code;
  }
  if (isAsking && input) {
    output.write(redact(resultText({ ...result, taken: [], likely: [] }, width)));
    await runDialogue({ result, savedAnswers, input, output, today });
  } else {
    output.write(redact(resultText(result, width)));
    if (refusal === undefined) {
      const note = savedAnswersText(result.taken.length, isWritten, sanitize(savedAnswers.path));
      output.write(`${wrap(note, Math.max(40, width)).join('\n')}\n`);
    } else output.write(redact(unsavedText(result.draft.text)));
  }
  output.write(redact(summaryText(result, width)));
  return code;
}

function savedAnswersText(count: number, isWritten: boolean, file: string): string {
  if (isWritten) return `Wrote ${formatCount(count, 'answer')} to ${file}.`;
  if (count > 0) return `Nothing was written. Add --yes to write these answers to ${file}.`;
  return 'No new answers were found, so nothing was written.';
}

function exitCodeFor(result: LearnResult, isCheckMode: boolean): number {
  const { taken, contradictions, report } = result;
  const stateExitCode = exitCodeOf(report.state?.differing ?? []);
  if (stateExitCode !== exitCodes.done) return stateExitCode;
  if (contradictions.some(({ isFromPerson }) => isFromPerson || isCheckMode) || (isCheckMode && taken.length > 0))
    return exitCodes.violated;
  if (isIncomplete(result)) return exitCodes.noVerdict;
  return report.counts.violation > 0 ? exitCodes.violated : exitCodes.done;
}
