import { describe, expect, it, vi } from 'vitest';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { longPattern } from '../long-pattern.js';
import { type Asked, type Broken, checkBroken, firstSentence, soon } from './broken-server.js';
import { accusations } from './run.js';

const busy = { status: 429, headers: soon };
const unavailable = { status: 503, headers: soon };
const toLogin = { status: 302, headers: { location: '/login' } };
const control = '/v1alpha/directories/';

/** The part of the first sentence that says at which request the run broke. */
const at = (request: number | string, good: number | string): RegExp =>
  new RegExp(`request ${request} \\(\\w+, \\d+\\.\\d s after the start, after ${good} successful responses?\\)`);

/** The properties of a report without a verdict, and other properties of its run. */
const noVerdict = (stopped: object, rest = {}): object => ({ verdict: 'no-verdict', exitCode: 3, stopped, ...rest });
const violated = (how: RegExp, ...words: RegExp[]): RegExp =>
  longPattern(/^The server violates the contract \(/, how, /\), and the run is incomplete: /, ...words);

/** Breaks after this number of successful responses. */
const breakingAfter =
  (count: number, broken: Broken) =>
  ({ good }: Asked): Broken =>
    good >= count ? broken : undefined;

/** Breaks for paths that match this pattern. */
const breakingAt =
  (part: RegExp, broken: Broken) =>
  ({ path }: Asked): Broken =>
    part.test(path) ? broken : undefined;

describe('safety 13: a run that breaks ends with 3, soon, and its first sentence says what happened and when', () => {
  const refusedText = 'The server has refused the key';
  it.each<[string, Broken, string, string]>([
    ['every response is 429', busy, 'target.busy', 'The server has been too busy'],
    ['every response is 503 with Retry-After', unavailable, 'target.busy', 'The server has been unavailable'],
    ['every response is 401, as to a key that was revoked', { status: 401 }, 'key.refused', refusedText],
    ['every response is 403', { status: 403 }, 'key.refused', refusedText],
    ['every connection breaks', 'reset', 'target.lost', 'The server has been unreachable'],
    ['every response redirects to a login', toLogin, 'target.changed', 'The server has been responding differently'],
  ])('after 40 good responses %s', { tags: 'slow' }, async (_, broken, code, words) => {
    const { report, afterBreak } = await checkBroken(breakingAfter(40, broken));
    const rest = { counts: { violation: 0 }, coverage: { refusalTested: 0 } };
    expect(report).toMatchObject(noVerdict({ code, since: { goodAnswers: 40, request: 41 } }, rest));
    const pattern = /: requests get .+, and so does \w+, which had succeeded before\.$/;
    expect(firstSentence(report)).toMatch(longPattern(new RegExp(`^${words} since `), at(41, 40), pattern));
    // Five requests and the control read are each sent at most four times; requests that were pending come on top.
    expect(afterBreak).toBeLessThan(45);
  });

  it('the responses change between 401, 429 and 503', async () => {
    let turn = 0;
    const { report, afterBreak } = await checkBroken(({ good }) =>
      good >= 40 ? [{ status: 401 }, busy, unavailable][turn++ % 3] : undefined,
    );
    expect(report).toMatchObject(noVerdict({ since: { goodAnswers: 40 } }));
    expect(afterBreak).toBeLessThan(45);
  });

  it('the session ends at one operation, and no refusal after it counts as tested', async () => {
    const isLoggedOut = { now: false };
    const { report } = await checkBroken(({ path, isKeyed, method }) => {
      isLoggedOut.now ||= isKeyed && method === 'HEAD' && path.includes('/filters/');
      return isLoggedOut.now ? { status: 401 } : undefined;
    });
    expect(report).toMatchObject(noVerdict({ code: 'key.refused' }));
    expect(accusations(report)).toEqual([]);
  });

  it('four groups return 503 with Retry-After from the start', { tags: 'slow' }, async () => {
    const { report } = await checkBroken(breakingAt(/tiers|filters|reviews|matchmaking/, unavailable));
    expect(report).toMatchObject(noVerdict({ code: 'operation.unanswered' }, { counts: { violation: 0 } }));
    const which = /^Since request \d+ \(.+\), no usable response has arrived for 9 of 63 operations/;
    const pattern = /, so they could not be tested: the requests got 503 with Retry-After\.$/;
    expect(firstSentence(report)).toMatch(longPattern(which, pattern));
    expect(report.coverage.successTested).toBeGreaterThan(40);
  });

  it('only one operation returns 429', { tags: 'slow' }, async () => {
    const { report } = await checkBroken(breakingAt(/\/currency/, busy));
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, coverage: { successTested: 60 } });
    expect(firstSentence(report)).toMatch(
      longPattern(
        /^Since request \d+ .*, no usable response has arrived for listCurrencyFieldOptions/,
        /, so it could not be tested: the requests got 429\.$/,
      ),
    );
  });

  it('the list with the ids returns 429, although it is out of scope', async () => {
    const { report } = await checkBroken(breakingAt(/\/filters\/$/, busy), { only: ['listDirectories', 'getFilter'] });
    expect(report).toMatchObject(noVerdict({ code: 'operation.unanswered' }));
  });

  it('the key is revoked with the last requests', async () => {
    const { report, requestCount: count } = await checkBroken(() => undefined, { only: ['listDirectories'] });
    expect(report.exitCode).toBe(0);
    let turn = 0;
    const cut = await checkBroken(({ isKeyed }) => (++turn >= count - 2 && isKeyed ? { status: 401 } : undefined), {
      only: ['listDirectories'],
    });
    expect(cut.report).toMatchObject({ exitCode: 3, stopped: { code: 'key.refused' } });
  });
});

describe('safety 13: a key that no response proves right', () => {
  const isPublic = ({ path }: Asked): Broken => (path.endsWith('/directories/') ? 'open' : { status: 401 });

  it('is reported with the operations that refuse it, if the first one is public', async () => {
    const { report, requestCount } = await checkBroken(isPublic, { concurrency: 1 });
    expect(report).toMatchObject(noVerdict({ code: 'key.refused', since: { request: 2, goodAnswers: 1 } }));
    const answers = /: requests get 401, and only listDirectories succeeded, without needing the key\.$/;
    expect(firstSentence(report)).toMatch(longPattern(/^The server has refused the key since /, at(2, 1), answers));
    expect(requestCount).toBeLessThan(15);
  });

  it('is noticed even if the server refuses fewer than five requests', async () => {
    const { report } = await checkBroken(isPublic, { only: ['listDirectories', 'listTiers'], concurrency: 1 });
    // By then the check knows that this operation needs no key.
    expect(report).toMatchObject({ exitCode: 1, stopped: { code: 'key.refused' } });
    expect(firstSentence(report)).toMatch(violated(/.+/, /The server has refused the key since /));
  });

  /** Returns the requested paths if those with this end return 404, and all others refuse the key. */
  async function pathsOf(end: string, exclude: string[]): Promise<{ report: CheckReport; paths: string[] }> {
    const paths: string[] = [];
    const breaks = ({ path }: Asked): Broken => {
      paths.push(path.split('/v1alpha/')[1] ?? '');
      return { status: path.endsWith(end) ? 404 : 401 };
    };
    const only = ['listCurrencyFieldOptions', 'updateFilter'];
    const { report } = await checkBroken(breaks, { only, exclude, concurrency: 1 });
    return { report, paths };
  }

  it('is tested with a list out of scope if no request has succeeded', async () => {
    const { report, paths } = await pathsOf('/v1alpha/currency-field-options/', []);
    expect(report).toMatchObject(noVerdict({ code: 'key.refused' }));
    expect(paths).toContain('directories/');
  });

  it('is never tested with operations that --exclude names', async () => {
    const { paths } = await pathsOf('/currency-field-options/', ['listDirectories']);
    expect(new Set(paths).size).toBeGreaterThan(1);
    expect(paths).not.toContain('directories/');
  });
});

describe('safety 13: a proven violation stays proven', () => {
  it('and shares a sentence with the note that the run is incomplete', { tags: 'slow' }, async () => {
    const { report } = await checkBroken(breakingAfter(200, busy), {}, ['auth-500']);
    expect(report).toMatchObject({ verdict: 'failed', exitCode: 1, stopped: { code: 'target.busy' } });
    expect(firstSentence(report)).toMatch(
      violated(/\d+ violations?/, /The server has been too busy since request \d+ /),
    );
  });

  it('a 503 without Retry-After is a 5xx like any other', async () => {
    const { report } = await checkBroken(breakingAfter(40, { status: 503 }));
    expect(report).toMatchObject({ verdict: 'failed', exitCode: 1 });
    expect(new Set(report.findings.filter(({ severity }) => severity === 'violation').map(({ rule }) => rule))).toEqual(
      new Set(['status.server-error']),
    );
    // A control read has confirmed that every request gets 503; the requests that were pending then count as well.
    expect(firstSentence(report)).toMatch(violated(/\d+ violations?/, /The server has been unavailable since /));
  });

  it('an operation without a response is a violation, and the run cannot say more about it', {
    tags: 'slow',
  }, async () => {
    const { report } = await checkBroken(breakingAt(/\/currency/, 'reset'));
    expect(accusations(report)).toEqual(['transport.reset listCurrencyFieldOptions ']);
    expect(firstSentence(report)).toMatch(
      violated(
        /1 violation/,
        /Since .*, no usable response .* for listCur\w+, .*: the requests got no response \(transport\.reset\)/,
      ),
    );
  });
});

describe('a server that resets connections', () => {
  it('is reported even if it resets only a write, after the check excused the first reset', async () => {
    const only = ['listDirectories', 'updatePartnerEntry'];
    const breaks = ({ method }: Asked): Broken => (method === 'PATCH' ? 'reset' : undefined);
    const { report } = await checkBroken(breaks, { only, concurrency: 1 });
    expect(accusations(report)).toEqual(['transport.reset updatePartnerEntry ']);
    expect(report.notes).toContainEqual(expect.stringMatching(/^1 write got no response, because the server closed /));
  });
});

describe('safety 13: responses of a healthy server', () => {
  it.each([401, 403])(
    '%d to a third of the operations means not tested, and the run goes on',
    { tags: 'slow' },
    async (status) => {
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
          new RegExp(
            `^\\d+ operations, such as \\w+, could not be checked: the server refused the key \\(${status}\\)`,
          ),
        ),
      );
    },
  );

  it('401 only to writes is no violation', { tags: 'slow' }, async () => {
    const { report } = await checkBroken(({ method, isKeyed }) =>
      isKeyed && method !== 'GET' && method !== 'HEAD' ? { status: 401 } : undefined,
    );
    expect(report).toMatchObject({
      verdict: 'passed',
      exitCode: 0,
      findings: expect.not.arrayContaining([expect.objectContaining({ severity: 'violation' })]) as unknown,
    });
  });

  it('429 for a while only delays requests, which are sent again', { tags: 'slow' }, async () => {
    let turn = 0;
    const { report } = await checkBroken(({ good }) => (good >= 20 && ++turn <= 18 ? busy : undefined));
    expect(report).toMatchObject({
      verdict: 'passed',
      coverage: { successTested: 61, refusalTested: 63 },
      exitCode: 0,
    });
  });

  it('control reads are few', async () => {
    let reads = 0;
    const { requestCount } = await checkBroken(({ path, isKeyed }) => {
      if (isKeyed && path.endsWith(control)) reads += 1;
      return isKeyed && !path.endsWith(control) ? { status: 403 } : undefined;
    });
    expect(reads).toBeLessThan(requestCount / 5);
  });
});

describe('safety 12: --max-wait', () => {
  it('limits the sum of all waits', { tags: 'slow' }, async () => {
    const broken = { status: 429, headers: { 'retry-after': '1' } };
    const earlier = vi.fn();
    const breaks = breakingAfter(40, broken);
    const { report, afterBreak } = await checkBroken(
      (askedRequest) => {
        const fault = breaks(askedRequest);
        if (fault) setTimeout(earlier, 900);
        return fault;
      },
      { maxWait: 1 },
    );
    expect(report).toMatchObject(noVerdict({ code: 'target.busy' }));
    expect(report.why).toContain('The server asked for longer waits than --max-wait allows (1 s).');
    // A timer that is due before the end of the wait fires first.
    expect(earlier).toHaveBeenCalled();
    // Each of the concurrent requests waits one second, and then no request waits again.
    expect(afterBreak).toBeLessThan(15);
  });

  it('0 never waits, and repeats requests if the server asks for no wait', async () => {
    const broken = { status: 429, headers: { 'retry-after': '30' } };
    const { report, afterBreak } = await checkBroken(breakingAfter(40, broken), { maxWait: 0 });
    expect(report).toMatchObject({ exitCode: 3, stopped: { code: 'target.busy' } });
    expect(afterBreak).toBeLessThan(15);
    let turn = 0;
    const { report: passedReport } = await checkBroken(() => (++turn % 7 === 0 ? busy : undefined), {
      maxWait: 0,
      only: ['listDirectories', 'listTiers'],
    });
    expect(passedReport.exitCode).toBe(0);
  });
});
