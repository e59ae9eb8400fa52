import { describe, expect, it } from 'vitest';
import { nearestWord, suggest, suggestNear } from '../../scripts/text/did-you-mean.js';

describe('the nearest word', () => {
  const formats = ['junit', 'json', 'sarif', 'markdown', 'comment', 'github', 'html', 'evidence'];
  const rules = ['auth', 'body', 'schema', 'schema.type', 'schema.required', 'status.server-error'];
  it.each([
    ['jsn', formats, 'json'],
    ['htm', formats, 'html'],
    ['htlm', formats, 'html'],
    ['JUNIT', formats, 'junit'],
    ['junit-xml', formats, 'junit'],
    ['down', formats, 'markdown'],
    ['schema.tpye', rules, 'schema.type'],
    ['schema.', rules, 'schema.type'],
    ['server-error', rules, 'status.server-error'],
  ])('to %j has few differences, begins with it, or contains it', (word, words, expected) => {
    expect(nearestWord(word, words)).toBe(expected);
  });

  it.each([
    ['xml', formats],
    ['nope', rules],
    ['all', ['none', 'noop', 'roundtrip', 'disposable']],
    ['', formats],
    ['json', []],
  ])('to %j is missing if all others are about something else', (word, words) => {
    expect(nearestWord(word, words)).toBeUndefined();
    expect(suggestNear(word, words)).toBe('');
  });

  it('is suggested in a question, and without it the first known words are listed', () => {
    expect(suggest('jsn', formats)).toBe('Did you mean json?');
    expect(suggest('xml', formats)).toBe('Known names: junit, json, sarif, markdown, comment, github and 2 more.');
    expect(suggest('xml', ['a', 'a', 'b\u001b'])).toBe('Known names: a, b\\u{1b}.');
    expect(suggest('xml', [])).toBe('');
  });
});
