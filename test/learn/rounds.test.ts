import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../scripts/check/engine/check.js';
import type { CheckedContract } from '../../scripts/check/model/contract/contract.js';
import type { Finding } from '../../scripts/check/model/finding.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { Proposal } from '../../scripts/check/model/proposal.js';
import type { CheckReport, ReportedExchange } from '../../scripts/check/model/report/report.js';
import type { Json } from '../../scripts/contract/json.js';
import type { LearnOptions, LearnResult } from '../../scripts/learn/learn-result.js';
import { learn } from '../../scripts/learn/rounds.js';
import { yamlBeside } from '../yaml-beside.js';
import { conflict, contradicting, offer, reportWith } from './proposals.js';

interface LearnParts
  extends Partial<Pick<LearnOptions, 'text' | 'acceptLikely' | 'writes' | 'include' | 'confirmHost'>> {
  /** The report of all rounds when their responses are judged again, with the answers to these questions. */
  judge?(answers: Record<string, unknown>): Partial<CheckReport>;
}

/** Learns from a check that supports these proposals, round by round. Further rounds are like the last round. */
async function learnt(
  rounds: { proposals: Proposal[]; report?: Partial<CheckReport> }[],
  { judge, ...options }: LearnParts = {},
): Promise<{ result: LearnResult; contracts: CheckedContract[]; reads: unknown[] }> {
  const contracts: CheckedContract[] = [];
  const reads: unknown[] = [];
  const learnResult = await learn({
    file: 'directory.answers.yaml',
    text: '',
    today: '2026-11-23',
    baseUrl: 'http://127.0.0.1:1',
    ...options,
    runCheck: async (askedCheckOptions: CheckOptions, how): Promise<CheckResult> => {
      const unknowns = (askedCheckOptions.contract as CheckedContract).document['x-unknowns'] ?? [];
      const answers = Object.fromEntries(unknowns.map(({ id, answered }) => [id, answered?.value]));
      if (how?.traffic)
        return { proposals: [], report: reportWith(judge?.(answers) ?? {}), presence: undefined as never };
      reads.push(how?.readMode);
      const { proposals, report } = rounds[contracts.length] ?? rounds.at(-1) ?? { proposals: [] };
      how?.shouldContinue?.(proposals);
      contracts.push(askedCheckOptions.contract as CheckedContract);
      const exchanges = judge ? [exchange] : [];
      return { proposals, report: reportWith({ exchanges, ...report }), presence: undefined as never };
    },
  });
  return { result: learnResult, contracts, reads };
}

const exchange = { request: {}, response: { headers: [], content: { text: '' } } } as unknown as ReportedExchange;

const prefix = offer('auth.scheme-prefix', 'Bearer');
const answersOf = ({ taken }: LearnResult): unknown[] => taken.map(({ question, answer }) => [question, answer.value]);

/** A round: proposals by their certainty, and parts of the report. */
interface Round extends Partial<Record<'shown' | 'likely', Record<string, Json>>> {
  conflict?: Record<string, Json[]>;
  contradicts?: [question: string, by: string];
  report?: Partial<CheckReport>;
}

/** A run, and the expected results. */
interface Run {
  rounds: Round[];
  text?: string;
  with?: LearnParts;
  /** All accepted answers, and the number of answers in each round. */
  taken?: [question: string, value: Json][];
  questions?: number[];
  reads?: (string | null)[];
  contradictions?: object[];
  found?: object;
  /** A part of the draft, and a pattern of the reason why an answer was refused. */
  writes?: string;
  refuses?: string;
}

/** The members of a run. A misspelt member would be an expectation that no test uses. */
const runMembers = 'rounds text with taken questions reads contradictions found writes refuses'.split(' ');

function roundOf({ shown = {}, likely = {}, conflict: several = {}, contradicts, report }: Round) {
  const proposals = [
    ...Object.entries(shown).map(([question, value]) => offer(question, value)),
    ...Object.entries(likely).map(([question, value]) => offer(question, value, 'likely')),
    ...Object.entries(several).map(([question, values]) => conflict(question, ...values)),
  ];
  return { proposals, report: { ...report, ...(contradicts && contradicting(...contradicts)) } };
}

describe('learning in rounds', () => {
  it.each(Object.entries(yamlBeside<Record<string, Run[]>>(import.meta.url, 'rounds.yaml')))('%s', async (_, runs) => {
    for (const run of runs) {
      expect(runMembers).toEqual(expect.arrayContaining(Object.keys(run)));
      const options = { ...run.with, ...(run.text !== undefined && { text: run.text }) };
      const { result, contracts, reads } = await learnt(run.rounds.map(roundOf), options);
      if (run.taken) expect(answersOf(result)).toEqual(run.taken);
      if (run.questions) expect(contracts.map(({ answers }) => answers?.questions)).toEqual(run.questions);
      if (run.reads) expect(reads.map((each) => each ?? null)).toEqual(run.reads);
      if (run.contradictions) expect(result.contradictions).toEqual(run.contradictions);
      expect(result).toMatchObject(run.found ?? {});
      expect(result.draft.text).toContain(run.writes ?? '');
      if (run.refuses !== undefined) expect(result.refused[0]?.reason).toMatch(new RegExp(run.refuses));
    }
  });
});

describe('the proof of an answer', () => {
  const operations = [{ operationId: 'getTier', requests: 3, success: { tested: true } }] as CheckReport['operations'];
  /** A report with this many drifts of an operation. */
  const drifts = (count: number, operationId = 'getTier'): Partial<CheckReport> => ({
    operations,
    findings: Array.from({ length: count }, (_, index) => {
      const location = { operationId, pointer: `/${index}` };
      const finding: unknown = {
        ...location,
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

  it('drops an answer that leads to more findings of an operation, names the response, and keeps others', async () => {
    const judge = (answers: Record<string, unknown>) => drifts(answers[question] ? 2 : 1);
    const { result } = await learnt([{ proposals: [prefix, required('id')] }], { ...accepting, judge });
    expect(answersOf(result)).toEqual([['auth.scheme-prefix', 'Bearer']]);
    expect(result.disproved).toMatchObject([
      { offer: { question }, reason: 'getTier at /1: The value must be a string. Found null.' },
    ]);
    expect(result.draft.text).not.toContain(question);
    const open = await learnt([{ proposals: [prefix, required('id')] }], { judge });
    expect([open.result.likely, open.result.disproved.length]).toEqual([[], 1]);
  });

  it('keeps an answer after which one operation more contradicts what others already contradict', async () => {
    const elsewhere = drifts(1, 'listTiers').findings ?? [];
    const judge = (answers: Record<string, unknown>) => {
      const report = drifts(answers[question] ? 1 : 0);
      return { ...report, findings: [...elsewhere, ...(report.findings ?? [])] };
    };
    const { result } = await learnt([{ proposals: [required('id')] }], { ...accepting, judge });
    expect(answersOf(result)).toEqual([[question, ['id']]]);
  });

  it('compares an answer also with the answers accepted before it, and not only with no answers', async () => {
    const fields = offer('resources.fields', { Tier: { properties: { a: { type: 'string' } } } });
    const { result } = await learnt([{ proposals: [prefix, required('id'), fields] }], {
      ...accepting,
      judge: ({ [question]: names, 'auth.scheme-prefix': word, 'resources.fields': others }) =>
        drifts((word ? (names ? 1 : 0) : 1) + (others ? 2 : 0)),
    });
    expect(answersOf(result)).toEqual([['auth.scheme-prefix', 'Bearer']]);
  });

  it('drops an answer that cannot be taught without another answer that was dropped', async () => {
    const name = offer('the-service.name', { response: 'site' });
    const nullable = offer('partner-entry.nullability', ['site']);
    const { result } = await learnt([{ proposals: [name, nullable] }], {
      judge: (answers) => drifts(answers['the-service.name'] ? 1 : 0),
    });
    expect(answersOf(result)).toEqual([]);
    expect(result.draft.text).toBe('');
  });

  it('returns to an earlier answer that claims less', async () => {
    const judge = (answers: Record<string, unknown>) => drifts(String(answers[question]).includes('slug') ? 1 : 0);
    const rounds = [{ proposals: [required('id')] }, { proposals: [required('id', 'slug')] }];
    const { result } = await learnt(rounds, { ...accepting, judge });
    expect(answersOf(result)).toEqual([[question, ['id']]]);
    expect(result.disproved).toHaveLength(1);
  });

  it('keeps an answer that needs another answer beside it, and one that shows more of an unknown path', async () => {
    const fields = offer('resources.fields', { Tier: { properties: { a: { type: 'string' } } } });
    const together = await learnt([{ proposals: [required('id'), prefix, fields] }], {
      ...accepting,
      judge: (answers) => {
        const isAlone = answers[question] !== undefined && answers['auth.scheme-prefix'] === undefined;
        return drifts(isAlone || answers['resources.fields'] !== undefined ? 1 : 0);
      },
    });
    expect(together.result.taken.map((each) => each.question)).toEqual([question, 'auth.scheme-prefix']);
    const elsewhere = await learnt([{ proposals: [prefix] }], {
      judge: (answers) => drifts(answers['auth.scheme-prefix'] ? 1 : 0, 'listTiers'),
    });
    expect(elsewhere.result.taken).toHaveLength(1);
  });

  it('counts the remaining findings with the answers that were accepted last', async () => {
    const judge = (answers: Record<string, unknown>) => drifts(answers['auth.scheme-prefix'] ? 0 : 1);
    const { result } = await learnt([{ proposals: [] }, { proposals: [prefix], report: drifts(1) }], { judge });
    expect(result.taken).toEqual([]);
    const late = await learnt([{ proposals: [prefix], report: { ...drifts(1), stopped: { code: 'target.busy' } } }], {
      judge,
    });
    expect([late.result.taken.length, late.result.after.drifts]).toEqual([1, 0]);
  });

  it('counts as "before" also findings of the last round at operations that the first did not read', async () => {
    const judge = (answers: Record<string, unknown>) => drifts(answers['auth.scheme-prefix'] ? 0 : 1);
    const { result } = await learnt([{ proposals: [prefix] }, { proposals: [], report: drifts(1, 'listTiers') }], {
      judge,
    });
    expect([result.before.drifts, result.after.drifts]).toEqual([2, 1]);
  });
});
