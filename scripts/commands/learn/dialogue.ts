import { keysOf } from '../../answers/overlay.js';
import type { TaughtOwnContract } from '../../answers/own-contract.js';
import type { CheckReport } from '../../check/model/report/report.js';
import { keyInUse } from '../../check/transport/key.js';
import type { OpenApiDocument } from '../../contract/document.js';
import { eachOperation } from '../../contract/operations.js';
import { onOneLine } from '../../learn/answer-text.js';
import { answerOf, DraftedAnswers, evidenceText, type Offer } from '../../learn/drafted-answers.js';
import { type Contradiction, isBlind, isIncomplete, type Learnt, progressLine } from '../../learn/learnt.js';
import type { SavedAnswers } from '../../learn/saved-answers.js';
import { hanging, wrap } from '../../text/columns.js';
import { sentence, visible, whole } from '../../text/escape.js';
import { counted, listOf } from '../../text/numbers.js';
import type { Surroundings } from '../command.js';

/** The most places that one proposal shows. */
const mostPlaces = 8;

interface Dialogue {
  /** The answers that were accepted are taken here. */
  draft: DraftedAnswers;
  /** Such as `2026-11-22`. */
  today: string;
  width: number;
  /** Shows a line and waits for one; undefined if the person has left. */
  ask(question: string): Promise<string | undefined>;
  print(text: string): void;
  /** Writes what was accepted so far. */
  save(): void;
}

/**
 * Asks a person about each proposal: yes, no, later (again after the others), show more. Each accepted answer is
 * written at once, so that nothing is lost if the person leaves.
 *
 * @returns how many were accepted, and whether the person has seen all
 */
export async function askAll(
  offers: readonly Offer[],
  dialogue: Dialogue,
): Promise<{ accepted: number; isWhole: boolean }> {
  const { draft, print, save } = dialogue;
  const columns = Math.max(40, dialogue.width);
  let accepted = 0;
  let isLast = false;
  let waiting = [...offers];
  while (waiting.length > 0) {
    const later: Offer[] = [];
    for (const [index, offer] of waiting.entries()) {
      if (draft.says(offer)) continue;
      print(`\n${introduction(offer, draft, columns)}\n`);
      const choice = await choose(offer, `${index + 1} of ${waiting.length}`, dialogue);
      if (choice === undefined) return { accepted, isWhole: false };
      if (choice === 'later' && !isLast) later.push(offer);
      if (choice !== 'yes') continue;
      const why = draft.take(offer);
      if (why !== undefined) {
        print(`${wrap(`It cannot be taught together with the other answers. ${sentence(why)}`, columns).join('\n')}\n`);
        continue;
      }
      accepted += 1;
      save();
    }
    // A proposal that was put off twice is left out.
    isLast = true;
    waiting = later;
  }
  return { accepted, isWhole: true };
}

function introduction(offer: Offer, draft: DraftedAnswers, columns: number): string {
  const places = placesOf(offer, draft);
  const shown = `${counted(places.length, 'place')}: ${listOf(places, mostPlaces)}`;
  const changes = places.length === 0 ? 'nothing but the docs' : shown;
  return [
    ...offerLines(offer, draft.taught.document, columns),
    ...(offer.certainty === 'likely' ? ['    certainty likely: no response is against it'] : []),
    ...hanging('    changes   ', changes, columns),
  ].join('\n');
}

function placesOf(offer: Offer, draft: DraftedAnswers): string[] {
  const before = draft.takenFor(offer.question);
  if (draft.take(offer) !== undefined) return [];
  const places = changedPlaces(draft.taught, offer.question);
  draft.drop(offer.question);
  if (before) draft.take(before);
  return places;
}

type Choice = 'yes' | 'no' | 'later';

async function choose(offer: Offer, position: string, dialogue: Dialogue): Promise<Choice | undefined> {
  const choices: readonly Choice[] = ['yes', 'no', 'later'];
  for (;;) {
    const typed = await dialogue.ask(`(${position}) Take this answer? yes, no, later, show more: `);
    if (typed === undefined) return undefined;
    const word = typed.trim().toLowerCase();
    const choice = choices.find((each) => word !== '' && each.startsWith(word));
    if (choice) return choice;
    if (word !== '' && 'show more'.startsWith(word)) dialogue.print(`${moreAbout(offer, dialogue)}\n`);
    else dialogue.print('Type yes, no, later or show, or the first letter of one.\n');
  }
}

function moreAbout(offer: Offer, { draft, today, width }: Dialogue): string {
  const columns = Math.max(40, width);
  const { rests } = offer;
  const document: OpenApiDocument = draft.taught.document;
  const { assumed = '' } = document['x-unknowns']?.find(({ id }) => id === offer.question) ?? {};
  const answer = answerOf(offer, today);
  return [
    ...hanging('    now       ', sentence(assumed.trim()), columns),
    ...hanging('    value     ', whole(onOneLine(answer.value)), columns),
    ...(answer.except ? hanging('    except    ', whole(onOneLine(answer.except)), columns) : []),
    ...hanging('    seen in   ', sentence(rests.operations.join(', ')), columns),
    ...hanging('    against   ', sentence(rests.against), columns),
  ].join('\n');
}

interface Talk extends Pick<Surroundings, 'output'> {
  learnt: Learnt;
  saved: SavedAnswers;
  input: NodeJS.ReadStream;
  today: string;
}

/** Asks the person at the terminal about each answer, and writes those that are accepted. */
export async function talk({ learnt, saved, input, output, today }: Talk): Promise<void> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input, output: output as NodeJS.WriteStream });
  const left = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
  const { redact } = keyInUse();
  const draft = new DraftedAnswers(saved.path, saved.text, today);
  try {
    const { accepted, isWhole } = await askAll([...learnt.taken, ...learnt.likely], {
      draft,
      today,
      width: output.columns ?? 80,
      ask: (question) => Promise.race([lines.question(question).catch(() => undefined), left]),
      print: (text) => void output.write(redact(text)),
      save: () => {
        try {
          saved.write(draft.text);
        } catch (error) {
          output.write(redact(`\n${unsavedText(draft.text)}`));
          throw error;
        }
      },
    });
    const written =
      accepted > 0 ? `Wrote ${counted(accepted, 'answer')} to ${visible(saved.path)}.` : 'Nothing was written.';
    output.write(`\n${isWhole ? '' : 'Broken off. '}${written}\n`);
  } finally {
    lines.close();
  }
}

/** Members that say on what a part rests, and examples. */
const noted = /^(?:x-[\w-]+|examples|description|summary)$/;

/** The operations and fields of the contract that an answer changes, each once: `PartnerEntry.headline`. */
function changedPlaces({ overlay, document }: TaughtOwnContract, question: string): string[] {
  const operations = new Map([...eachOperation(document)].map(({ id, path, method }) => [`${path} ${method}`, id]));
  const own = overlay.actions.filter(({ description = '' }) => description.split(',')[0] === question);
  const places = own.flatMap(({ target, update }) => {
    const keys = keysOf(target).map(String);
    const isNote = update !== undefined && Object.keys(update as object).every((name) => noted.test(name));
    if (isNote || keys.some((key) => noted.test(key))) return [];
    const [part, first = '', second = '', third, fourth] = keys;
    if (part === 'paths') return operations.get(`${first} ${second}`) ?? first;
    if (part !== 'components' || first === 'examples') return [];
    return third === 'properties' && fourth !== undefined ? `${second}.${fourth}` : second;
  });
  return [...new Set(places)].filter((place) => place !== '');
}

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
