import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../scripts/check/model/exchange.js';
import { ConcurrencyLimiter } from '../../../scripts/check/session/turns.js';

const request = { method: 'GET', path: '/', headers: {}, key: 'right' } as const;

function exchange(milliseconds: number, status = 200, earlier?: Exchange['earlierOutcomes']): Exchange {
  const response = { status, headers: {}, bytes: new Uint8Array() };
  return { request, response, milliseconds, attempts: 1, ...(earlier && { earlierOutcomes: earlier }) };
}

/** Makes this number of exchanges. Returns the number of allowed concurrent requests after each exchange. */
function widthsAfter(turns: ConcurrencyLimiter, count: number, each: (width: number) => Exchange): number[] {
  return Array.from({ length: count }, () => {
    turns.note(each(turns.currentConcurrency));
    return turns.currentConcurrency;
  });
}

describe('concurrent requests', () => {
  it('rise to 16, and no further, while response times stay the same', () => {
    const widths = widthsAfter(new ConcurrencyLimiter(), 500, () => exchange(150));
    expect([widths[0], widths.at(-1), Math.max(...widths)]).toEqual([4, 16, 16]);
    expect(widths.indexOf(16)).toBeLessThan(70);
  });

  it('start with a single request, until the first request with the key has ended', () => {
    const turns = new ConcurrencyLimiter();
    turns.note({ ...exchange(150), request: { ...request, key: 'none' } });
    expect(turns.currentConcurrency).toBe(1);
    turns.note(exchange(150));
    expect(turns.currentConcurrency).toBe(4);
  });

  it('stay few if each further request makes responses slower', () => {
    const widths = widthsAfter(new ConcurrencyLimiter(), 500, (width) => exchange(20 * width));
    expect(Math.max(...widths.slice(100))).toBeLessThanOrEqual(8);
    expect(Math.min(...widths)).toBe(4);
  });

  it('fall when responses become slower, and rise again one by one', () => {
    const turns = new ConcurrencyLimiter();
    widthsAfter(turns, 200, () => exchange(100));
    const slow = widthsAfter(turns, 200, () => exchange(400));
    expect(slow.at(-1)).toBe(4);
    const fast = widthsAfter(turns, 600, () => exchange(100));
    expect(fast.at(-1)).toBe(16);
    expect(Math.max(...fast.map((width, index) => width - (fast[index - 1] ?? width)))).toBe(1);
  });

  it.each([429, 503])('halve at each %i, down to one, and then stay there', (status) => {
    const turns = new ConcurrencyLimiter();
    widthsAfter(turns, 200, () => exchange(100));
    expect(widthsAfter(turns, 5, () => exchange(1, status))).toEqual([8, 4, 2, 1, 1]);
    expect(widthsAfter(turns, 60, () => exchange(100)).at(-1)).toBe(1);
    expect(widthsAfter(turns, 60, () => exchange(100)).at(-1)).toBeGreaterThan(1);
    // A response that came only after a wait also counts.
    expect(widthsAfter(new ConcurrencyLimiter(), 1, () => exchange(100, 200, [status]))).toEqual([2]);
  });

  it('are always as many as the user says', () => {
    const turns = new ConcurrencyLimiter(7);
    expect(turns.maxConcurrency).toBe(7);
    const widths = widthsAfter(turns, 300, (width) => exchange(width > 6 ? 1 : 900, 429));
    expect(new Set(widths)).toEqual(new Set([7]));
  });
});
