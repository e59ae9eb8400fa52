import { join } from 'node:path';
import { usualFile } from '../../answers/answers.js';
import { HarFiles } from '../../check/engine/recording/har-files.js';
import { exitCodeOf } from '../../check/model/report/state-report.js';
import { containsKey, keyFound } from '../../check/reports/deliver.js';
import { statusOn } from '../../check/reports/status-line.js';
import { StateRefusal } from '../../check/restore/opening.js';
import { keyInUse } from '../../check/transport/key.js';
import { confirmWrites, readTarget, targetOf } from '../../check/transport/target.js';
import { isIncomplete, type LearnOptions, type Learnt } from '../../learn/learnt.js';
import { learn } from '../../learn/rounds.js';
import { SavedAnswers } from '../../learn/saved-answers.js';
import { stopSignals } from '../../system/last-handler.js';
import { wrap } from '../../text/columns.js';
import { inertJson, sentence, visible } from '../../text/escape.js';
import { exitCodes, gravestOf } from '../../text/exit-codes.js';
import { counted } from '../../text/numbers.js';
import { progressOn } from '../../text/progress.js';
import { UsageError } from '../../text/usage-error.js';
import { schemaLine } from '../answers-file.js';
import { type CommandSettings, readSettings, withoutContentOf } from '../check/command-settings.js';
import { optionsOf, typedHost } from '../check/run.js';
import type { GivenFlags } from '../check/settings.js';
import { here, type Surroundings } from '../command.js';
import { endText, jsonOf, learntText, talk, unsavedText } from './dialogue.js';

/** Besides the settings of the check. */
export interface LearnFlags extends Omit<GivenFlags, 'har'> {
  har?: readonly string[];
  yes?: boolean;
  acceptLikely?: boolean;
  dryRun?: boolean;
  check?: boolean;
  json?: boolean;
}

/** Streams and folder of the command, and in tests another check. */
interface LearnSurroundings extends Surroundings {
  look?: LearnOptions['look'];
}

/**
 * `directory-contract learn`: proposes answers that a server or recorded traffic supports, and writes those that the
 * user accepts.
 *
 * @returns the exit code
 * @throws UsageError for a mistake that is found before the first request, or if the file cannot be written
 */
export async function runLearn(flags: LearnFlags, surroundings: LearnSurroundings = here): Promise<number> {
  const { har: _h, yes: _y, acceptLikely: _a, dryRun: _d, check: _c, json: _j, ...given } = flags;
  const settings = readSettings(given, surroundings.environment, surroundings.folder ?? '');
  refuse(settings, flags);
  return withoutContentOf(settings.namedFiles, () => learnBy(settings, flags, surroundings));
}

async function learnBy(settings: CommandSettings, flags: LearnFlags, surroundings: LearnSurroundings): Promise<number> {
  const { har, yes, acceptLikely = false, dryRun, check, json } = flags;
  const { folder = '' } = surroundings;
  const file = settings.answers ?? join(folder, usualFile);
  const saved = new SavedAnswers(file, schemaLine(file));
  const mode = { isSilent: dryRun === true || check === true, isJson: json === true, takesAll: yes === true };
  if ((mode.takesAll && !mode.isSilent) || mayAsk(mode, surroundings)) saved.refuseUnwritable();
  const stop = stopSignals(() =>
    surroundings.errors.write(
      'Stopping: sends no new requests and prints what was learnt. A second signal ends the program at once.\n',
    ),
  );
  const options = {
    file,
    text: saved.text,
    acceptLikely,
    today: new Date().toISOString().slice(0, 10),
    signal: stop.signal,
    ...(surroundings.look && { look: surroundings.look }),
  };
  let learnt: Learnt | number;
  try {
    learnt = har
      ? await fromFiles(har, settings, options, surroundings)
      : await fromServer(settings, options, surroundings);
  } finally {
    stop.close();
  }
  if (typeof learnt === 'number') return learnt;
  const stopped = stop.exitCode();
  const codes = [
    await deliver(learnt, saved, mode, surroundings, options.today),
    ...(stopped === undefined ? [] : [stopped]),
    codeOf(learnt, check === true),
  ];
  return gravestOf(codes);
}

/** @throws UsageError for settings of the check that have no meaning here */
function refuse(settings: CommandSettings, { har, writes }: LearnFlags): void {
  if (settings.contract !== undefined)
    throw new UsageError('Only the contract of this package has questions to answer. Remove the setting contract.');
  if (har && writes !== undefined && writes !== 'none')
    throw new UsageError(`--har sends no requests, so --writes ${String(writes)} is impossible. Remove one of them.`);
}

async function fromFiles(
  files: readonly string[],
  { baseUrl }: CommandSettings,
  options: Omit<LearnOptions, 'baseUrl'>,
  { errors }: LearnSurroundings,
): Promise<Learnt> {
  const origin = baseUrl === undefined ? undefined : new URL(targetOf(baseUrl).baseUrl).origin;
  const progress = progressOn(errors);
  try {
    return await learn({ ...options, baseUrl: baseUrl ?? '', traffic: new HarFiles(files, origin, progress) });
  } finally {
    progress.close();
  }
}

/** @returns the exit code instead if another run uses the server */
async function fromServer(
  settings: CommandSettings,
  options: Omit<LearnOptions, 'baseUrl'>,
  surroundings: LearnSurroundings,
): Promise<Learnt | number> {
  const { errors, environment } = surroundings;
  const {
    contract: _,
    baseline: _b,
    changedFrom: _c,
    har: _h,
    shard: _s,
    timings: _t,
    ...wanted
  } = optionsOf(settings);
  const target = readTarget(settings.baseUrl, settings.allowInsecureHosts);
  const confirmHost = settings.confirmHost ?? (await typedHost(target, settings.writes, surroundings));
  confirmWrites(target, settings.writes, confirmHost);
  const status = statusOn(errors, environment['TERM'] === 'dumb');
  const say = (text: string): void => status.say(wrap(sentence(text), errors.columns ?? 80).join('\n'));
  try {
    return await learn({
      ...wanted,
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

interface Mode {
  /** Whether nothing is written. */
  isSilent: boolean;
  isJson: boolean;
  /** Whether to write without questions. */
  takesAll: boolean;
}

/** Whether a person at the terminal is asked about each answer. */
function mayAsk({ isSilent, isJson, takesAll }: Mode, { input, output }: LearnSurroundings): boolean {
  return !isSilent && !isJson && !takesAll && input?.isTTY === true && output.isTTY === true;
}

/** Prints what was learnt, asks about it, and writes what is accepted. @returns an exit code */
async function deliver(
  learnt: Learnt,
  saved: SavedAnswers,
  mode: Mode,
  surroundings: LearnSurroundings,
  today: string,
): Promise<number> {
  const { output, errors, input } = surroundings;
  const { isSilent, isJson, takesAll } = mode;
  const { leaks, redact } = keyInUse();
  const width = output.columns ?? 80;
  const isAsking = mayAsk(mode, surroundings);
  if (containsKey(learnt.draft.text, leaks)) {
    errors.write(`${keyFound(['the answers'])}\n`);
    return exitCodes.keyInReport;
  }
  const hasNew = learnt.taken.length > 0;
  const isWanted = hasNew && takesAll && !isSilent;
  const refusal = isWanted ? refusalOf(() => saved.write(learnt.draft.text)) : undefined;
  const isWritten = isWanted && refusal === undefined;
  const code = refusal === undefined ? exitCodes.done : exitCodes.usage;
  if (refusal !== undefined) errors.write(redact(`${refusal}\n`));
  if (isJson) {
    output.write(redact(`${inertJson(jsonOf(learnt, saved.path, isWritten))}\n`));
    return code;
  }
  if (isAsking && input) {
    output.write(redact(learntText({ ...learnt, taken: [], likely: [] }, width)));
    await talk({ learnt, saved, input, output, today });
  } else {
    output.write(redact(learntText(learnt, width)));
    if (refusal === undefined) {
      const said = writtenText(learnt.taken.length, isWritten, visible(saved.path));
      output.write(`${wrap(said, Math.max(40, width)).join('\n')}\n`);
    } else output.write(redact(unsavedText(learnt.draft.text)));
  }
  output.write(redact(endText(learnt, width)));
  return code;
}

/** Writes, and returns why that was not possible. */
function refusalOf(write: () => void): string | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.message;
  }
}

function writtenText(count: number, isWritten: boolean, file: string): string {
  if (isWritten) return `Wrote ${counted(count, 'answer')} to ${file}.`;
  if (count > 0) return `Nothing was written. --yes writes the answers that are shown to ${file}.`;
  return 'There is nothing new to write.';
}

function codeOf(learnt: Learnt, isCheck: boolean): number {
  const { taken, contradictions, report } = learnt;
  const state = exitCodeOf(report.state?.differing ?? []);
  if (state !== exitCodes.done) return state;
  if (contradictions.some(({ isOfPerson }) => isOfPerson || isCheck) || (isCheck && taken.length > 0))
    return exitCodes.violated;
  return isIncomplete(learnt) ? exitCodes.noVerdict : exitCodes.done;
}
