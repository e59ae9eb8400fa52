import { describe, expect, it } from 'vitest';
import type { GatheredReport } from '../../scripts/check/engine/check.js';
import { taughtContract } from '../../scripts/check/engine/taught-contract.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { Json } from '../../scripts/contract/json.js';
import type { Offer } from '../../scripts/learn/drafted-answers.js';
import type { LearnOptions } from '../../scripts/learn/learnt.js';
import { listsToScout } from '../../scripts/learn/lists-to-scout.js';
import { learn } from '../../scripts/learn/rounds.js';
import { answersFile } from '../answers/taught.js';
import { offer, reportWith, rests } from './proposals.js';

const question = 'lists.envelope';
const baseUrl = 'http://127.0.0.1:1';
const items = { items: '/items' };

/** What the check of a found envelope rests on. */
function found(value: Json = items, operations: string[] = ['listDirectories']): Offer {
  return { ...offer(question, value), rests: { ...rests, operations } };
}

describe('lists for a short run', () => {
  const contract = taughtContract(answersFile({ [question]: { value: items } }));
  const scouted = (options: Partial<CheckOptions> = {}, envelope = found()): string[] =>
    listsToScout(contract, { baseUrl, ...options }, envelope);

  it('are few, and those with the largest resources', () => {
    expect(scouted()).toHaveLength(4);
    expect(scouted()).toContain('listPartnerEntries');
  });

  it('are in the scope of the run', () => {
    expect(scouted({ only: ['listDirectories', 'listTiers'] })).toEqual(['listTiers']);
    expect(scouted({ exclude: ['listPartnerEntries'] })).not.toContain('listPartnerEntries');
    expect(scouted({ only: ['listDirectories'] })).toEqual([]);
  });

  it.each<[string, Offer]>([
    ['lists have no envelope', found('bare')],
    ['the next page is known', found({ ...items, next: '/next' })],
    ['its parameter is known', found({ ...items, page: { query: 'page' } })],
    ['lists with ids in their paths were read', found(items, ['listDirectories', 'listTiers'])],
  ])('are none where %s', (_, envelope) => {
    expect(scouted({}, envelope)).toEqual([]);
  });
});

describe('a short run', () => {
  /** The options of each run of the check, in a run that finds an envelope first. */
  async function runs(options: Partial<LearnOptions> = {}): Promise<CheckOptions[]> {
    const asked: CheckOptions[] = [];
    const look = async (each: CheckOptions): Promise<GatheredReport> => {
      asked.push(each);
      const all = [found(), found({ ...items, next: '/next' }), found({ ...items, next: '/next' })];
      const proposals = [
        ...all.slice(asked.length - 1, asked.length),
        offer('links.leading-slash', asked.length === 2),
      ];
      return { proposals, report: reportWith(), presence: undefined as never };
    };
    await learn({ file: 'a.yaml', text: '', today: '2026-11-23', baseUrl, ...options, look });
    return asked;
  }

  it('comes before the second round, writes nothing, and teaches only about lists', async () => {
    const asked = await runs({ writes: 'disposable', writeFields: ['title'], runs: 3 });
    expect(asked).toHaveLength(3);
    expect(asked[1]).toMatchObject({ writes: 'none', runs: 0 });
    expect(asked[1]?.only).toHaveLength(4);
    expect(asked[1]).not.toHaveProperty('writeFields');
    expect(asked[2]).toMatchObject({ writes: 'disposable', runs: 3 });
    expect(asked[2]?.only).toBeUndefined();
    expect(asked[2]?.contract).toMatchObject({ answers: { questions: 2 } });
  });

  it('is not where a person has answered, or with a recording', async () => {
    const text = 'answers:\n  lists.envelope: { value: { items: /items }, from: { by: web team } }\n';
    for (const options of [{ text }, { traffic: { name: 'a.har' } as NonNullable<LearnOptions['traffic']> }]) {
      const asked = await runs(options);
      expect(asked.filter(({ runs: bodies }) => bodies === 0)).toEqual([]);
    }
  });
});
