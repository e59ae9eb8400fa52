import { describe, expect, it } from 'vitest';
import { exampleOf } from '../../../scripts/check/evidence/proposals.js';
import { isFieldName } from '../../../scripts/check/evidence/value-stats.js';

describe('an example', () => {
  it.each([
    ['public', 'public'],
    [null, 'null'],
    [3.5, '3.5'],
    ['write to jo.doe@example.com now', 'write to [address] now'],
    ['8f14e45f-ceea-467a-9575-1d2d5b1f8d11', '[id]'],
    ['2026-11-22T10:44:04Z', '2026-11-22T10:44:04Z'],
    ['2026-11-22', '2026-11-22'],
    ['call 2026-11-22T10:44:04Z', 'call […]:44:04Z'],
    ['https://jo:secret@a.example/users/jo?key=abc', 'https://a.example/…'],
    [{ id: 'x', 'jo@example.com': 1 }, '{ id, "[address]" }'],
    [[1, 2], '[2 items]'],
  ])('of %j is %j', (value, text) => {
    expect(exampleOf(value)).toBe(text);
  });

  it.each([
    ['8f14e45f-ceea-467a-9575-1d2d5b1f8d11', false],
    ['jo@example.com', false],
    ['order4711471', false],
    ['a1b2c3d4e5f6a7b8c9d0e1', false],
    ['17', false],
    ['address_line_1_of_the_invoice', true],
    ['createdAt', true],
    ['@odata.id', true],
  ])('the name %s can be that of a field: %s', (name, isOne) => {
    expect(isFieldName(name)).toBe(isOne);
  });
});
