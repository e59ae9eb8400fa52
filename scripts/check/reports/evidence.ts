import { wrap } from '../../text/columns.js';
import { sanitizeLine, sanitizeSentence } from '../../text/escape.js';
import { escapeProse, toCode, toCodeBlock } from '../../text/markdown-text.js';
import { formatCount } from '../../text/numbers.js';
import type { CheckReport, EvidenceEntry } from '../model/report/report.js';

/** Returns the evidence about each open question as Markdown, with a proposal for `openapi/unknowns.yaml`. */
export function evidenceReport(report: CheckReport): string {
  const { contract, target, run, evidence } = report;
  const day = run.started.slice(0, 10);
  const lines = [
    '# Evidence',
    '',
    `This evidence is from responses on ${escapeProse(day)} at ${toCode(target.baseUrl)}, with the contract ` +
      `${escapeProse(contract.title)} ${escapeProse(contract.version)}. ` +
      'One server does not prove how the API behaves, so each proposal lists what the responses contained.',
    ...(evidence.length === 0 ? ['', 'No response of this run helps to answer an open question of the contract.'] : []),
    ...evidence.flatMap((entry) => entryLines(entry, day)),
  ];
  return `${lines.join('\n')}\n`;
}

function entryLines(entry: EvidenceEntry, day: string): string[] {
  return [
    '',
    `## ${toCode(entry.unknown)}`,
    '',
    `**Question.** ${escapeProse(entry.question)}`,
    '',
    `**Assumed.** ${escapeProse(entry.assumed)}`,
    '',
    `**Seen**, in ${formatCount(entry.answers, 'response')}:`,
    '',
    ...(entry.seen.length > 0 ? entry.seen.map((sentence) => `- ${escapeProse(sentence)}`) : ['- nothing']),
    ...(entry.gap === undefined ? [] : ['', `**Missing.** ${escapeProse(entry.gap)}`]),
    '',
    `**Proposed** for the entry of this question in ${toCode('openapi/unknowns.yaml')}:`,
    '',
    ...toCodeBlock('yaml', proposalLines(entry, day).map(sanitizeLine)),
  ];
}

/** Returns the changed part of a question's entry, in the format of `openapi/unknowns.yaml`. */
function proposalLines({ unknown, assumed, seen, answers }: EvidenceEntry, day: string): string[] {
  const observation = `Seen on ${day} in ${formatCount(answers, 'response')}: ${seen.map(sanitizeSentence).join(' ')}`;
  const text = wrap(`${sanitizeSentence(assumed)} ${observation}`.replace(/\s+/g, ' ').trim(), 104);
  return [`- id: ${toYamlScalar(sanitizeSentence(unknown))}`, '  assumed: >-', ...text.map((line) => `    ${line}`)];
}

/** Returns a string as a YAML value. Usual ids need no quotes; others are quoted as JSON, which is valid YAML. */
function toYamlScalar(text: string): string {
  return /^[a-z][\w.-]*$/.test(text) ? text : JSON.stringify(text);
}
