import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  sanitize,
  sanitizeDocs,
  sanitizeLine,
  sanitizeLines,
  sanitizeSentence,
  toSafeJson,
} from '../../../scripts/text/escape.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { hostileText, obeyed, unseen } from './hostile.js';

describe('an untrusted text', () => {
  it.each([
    ['\u001b[31mred', '\\u{1b}[31mred'],
    ['a\r\nb', 'a\\u{d}\\u{a}b'],
    ['\u202eabc', '\\u{202e}abc'],
    ['a\u200bb\ufeff', 'a\\u{200b}b\\u{feff}'],
    ['\ud800', '\\u{d800}'],
    ['\uffff\u{1fffe}', '\\u{ffff}\\u{1fffe}'],
    ['\u009b2J', '\\u{9b}2J'],
    ['::error::x', '\\u{3a}:error::x'],
    [' \u00a0::error::x', ' \u00a0\\u{3a}:error::x'],
    ['x ##vso[a] ##TeamCity[b] ##[c]', 'x \\u{23}#vso[a] \\u{23}#TeamCity[b] \\u{23}#[c]'],
    ['Grüße 日本 😀', 'Grüße 日本 😀'],
  ])('%j becomes %s', (text, shownText) => {
    expect(sanitize(text)).toBe(shownText);
  });

  it('is cut after 300 characters, never inside a character, with its length at the end', () => {
    expect(sanitize('a'.repeat(300))).toBe('a'.repeat(300));
    expect(sanitize('a'.repeat(12_345))).toBe(`${'a'.repeat(300)}… (12,345 characters)`);
    expect(sanitize(`${'a'.repeat(299)}😀${'b'.repeat(99)}`)).toBe(`${'a'.repeat(299)}… (400 characters)`);
  });

  it('is cut later in a sentence, and never in a line to copy', () => {
    expect(sanitizeSentence('a'.repeat(2001))).toHaveLength(2000 + '… (2,001 characters)'.length);
    expect(sanitizeLine('a'.repeat(5000))).toHaveLength(5000);
  });

  it('becomes one line without commands for terminals and logs, and is unchanged when escaped again', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const shownText = sanitizeLine(text);
        expect(shownText).not.toMatch(unseen);
        expect(shownText).not.toMatch(obeyed);
        expect(sanitizeLine(shownText)).toBe(shownText);
      }),
      { numRuns: 2000 },
    );
  });

  it('is safe in a message of several lines, which keeps its own line breaks', () => {
    expect(sanitizeLines('a\tb\r\n::error::c\n ##vso[d]')).toBe('a\\u{9}b\\u{d}\n\\u{3a}:error::c\n \\u{23}#vso[d]');
    fc.assert(
      fc.property(hostileText, (text) => {
        for (const shownText of [sanitizeLines(text), new UsageError(text).message]) {
          expect(shownText.replaceAll('\n', '')).not.toMatch(unseen);
          expect(shownText).not.toMatch(obeyed);
          expect(sanitizeLines(shownText)).toBe(shownText);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the characters that emoji and scripts need in docs', () => {
    const text = '👩\u200d💻 ⚠\ufe0f hy\u00adphen\n';
    expect(sanitizeDocs(text)).toBe(text);
    expect(sanitizeDocs('\u202ea\u2066\u001b[2J\r\u2028')).toBe('\\u{202e}a\\u{2066}\\u{1b}[2J\\u{d}\\u{2028}');
  });

  it('is also safe in JSON, and parses to itself', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const json = toSafeJson({ [text]: [text] });
        expect(json.replaceAll('\n', '')).not.toMatch(unseen);
        expect(json).not.toMatch(obeyed);
        expect(JSON.parse(json)).toEqual({ [text]: [text] });
      }),
      { numRuns: 1000 },
    );
  });
});
