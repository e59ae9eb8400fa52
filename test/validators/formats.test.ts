import { fullFormats } from 'ajv-formats/dist/formats.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { date, dateTime, email, uri, uriReference, uuid } from '../../scripts/validators/formats.js';
import { growth, linear } from '../growth.js';
import { yamlBeside } from '../yaml-beside.js';

const ours = { date, 'date-time': dateTime, email, uri, 'uri-reference': uriReference, uuid };
type Format = keyof typeof ours;

function theirs(format: Format): (text: string) => boolean {
  const full = fullFormats[format] as RegExp | ((text: string) => boolean) | { validate: (text: string) => boolean };
  if (full instanceof RegExp) return (text) => full.test(text);
  return typeof full === 'function' ? full : full.validate;
}

/** Parts of valid texts with some invalid parts, and whole texts, since few random combinations of parts are valid. */
type Texts = Record<'pieces' | 'wholes', Record<Format, { words?: string; others?: string[] }>>;
const texts = yamlBeside<Texts>(import.meta.url, 'formats.yaml');
const textsOf = (kind: keyof Texts, format: Format): string[] => {
  const { words = '', others = [] } = texts[kind][format];
  return [...words.split(/\s+/).filter((word) => word !== ''), ...others];
};

describe.each(Object.keys(ours) as Format[])('the format %s', (format) => {
  const judge = ours[format];
  const reference = theirs(format);
  const [pieces, wholes] = [textsOf('pieces', format), textsOf('wholes', format)];

  it('agrees with ajv-formats on texts that are almost valid', () => {
    const wholeConstant = fc.constantFrom(...wholes);
    const piece = fc.constantFrom(...pieces);
    const text = fc.oneof(
      wholeConstant,
      fc.array(piece, { maxLength: 9 }).map((parts) => parts.join('')),
      // A valid text in which a few characters were replaced.
      fc
        .tuple(wholeConstant, fc.nat(40), fc.nat(3), piece)
        .map(([correctText, index, cut, more]) => correctText.slice(0, index) + more + correctText.slice(index + cut)),
    );
    let validCount = 0;
    fc.assert(
      fc.property(text, (givenText) => {
        const expected = reference(givenText);
        if (expected) validCount += 1;
        return judge(givenText) === expected;
      }),
      { seed: 7, numRuns: 20_000 },
    );
    expect(validCount).toBeGreaterThan(1000);
    for (const each of wholes) expect([each, judge(each)]).toEqual([each, reference(each)]);
  });

  it('takes linear time, even for texts made to be slow', { tags: 'slow' }, async () => {
    const starts = ['', 'a:', 'a://', 'a@', 'a@b', '2024-01-01T00:00:00.', 'urn:uuid:', '//[', 'a://u@['];
    const middles = ['a', 'a.', 'a-', '-', '.', '@', '/', ':', '%41', '[', ']', '1', '#', '?', 'T', ' ', '::', '{'];
    const judgeAll = (length: number): void => {
      for (const start of starts)
        for (const middle of middles) {
          const longText = start + middle.repeat(length / middle.length);
          for (const end of ['', '!', '\n', ' .']) expect(typeof judge(longText + end)).toBe('boolean');
        }
    };
    expect(await growth(judgeAll, 200_000)).toBeLessThan(linear);
  });
});
