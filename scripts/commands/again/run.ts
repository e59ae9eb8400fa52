import { preparedAgain, whyNotAgain } from '../../check/engine/again/again.js';
import type { ShownAgain } from '../../check/engine/again/replay.js';
import { reportReader } from '../../check/engine/report/report-file.js';
import type { Exchange } from '../../check/model/exchange.js';
import { type Finding, idsOf } from '../../check/model/finding.js';
import type { CheckReport } from '../../check/model/report/report.js';
import { isOfFamily } from '../../check/model/rules/index.js';
import { againLine, sourcesOf } from '../../check/reports/curl.js';
import { withoutKey } from '../../check/transport/key.js';
import { stopSignals } from '../../system/last-handler.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { sentence, visible, whole } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import { counted } from '../../text/numbers.js';
import { UsageError } from '../../text/usage-error.js';
import { readSettings, withoutContentOf } from '../check/command-settings.js';
import { contractOf } from '../check/run.js';
import type { GivenFlags } from '../check/settings.js';
import { here, type Surroundings } from '../command.js';
import { refused } from '../undo/run.js';

export type AgainFlags = Omit<GivenFlags, 'report'> & { report?: string };

/** The report that the guides and the hint of `check` name. */
const usualReport = 'check.json';

/**
 * `directory-contract again`: sends the requests of a finding again, or lists the findings of a report.
 *
 * @returns 0 the finding does not show · 1 it shows · 2 it would write without permission · 3 unknown · 129, 130, 143
 * stopped
 * @throws UsageError for a mistake in the command line or in the report; then nothing was sent
 */
export async function runAgain(
  name: string | undefined,
  { report: named, ...flags }: AgainFlags,
  surroundings: Surroundings = here,
): Promise<number> {
  const { output, errors, environment, folder = '' } = surroundings;
  // An id has colons.
  if (named === undefined && name !== undefined && /^[^:]+\.json$/.test(name))
    throw new UsageError(
      `Expected the number or the id of a finding, found "${visible(name)}". ` +
        `Name a report with --report ${visible(name)}.`,
    );
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
    // Its text may be anything, and somebody would paste it.
    const number = report.findings.indexOf(finding) + 1;
    const where = `Its request is the member "curl" of finding ${number} in ${visible(file)}.`;
    errors.write(`${withoutKey(`It is not shown again. ${reason ?? ''} ${where} Read it before you run it.`)}\n`);
    return exitCodes.noVerdict;
  }
  const stop = stopSignals(() => errors.write('Stopping: removes what was made. A second signal ends at once.\n'));
  try {
    const { config: _, namedFiles, contract, ...rest } = settings;
    const prepared = await preparedAgain(
      report,
      { ...finding, again: finding.again },
      {
        ...rest,
        readContract: () => withoutContentOf(namedFiles, () => contractOf(settings, surroundings)),
        signal: stop.signal,
        onExchange: (exchange) => say(stepText(exchange)),
      },
    );
    if (prepared.isForbidden) {
      const { baseUrl = '', answers } = settings;
      const number = String(report.findings.indexOf(finding) + 1);
      const command = againLine({ baseUrl, contract, answers }, { finding: number, file, writes: true });
      errors.write(`${withoutKey(forbidden(prepared.script, command))}\n`);
      return exitCodes.usage;
    }
    const shown = await prepared.show();
    for (const request of shown.left)
      errors.write(`${withoutKey(`May have been made and was not removed: ${visible(request)}`)}\n`);
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

/** How to send requests that write: by hand, or with the permission that `check` needs as well. */
function forbidden(script: string | undefined, command: string): string {
  const lines = script?.split('\n').map(whole) ?? ['Some of its requests do not fit into lines for a shell.'];
  return [
    'Nothing was sent: the requests write, and --writes disposable is missing. They are:',
    '',
    ...lines,
    '',
    'If the server was started for the test, type:',
    command,
  ].join('\n');
}

function listed(report: CheckReport, file: string, say: (text: string) => void): number {
  const { findings, target } = report;
  say(`${visible(file)} has ${counted(findings.length, 'finding')} about ${visible(target.baseUrl)}.`);
  for (const [index, finding] of findings.entries()) {
    const reason = whyNotShown(report, finding);
    const requests = finding.again?.steps.length ?? 0;
    const how = reason === undefined ? counted(requests, 'request') : 'cannot be shown again';
    say(`${String(index + 1).padStart(4)}  ${finding.severity.padEnd(11)}  ${visible(finding.id)}  (${how})`);
  }
  const command = againLine(sourcesOf(report), { finding: '<number>', file, writes: false });
  if (findings.length > 0) say(`\nShow one again with: ${command}`);
  return exitCodes.done;
}

const bodyShown = 300;

function stepText({ request, response, failure }: Exchange): string {
  const sent = typeof request.body === 'string' ? `\n  ${visible(request.body, bodyShown)}` : '';
  const text = new TextDecoder().decode(response?.bytes).trim();
  const came = response
    ? `${response.status}${text === '' ? '' : ` ${visible(text, bodyShown)}`}`
    : visible(failure?.message ?? '');
  return `${visible(request.method)} ${visible(request.path, bodyShown)}${sent}\n  → ${came}`;
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

/**
 * The finding that a user means: by its number in the report, its id, or the beginning of its id.
 *
 * @throws UsageError for none or several, with the nearest ids
 */
function chosenFinding(name: string, findings: readonly Finding[]): Finding {
  const exact = findings.find((finding) => idsOf(finding).includes(name));
  if (exact) return exact;
  const number = /^[1-9]\d*$/.test(name) ? findings[Number(name) - 1] : undefined;
  if (number) return number;
  const beginning = findings.filter(({ id }) => name !== '' && id.startsWith(name));
  const [first, ...others] = beginning;
  if (first && others.length === 0) return first;
  if (first) {
    const ids = beginning.slice(0, 5).map(({ id }) => visible(id));
    if (beginning.length > 5) ids.push('…');
    throw new UsageError(
      `${beginning.length} findings begin with ${visible(name)}: ${ids.join(', ')}. Write more of the id.`,
    );
  }
  if (/^\d+$/.test(name))
    throw new UsageError(`The report has findings 1 to ${findings.length}, and no ${visible(name)}.`);
  const known = findings.map(({ id }) => id);
  throw new UsageError(
    `The report has no finding ${visible(name)}. ${visible(didYouMean(name, known))} Without a finding, again lists ` +
      'all of them.',
  );
}
