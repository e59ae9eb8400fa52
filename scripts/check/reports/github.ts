import { sentence, visible } from '../../text/escape.js';
import type { CheckReport } from '../model/report/report.js';
import {
  counting,
  countsOf,
  coverageOf,
  fails,
  othersOf,
  placeOf,
  readMore,
  sourceOf,
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
    const { rule, operationId, pointer } = finding;
    const own = teamPlace(report, finding);
    const title = [rule, operationId, pointer].filter((part) => part !== '').join(' ');
    const difference = `Expected ${visible(finding.expected)}, found ${visible(finding.actual)}.`;
    const source = sourceOf(finding);
    const rests =
      own?.isFact !== true
        ? ` Contract: ${visible(placeOf(finding))}.`
        : source === ''
          ? ''
          : ` The contract is ${visible(source)}.`;
    const help = readMore(report, rule);
    const more = help === undefined ? '' : ` More: ${help}`;
    const others = othersOf(finding);
    const also = others === '' ? '' : ` Also in ${visible(others)}.`;
    const text = `${sentence(finding.message)} ${difference}${also}${rests}${more}`;
    const at = { title: visible(title) };
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
