import type { OpenApiDocument } from '../../contract/document.js';
import { onOneLine } from '../../learn/answer-text.js';
import { changedPlaces } from '../../learn/changed-places.js';
import { answerOf, type DraftedAnswers, type Offer } from '../../learn/drafted-answers.js';
import { hanging, wrap } from '../../text/columns.js';
import { sentence, whole } from '../../text/escape.js';
import { counted } from '../../text/numbers.js';
import { offerLines } from './text.js';

/** The most places that one proposal shows. */
const mostPlaces = 8;

export interface Dialogue {
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
  const shown = places.slice(0, mostPlaces).join(', ');
  const more = places.length > mostPlaces ? ` and ${places.length - mostPlaces} more` : '';
  const changes = places.length === 0 ? 'nothing but the docs' : `${counted(places.length, 'place')}: ${shown}${more}`;
  return [
    ...offerLines(offer, draft.taught.document, columns),
    ...(offer.certainty === 'likely' ? ['    certainty likely: no response is against it'] : []),
    ...hanging('    changes   ', changes, columns),
  ].join('\n');
}

/** The parts of the contract that an answer changes. */
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
