import { wrap } from '../../text/columns.js';
import { sentence, whole } from '../../text/escape.js';
import { code, codeBlock, prose } from '../../text/markdown-text.js';
import { counted } from '../../text/numbers.js';
import type { CheckReport, EvidenceEntry } from '../model/report.js';

/**
 * What a run saw of each unknown, as Markdown, with the entry that could take the place of the one in
 * `openapi/unknowns.yaml`. A proposal: a person decides what one server proves.
 */
export function evidenceReport(report: CheckReport): string {
  const { contract, target, run, evidence } = report;
  const day = run.started.slice(0, 10);
  const lines = [
    '# Evidence',
    '',
    `Seen on ${prose(day)} at ${code(target.baseUrl)}, against ${prose(contract.title)} ${prose(contract.version)}. ` +
      'What one server does is no fact of the interface yet; each proposal says what it rests on.',
    ...(evidence.length === 0 ? ['', 'This run saw nothing that bears on an unknown.'] : []),
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
    `**Seen**, in ${counted(entry.answers, 'answer')}:`,
    '',
    ...(entry.seen.length > 0 ? entry.seen.map((seen) => `- ${prose(seen)}`) : ['- nothing']),
    '',
    `**Proposed** for its entry in ${code('openapi/unknowns.yaml')}:`,
    '',
    ...codeBlock('yaml', proposal(entry, day).map(whole)),
  ];
}

/** The part of an entry that the evidence changes, in the form of the register. */
function proposal({ unknown, assumed, seen, answers }: EvidenceEntry, day: string): string[] {
  const observed = `Seen on ${day} in ${counted(answers, 'answer')}: ${seen.map(sentence).join(' ')}`;
  const text = wrap(`${sentence(assumed)} ${observed}`.replace(/\s+/g, ' ').trim(), 104);
  return [`- id: ${scalar(sentence(unknown))}`, '  assumed: >-', ...text.map((line) => `    ${line}`)];
}

/** Ids of the register are plain in YAML; anything else is quoted, as JSON is YAML. */
function scalar(text: string): string {
  return /^[a-z][\w.-]*$/.test(text) ? text : JSON.stringify(text);
}
