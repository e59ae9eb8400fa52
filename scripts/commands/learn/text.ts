import type { CheckReport } from '../../check/model/report/report.js';
import type { OpenApiDocument } from '../../contract/document.js';
import { onOneLine } from '../../learn/answer-text.js';
import { evidenceText, type Offer } from '../../learn/drafted-answers.js';
import type { Contradiction } from '../../learn/learnt.js';
import { isBlind, isIncomplete, type Learnt, progressLine } from '../../learn/learnt.js';
import { hanging, wrap } from '../../text/columns.js';
import { sentence, visible, whole } from '../../text/escape.js';
import { counted } from '../../text/numbers.js';

/** The longest value of an answer, and of what a response had instead of something else, in characters. */
const longest = 300;
const longestFound = 80;

/** The most findings that one contradiction shows, or a run that is incomplete. */
const mostFindings = 3;

/** What was learnt, for a terminal or a log. */
export function learntText(learnt: Learnt, width: number): string {
  const { taken, likely, conflicting, kept, refused, contradictions, draft } = learnt;
  const columns = Math.max(40, width);
  const { document } = draft.taught;
  const offers = (list: readonly Offer[]): string[] => list.flatMap((offer) => offerLines(offer, document, columns));
  const sections: [title: string, lines: string[]][] = [
    ['The service shows these answers:', offers(taken)],
    ['Likely, since no response is against it. --accept-likely takes these:', offers(likely)],
    [
      'Not answered, since the service does several things:',
      conflicting.flatMap(({ question, readings }) => [
        `  ${question}`,
        ...readings.flatMap(({ answer, rests }) =>
          hanging('    either  ', `${answerText({ answer })} (${evidenceText(rests)})`, columns),
        ),
      ]),
    ],
    ['The service shows something else than a person has answered, whose answer stays:', offers(kept)],
    [
      'These cannot be taught together with the other answers:',
      refused.flatMap(({ offer, why }) => [
        ...offerLines(offer, document, columns),
        ...hanging('    refused   ', sentence(why), columns),
      ]),
    ],
    ['The service contradicts these answers:', contradictions.flatMap((each) => contradictionLines(each, columns))],
  ];
  const shown = sections.filter(([, lines]) => lines.length > 0);
  return shown.map(([title, lines]) => `${[...wrap(title, columns), ...lines].join('\n')}\n\n`).join('');
}

/** The content of a file that could not be written, so that the answers are not lost. */
export function unsavedText(text: string): string {
  const lines = text.trimEnd().split('\n').map(whole);
  return `The answers could not be written. The file would have been:\n\n${lines.join('\n')}\n\n`;
}

/** The last lines: whether the run was complete, and what has changed. */
export function endText(learnt: Learnt, width: number): string {
  const { report, before, after, rounds, requests } = learnt;
  const columns = Math.max(40, width);
  const isRecording = report.target.kind === 'recording';
  const cost = isRecording ? '' : ` (${counted(rounds, 'run')} of the check, ${counted(requests, 'request')})`;
  // The first note of a taught contract is about its answers.
  const notes = report.notes.slice(report.answers ? 1 : 0);
  const said = [...incompleteText(learnt), ...(isRecording ? notes : [])];
  const lines = [
    ...said.flatMap((each) => wrap(sentence(each), columns)),
    ...(isIncomplete(learnt) ? troubleLines(report, columns) : []),
    ...(report.counts.violation > 0 && !isRecording ? wrap(checkAdvice(report.counts.violation), columns) : []),
    ...wrap(`${progressLine(before, after)}${cost}`, columns),
  ];
  return `${lines.join('\n')}\n`;
}

function incompleteText(learnt: Learnt): string[] {
  const { report, after } = learnt;
  if (!isIncomplete(learnt)) return [];
  const isExplained = report.stopped !== undefined || report.verdict === 'no-verdict' || !isBlind(after);
  const why = isExplained
    ? report.why
    : 'No response shows a field that the contract describes. Check that this is the address of the service, without ' +
      'the path of the API.';
  return [`Incomplete: ${why}`];
}

function checkAdvice(violations: number): string {
  const found = counted(violations, 'violation');
  return `The check found ${found}: run directory-contract check with the same settings to see more.`;
}

/** What the check found most often, of each kind of rule: it tells what the server is. */
function troubleLines({ findings }: CheckReport, columns: number): string[] {
  const operations = new Map<string, { rule: string; found: string; ids: Set<string> }>();
  for (const { severity, rule, message, actual, operationId } of findings) {
    if (severity === 'observation') continue;
    const [family = ''] = rule.split('.', 1);
    const known = operations.get(message) ?? { rule: family, found: actual, ids: new Set<string>() };
    operations.set(message, known);
    known.ids.add(operationId);
  }
  const all = [...operations].sort(([, one], [, other]) => other.ids.size - one.ids.size);
  const most = all.filter(([, { rule }], index) => all.findIndex(([, other]) => other.rule === rule) === index);
  const lines = most.slice(0, mostFindings).flatMap(([message, { ids, found }]) => {
    const [only = ''] = ids;
    const where = ids.size === 1 ? only : counted(ids.size, 'operation');
    return hanging('  ', sentence(`${where}: ${message} Found ${found.slice(0, longestFound)}.`), columns);
  });
  return lines.length > 0 ? ['The responses are not as expected:', ...lines] : [];
}

export function offerLines(offer: Offer, document: OpenApiDocument, columns: number): string[] {
  const { question = '' } = document['x-unknowns']?.find(({ id }) => id === offer.question) ?? {};
  return [
    `  ${offer.question}`,
    ...hanging('    ', visible(question), columns),
    ...hanging('    answer    ', answerText(offer), columns),
    ...hanging('    rests on  ', sentence(evidenceText(offer.rests)), columns),
  ];
}

function answerText({ answer: { value, except = {} } }: Pick<Offer, 'answer'>, limit = longest): string {
  const others = Object.keys(except).length > 0 ? `, except ${onOneLine(except)}` : '';
  return visible(onOneLine(value) + others, limit);
}

function contradictionLines({ question, by, isOfPerson, findings }: Contradiction, columns: number): string[] {
  const who = isOfPerson ? (by === undefined ? 'somebody' : visible(by)) : 'learnt earlier';
  const more = findings.length - mostFindings;
  return [
    `  ${question} (${who})`,
    ...findings.slice(0, mostFindings).flatMap((each) => hanging('    ', sentence(each), columns)),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}

export function jsonOf({ report, draft: _, ...learnt }: Learnt, file: string, isWritten: boolean): object {
  const { contract, target, stopped, why, notes } = report;
  return {
    format: 1,
    contract,
    target,
    answers: { file, isWritten },
    ...learnt,
    ...(stopped && { stopped }),
    why,
    notes,
  };
}
