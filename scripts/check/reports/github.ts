import { sentence, visible } from '../../text/escape.js';
import type { CheckReport } from '../model/report/report.js';
import {
  counting,
  countsOf,
  coverageOf,
  differenceOf,
  fails,
  namesOf,
  readMore,
  teamPlace,
  verdictWords,
} from './summary.js';

type Command = 'error' | 'warning' | 'notice';

/**
 * The report as workflow commands of GitHub, one a line: an error for each finding that fails the run, a warning for
 * each other drift, and the verdict. Observations and accepted findings are only counted, since GitHub shows only ten
 * annotations of each kind. A file is named only if the team has it.
 *
 * @see https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function githubReport(report: CheckReport): string {
  const shown = counting(report);
  const lines = shown.map((finding) => {
    const own = teamPlace(report, finding);
    const help = readMore(report, finding.rule);
    const more = help === undefined ? [] : [`More: ${help}`];
    const text = [sentence(finding.message), ...differenceOf(finding, own), ...more].join(' ');
    const at = { title: namesOf(finding, ['rule', 'operationId', 'pointer']).join(' ') };
    const place = own === undefined ? at : { file: visible(own.file), line: String(own.line), ...at };
    return annotation(fails(report, finding) ? 'error' : 'warning', place, text);
  });
  const verdict = `${sentence(report.why)} ${coverageOf(report)}. ${countsOf(report)}.`;
  const title = `Contract check: ${verdictWords[report.verdict]}`;
  return `${[...lines, annotation(report.exitCode === 0 ? 'notice' : 'error', { title }, verdict)].join('\n')}\n`;
}

function annotation(command: Command, properties: Readonly<Record<string, string>>, message: string): string {
  const written = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::${command} ${written.join(',')}::${escapeData(message)}`;
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
