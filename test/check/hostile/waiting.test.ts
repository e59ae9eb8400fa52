import { describe, expect, it } from 'vitest';
import { checkAgainst, isTested, read, rightBut, rulesOf } from './hostile-check.js';
import { json, plain, type Responder, say, saying } from './net-server.js';

const asksToWait = (status: number, ...lines: string[]): Uint8Array => plain('', lines, `${status} Later`);
const empty = json('[]');

/** A server that sends another response to the first valid requests. */
function onlyAfter(times: number, first: Responder): Responder {
  let asked = 0;
  return rightBut((socket, request, before) =>
    asked++ < times ? first(socket, request, before) : say(socket, request, empty),
  );
}

const noted = (text: string): string => `${read} responded only on the ${text}.`;

// The tests in this file mostly wait.
const retryAfter =
  'safety retry-after: 429 and 503 with Retry-After: waits, at most 3 times, then no verdict; a retried read that ' +
  'then passes is reported as flaky';
describe.concurrent(retryAfter, () => {
  const past = 'retry-after: Wed, 21 Oct 2015 07:28:00 GMT';
  it.each([
    ['429 and Retry-After in seconds', 1, 0, asksToWait(429, 'retry-after: 0')],
    ['503 and Retry-After in seconds', 3, 0, asksToWait(503, 'retry-after: 0')],
    ['429 and a date that has passed', 2, 0, asksToWait(429, past)],
    ['429 and nonsense', 1, 1000, asksToWait(429, 'retry-after: \u00ffsoon')],
    ['429 and a second', 1, 1000, asksToWait(429, 'retry-after: 1')],
    ['429 and no Retry-After', 1, 1000, asksToWait(429)],
  ])('a server with %s, %d times', { tags: 'slow' }, async (what, times, wait, response) => {
    const { report, milliseconds, server } = await checkAgainst(() => onlyAfter(times, saying(response)));
    const attempt = ['second', 'third', 'fourth'][times - 1];
    const note = noted(`${attempt} attempt (${what.slice(0, 3)} before)`);
    expect(report).toMatchObject({ verdict: 'passed', findings: [], notes: [note] });
    expect(report.run.requests).toBe(server.requests.length);
    expect(milliseconds).toBeGreaterThan(wait);
  });

  it('a server with two resets, which is flaky as well', async () => {
    const { report } = await checkAgainst(() => onlyAfter(2, (socket) => void socket.resetAndDestroy()));
    const note = noted('third attempt (transport.reset before)');
    expect(report).toMatchObject({ verdict: 'passed', findings: [], notes: [note] });
  });

  it('a server with a reset and a 503, repeatedly: each operation is noted once', async () => {
    let asked = 0;
    const flaky = rightBut((socket, request) => {
      const turn = asked++ % 3;
      if (turn === 0) socket.resetAndDestroy();
      else say(socket, request, turn === 1 ? asksToWait(503, 'retry-after: 0') : empty);
    });
    const { report } = await checkAgainst(() => flaky, { check: { concurrency: 1 } });
    expect(report).toMatchObject({ verdict: 'passed', notes: [noted('third attempt (transport.reset, 503 before)')] });
  });

  it.each([429, 503])('a server with %d forever: no verdict', async (status) => {
    const { report, server } = await checkAgainst(() => saying(asksToWait(status, 'retry-after: 0')));
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, findings: [], notes: [] });
    expect(report.why).toContain(`returned ${status} and asked to wait`);
    expect(isTested(report)).toBe(false);
    expect(server.requests).toHaveLength(4);
  });

  it('a server with 429 forever for one operation: the others are checked, this one is not called again', async () => {
    const other = 'listMatchmakingRequests';
    const busy: Responder = (socket, request) =>
      say(socket, request, request.includes('/matchmaking') ? asksToWait(429, 'retry-after: 0') : empty);
    const { report, server } = await checkAgainst(() => rightBut(busy, (path) => !/[A-Z]/.test(path)), {
      check: { only: [read, other] },
    });
    expect([isTested(report), isTested(report, other)]).toEqual([true, false]);
    const busyOne = report.operations.find(({ operationId }) => operationId === other);
    expect(busyOne?.success.reason).toContain('asked to wait');
    expect(server.requests.filter((request) => request.includes('/matchmaking'))).toHaveLength(4);
  });

  it('a server that asks for a century: the run ends when it is aborted', async () => {
    const controller = new AbortController();
    const busy: Responder = (socket, request) => {
      say(socket, request, asksToWait(429, 'retry-after: 3153600000'));
      setTimeout(() => controller.abort(), 50);
    };
    const { report } = await checkAgainst(() => busy, { check: { signal: controller.signal } });
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, why: 'The run was stopped.', findings: [] });
  });

  it('a server that asks for a century: the run ends at its maximum time', async () => {
    const busy = saying(asksToWait(429, 'retry-after: 3153600000'));
    const { report } = await checkAgainst(() => busy, { check: { maxTime: 0.3 } });
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, findings: [] });
    expect(report.why).toContain('--max-time');
  });
});

describe('safety key-refused: 401 or 403 on the first keyed request: stop at once, exit 3', () => {
  // Four reads that need no ids, which the check would otherwise send concurrently.
  const only = [read, 'listCurrencyFieldOptions', 'getDefaultContactRequestForm', 'listMatchmakingRequests'];

  it.each([401, 403])('a server with %d', async (status) => {
    const { report, server } = await checkAgainst(() => saying(json('{}', [], `${status} No`)), { check: { only } });
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, findings: [] });
    expect(report.why).toMatch(/^The server refuses the key: /);
    expect(server.requests).toHaveLength(1);
  });
});

describe('safety broken-server: 500 always: after 5 in a row on different operations the rest is not run', () => {
  it('a server with 500 to everything', async () => {
    const { report, server } = await checkAgainst(() => saying(json('{}', [], '500 Broken')), {
      check: { only: undefined, include: ['named', 'inferred'] },
    });
    expect(report).toMatchObject({ verdict: 'failed', exitCode: 1 });
    expect(report.why).toMatch(/failed on 5 operations in a row, .*; the rest was not run/);
    expect(rulesOf(report)).toEqual(['status.server-error']);
    expect(report.operations.filter(({ requests }) => requests > 0).length).toBeLessThan(5 + 4);
    expect(report.operations.filter(({ success, refusal }) => success.tested || refusal.tested)).toEqual([]);
    const ended = report.operations.filter(({ success }) => success.reason === 'The run ended before this was tested.');
    expect(ended).toHaveLength(report.operations.length);
    expect(server.requests.length).toBeLessThan(60);
  });
});
