import { describe, expect, it } from 'vitest';
import { askAll } from '../../../scripts/commands/learn/dialogue.js';
import { DraftedAnswers, type Offer } from '../../../scripts/learn/drafted-answers.js';
import { answersIn } from '../../../scripts/learn/edit-answers.js';
import { offer } from '../../learn/proposals.js';

/** Answers the questions of a dialogue with these lines, and ends the input after the last one. */
async function asked(
  offers: Offer[],
  ...lines: string[]
): Promise<{ saved: string[]; printed: string; ended: object }> {
  const draft = new DraftedAnswers('a.yaml', '', '2026-11-23');
  const saved: string[] = [];
  let printed = '';
  const ended = await askAll(offers, {
    draft,
    today: '2026-11-23',
    width: 80,
    ask: async (question) => {
      printed += `${question}\n`;
      return lines.shift();
    },
    print: (text) => {
      printed += text;
    },
    save: () => void saved.push(Object.keys(answersIn(draft.text)).join()),
  });
  return { saved, printed, ended };
}

const prefix = offer('auth.scheme-prefix', 'Bearer');
const nulls = offer('partner-entry.nullability', ['headline']);
const slash = offer('links.leading-slash', false, 'likely');

describe('the dialogue', () => {
  it('writes each accepted answer at once, and leaves out the others', async () => {
    const { saved, ended } = await asked([prefix, nulls, slash], 'y', 'no', 'YES');
    expect(saved).toEqual(['auth.scheme-prefix', 'auth.scheme-prefix,links.leading-slash']);
    expect(ended).toEqual({ accepted: 2, isWhole: true });
  });

  it('has written what was accepted when the person leaves', async () => {
    const { saved, ended } = await asked([prefix, nulls, slash], 'y');
    expect(saved).toEqual(['auth.scheme-prefix']);
    expect(ended).toEqual({ accepted: 1, isWhole: false });
  });

  it('asks once more about a question that was put off', async () => {
    const { saved, ended } = await asked([prefix, nulls, slash], 'later', 'y', 'l', 'y', 'later');
    expect(saved).toEqual(['partner-entry.nullability', 'partner-entry.nullability,auth.scheme-prefix']);
    expect(ended).toEqual({ accepted: 2, isWhole: true });
  });

  it('shows question, answer, support and changes, and more if asked', async () => {
    const { printed } = await asked([nulls], '?', 's', 'n');
    expect(printed.replaceAll(' \n', '\n')).toBe(`
  partner-entry.nullability
    Which fields of a partner entry can be null, besides \`custom_slug\` and
    \`file\`?
    answer    [headline]
    rests on  3 responses of 2 operations; getPartnerEntry has null at /headline
    changes   1 place: PartnerEntry.headline
(1 of 1) Take this answer? yes, no, later, show more:
Type yes, no, later or show, or the first letter of one.
(1 of 1) Take this answer? yes, no, later, show more:
    now       No other field is ever null; a field without a value is empty or
              left out.
    value     [headline]
    seen in   getPartnerEntry, listPartnerEntries
    against   Nothing.
(1 of 1) Take this answer? yes, no, later, show more:
`);
  });

  it('says why an answer cannot be taught', async () => {
    const { printed, saved } = await asked([offer('partner-entry.nullability', ['nothing_like_it'])], 'y');
    expect(printed).toContain('It cannot be taught together with the other answers.');
    expect(saved).toEqual([]);
  });
});
