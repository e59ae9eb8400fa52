import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../scripts/check/model/exchange.js';
import { Turns } from '../../../scripts/check/session/turns.js';

const request = { method: 'GET', path: '/', headers: {}, key: 'right' } as const;

function exchange(milliseconds: number, status = 200, earlier?: Exchange['earlier']): Exchange {
  const response = { status, headers: {}, bytes: new Uint8Array() };
  return { request, response, milliseconds, attempts: 1, ...(earlier && { earlier }) };
}

/** Returns a function that makes this number of exchanges, and returns the width after each of them. */
function widthsOf(fixed?: number): (many: number, each: (width: number) => Exchange) => number[] {
  const turns = new Turns(fixed);
  return (many, each) =>
    Array.from({ length: many }, () => {
      turns.note(each(turns.width));
      return turns.width;
    });
}

describe('concurrent requests', () => {
  it('rise to 16, and no further, while responses come as fast', () => {
    const widthsAfter = widthsOf();
    const widths = widthsAfter(500, () => exchange(150));
    expect(widths[0]).toBe(4);
    expect(widths.at(-1)).toBe(16);
    expect(Math.max(...widths)).toBe(16);
    expect(widths.indexOf(16)).toBeLessThan(70);
  });

  it('are one until the first with the key has ended', () => {
    const turns = new Turns();
    turns.note({ ...exchange(150), request: { ...request, key: 'none' } });
    expect(turns.width).toBe(1);
    turns.note(exchange(150));
    expect(turns.width).toBe(4);
  });

  it('stay few where each more makes responses slower', () => {
    const widthsAfter = widthsOf();
    const widths = widthsAfter(500, (width) => exchange(20 * width));
    expect(Math.max(...widths.slice(100))).toBeLessThanOrEqual(8);
    expect(Math.min(...widths)).toBe(4);
  });

  it('fall when responses become slower, and rise again one by one', () => {
    const widthsAfter = widthsOf();
    widthsAfter(200, () => exchange(100));
    const slow = widthsAfter(200, () => exchange(400));
    expect(slow.at(-1)).toBe(4);
    const fast = widthsAfter(600, () => exchange(100));
    expect(fast.at(-1)).toBe(16);
    expect(Math.max(...fast.map((width, index) => width - (fast[index - 1] ?? width)))).toBe(1);
  });

  it.each([429, 503])('halve at each %i, down to one, and rest there', (status) => {
    const widthsAfter = widthsOf();
    widthsAfter(200, () => exchange(100));
    expect(widthsAfter(5, () => exchange(1, status))).toEqual([8, 4, 2, 1, 1]);
    expect(widthsAfter(60, () => exchange(100)).at(-1)).toBe(1);
    expect(widthsAfter(60, () => exchange(100)).at(-1)).toBeGreaterThan(1);
  });

  it('halve as well for a response that came only after a wait', () => {
    const widthsAfter = widthsOf();
    expect(widthsAfter(1, () => exchange(100, 200, [429]))).toEqual([2]);
  });

  it('are what the user says, always', () => {
    const widthsAfter = widthsOf(7);
    expect(new Turns(7).maxWidth).toBe(7);
    expect(new Set(widthsAfter(300, (width) => exchange(width > 6 ? 1 : 900, 429)))).toEqual(new Set([7]));
  });
});
