import { answerLine, onOneLine } from '../../answers/answer-text.js';
import { keysOf } from '../../answers/overlay.js';
import type { TaughtOwnContract } from '../../answers/own-contract.js';
import { operationsOf } from '../../check/model/finding.js';
import type { CheckReport } from '../../check/model/report/report.js';
import { gapsIn } from '../../check/reports/summary.js';
import { getKeySearch } from '../../check/transport/key.js';
import type { OpenApiDocument } from '../../contract/document.js';
import { eachOperation } from '../../contract/operations.js';
import { answerOf, DraftedAnswers, evidenceText, type Offer, type RefusedOffer } from '../../learn/drafted-answers.js';
import {
  type Contradiction,
  isIncomplete,
  type LearnResult,
  progressLine,
  sawNoFields,
} from '../../learn/learn-result.js';
import type { SavedAnswers } from '../../learn/saved-answers.js';
import { wrap, wrapWithLabel } from '../../text/columns.js';
import { sanitize, sanitizeLine, sanitizeSentence } from '../../text/escape.js';
import { getOrCreate } from '../../text/group-by.js';
import { formatCount, formatList } from '../../text/numbers.js';
import type { CommandContext } from '../command.js';

/** The maximum number of changed places listed for one proposal. */
const maxPlaces = 8;

interface Dialogue {
  draft: DraftedAnswers;
  /** Today's date, such as `2026-11-22`. */
  today: string;
  width: number;
  /** Shows a question and waits for a line of input; undefined if the input has ended. */
  ask(question: string): Promise<string | undefined>;
  print(text: string): void;
  save(): void;
}

/**
 * Asks a person about each proposal: yes, no, later, or show more. "Later" asks again after the last proposal. Writes
 * each accepted answer at once, so that nothing is lost if the person leaves.
 *
 * @returns the number of accepted answers, and whether the person saw all proposals
 */
export async function askAboutOffers(
  offers: readonly Offer[],
  dialogue: Dialogue,
): Promise<{ acceptedCount: number; isComplete: boolean }> {
  const { draft, print, save } = dialogue;
  const columns = Math.max(40, dialogue.width);
  let acceptedCount = 0;
  let isLastRound = false;
  let pendingOffers = [...offers];
  while (pendingOffers.length > 0) {
    const postponedOffers: Offer[] = [];
    for (const [index, offer] of pendingOffers.entries()) {
      if (draft.says(offer)) continue;
      print(`\n${introduction(offer, draft, columns)}\n`);
      const choice = await choose(offer, `${index + 1} of ${pendingOffers.length}`, dialogue);
      if (choice === undefined) return { acceptedCount, isComplete: false };
      if (choice === 'later' && !isLastRound) postponedOffers.push(offer);
      if (choice !== 'yes') continue;
      const refusalReason = draft.take(offer);
      if (refusalReason !== undefined) {
        const reason = `This answer cannot be combined with the other answers. ${sanitizeSentence(refusalReason)}`;
        print(`${wrap(reason, columns).join('\n')}\n`);
        continue;
      }
      acceptedCount += 1;
      save();
    }
    // The second round is the last: there, the reply "later" drops a proposal.
    isLastRound = true;
    pendingOffers = postponedOffers;
  }
  return { acceptedCount, isComplete: true };
}

function introduction(offer: Offer, draft: DraftedAnswers, columns: number): string {
  const places = placesOf(offer, draft);
  const changes =
    places.length === 0 ? 'only the docs' : `${formatCount(places.length, 'place')}: ${formatList(places, maxPlaces)}`;
  return [
    ...offerLines(offer, draft.contract.document, columns),
    ...(offer.certainty === 'likely' ? ['    certainty likely: no response contradicts it'] : []),
    ...wrapWithLabel('    changes   ', changes, columns),
  ].join('\n');
}

function placesOf(offer: Offer, draft: DraftedAnswers): string[] {
  const acceptedOffers = draft.acceptedOffers;
  if (draft.take(offer) !== undefined) return [];
  const places = changedPartsOf(draft.contract, offer.question);
  draft.restore(acceptedOffers);
  return places;
}

type Choice = 'yes' | 'no' | 'later';

async function choose(offer: Offer, position: string, dialogue: Dialogue): Promise<Choice | undefined> {
  const choices: readonly Choice[] = ['yes', 'no', 'later'];
  for (;;) {
    const reply = await dialogue.ask(`(${position}) Accept this answer? yes, no, later, show more: `);
    if (reply === undefined) return undefined;
    const word = reply.trim().toLowerCase();
    const choice = choices.find((choice) => word !== '' && choice.startsWith(word));
    if (choice) return choice;
    if (word !== '' && 'show more'.startsWith(word)) dialogue.print(`${detailsText(offer, dialogue)}\n`);
    else dialogue.print('Type yes, no, later or show, or the first letter of one of these words.\n');
  }
}

function detailsText(offer: Offer, { draft, today, width }: Dialogue): string {
  const columns = Math.max(40, width);
  const { support } = offer;
  const document: OpenApiDocument = draft.contract.document;
  const { assumed = '' } = document['x-unknowns']?.find(({ id }) => id === offer.question) ?? {};
  const answer = answerOf(offer, today);
  return [
    ...wrapWithLabel('    now       ', sanitizeSentence(assumed.trim()), columns),
    ...wrapWithLabel('    value     ', sanitizeLine(onOneLine(answer.value)), columns),
    ...(answer.except ? wrapWithLabel('    except    ', sanitizeLine(onOneLine(answer.except)), columns) : []),
    ...wrapWithLabel('    seen in   ', sanitizeSentence(support.operations.join(', ')), columns),
    ...wrapWithLabel('    against   ', sanitizeSentence(support.against), columns),
  ].join('\n');
}

interface DialogueOptions extends Pick<CommandContext, 'output'> {
  result: LearnResult;
  savedAnswers: SavedAnswers;
  input: NodeJS.ReadStream;
  today: string;
}

/** Asks the person at the terminal about each answer, and writes the accepted ones. */
export async function runDialogue({ result, savedAnswers, input, output, today }: DialogueOptions): Promise<void> {
  const { createInterface } = await import('node:readline/promises');
  const readline = createInterface({ input, output: output as NodeJS.WriteStream });
  const inputEnd = new Promise<undefined>((resolve) => readline.once('close', () => resolve(undefined)));
  const { redact } = getKeySearch();
  const draft = new DraftedAnswers(savedAnswers.path, savedAnswers.text, today);
  try {
    const { acceptedCount, isComplete } = await askAboutOffers([...result.taken, ...result.likely], {
      draft,
      today,
      width: output.columns ?? 80,
      ask: (question) => Promise.race([readline.question(question).catch(() => undefined), inputEnd]),
      print: (text) => void output.write(redact(text)),
      save: () => {
        try {
          savedAnswers.write(draft.text);
        } catch (error) {
          output.write(redact(`\n${unsavedText(draft.text)}`));
          throw error;
        }
      },
    });
    const note =
      acceptedCount > 0
        ? `Wrote ${formatCount(acceptedCount, 'answer')} to ${sanitize(savedAnswers.path)}.`
        : 'Nothing was written.';
    output.write(`\n${isComplete ? '' : 'Stopped before all questions were answered. '}${note}\n`);
  } finally {
    readline.close();
  }
}

/** Members to leave out of the list of changed places: extensions, descriptions and examples. */
const notePattern = /^(?:x-[\w-]+|examples|description|summary)$/;

/** The operations and fields of the contract that an answer changes, each once, such as `PartnerEntry.headline`. */
function changedPartsOf({ overlay, document }: TaughtOwnContract, question: string): string[] {
  const operations = new Map([...eachOperation(document)].map(({ id, path, method }) => [`${path} ${method}`, id]));
  const questionActions = overlay.actions.filter(({ description = '' }) => description.split(',')[0] === question);
  const places = questionActions.flatMap(({ target, update }) => {
    const keys = keysOf(target).map(String);
    const isNote = update !== undefined && Object.keys(update as object).every((name) => notePattern.test(name));
    if (isNote || keys.some((key) => notePattern.test(key))) return [];
    const [part, first = '', second = '', third, fourthKey] = keys;
    if (part === 'paths') return operations.get(`${first} ${second}`) ?? first;
    if (part !== 'components' || first === 'examples') return [];
    return third === 'properties' && fourthKey !== undefined ? `${second}.${fourthKey}` : second;
  });
  return [...new Set(places)].filter((place) => place !== '');
}

/** The maximum length in characters of an answer, and of the actual value in a finding. */
const maxValueLength = 300;
const maxActualLength = 80;

/** The maximum number of findings shown for a contradiction, or for an incomplete run. */
const maxFindings = 3;

export function resultText(result: LearnResult, width: number): string {
  const { taken, likely, kept, refused, disproved, contradictions, draft } = result;
  const columns = Math.max(40, width);
  const { document } = draft.contract;
  const offers = (list: readonly Offer[]): string[] => list.flatMap((offer) => offerLines(offer, document, columns));
  const droppedOfferLines = (list: readonly RefusedOffer[], label: string): string[] =>
    list.flatMap(({ offer, reason }) => [
      ...offerLines(offer, document, columns),
      ...wrapWithLabel(label, sanitizeSentence(reason), columns),
    ]);
  const sections: [title: string, lines: string[]][] = [
    ['The responses support these answers:', offers(taken)],
    ['These answers are likely, since no response contradicts them. --accept-likely accepts them:', offers(likely)],
    ['The responses support these answers. The file keeps its own answers, because a person wrote them:', offers(kept)],
    ['These answers cannot be combined with the other answers:', droppedOfferLines(refused, '    refused   ')],
    [
      'These answers were dropped, because a response contradicts them:',
      droppedOfferLines(disproved, '    against   '),
    ],
    ['The service contradicts these answers:', contradictions.flatMap((each) => contradictionLines(each, columns))],
  ];
  const nonEmptySections = sections.filter(([, lines]) => lines.length > 0);
  return nonEmptySections.map(([title, lines]) => `${[...wrap(title, columns), ...lines].join('\n')}\n\n`).join('');
}

/** Text with the content of a file that could not be written, so that the answers are not lost. */
export function unsavedText(text: string): string {
  const lines = text.trimEnd().split('\n').map(sanitizeLine);
  return `The answers could not be written. The file would have contained:\n\n${lines.join('\n')}\n\n`;
}

/** The last lines of the output: whether the run was complete, and what has changed. */
export function summaryText(result: LearnResult, width: number): string {
  const { report, before, after, rounds, requests } = result;
  const columns = Math.max(40, width);
  const isRecording = report.target.kind === 'recording';
  const cost = isRecording ? '' : ` (${formatCount(rounds, 'run')} of the check, ${formatCount(requests, 'request')})`;
  const { violation } = report.counts;
  const advice =
    `The check found ${formatCount(violation, 'violation')}: run directory-contract check with the same settings to ` +
    'see them.';
  // Skip the first note if it is about the answers added to the contract.
  const notes = report.notes.slice(report.answers ? 1 : 0);
  const isPartial = isIncomplete(result);
  const remarks = [...(isPartial ? [incompleteText(result)] : []), ...(isRecording ? notes : []), ...gapsIn(report)];
  const lines = [
    ...unansweredLines(result, columns),
    ...remarks.flatMap((remark) => wrap(sanitizeSentence(remark), columns)),
    ...(isPartial ? topFindingLines(report, columns) : []),
    ...(violation > 0 && !isRecording ? wrap(advice, columns) : []),
    ...wrap(`${progressLine(before, after)}${cost}`, columns),
  ];
  return `${lines.join('\n')}\n`;
}

/** The unanswered questions, and possible answers. An incomplete run lists only questions with possible answers. */
function unansweredLines(result: LearnResult, columns: number): string[] {
  const questions = result.unanswered.filter(({ possible }) => possible.length > 0 || !isIncomplete(result));
  const answers = questions.flatMap(({ question, possible }) => possible.map((answer) => answerLine(question, answer)));
  return [
    ...(questions.length > 0 ? ['No answer was found to these questions:'] : []),
    ...questions.flatMap(({ question, reason }) =>
      wrap(sanitizeSentence(`${question}: ${reason}`), columns - 4).map(
        (line, index) => `${index === 0 ? '  ' : '    '}${line}`,
      ),
    ),
    ...(answers.length > 0
      ? wrap('Some of these answers may be right. Add the right ones below "answers:":', columns)
      : []),
    ...answers.map((line) => `  ${sanitizeLine(line)}`),
    ...(questions.length > 0 ? [''] : []),
  ];
}

function incompleteText({ report, after }: LearnResult): string {
  const isCauseKnown = report.stopped !== undefined || report.verdict === 'no-verdict' || !sawNoFields(after);
  const reason = isCauseKnown
    ? report.why
    : 'No response contains a field that the contract describes. Check that the base URL is the address of the ' +
      'service, without the path of the API.';
  return `Incomplete: ${reason}`;
}

/** The most frequent finding of each family of rules. Together, they characterize the server. */
function topFindingLines({ findings }: CheckReport, columns: number): string[] {
  const findingsByMessage = new Map<string, { rule: string; actual: string; ids: Set<string> }>();
  for (const finding of findings) {
    const { severity, rule, message, actual } = finding;
    if (severity === 'observation') continue;
    const [family = ''] = rule.split('.', 1);
    const { ids } = getOrCreate(findingsByMessage, message, () => ({ rule: family, actual, ids: new Set<string>() }));
    for (const id of operationsOf(finding)) ids.add(id);
  }
  const all = [...findingsByMessage].sort(([, a], [, b]) => b.ids.size - a.ids.size);
  const topFindings = all.filter(([, { rule }], index) => all.findIndex(([, other]) => other.rule === rule) === index);
  const lines = topFindings.slice(0, maxFindings).flatMap(([message, { ids, actual }]) => {
    const [firstId = ''] = ids;
    const placeText = ids.size === 1 ? firstId : formatCount(ids.size, 'operation');
    return wrapWithLabel(
      '  ',
      sanitizeSentence(`${placeText}: ${message} Found ${actual.slice(0, maxActualLength)}.`),
      columns,
    );
  });
  return lines.length > 0 ? ['The most frequent findings:', ...lines] : [];
}

export function offerLines(offer: Offer, document: OpenApiDocument, columns: number): string[] {
  const { question = '' } = document['x-unknowns']?.find(({ id }) => id === offer.question) ?? {};
  const { value, except = {} } = offer.answer;
  const exceptionsText = Object.keys(except).length > 0 ? `, except ${onOneLine(except)}` : '';
  return [
    `  ${offer.question}`,
    ...wrapWithLabel('    ', sanitize(question), columns),
    ...wrapWithLabel('    answer    ', sanitize(onOneLine(value) + exceptionsText, maxValueLength), columns),
    ...wrapWithLabel('    based on  ', sanitizeSentence(evidenceText(offer.support)), columns),
  ];
}

function contradictionLines({ question, by, isFromPerson, findings }: Contradiction, columns: number): string[] {
  const source = isFromPerson ? (by === undefined ? 'somebody' : sanitize(by)) : 'learnt earlier';
  const hiddenFindingCount = findings.length - maxFindings;
  return [
    `  ${question} (${source})`,
    ...findings.slice(0, maxFindings).flatMap((text) => wrapWithLabel('    ', sanitizeSentence(text), columns)),
    ...(hiddenFindingCount > 0 ? [`    and ${hiddenFindingCount} more`] : []),
  ];
}

export function jsonOf({ report, draft: _, ...rest }: LearnResult, file: string, isWritten: boolean): object {
  const { contract, target, stopped, why, notes } = report;
  return {
    format: 1,
    contract,
    target,
    answers: { file, isWritten },
    ...rest,
    ...(stopped && { stopped }),
    why,
    notes,
  };
}
