import { wrap } from '../../text/columns.js';
import { sentence, whole } from '../../text/escape.js';
import { code, codeBlock, prose } from '../../text/markdown-text.js';
import { counted } from '../../text/numbers.js';
import type { CheckReport, EvidenceEntry } from '../model/report/report.js';

/**
 * The evidence of a run on each unknown, as Markdown, with a proposal for its entry in `openapi/unknowns.yaml`. A
 * person decides what one server proves.
 */
export function evidenceReport(report: CheckReport): string {
  const { contract, target, run, evidence } = report;
  const day = run.started.slice(0, 10);
  const lines = [
    '# Evidence',
    '',
    `Seen on ${prose(day)} at ${code(target.baseUrl)}, against ${prose(contract.title)} ${prose(contract.version)}. ` +
      'The behaviour of one server is not yet a fact about the API; each proposal names its observations.',
    ...(evidence.length === 0 ? ['', 'This run found no evidence on an unknown.'] : []),
    ...evidence.flatMap((entry) => entryLines(entry, day)),
  ];
  return `${lines.join('\n')}\n`;
}

function entryLines(entry: EvidenceEntry, day: string): string[] {
  return [
    '',
    `## ${code(entry.unknown)}`,
    '',
    `**Question.** ${prose(entry.question)}`,
    '',
    `**Assumed.** ${prose(entry.assumed)}`,
    '',
    `**Seen**, in ${counted(entry.answers, 'response')}:`,
    '',
    ...(entry.seen.length > 0 ? entry.seen.map((seen) => `- ${prose(seen)}`) : ['- nothing']),
    '',
    `**Proposed** for its entry in ${code('openapi/unknowns.yaml')}:`,
    '',
    ...codeBlock('yaml', proposal(entry, day).map(whole)),
  ];
}

/** The changed part of the entry, in the format of the register. */
function proposal({ unknown, assumed, seen, answers }: EvidenceEntry, day: string): string[] {
  const observed = `Seen on ${day} in ${counted(answers, 'response')}: ${seen.map(sentence).join(' ')}`;
  const text = wrap(`${sentence(assumed)} ${observed}`.replace(/\s+/g, ' ').trim(), 104);
  return [`- id: ${scalar(sentence(unknown))}`, '  assumed: >-', ...text.map((line) => `    ${line}`)];
}

/** Ids of the register need no quotes in YAML; any other text is quoted as JSON, which is valid YAML. */
function scalar(text: string): string {
  return /^[a-z][\w.-]*$/.test(text) ? text : JSON.stringify(text);
}
