import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../scripts/check/engine/check.js';
import type { CheckedContract } from '../../scripts/check/model/contract/contract.js';
import type { Finding } from '../../scripts/check/model/finding.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { Proposal } from '../../scripts/check/model/proposal.js';
import type { CheckReport, ReportedExchange } from '../../scripts/check/model/report/report.js';
import type { LearnOptions, LearnResult } from '../../scripts/learn/learn-result.js';
import { learn } from '../../scripts/learn/rounds.js';
import { conflict, contradicting, offer, reportWith } from './proposals.js';

interface LearnParts
  extends Partial<Pick<LearnOptions, 'text' | 'acceptLikely' | 'writes' | 'include' | 'confirmHost'>> {
  /** What the responses of all rounds show when they are judged again, with the answers to these questions. */
  judged?(answers: Record<string, unknown>): Partial<CheckReport>;
}

/** Learns from a check that supports these proposals, round by round. After the last round, all are like it. */
async function learnt(
  rounds: { proposals: Proposal[]; report?: Partial<CheckReport> }[],
  { judged, ...options }: LearnParts = {},
): Promise<{ found: LearnResult; contracts: CheckedContract[]; reads: unknown[] }> {
  const contracts: CheckedContract[] = [];
  const reads: unknown[] = [];
  const found = await learn({
    file: 'directory.answers.yaml',
    text: '',
    today: '2026-11-23',
    baseUrl: 'http://127.0.0.1:1',
    ...options,
    look: async (asked: CheckOptions, how): Promise<CheckResult> => {
      const unknowns = (asked.contract as CheckedContract).document['x-unknowns'] ?? [];
      const answers = Object.fromEntries(unknowns.map(({ id, answered }) => [id, answered?.value]));
      if (how?.traffic)
        return { proposals: [], report: reportWith(judged?.(answers) ?? {}), presence: undefined as never };
      reads.push(how?.readMode);
      const { proposals, report } = rounds[contracts.length] ?? rounds.at(-1) ?? { proposals: [] };
      contracts.push(asked.contract as CheckedContract);
      const exchanges = judged ? [exchange] : [];
      return { proposals, report: reportWith({ exchanges, ...report }), presence: undefined as never };
    },
  });
  return { found, contracts, reads };
}

const exchange = { request: {}, response: { headers: [], content: { text: '' } } } as unknown as ReportedExchange;

const prefix = offer('auth.scheme-prefix', 'Bearer');
const nulls = (...fields: string[]): Proposal => offer('partner-entry.nullability', fields);
const writing = { acceptLikely: true, writes: 'disposable', include: ['named'], confirmHost: '127.0.0.1' } as const;
const answersOf = ({ taken }: LearnResult): unknown[] => taken.map(({ question, answer }) => [question, answer.value]);

describe('learning in rounds', () => {
  it('ends after one round that shows nothing', async () => {
    const { found } = await learnt([{ proposals: [] }]);
    expect(found).toMatchObject({ rounds: 1, taken: [], requests: 10 });
    expect(found.draft.text).toBe('');
  });

  it('teaches the next round what the one before has shown, and has at most six', async () => {
    const fields = ['headline', 'award', 'slug', 'image', 'icon', 'title'];
    const growing = fields.map((_, index) => ({ proposals: [nulls(...fields.slice(0, index + 1))] }));
    const { found, contracts } = await learnt([{ proposals: [prefix] }, ...growing]);
    expect(contracts.map(({ answers }) => answers?.questions)).toEqual([0, 1, 2, 2, 2, 2]);
    expect(answersOf(found)).toEqual([
      ['partner-entry.nullability', fields.slice(0, 5)],
      ['auth.scheme-prefix', 'Bearer'],
    ]);
    expect(found.after.questions.answered).toBe(2);
  });

  it('takes what is likely only if asked to, and the last round says what is likely', async () => {
    const rounds = [
      { proposals: [nulls('headline'), offer('partner-entry.required', ['id', 'slug'], 'likely')] },
      { proposals: [offer('partner-entry.required', ['id'], 'likely')] },
    ];
    const { found } = await learnt(rounds);
    expect(answersOf(found)).toEqual([['partner-entry.nullability', ['headline']]]);
    expect(found.likely.map(({ answer }) => answer.value)).toEqual([['id']]);
    const all = await learnt(rounds, { acceptLikely: true });
    expect(all.found.taken).toHaveLength(2);
    expect(all.found.likely).toEqual([]);
  });

  it('takes likely claims from the last round of a run with writes; before it, only what leads further', async () => {
    const likely = [
      offer('partner-entry.required', ['id'], 'likely'),
      offer('partner-entry-update.required', ['title'], 'likely'),
    ];
    const rounds = [{ proposals: likely }, { proposals: [] }, { proposals: likely }];
    const { found, contracts, reads } = await learnt(rounds, writing);
    expect(contracts.map(({ answers }) => answers?.questions)).toEqual([0, 1, 1]);
    expect(reads).toEqual(['wide', 'quick', 'wide']);
    expect((await learnt(rounds, { acceptLikely: true })).reads).toEqual([undefined, 'quick', undefined]);
    expect(found.taken).toHaveLength(2);
    const single = await learnt([{ proposals: likely.slice(0, 1) }], writing);
    expect([single.found.rounds, single.found.taken.length]).toEqual([1, 1]);
  });

  it('writes the name of a response, before it takes another one for requests', async () => {
    const old = { response: 'website' };
    const rounds = [{ proposals: [prefix] }, { proposals: [offer('the-service.name', old, 'likely')] }];
    const name = async (...more: typeof rounds): Promise<unknown> =>
      (await learnt([...rounds, ...more], writing)).found.taken.find((each) => each.question === 'the-service.name')
        ?.answer.value;
    expect(await name({ proposals: [] })).toBe('website');
    expect(await name({ proposals: [] }, ...rounds.slice(1))).toEqual(old);
  });

  it('takes back what seemed likely when a later round contradicts it', async () => {
    const { found } = await learnt(
      [
        { proposals: [offer('partner-entry.required', ['id', 'slug'], 'likely')] },
        { proposals: [], report: contradicting('partner-entry.required', 'learn') },
      ],
      { acceptLikely: true },
    );
    expect(found.taken).toEqual([]);
  });

  it('accepts a smaller claim if a later round contradicts a part of the earlier one', async () => {
    const part = { items: '/results', next: '/next' };
    const { found } = await learnt([
      { proposals: [offer('lists.envelope', { ...part, total: '/count' })] },
      { proposals: [offer('lists.envelope', part)], report: contradicting('lists.envelope', 'learn') },
    ]);
    expect(answersOf(found)).toEqual([['lists.envelope', part]]);
  });

  it('takes nothing where two rounds differ, or one has several readings', async () => {
    const slash = (value: boolean): Proposal => offer('links.leading-slash', value);
    const differing = await learnt([{ proposals: [slash(false)] }, { proposals: [slash(true)] }]);
    expect(differing.found.taken).toEqual([]);
    expect(differing.found.conflicting).toMatchObject([{ question: 'links.leading-slash' }]);
    const several = await learnt([
      { proposals: [slash(false), prefix] },
      { proposals: [conflict('links.leading-slash', true, false)] },
    ]);
    expect(answersOf(several.found)).toEqual([['auth.scheme-prefix', 'Bearer']]);
  });

  it('leaves out only the operations in doubt, if the answer has a value for each', async () => {
    const question = 'operations.success-status';
    const tiers = { createTier: 200, deleteTier: 200 };
    const shown = (value: Record<string, number>): Proposal => offer(question, value);
    const inDoubt = (id: string): Proposal => conflict(question, { [id]: 200 }, { [id]: 201 });
    const foundIn = async (...rounds: Proposal[][]): Promise<LearnResult> =>
      (await learnt(rounds.map((proposals) => ({ proposals })))).found;
    const before = await foundIn(
      [shown({ createTier: 200 }), inDoubt('createBadge')],
      [shown({ ...tiers, createBadge: 200 })],
    );
    expect(answersOf(before)).toEqual([[question, tiers]]);
    expect(before.conflicting).toMatchObject([
      { question, readings: [{ answer: { value: { createBadge: 200 } } }, {}] },
    ]);
    const between = await foundIn([shown(tiers)], [shown({ ...tiers, createTier: 202, deleteBadge: 200 })]);
    expect(answersOf(between)).toEqual([[question, { deleteTier: 200, deleteBadge: 200 }]]);
    const later = await foundIn([shown(tiers)], [inDoubt('createTier')]);
    expect(answersOf(later)).toEqual([[question, { deleteTier: 200 }]]);
    const none = await foundIn([inDoubt('createTier')]);
    expect([none.taken, none.conflicting.length]).toEqual([[], 1]);
  });

  it('never takes the place of a person, and names contradictions', async () => {
    const text = 'answers:\n  partner-entry.nullability: { value: [headline], from: { by: web team } }\n';
    const report = contradicting('partner-entry.nullability', 'web team');
    const { found } = await learnt([{ proposals: [nulls('headline', 'award')], report }], { text });
    expect(found.taken).toEqual([]);
    expect(found.kept).toHaveLength(1);
    expect(found.contradictions).toEqual([
      { question: 'partner-entry.nullability', by: 'web team', isOfPerson: true, findings: ['getTier: It is null.'] },
    ]);
    expect(found.draft.text).toBe(text);
  });

  it('renews its own answers', async () => {
    const text = 'answers:\n  partner-entry.nullability: { value: [headline], from: { by: learn, on: 2026-11-01 } }\n';
    const { found } = await learnt([{ proposals: [nulls('headline', 'award')] }], { text });
    expect(answersOf(found)).toEqual([['partner-entry.nullability', ['headline', 'award']]]);
    expect(found.draft.text).toContain('on: 2026-11-23');
    const same = await learnt([{ proposals: [nulls('headline')] }], { text });
    expect([same.found.rounds, same.found.draft.text]).toEqual([1, text]);
  });

  it('leaves out what cannot be taught, and takes the rest', async () => {
    const { found } = await learnt([{ proposals: [nulls('nothing_like_it'), prefix] }]);
    expect(answersOf(found)).toEqual([['auth.scheme-prefix', 'Bearer']]);
    expect(found.refused).toMatchObject([{ offer: { question: 'partner-entry.nullability' } }]);
    expect(found.refused[0]?.why).toMatch(/^directory\.answers\.yaml:\d+:\d+: expected a field/);
  });

  it('ends with a run that was cut off, and keeps what was learnt until then', async () => {
    const { found } = await learnt([
      { proposals: [prefix] },
      { proposals: [nulls('headline')], report: { stopped: { code: 'target.busy' } } },
    ]);
    expect([found.rounds, found.taken.length]).toEqual([2, 2]);
  });

  it('sends nothing more after a resource was not restored', async () => {
    const differing = [{ operationId: 'updateTier', path: '/', as: 'differs' as const, differences: [] }];
    const state = { resources: 1, writes: 1, fields: [], differing };
    const { found } = await learnt([{ proposals: [prefix], report: { state } }]);
    expect(found.rounds).toBe(1);
  });
});

describe('the proof of an answer', () => {
  const operations = [{ operationId: 'getTier', requests: 3, success: { tested: true } }] as CheckReport['operations'];
  /** A report with this many drifts of an operation. */
  const drifts = (count: number, operationId = 'getTier'): Partial<CheckReport> => ({
    operations,
    findings: Array.from({ length: count }, (_, index) => {
      const place = { operationId, pointer: `/${index}` };
      const finding: unknown = {
        ...place,
        id: `schema.type:${operationId}:/${index}`,
        rule: 'schema.type',
        contract: {},
      };
      return { ...(finding as Finding), severity: 'drift', message: 'The value must be a string.', actual: 'null' };
    }),
  });
  const question = 'partner-entry.required';
  const required = (...names: string[]): Proposal => offer(question, names, 'likely');
  const accepting = { acceptLikely: true };

  it('drops one after which an operation has more findings, names the response, and keeps the others', async () => {
    const judged = (answers: Record<string, unknown>) => drifts(answers[question] ? 2 : 1);
    const { found } = await learnt([{ proposals: [prefix, required('id')] }], { ...accepting, judged });
    expect(answersOf(found)).toEqual([['auth.scheme-prefix', 'Bearer']]);
    expect(found.disproved).toMatchObject([
      { offer: { question }, why: 'getTier at /1: The value must be a string. Found null.' },
    ]);
    expect(found.draft.text).not.toContain(question);
    const open = await learnt([{ proposals: [prefix, required('id')] }], { judged });
    expect([open.found.likely, open.found.disproved.length]).toEqual([[], 1]);
  });

  it('compares an answer with those taken before it, and not only with none', async () => {
    const fields = offer('resources.fields', { Tier: { properties: { a: { type: 'string' } } } });
    const { found } = await learnt([{ proposals: [prefix, required('id'), fields] }], {
      ...accepting,
      judged: ({ [question]: names, 'auth.scheme-prefix': word, 'resources.fields': others }) =>
        drifts((word ? (names ? 1 : 0) : 1) + (others ? 2 : 0)),
    });
    expect(answersOf(found)).toEqual([['auth.scheme-prefix', 'Bearer']]);
  });

  it('drops one that cannot be taught without another that was dropped', async () => {
    const name = offer('the-service.name', { response: 'site' });
    const nullable = offer('partner-entry.nullability', ['site']);
    const { found } = await learnt([{ proposals: [name, nullable] }], {
      judged: (answers) => drifts(answers['the-service.name'] ? 1 : 0),
    });
    expect(answersOf(found)).toEqual([]);
    expect(found.draft.text).toBe('');
  });

  it('goes back to an earlier answer that says less', async () => {
    const judged = (answers: Record<string, unknown>) => drifts(String(answers[question]).includes('slug') ? 1 : 0);
    const rounds = [{ proposals: [required('id')] }, { proposals: [required('id', 'slug')] }];
    const { found } = await learnt(rounds, { ...accepting, judged });
    expect(answersOf(found)).toEqual([[question, ['id']]]);
    expect(found.disproved).toHaveLength(1);
  });

  it('keeps one that needs another one beside it, and one that shows more of an unknown path', async () => {
    const fields = offer('resources.fields', { Tier: { properties: { a: { type: 'string' } } } });
    const together = await learnt([{ proposals: [required('id'), prefix, fields] }], {
      ...accepting,
      judged: (answers) => {
        const isAlone = answers[question] !== undefined && answers['auth.scheme-prefix'] === undefined;
        return drifts(isAlone || answers['resources.fields'] !== undefined ? 1 : 0);
      },
    });
    expect(together.found.taken.map((each) => each.question)).toEqual([question, 'auth.scheme-prefix']);
    const elsewhere = await learnt([{ proposals: [prefix] }], {
      judged: (answers) => drifts(answers['auth.scheme-prefix'] ? 1 : 0, 'listTiers'),
    });
    expect(elsewhere.found.taken).toHaveLength(1);
  });

  it('counts what is left with the answers that were taken last', async () => {
    const judged = (answers: Record<string, unknown>) => drifts(answers['auth.scheme-prefix'] ? 0 : 1);
    const { found } = await learnt([{ proposals: [] }, { proposals: [prefix], report: drifts(1) }], { judged });
    expect(found.taken).toEqual([]);
    const late = await learnt([{ proposals: [prefix], report: { ...drifts(1), stopped: { code: 'target.busy' } } }], {
      judged,
    });
    expect([late.found.taken.length, late.found.after.drifts]).toEqual([1, 0]);
  });
});
