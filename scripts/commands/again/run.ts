import { prepareReplay, whyNotReplayable } from '../../check/engine/again/again.js';
import type { ReplayResult } from '../../check/engine/again/replay.js';
import { createReportReader } from '../../check/engine/report/report-file.js';
import type { Exchange } from '../../check/model/exchange.js';
import type { Finding } from '../../check/model/finding.js';
import type { CheckReport } from '../../check/model/report/report.js';
import { isInFamily } from '../../check/model/rules/index.js';
import { againLine, againTargetOf } from '../../check/reports/curl.js';
import { withoutKey } from '../../check/transport/key.js';
import { watchStopSignals } from '../../system/exit-handler.js';
import { sanitize, sanitizeLine, sanitizeSentence } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import { formatCount } from '../../text/numbers.js';
import { UsageError } from '../../text/usage-error.js';
import { hideContentInErrors, readSettings } from '../check/command-settings.js';
import { contractOf } from '../check/run.js';
import type { GivenFlags } from '../check/settings.js';
import { type CommandContext, processContext } from '../command.js';
import { printRefusal } from '../undo/run.js';
import { chooseFinding, findReport, runText } from './find-report.js';

export type AgainFlags = Omit<GivenFlags, 'report'> & { report?: string };

/**
 * `directory-contract again`: sends the requests of a finding again, or lists the findings of a report.
 *
 * @returns the exit code: 0 if the finding did not occur again, 1 if it did, 2 if its writes need permission, 3 if the
 * result is unknown, and 129, 130 or 143 after a signal
 * @throws UsageError for a mistake in the command line or in the report; then nothing was sent
 */
export async function runAgain(
  name: string | undefined,
  { report: reportFile, ...flags }: AgainFlags,
  context: CommandContext = processContext,
): Promise<number> {
  const { output, errors, environment, folder = '' } = context;
  // The id of a finding contains colons, so a name without a colon that ends with .json is a report.
  if (reportFile === undefined && name !== undefined && /^[^:]+\.json$/.test(name))
    throw new UsageError(
      `Expected the number or the id of a finding, found "${sanitize(name)}". ` +
        `To choose a report, use --report ${sanitize(name)}.`,
    );
  const settings = readSettings(flags, environment, folder);
  const file = reportFile ?? findReport(settings, environment);
  const report = createReportReader()(file);
  const say = (text: string): void => void output.write(`${withoutKey(text)}\n`);
  if (name === undefined) {
    say(`${sanitize(file)} has ${formatCount(report.findings.length, 'finding')}, from ${runText(report)}.`);
    return listFindings(report, reportFile, say);
  }
  const finding = chooseFinding(name, report.findings);
  const { severity, rule, operationId, pointer } = finding;
  say(`From ${runText(report)}:\n`);
  say(`${severity} ${sanitize(rule)} ${sanitize(operationId)} ${sanitize(pointer)}`.trim());
  say(
    `${sanitizeSentence(finding.message)} Expected ${sanitize(finding.expected)}, found ${sanitize(finding.actual)}.\n`,
  );
  const reason = whyNoReplay(report, finding);
  if (reason !== undefined || !finding.again) {
    // Do not print the request as a command: a harmful one might be pasted into a shell.
    const number = report.findings.indexOf(finding) + 1;
    const curlNote = `Finding ${number} in ${sanitize(file)} has the request as a shell command, in the member "curl".`;
    errors.write(
      `${withoutKey(`The request is not sent again. ${reason ?? ''} ${curlNote} Read it before you run it.`)}\n`,
    );
    return exitCodes.noVerdict;
  }
  const stopListener = watchStopSignals(() =>
    errors.write('Stopping: the created resources are removed first. A second signal ends the program at once.\n'),
  );
  try {
    const { config: _, configuredFiles, contract, ...rest } = settings;
    const replay = await prepareReplay(
      report,
      { ...finding, again: finding.again },
      {
        ...rest,
        readContract: () => hideContentInErrors(configuredFiles, () => contractOf(settings, context)),
        signal: stopListener.signal,
        onNotice: (text) => void errors.write(`${withoutKey(sanitizeSentence(text))}\n`),
        onExchange: (exchange) => say(exchangeText(exchange)),
      },
    );
    if (replay.needsWritePermission) {
      const { baseUrl = '', answers } = settings;
      const number = String(report.findings.indexOf(finding) + 1);
      const command = againLine({ baseUrl, contract, answers }, { finding: number, file: reportFile, writes: true });
      errors.write(`${withoutKey(sendingForbiddenText(replay.script, command))}\n`);
      return exitCodes.usage;
    }
    const result = await replay.showFinding();
    for (const request of result.remainingResources)
      errors.write(
        `${withoutKey(`This request may have created a resource that was not removed: ${sanitize(request)}`)}\n`,
      );
    say(`\n${verdictText(result)}`);
    return stopListener.exitCode() ?? exitCodeOf(result);
  } catch (error) {
    return printRefusal(error, errors);
  } finally {
    stopListener.close();
  }
}

function whyNoReplay(report: CheckReport, finding: Finding): string | undefined {
  return whyNotReplayable(report, { again: finding.again, state: isInFamily(finding.rule, 'state') });
}

/** Tells the user how to send requests that write: as shell commands, or with `--writes disposable`. */
function sendingForbiddenText(script: string | undefined, command: string): string {
  const reason = 'Nothing was sent, because some requests are writes, and --writes disposable is missing.';
  const lines =
    script === undefined
      ? [`${reason} The requests are not shown, because some of them cannot be written as shell commands.`]
      : [`${reason} The requests:`, '', ...script.split('\n').map(sanitizeLine)];
  return [
    ...lines,
    '',
    'If the server was started only for tests, run this command to send the requests:',
    command,
  ].join('\n');
}

function listFindings(report: CheckReport, file: string | undefined, say: (text: string) => void): number {
  const { findings } = report;
  for (const [index, finding] of findings.entries()) {
    const reason = whyNoReplay(report, finding);
    const requestCount = finding.again?.steps.length ?? 0;
    const requestsText = reason === undefined ? formatCount(requestCount, 'request') : 'cannot be sent again';
    say(`${String(index + 1).padStart(4)}  ${finding.severity.padEnd(11)}  ${sanitize(finding.id)}  (${requestsText})`);
  }
  const command = againLine(againTargetOf(report), { finding: '<number>', file, writes: false });
  if (findings.length > 0) say(`\nTo send the requests of a finding again: ${command}`);
  return exitCodes.done;
}

const maxBodyLength = 300;

function exchangeText({ request, response, failure }: Exchange): string {
  const requestBody = typeof request.body === 'string' ? `\n  ${sanitize(request.body, maxBodyLength)}` : '';
  const text = new TextDecoder().decode(response?.bytes).trim();
  const responseText = response
    ? `${response.status}${text === '' ? '' : ` ${sanitize(text, maxBodyLength)}`}`
    : sanitize(failure?.message ?? '');
  const keyText = request.key === 'other' ? ' (with the other key)' : '';
  const requestText = `${sanitize(request.method)} ${sanitize(request.path, maxBodyLength)}${keyText}${requestBody}`;
  return `${requestText}\n  → ${responseText}`;
}

function verdictText({ isReproduced, noVerdict }: ReplayResult): string {
  if (isReproduced === true) return 'The finding occurred again.';
  if (isReproduced === false) return 'The finding did not occur again.';
  if (noVerdict) return `It is unknown whether the finding still occurs. ${sanitizeSentence(noVerdict.message)}`;
  return (
    'The check made this finding by comparing several responses; no single response shows it. Compare the ' +
    'responses above.'
  );
}

function exitCodeOf({ isReproduced }: ReplayResult): number {
  return isReproduced === undefined ? exitCodes.noVerdict : isReproduced ? exitCodes.violated : exitCodes.done;
}
