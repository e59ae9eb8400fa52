import { describe, expect, it } from 'vitest';
import type { CheckOptions } from '../../../scripts/check/model/options.js';
import { reasonOf } from '../run.js';
import { checkAgainst, isTested, read, rightBut, rulesOf } from './hostile-check.js';
import { json, plain, type Responder, say, saying } from './net-server.js';

const asksToWait = (status: number, header = 'retry-after: 0'): Uint8Array => plain('', [header], `${status} Later`);
const emptyBytes = json('[]');

/** A server that sends another response to the first valid requests. */
function onlyAfter(times: number, first: Responder): Responder {
  let requestCount = 0;
  return rightBut((socket, request, before) =>
    requestCount++ < times ? first(socket, request, before) : say(socket, request, emptyBytes),
  );
}

const noted = (text: string): string => `${read} responded only on the ${text}.`;

const retryAfter =
  'safety retry-after: 429 and 503 with Retry-After: waits, at most 3 times, then no verdict; a retried read that ' +
  'then passes is reported as flaky';
describe(retryAfter, () => {
  it.each([
    ['429 and Retry-After in seconds', 1, asksToWait(429), 'second attempt (before that: 429)'],
    ['503 and Retry-After in seconds', 3, asksToWait(503), 'fourth attempt (before that: 503)'],
    [
      '429 and a date that has passed',
      2,
      asksToWait(429, 'retry-after: Wed, 21 Oct 2015 07:28:00 GMT'),
      'third attempt (before that: 429)',
    ],
  ])('a server with %s, %d times', async (_, times, response, note) => {
    const { report, server } = await checkAgainst(() => onlyAfter(times, saying(response)));
    expect(report).toMatchObject({ verdict: 'passed', findings: [], notes: [noted(note)] });
    expect(report.run.requests).toBe(server.requests.length);
  });

  it('a server with a reset and a 503, repeatedly: each operation is noted once', async () => {
    let requestCount = 0;
    const flaky = rightBut((socket, request) => {
      const turn = requestCount++ % 3;
      if (turn === 0) socket.resetAndDestroy();
      else say(socket, request, turn === 1 ? asksToWait(503) : emptyBytes);
    });
    const { report } = await checkAgainst(() => flaky, { check: { concurrency: 1 } });
    expect(report).toMatchObject({
      verdict: 'passed',
      notes: [noted('third attempt (before that: transport.reset, 503)')],
    });
  });

  it.each([429, 503])('a server with %d forever: no verdict', async (status) => {
    const { report, server } = await checkAgainst(() => saying(asksToWait(status)));
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, findings: [], notes: [] });
    expect(report.why).toContain(`returned ${status} and asked the check to wait`);
    expect(isTested(report)).toBe(false);
    expect(server.requests).toHaveLength(4);
  });

  it('a server with 429 forever for one operation: only that operation is not called again', async () => {
    const otherText = 'listMatchmakingRequests';
    const isBusy = (request: string): boolean => request.includes('/matchmaking');
    const busy: Responder = (socket, request) => say(socket, request, isBusy(request) ? asksToWait(429) : emptyBytes);
    const { report, server } = await checkAgainst(() => rightBut(busy, (path) => !/[A-Z]/.test(path)), {
      check: { only: [read, otherText] },
    });
    expect([isTested(report), isTested(report, otherText)]).toEqual([true, false]);
    expect(reasonOf(report, otherText)).toContain('asked the check to wait');
    expect(server.requests.filter(isBusy)).toHaveLength(4);
  });

  it.each<[when: string, () => Partial<CheckOptions>, why: RegExp]>([
    ['when it is aborted', () => ({ signal: AbortSignal.timeout(300) }), /^The run was stopped\.$/],
    ['at its maximum time', () => ({ maxTime: 0.3 }), /--max-time/],
  ])('a server that asks for a century: the run ends %s', async (_, options, pattern) => {
    const century = saying(asksToWait(429, 'retry-after: 3153600000'));
    const { report } = await checkAgainst(() => century, { check: options() });
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, findings: [] });
    expect(report.why).toMatch(pattern);
  });
});

const refusalTitle =
  'safety key-refused: 401 or 403 on the first keyed request: stop, after a 401 with at most four more reads; exit 3';
describe(refusalTitle, () => {
  // Four reads that need no ids, which the check would otherwise send concurrently.
  const only = [read, 'listCurrencyFieldOptions', 'getDefaultContactRequestForm', 'listMatchmakingRequests'];

  it.each([
    [401, 5],
    [403, 1],
  ])('a server with %d', async (status, requests) => {
    const { report, server } = await checkAgainst(() => saying(json('{}', [], `${status} No`)), { check: { only } });
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, findings: [] });
    expect(report.why).toMatch(/^The server refuses the key: /);
    expect(server.requests).toHaveLength(requests);
    expect(new Set(server.requests.map((request) => request.split(' ', 2).join(' '))).size).toBe(1);
  });
});

describe('safety broken-server: 500 always: after 5 in a row on different operations the rest is not run', () => {
  it('a server with 500 to everything', async () => {
    const { report, server } = await checkAgainst(() => saying(json('{}', [], '500 Broken')), {
      check: { only: undefined, include: ['named', 'inferred'] },
    });
    expect(report).toMatchObject({ verdict: 'failed', exitCode: 1 });
    expect(report.why).toMatch(/^The server violates the contract \(\d violations\), and the run is incomplete: The /);
    expect(report.why).toMatch(/ failed on 5 operations in a row, starting with .+; other tests were not run\.$/);
    expect(rulesOf(report)).toEqual(['status.server-error']);
    expect(report.operations.filter(({ requests }) => requests > 0).length).toBeLessThan(5 + 4);
    for (const { success, refusal } of report.operations)
      expect([success.tested, success.reason, refusal.tested]).toEqual([
        false,
        'The run ended before all tests were done.',
        false,
      ]);
    expect(server.requests.length).toBeLessThan(60);
  });
});
