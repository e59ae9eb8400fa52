import { beforeEach, describe, expect, it, vi } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { learn } from '../../scripts/learn/rounds.js';
import { answersFile } from '../answers/taught.js';
import { isWhole } from '../sample.js';
import { temporaryFile } from '../temporary-folder.js';
import { words } from '../words.js';
import { yamlBeside } from '../yaml-beside.js';
import { allWrites, answersByHand } from './by-hand.js';
import { key, type Style, serveWorld } from './serve.js';
import { firmStyles, varyingStyles } from './styles.js';
import { isAlwaysTrue } from './truths.js';

const firm = Object.keys(firmStyles);

/** The minimum that a check of a world must reach. */
const target = { operations: 55, fields: 100 };

/** The result of a check of a world. */
interface Reached {
  exitCode: number;
  operations: number;
  fields: number;
}

/** A row of the table in `first-checks.yaml`. */
interface FirstCheck {
  first: Reached;
  /** The lines of the first check, one for each difference of the world. */
  causes: string[];
  /** The second check, with the answers that the first check prints. Absent if it reaches as much as the first. */
  second?: Reached;
  /** Lines of the second check, with their reason. */
  left?: { reason: string; lines: string[] };
}

const firstChecks = yamlBeside<Record<string, FirstCheck>>(import.meta.url, 'first-checks.yaml');

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', key);
});

/** Returns the rules and operations of the violations and drifts of a report. */
const linesOf = ({ findings }: CheckReport): string[] =>
  findings
    .filter(({ severity }) => severity !== 'observation')
    .map(({ rule, operationId }) => `${rule} ${operationId}`)
    .sort();

const reachedBy = ({ exitCode, coverage: { successTested: operations, fields } }: CheckReport): Reached => ({
  ...{ exitCode, operations, fields: fields.seen },
});

describe('the first check without answers, and the second check with the answers that the first prints,', () => {
  for (const style of firm)
    it(`reach in the style ${style} what the table says`, { tags: 'slow' }, async () => {
      const { first, causes, second = first, left } = firstChecks[style] as FirstCheck;
      const { url } = await serveWorld(firmStyles[style] as Style);
      const report = await check({ baseUrl: url, runs: 0 });
      expect(linesOf(report)).toEqual(causes.toSorted());
      expect(reachedBy(report)).toEqual(first);
      const answers = (report.questions ?? []).flatMap(({ answer }) => answer ?? []);
      const file = temporaryFile(
        'directory.answers.yaml',
        `answers:\n${answers.map((answer) => `  ${answer}\n`).join('')}`,
      );
      const taughtReport = await check({ baseUrl: url, runs: 0, answers: file });
      expect(linesOf(taughtReport)).toEqual(left?.lines ?? []);
      expect(reachedBy(taughtReport)).toEqual(second);
      // A run that ends at a redirect prints the line to add to the answers.
      if (first.exitCode === 3) expect(report.why).toContain(answers[0]);
      for (const { operations, fields } of first.exitCode === 3 ? [second] : [first, second]) {
        expect(operations).toBeGreaterThanOrEqual(target.operations);
        expect(fields).toBeGreaterThanOrEqual(target.fields);
      }
    });
});

describe('a strict check with the answers that a person gives', () => {
  const styles = Object.entries(answersByHand).filter(([style]) => isWhole || style === 'jsonapi');
  it.each(styles)(
    'finds nothing in the style %s, in reads and in all writes',
    { tags: 'slow' },
    async (style, values) => {
      const { url } = await serveWorld(firmStyles[style] as Style);
      const answers = answersFile(values);
      for (const options of [{}, allWrites]) {
        const report = await check({ baseUrl: url, runs: 0, strict: true, answers, ...options });
        expect([linesOf(report), report.exitCode]).toEqual([[], 0]);
      }
    },
  );
});

/** The operations that a normal run learns from; the long runs learn from all of them. */
const someValues = words`
  listDirectories listPartnerEntries getPartnerEntry listFilters getFilter listMatchmakingRequests
  listBadges getBadge createBadge updateBadge deleteBadge listTiers getTier createTier updateTier deleteTier
  listCallouts getCallout createCallout updateCallout deleteCallout`;

describe('the answers learnt from a service that varies are always true', () => {
  it.each(Object.keys(varyingStyles))('%s', { tags: 'slow' }, async (style) => {
    const world = await serveWorld(varyingStyles[style]?.() ?? {});
    const { url } = world;
    const { taken } = await learn({
      ...{ file: 'directory.answers.yaml', text: '', today: '2026-11-29', baseUrl: url, runs: 1, acceptLikely: true },
      ...(!isWhole && { only: someValues }),
      ...(style === 'alternating-statuses' && allWrites),
    });
    expect(taken.map(({ question }) => question)).toContain('resources.fields');
    const untrue = taken.filter(({ question, answer }) => !isAlwaysTrue(style, question, answer, world));
    expect(untrue.map(({ question }) => question)).toEqual([]);
  });
});
