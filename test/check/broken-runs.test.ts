import { describe, expect, it } from 'vitest';
import { longPattern } from '../long-pattern.js';
import { type Asked, type Broken, checkBroken, firstSentence, soon } from './broken-server.js';
import { accusations } from './run.js';

/** When a run has broken, as its first sentence says it. */
const at = (request: number | string, good: number | string): RegExp =>
  new RegExp(`request ${request} \\(\\w+, \\d+\\.\\d s after the start, after ${good} successful answers?\\)`);

/** Breaks after so many good answers. */
const breakingAfter =
  (many: number, broken: Broken) =>
  ({ good }: Asked): Broken =>
    good >= many ? broken : undefined;

describe('safety 13: a run that breaks ends with 3, soon, and its first sentence says what happened and when', () => {
  const busy = { status: 429, headers: soon };
  const unavailable = { status: 503, headers: soon };
  it.each<[string, Broken, string, string]>([
    ['every answer is 429', busy, 'target.busy', 'The server has been too busy since'],
    ['every answer is 503 with Retry-After', unavailable, 'target.busy', 'The server has been unavailable since'],
    [
      'every answer is 401, as to a key that was revoked',
      { status: 401 },
      'key.refused',
      'The server has refused the key since',
    ],
    ['every answer is 403', { status: 403 }, 'key.refused', 'The server has refused the key since'],
    ['every connection breaks', 'reset', 'target.lost', 'The server has been out of reach since'],
    [
      'every answer leads to a login',
      { status: 302, headers: { location: '/login' } },
      'target.changed',
      'The server has not answered as before since',
    ],
  ])('after 40 good answers %s', async (_, broken, code, words) => {
    const { report, afterBreak } = await checkBroken(breakingAfter(40, broken));
    expect(report).toMatchObject({
      verdict: 'no-verdict',
      exitCode: 3,
      stopped: { code, since: { goodAnswers: 40, request: 41 } },
      counts: { violation: 0 },
      coverage: { refusalTested: 0 },
    });
    expect(firstSentence(report)).toMatch(
      new RegExp(`^${words} ${at(41, 40).source}: requests bring .+, and so does \\w+, which had succeeded before\\.$`),
    );
    // Five requests and the control read, each sent four times at most, and what was under way.
    expect(afterBreak).toBeLessThan(45);
  });

  it('the answers change between 401, 429 and 503', async () => {
    let turn = 0;
    const { report, afterBreak } = await checkBroken(({ good }) =>
      good >= 40 ? [{ status: 401 }, busy, unavailable][turn++ % 3] : undefined,
    );
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, stopped: { since: { goodAnswers: 40 } } });
    expect(afterBreak).toBeLessThan(45);
  });

  it('the session ends with one operation, and no refusal after it counts as tested', async () => {
    const isLoggedOut = { now: false };
    const { report } = await checkBroken(({ path, isKeyed, method }) => {
      isLoggedOut.now ||= isKeyed && method === 'HEAD' && path.includes('/filters/');
      return isLoggedOut.now ? { status: 401 } : undefined;
    });
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, stopped: { code: 'key.refused' } });
    expect(accusations(report)).toEqual([]);
  });

  it('four groups answer 503 with Retry-After from the start', async () => {
    const { report } = await checkBroken(({ path }) =>
      /tiers|filters|reviews|matchmaking/.test(path) ? unavailable : undefined,
    );
    expect(report).toMatchObject({
      verdict: 'no-verdict',
      exitCode: 3,
      stopped: { code: 'operation.unanswered' },
      counts: { violation: 0 },
    });
    expect(firstSentence(report)).toMatch(
      longPattern(
        /^9 of 63 operations got nothing but 503 with Retry-After, /,
        /from request \d+ \(.+\) on, so that nothing is known of them\.$/,
      ),
    );
    expect(report.coverage.successTested).toBeGreaterThan(40);
  });

  it('one operation alone answers 429', async () => {
    const { report } = await checkBroken(({ path }) => (path.includes('/currency') ? busy : undefined));
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, coverage: { successTested: 60 } });
    expect(firstSentence(report)).toMatch(
      /^listCurrencyFieldOptions got nothing but 429, from request \d+ .* on, so that nothing is known of it\.$/,
    );
  });

  it('the list that shows the ids answers 429, though it is out of scope', async () => {
    const { report } = await checkBroken(({ path }) => (path.endsWith('/filters/') ? busy : undefined), {
      only: ['listDirectories', 'getFilter'],
    });
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, stopped: { code: 'operation.unanswered' } });
  });

  it('the key is revoked with the last requests', async () => {
    const { report, asked } = await checkBroken(() => undefined, { only: ['listDirectories'] });
    expect(report.exitCode).toBe(0);
    let turn = 0;
    const cut = await checkBroken(({ isKeyed }) => (++turn >= asked - 2 && isKeyed ? { status: 401 } : undefined), {
      only: ['listDirectories'],
    });
    expect(cut.report).toMatchObject({ exitCode: 3, stopped: { code: 'key.refused' } });
  });
});

describe('safety 13: a key that nothing shows to be right', () => {
  const isPublic = ({ path }: Asked): Broken => (path.endsWith('/directories/') ? 'open' : { status: 401 });

  it('is named with the operations that refuse it, where the first one is public', async () => {
    const { report, asked } = await checkBroken(isPublic, { concurrency: 1 });
    expect(report).toMatchObject({
      verdict: 'no-verdict',
      exitCode: 3,
      stopped: { code: 'key.refused', since: { request: 2, goodAnswers: 1 } },
    });
    expect(firstSentence(report)).toMatch(
      new RegExp(
        '^The key is refused by 3 of the 4 operations that were called, first with 401 ' +
          `to ${at(2, 1).source}; only listDirectories answered, which needs no key\\.$`,
      ),
    );
    expect(asked).toBeLessThan(15);
  });

  it('is noticed where less than five requests are refused', async () => {
    const { report } = await checkBroken(isPublic, { only: ['listDirectories', 'listTiers'], concurrency: 1 });
    // By then it was found that no key is needed there.
    expect(report).toMatchObject({ exitCode: 1, stopped: { code: 'key.refused' } });
    expect(firstSentence(report)).toMatch(
      longPattern(
        /^The contract is violated \(.+\), and the run is incomplete: /,
        /The key is refused by \d of the \d operations that were called, /,
      ),
    );
  });

  it('is asked about with a list out of scope, where nothing has succeeded', async () => {
    let lists = 0;
    const breaks = ({ path }: Asked): Broken => {
      if (path.endsWith('/v1alpha/directories/')) lists += 1;
      return path.endsWith('/v1alpha/currency-field-options/') ? { status: 404 } : { status: 401 };
    };
    const { report } = await checkBroken(breaks, {
      only: ['listCurrencyFieldOptions', 'updateFilter'],
      concurrency: 1,
    });
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, stopped: { code: 'key.refused' } });
    expect(lists).toBeGreaterThan(0);
  });

  it('is never asked about with what --exclude leaves out', async () => {
    const paths = new Set<string>();
    await checkBroken(
      ({ path }) => {
        paths.add(path.split('/v1alpha/')[1] ?? '');
        return path.endsWith('/currency-field-options/') ? { status: 404 } : { status: 401 };
      },
      { only: ['listCurrencyFieldOptions', 'updateFilter'], exclude: ['listDirectories'], concurrency: 1 },
    );
    expect(paths.size).toBeGreaterThan(1);
    expect([...paths]).not.toContain('directories/');
  });
});

describe('safety 13: a violation that was proven stays proven', () => {
  it('with the run incomplete in the same sentence', async () => {
    const { report } = await checkBroken(breakingAfter(200, { status: 429, headers: soon }), {}, ['auth-500']);
    expect(report).toMatchObject({ verdict: 'failed', exitCode: 1, stopped: { code: 'target.busy' } });
    expect(firstSentence(report)).toMatch(
      longPattern(
        /^The contract is violated \(\d+ violations?\), and the run /,
        /is incomplete: The server has been too busy since request \d+ /,
      ),
    );
  });

  it('a 503 without Retry-After is a 5xx like any other', async () => {
    const { report } = await checkBroken(breakingAfter(40, { status: 503 }));
    expect(report).toMatchObject({ verdict: 'failed', exitCode: 1 });
    expect(new Set(report.findings.filter(({ severity }) => severity === 'violation').map(({ rule }) => rule))).toEqual(
      new Set(['status.server-error']),
    );
    expect(firstSentence(report)).toMatch(
      /^The contract is violated \(\d violations?\), and the run is incomplete: The server /,
    );
  });

  it('an operation without an answer is one, and not known otherwise', async () => {
    const { report } = await checkBroken(({ path }) => (path.includes('/currency') ? 'reset' : undefined));
    expect(accusations(report)).toEqual(['transport.reset listCurrencyFieldOptions ']);
    expect(firstSentence(report)).toMatch(
      longPattern(
        /^The contract is violated \(1 violation\), and the run is incomplete: /,
        /listCurrencyFieldOptions got nothing but no answer \(transport\.reset\)/,
      ),
    );
  });
});

describe('safety 13: what is honest', () => {
  it.each([401, 403])('%d to a third of the operations means not tested, and the run goes on', async (status) => {
    const { report } = await checkBroken(({ path, isKeyed }) =>
      isKeyed && /review|tier|filter|contact|badge/.test(path) ? { status } : undefined,
    );
    expect(accusations(report)).toEqual([]);
    expect(report).toMatchObject({ verdict: 'passed', exitCode: 0 });
    expect(report.stopped).toBeUndefined();
    expect(report.coverage.successTested).toBeLessThan(45);
    expect(report.operations.find(({ operationId }) => operationId === 'listReviews')).toMatchObject({
      success: { tested: false, reason: expect.stringContaining(String(status)) as string },
    });
    expect(report.notes).toContainEqual(
      expect.stringMatching(
        new RegExp(`^The key is refused by \\d+ operations, as by \\w+ \\(${status}\\), which others take`),
      ),
    );
  });

  it('401 to writes alone', async () => {
    const { report } = await checkBroken(({ method, isKeyed }) =>
      isKeyed && method !== 'GET' && method !== 'HEAD' ? { status: 401 } : undefined,
    );
    expect(report).toMatchObject({
      verdict: 'passed',
      exitCode: 0,
      findings: expect.not.arrayContaining([expect.objectContaining({ severity: 'violation' })]) as unknown,
    });
  });

  it('429 for a while: what was left out is asked for again', async () => {
    let turn = 0;
    const { report } = await checkBroken(({ good }) =>
      good >= 20 && ++turn <= 18 ? { status: 429, headers: soon } : undefined,
    );
    expect(report).toMatchObject({
      verdict: 'passed',
      exitCode: 0,
      coverage: { successTested: 61, refusalTested: 63 },
    });
  });

  it('control reads are few', async () => {
    let reads = 0;
    const { asked } = await checkBroken(({ path, isKeyed }) => {
      if (isKeyed && path.endsWith('/v1alpha/directories/')) reads += 1;
      return isKeyed && !path.endsWith('/v1alpha/directories/') ? { status: 403 } : undefined;
    });
    expect(reads).toBeLessThan(asked / 5);
  });
});

describe('safety 12: --max-wait', () => {
  it('is what all waits together may take', async () => {
    const { report, milliseconds } = await checkBroken(
      breakingAfter(40, { status: 429, headers: { 'retry-after': '1' } }),
      {
        maxWait: 1,
      },
    );
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, stopped: { code: 'target.busy' } });
    expect(report.why).toContain('It asked for longer waits than the 1 s of --max-wait.');
    expect(milliseconds).toBeGreaterThan(1000);
    expect(milliseconds).toBeLessThan(3500);
  });

  it('0 waits for nothing, and asks again where no wait is asked for', async () => {
    const { report, afterBreak } = await checkBroken(
      breakingAfter(40, { status: 429, headers: { 'retry-after': '30' } }),
      {
        maxWait: 0,
      },
    );
    expect(report).toMatchObject({ exitCode: 3, stopped: { code: 'target.busy' } });
    expect(afterBreak).toBeLessThan(15);
    let turn = 0;
    const { report: passed } = await checkBroken(
      () => (++turn % 7 === 0 ? { status: 429, headers: soon } : undefined),
      { maxWait: 0, only: ['listDirectories', 'listTiers'] },
    );
    expect(passed.exitCode).toBe(0);
  });
});
