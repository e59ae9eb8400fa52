import { describe, expect, it } from 'vitest';
import { exampleOf, isDatum } from '../../../scripts/check/evidence/example.js';

describe('an example', () => {
  it.each([
    ['public', 'public'],
    [null, 'null'],
    [3.5, '3.5'],
    ['2026-01-01T10:00:00Z', '2026-01-01T10:00:00Z'],
    ['write to jo.doe@example.com now', 'write to [address] now'],
    ['8f14e45f-ceea-467a-9575-1d2d5b1f8d11', '[id]'],
    ['8f14e45fceea467a95751d2d5b1f8d11', '[id]'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.SflKxwRJSMeKKF2QT4', '[token]'],
    ['Bearer abcdef0123456789abcdef', 'Bearer [token]'],
    ['+47 22 33 44 55 66', '[number]'],
    [1234567, '[number]'],
    ['https://jo:secret@a.example/users/jo?key=abc', 'https://…'],
    [{ id: 'x', 'jo@example.com': 1 }, '{ id, [address] }'],
    [[1, 2], '[2 items]'],
    ['a b '.repeat(40), `${'a b '.repeat(15)}…`],
  ])('of %j is %j', (value, text) => {
    expect(exampleOf(value)).toBe(text);
  });

  it.each([
    ['8f14e45f-ceea-467a-9575-1d2d5b1f8d11', true],
    ['jo@example.com', true],
    ['order4711471', true],
    ['a1b2c3d4e5f6a7b8c9d0e1', true],
    ['address_line_1_of_the_invoice', false],
    ['createdAt', false],
  ])('the name %s is a datum: %s', (name, isOne) => {
    expect(isDatum(name)).toBe(isOne);
  });
});
