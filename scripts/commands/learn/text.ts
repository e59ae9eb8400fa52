import type { OpenApiDocument } from '../../contract/document.js';
import { onOneLine } from '../../learn/answer-text.js';
import type { Contradiction } from '../../learn/contradictions.js';
import { evidenceText, type Offer } from '../../learn/drafted-answers.js';
import { progressLine } from '../../learn/progress.js';
import type { Learnt } from '../../learn/rounds.js';
import { hanging, wrap } from '../../text/columns.js';
import { sentence, visible } from '../../text/escape.js';
import { counted } from '../../text/numbers.js';

/** The longest value, in characters. */
const longest = 300;

/** The most findings that one contradiction shows. */
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

/** The last lines: whether the run was complete, and what has changed. */
export function endText({ report, before, after, rounds, requests }: Learnt, width: number): string {
  const isRecording = report.target.kind === 'recording';
  const said = [
    ...(report.stopped || report.verdict === 'no-verdict' ? [`Incomplete: ${report.why}`] : []),
    // The first note of a taught contract is about its answers.
    ...(isRecording ? report.notes.slice(report.answers ? 1 : 0) : []),
  ];
  const cost = isRecording ? '' : ` (${counted(rounds, 'run')} of the check, ${counted(requests, 'request')})`;
  const lines = [...said.map(sentence), `${progressLine(before, after)}${cost}`];
  return `${lines.flatMap((each) => wrap(each, Math.max(40, width))).join('\n')}\n`;
}

/** The question, its answer, and what the answer rests on. */
export function offerLines(offer: Offer, document: OpenApiDocument, columns: number): string[] {
  const { question = '' } = document['x-unknowns']?.find(({ id }) => id === offer.question) ?? {};
  return [
    `  ${offer.question}`,
    ...hanging('    ', visible(question), columns),
    ...hanging('    answer    ', answerText(offer), columns),
    ...hanging('    rests on  ', sentence(evidenceText(offer.rests)), columns),
  ];
}

/** The value on one line, cut short. */
export function answerText({ answer: { value, except = {} } }: Pick<Offer, 'answer'>, limit = longest): string {
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
