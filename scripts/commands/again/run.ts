import { type ShownAgain, showAgain, whyNotAgain } from '../../check/engine/again.js';
import { reportReader } from '../../check/engine/report-file.js';
import type { AgainStep } from '../../check/model/again.js';
import type { Exchange } from '../../check/model/exchange.js';
import type { Finding } from '../../check/model/finding.js';
import type { CheckReport } from '../../check/model/report.js';
import { isOfFamily } from '../../check/model/rules/families.js';
import { withoutKey } from '../../check/transport/key-in-text.js';
import { baseUrlVariable } from '../../check/transport/target.js';
import { isLoopback } from '../../system/loopback.js';
import { stopSignals } from '../../system/stop-signals.js';
import { sentence, visible } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import { counted } from '../../text/numbers.js';
import { UsageError } from '../../text/usage-error.js';
import { readSettings } from '../check/command-settings.js';
import { contractOf, type Surroundings } from '../check/run.js';
import type { GivenFlags } from '../check/settings.js';
import { refused } from '../undo/left-to-undo.js';
import { chosenFinding } from './chosen-finding.js';

export type AgainFlags = Omit<GivenFlags, 'report' | 'timeout'> & { report?: string; timeout?: number };

type Here = Pick<Surroundings, 'output' | 'errors' | 'environment' | 'folder'>;

const here: Here = { output: process.stdout, errors: process.stderr, environment: process.env };

/** The report that the guides and the hint of `check` name. */
const usualReport = 'check.json';

/**
 * `directory-contract again`: sends the requests of a finding again, or lists the findings of a report.
 *
 * @returns 0 the finding does not show · 1 it shows · 3 unknown · 129, 130, 143 stopped
 * @throws UsageError for a mistake in the command line or in the report; then nothing was sent
 */
export async function runAgain(
  name: string | undefined,
  { report: named, timeout, ...flags }: AgainFlags,
  surroundings: Here = here,
): Promise<number> {
  const { output, errors, environment, folder = '' } = surroundings;
  const settings = readSettings(flags, environment, folder);
  const file =
    named ?? settings.report?.find(({ format, path }) => format === 'json' && path !== '-')?.path ?? usualReport;
  const report = reportReader()(file);
  const say = (text: string): void => void output.write(`${withoutKey(text)}\n`);
  if (name === undefined) return listed(report, file, say);
  const finding = chosenFinding(name, report.findings);
  say(
    `${finding.severity} ${visible(finding.rule)} ${visible(finding.operationId)} ${visible(finding.pointer)}`.trim(),
  );
  say(`${sentence(finding.message)} Expected ${visible(finding.expected)}, found ${visible(finding.actual)}.\n`);
  const reason = whyNotShown(report, finding);
  if (reason !== undefined || !finding.again) {
    errors.write(`${withoutKey(`It is not shown again. ${reason ?? ''}\n\n${visible(finding.curl, Infinity)}`)}\n`);
    return exitCodes.noVerdict;
  }
  const stop = stopSignals(() => errors.write('Stopping: removes what was made. A second signal ends at once.\n'));
  try {
    const { contract: own, answers, noAnswers, auth, headers, keyCommand, confirmHost, allowInsecureHosts } = settings;
    const contract = await contractOf(
      {
        ...(noAnswers !== undefined && { noAnswers }),
        ...((own ?? report.contract.file) !== undefined && { contract: own ?? report.contract.file }),
        ...((answers ?? report.answers?.file) !== undefined && { answers: answers ?? report.answers?.file }),
      },
      surroundings,
    );
    const shown = await showAgain(finding, finding.again, {
      baseUrl: settings.baseUrl ?? ownAddress(report),
      contract,
      ...(auth && { auth }),
      ...(headers && { headers }),
      ...(keyCommand !== undefined && { keyCommand }),
      ...(confirmHost !== undefined && { confirmHost }),
      ...(allowInsecureHosts !== undefined && { allowInsecureHosts }),
      ...(timeout !== undefined && { timeout }),
      signal: stop.signal,
      onStep: (step, exchange) => say(stepText(step, exchange)),
    });
    for (const request of shown.left)
      errors.write(`${withoutKey(`What was made may still be there: ${visible(request)} did not remove it.`)}\n`);
    say(`\n${verdict(shown)}`);
    return stop.exitCode() ?? exitCodeOf(shown);
  } catch (error) {
    return refused(error, errors);
  } finally {
    stop.close();
  }
}

function whyNotShown(report: CheckReport, finding: Finding): string | undefined {
  return whyNotAgain(report, { again: finding.again, state: isOfFamily(finding.rule, 'state') });
}

/** The address in a report. The file may be somebody else's: the key goes to another machine only if a user says so. */
function ownAddress({ target: { baseUrl } }: CheckReport): string {
  if (URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname)) return baseUrl;
  throw new UsageError(
    `The report is about ${visible(baseUrl)}. Say that the key may go there: --base-url ${visible(baseUrl)}, or ` +
      `${baseUrlVariable}.`,
  );
}

function listed(report: CheckReport, file: string, say: (text: string) => void): number {
  const { findings, target } = report;
  say(`${file} has ${counted(findings.length, 'finding')} about ${visible(target.baseUrl)}.`);
  for (const [index, finding] of findings.entries()) {
    const reason = whyNotShown(report, finding);
    const requests = finding.again?.steps.length ?? 0;
    const how = reason === undefined ? counted(requests, 'request') : 'cannot be shown again';
    say(`${String(index + 1).padStart(4)}  ${finding.severity.padEnd(11)}  ${visible(finding.id)}  (${how})`);
  }
  if (findings.length > 0) say('\nShow one again with: directory-contract again <number>');
  return exitCodes.done;
}

const bodyShown = 300;

function stepText({ method, path }: AgainStep, { request, response, failure }: Exchange): string {
  const sent = typeof request.body === 'string' ? `\n  ${visible(request.body, bodyShown)}` : '';
  const text = new TextDecoder().decode(response?.bytes).trim();
  const came = response
    ? `${response.status}${text === '' ? '' : ` ${visible(text, bodyShown)}`}`
    : visible(failure?.message ?? '');
  return `${visible(method)} ${visible(path, bodyShown)}${sent}\n  → ${came}`;
}

function verdict({ shows, why }: ShownAgain): string {
  if (shows === true) return 'The finding shows again.';
  if (shows === false) return 'The finding does not show again.';
  if (why) return `Whether the finding shows again is not known. ${sentence(why.message)}`;
  return 'The check found this by comparing several responses; one alone does not tell. Compare them.';
}

function exitCodeOf({ shows }: ShownAgain): number {
  return shows === undefined ? exitCodes.noVerdict : shows ? exitCodes.violated : exitCodes.done;
}
