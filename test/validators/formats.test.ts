import { fullFormats } from 'ajv-formats/dist/formats.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { date, dateTime, email, uri, uriReference, uuid } from '../../scripts/validators/formats.js';
import { growth, linear } from '../growth.js';
import { words } from '../words.js';

const ours = { date, 'date-time': dateTime, email, uri, 'uri-reference': uriReference, uuid };
type Format = keyof typeof ours;

function theirs(format: Format): (text: string) => boolean {
  const full = fullFormats[format] as RegExp | ((text: string) => boolean) | { validate: (text: string) => boolean };
  if (full instanceof RegExp) return (text) => full.test(text);
  return typeof full === 'function' ? full : full.validate;
}

/** Parts of valid texts, and some invalid parts, by format. */
const pieces: Record<Format, readonly string[]> = {
  uri: [
    ...words`
      http a 1 A+.- : / // ? # @ [ ] :: ::1 1:2:3:4:5:6:7:8 1:2:3:4:5:6 :7 1.2.3.4 256 01 . ffff fffff v1.a V %41 %4 %
      " é ~ _ ' ( , 80 g ſ
    `,
    ' ',
    '\\',
    '\n',
  ],
  'uri-reference': [...words`a 1 : / ? # @ [ ] :: 1:2:3:4:5:6:7 :8 1.2.3.4 v1.a %41 %4 " é - {`, ' ', '\\'],
  email: ['a', 'Z', '0', '.', '-', '@', '_', '+', "'", '"', ' ', '(', 'é', 'co', '!#$%&*/=?^`{|}~', '..', '\n'],
  uuid: ['urn:uuid:', 'URN', 'c07ef43e', '-b5f0', '-44d8', '-8c75', '-5f49fec498c9', 'g', '-', 'A', '{', '\n'],
  date: [...words`2024 2023 1900 0000 0004 -02 -04 -12 -13 -00 -29 -30 -31 -32 - 1 T ١`, ' ', '\n'],
  'date-time': [
    ...words`
      2024 2023 1900 0000 0004 -02 -04 -12 -13 -00 -29 -30 -31 -32 T t 00 23 24 29 : :00 :59 :60 :61 :99 .5 . Z z + -
      +01:00 -23:59 +24 +0130 -01 +00:60 ١
    `,
    ' ',
    '\n',
  ],
};

/** Complete texts, since few random combinations of parts are valid. */
const wholes: Record<Format, readonly string[]> = {
  uri: [
    ...words`
      http://a a: a:b a:/ a:// a:///b a://[::1] a:/[::1]:80/x a://u:p@[1:2:3:4:5:6:1.2.3.4]:/ a://[v1.x]#f?q a:b[
      a://x"y a:?q 1:a /a
    `,
    '',
  ],
  'uri-reference': [
    ...words`
      /a //a ? # #a#b a:b:c //u"@[::1] //u@[::]/a"b /[::1 [::1] //[::1]x //[::1]:8080?a#b //[1::2::3]
      //[1:2:3:4:5:6:7::] //[::1:2:3:4:5:6:7:8]
    `,
    '',
  ],
  email: words`
    a@b.co a.b@c.d.e a@b .a@b.co a.@b.co a..b@c.co a@-b.co a@b-.co a@b..co a@b.co- a@b@c.de @b.co a@ a@.co
  `,
  uuid: [
    'c07ef43e-b5f0-44d8-8c75-5f49fec498c9',
    'urn:uuid:C07EF43E-B5F0-44D8-8C75-5F49FEC498C9',
    'c07ef43eb5f044d88c755f49fec498c9',
    'c07ef43e-b5f0-44d8-8c75-5f49fec498c9\n',
  ],
  date: words`
    2024-02-29 2023-02-29 1900-02-29 0000-02-29 2024-12-31 2024-13-01 2024-06-31 2024-00-10 2024-01-00 24-01-01
  `,
  'date-time': [
    ...words`
      2024-02-29T00:00:00Z 2023-02-29T00:00:00Z 1900-02-29T00:00:00Z 0000-02-29T00:00:00Z 2024-12-31T23:59:60Z
      2025-01-01T00:29:60+00:30 2024-12-31T23:58:60Z 2024-01-01T24:59:60+01:00 2024-01-01T24:59:00+01:00
      2024-01-01T00:00:00 2024-01-01T00:00:00+24:00 2024-01-01T00:00:60.5Z 2024-01-01T23:59:60.5Z
      2024-01-01T00:59:60+0100 2024-01-01T12:00:00.123456789z 2024-06-31T00:00:00Z 2024-01-01T22:59:60-01
    `,
    '2024-12-31 18:59:60-05:00',
  ],
};

describe.each(Object.keys(ours) as Format[])('the format %s', (format) => {
  const judge = ours[format];
  const reference = theirs(format);

  it('agrees with ajv-formats on texts that are almost valid', () => {
    const whole = fc.constantFrom(...wholes[format]);
    const piece = fc.constantFrom(...pieces[format]);
    const text = fc.oneof(
      whole,
      fc.array(piece, { maxLength: 9 }).map((parts) => parts.join('')),
      // A valid text in which a few characters are replaced.
      fc
        .tuple(whole, fc.nat(40), fc.nat(3), piece)
        .map(([right, at, cut, more]) => right.slice(0, at) + more + right.slice(at + cut)),
    );
    let taken = 0;
    fc.assert(
      fc.property(text, (given) => {
        const expected = reference(given);
        if (expected) taken += 1;
        return judge(given) === expected;
      }),
      { seed: 7, numRuns: 20_000 },
    );
    expect(taken).toBeGreaterThan(1000);
    for (const each of wholes[format]) expect([each, judge(each)]).toEqual([each, reference(each)]);
  });

  it('takes linear time, even for texts made to be slow', { tags: 'slow' }, async () => {
    const starts = ['', 'a:', 'a://', 'a@', 'a@b', '2024-01-01T00:00:00.', 'urn:uuid:', '//[', 'a://u@['];
    const middles = ['a', 'a.', 'a-', '-', '.', '@', '/', ':', '%41', '[', ']', '1', '#', '?', 'T', ' ', '::', '{'];
    const judgeAll = (length: number): void => {
      for (const start of starts)
        for (const middle of middles) {
          const long = start + middle.repeat(length / middle.length);
          for (const end of ['', '!', '\n', ' .']) expect(typeof judge(long + end)).toBe('boolean');
        }
    };
    expect(await growth(judgeAll, 200_000)).toBeLessThan(linear);
  });
});
