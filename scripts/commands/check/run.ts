import { existsSync, realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { chooseContract } from '../../check/engine/contract/choose-contract.js';
import { checkContractNames } from '../../check/engine/contract/given-parameters.js';
import type { Presence } from '../../check/evidence/presence.js';
import type { CheckedContract } from '../../check/model/contract/contract.js';
import type { CheckOptions } from '../../check/model/options.js';
import type { CheckReport } from '../../check/model/report/report.js';
import { exitCodeOf, remainingResourcesOf } from '../../check/model/report/state-report.js';
import { checkReportPaths, deliverReport } from '../../check/reports/deliver.js';
import { keyLeakText, writeWithoutKey } from '../../check/reports/key-free-file.js';
import { createStatusLine } from '../../check/reports/status-line.js';
import { StateRefusal } from '../../check/restore/journal-folder.js';
import { getKeySearch } from '../../check/transport/key.js';
import type { NetworkOptions } from '../../check/transport/network.js';
import { confirmWrites, needsConfirmation, readTarget, type ServerTarget } from '../../check/transport/target.js';
import { whyUnwritable } from '../../files/whole-file.js';
import { watchStopSignals } from '../../system/exit-handler.js';
import { findRoot } from '../../system/git.js';
import { keepHeapSmall, runWithoutOptimizer } from '../../system/v8.js';
import { wrap } from '../../text/columns.js';
import { sanitize, sanitizeLine, sanitizeSentence } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import { formatCount } from '../../text/numbers.js';
import { UsageError } from '../../text/usage-error.js';
import { findDefaultAnswers } from '../answers-file.js';
import { type CommandContext, processContext } from '../command.js';
import { type CommandSettings, hideContentInErrors, readSettings } from './command-settings.js';
import { learnCommandLine } from './learn-line.js';
import type { GivenFlags } from './settings.js';

/**
 * `directory-contract check`: reads the settings, runs the check, shows the report, returns the exit code.
 *
 * @throws UsageError for a mistake found before the first request, so that nothing was sent
 */
export async function runCheck(flags: GivenFlags, context: CommandContext = processContext): Promise<number> {
  const settings = readSettings(flags, context.environment, context.folder ?? '');
  return hideContentInErrors(settings.configuredFiles, () => checkWithSettings(settings, flags, context));
}

async function checkWithSettings(
  settings: CommandSettings,
  flags: GivenFlags,
  context: CommandContext,
): Promise<number> {
  if (settings.list) return listTestCases(settings, context);
  const { report: reportOptions = [], verbose = false, har } = settings;
  const target =
    har === undefined || settings.baseUrl !== undefined
      ? readTarget(settings.baseUrl, settings.allowInsecureHosts)
      : undefined;
  const isLiveServer = target !== undefined && har === undefined;
  const confirmHost =
    settings.confirmHost ?? (isLiveServer ? await askToConfirmHost(target, settings.writes, context) : undefined);
  if (isLiveServer) confirmWrites(target, settings.writes, confirmHost);
  checkReportPaths(reportOptions);
  refuseUnwritableBaseline(settings);
  const contract = await contractOf(settings, context);
  checkContractNames(contract, settings);

  const { errors, environment } = context;
  const status = createStatusLine(errors, environment['TERM'] === 'dumb');
  const stopListener = watchStopSignals(() => {
    status.close();
    errors.write(
      'Stopping: no new requests are sent, and the report is printed. A second signal ends the program at once.\n',
    );
  });
  try {
    const { checkWithPresence } = await import('../../check/engine/check.js');
    keepHeapSmall();
    const options: CheckOptions = {
      ...optionsOf(settings),
      contract,
      baseUrl: target?.baseUrl ?? '',
      onProgress: status.show,
      signal: stopListener.signal,
      ...(confirmHost !== undefined && { confirmHost }),
      onNotice: (text) => status.printAbove(wrap(sanitizeSentence(text), errors.columns ?? 100).join('\n')),
    };
    const { report: checkReport, presence } = await checkWithPresence(options);
    status.close();
    const stopExitCode = stopListener.exitCode();
    const mayUpdateBaseline =
      settings.updateBaseline === true && settings.baseline !== undefined && stopExitCode === undefined;
    // The exit code for a resource that was not restored takes precedence over the exit code of the signal.
    const isStopped = stopExitCode !== undefined && exitCodeOf(checkReport.state?.differing ?? []) === 0;
    const { config } = settings;
    const current = realpathSync(context.folder ?? '.');
    const folder = relative(findRoot(current, environment), current).replaceAll('\\', '/');
    const place = { ...(config !== undefined && { config }), ...(folder !== '' && { folder }) };
    const fullReport = { ...checkReport, run: { ...checkReport.run, ...place } };
    const remainingCount = remainingResourcesOf(checkReport.created ?? []).length;
    const remainingNote =
      remainingCount > 0
        ? ` The run did not remove ${formatCount(remainingCount, 'resource')} that it created or may have created.`
        : '';
    const finalReport = isStopped
      ? { ...fullReport, exitCode: stopExitCode, why: `${checkReport.why} ${stopListener.sentence()}${remainingNote}` }
      : fullReport;
    const exitCode = deliverReport(finalReport, reportOptions, { verbose, learn: learnCommandLine(flags) }, context);
    // The last line says that later runs accept what this one shows above.
    const isBaselineKeyFree =
      !mayUpdateBaseline || (await updateBaseline(settings.baseline ?? '', checkReport, presence, context));
    return isBaselineKeyFree ? exitCode : exitCodes.keyInReport;
  } catch (error) {
    if (!(error instanceof StateRefusal)) throw error;
    status.printAbove(wrap(error.message, errors.columns ?? 100).join('\n'));
    return error.exitCode;
  } finally {
    status.close();
    stopListener.close();
  }
}

/** The contract that the settings select; by default this package's contract, with the default file of answers. */
export async function contractOf(
  {
    contract,
    answers,
    noAnswers,
    ...network
  }: Pick<CommandSettings, 'contract' | 'answers' | 'noAnswers'> & NetworkOptions,
  { errors, folder = '' }: Pick<CommandContext, 'errors' | 'folder'>,
): Promise<CheckedContract> {
  const mayApplyAnswers = contract === undefined && answers === undefined && !noAnswers;
  const file = answers ?? (mayApplyAnswers ? findDefaultAnswers(folder, errors) : undefined);
  if (contract !== undefined || file === undefined)
    return chooseContract({
      ...network,
      ...(contract !== undefined && { contract }),
      ...(file !== undefined && { answers: file }),
    });
  const { readContractWithAnswers: readTaughtContract } = await import(
    '../../check/engine/contract/taught-contract.js'
  );
  return runWithoutOptimizer(() => readTaughtContract(file));
}

/** Asks a person to type the host before its resources change; undefined if this is unnecessary or impossible. */
export async function askToConfirmHost(
  target: ServerTarget,
  writes: CheckOptions['writes'],
  { errors, input }: CommandContext,
): Promise<string | undefined> {
  if (!needsConfirmation(target, writes) || input?.isTTY !== true || errors.isTTY !== true) return undefined;
  const { createInterface } = await import('node:readline/promises');
  const readline = createInterface({ input, output: errors as NodeJS.WriteStream });
  try {
    const question = `--writes ${writes} changes resources on ${target.host}. Type the host to continue: `;
    return (await readline.question(question)).trim();
  } finally {
    readline.close();
  }
}

/**
 * Writes a baseline that accepts the findings and records the fields that were always present. Entries that are still
 * valid stay unchanged.
 *
 * @returns false if the baseline was not written because it would contain the API key
 */
async function updateBaseline(
  file: string,
  report: CheckReport,
  presence: Presence,
  { errors, write }: CommandContext,
): Promise<boolean> {
  if (report.verdict === 'no-verdict' || report.stopped) {
    errors.write(`The run is incomplete, so ${sanitizeLine(file)} was not updated.\n`);
    return true;
  }
  const {
    baselineText,
    createBaseline: newBaseline,
    readBaseline,
  } = await import('../../check/engine/report/baseline.js');
  const previousBaseline = existsSync(file) ? readBaseline(file) : undefined;
  const baseline = newBaseline(report, presence, report.run.started.slice(0, 10), previousBaseline);
  const isWritten = writeWithoutKey(file, baselineText(baseline), getKeySearch().isKeyIn, write);
  const count = report.findings.filter(({ severity }) => severity !== 'observation').length;
  const advice = count === 0 ? '' : ' Write a reason for each finding into this file before you commit it.';
  errors.write(
    isWritten
      ? `${sanitizeLine(file)} now accepts ${formatCount(count, 'finding')} of this run.${advice}\n`
      : `${keyLeakText(['the baseline'])}\n`,
  );
  return isWritten;
}

/** @throws UsageError if the run must write a baseline at its end, but cannot write the file */
function refuseUnwritableBaseline({ updateBaseline, baseline }: CommandSettings): void {
  const reason = updateBaseline === true && baseline !== undefined ? whyUnwritable(baseline) : undefined;
  if (reason !== undefined)
    throw new UsageError(`The baseline ${sanitize(baseline ?? '')} cannot be written: ${reason}. Choose another path.`);
}

export function optionsOf({
  list: _list,
  verbose: _verbose,
  report: _report,
  answers: _answers,
  noAnswers: _noAnswers,
  config: _config,
  configuredFiles: _namedFiles,
  updateBaseline,
  baseline,
  ...options
}: CommandSettings): Omit<CheckOptions, 'baseUrl' | 'answers'> {
  // A first baseline does not exist yet, so the check cannot read it.
  const isFirstBaseline = updateBaseline === true && baseline !== undefined && !existsSync(baseline);
  return { ...options, ...(!isFirstBaseline && baseline !== undefined && { baseline }) };
}

/** Prints one test case per line, for other programs. The summary goes to standard error. */
async function listTestCases(settings: CommandSettings, context: CommandContext): Promise<number> {
  const baseContract = await contractOf(settings, context);
  checkContractNames(baseContract, settings);
  const { prepareContract } = await import('../../check/engine/contract/prepared-contract.js');
  const contract = prepareContract(baseContract, settings);
  const { output, errors } = context;
  const { listCases, listText } = await import('../../check/engine/runners/list-cases.js');
  const cases = await listCases(contract, settings);
  output.write(listText(cases));
  errors.write(
    `${formatCount(cases.length, 'test case')}; nothing was sent. A run also sends random bodies, and follows links, ` +
      'pages and list items in responses.\n',
  );
  return 0;
}
