import { describe, expect, it } from 'vitest';
import { holdValue } from '../../../scripts/check/transport/key.js';
import { canaryKey, encodings, searchFor } from '../../canary/canary.js';

/** Values whose beginnings, once escaped, have few characters of the value itself. */
const values = [
  'a"&<>\'~!b0123456789c',
  'a%\\{}"/+ b0123456789c',
  '"\'&<>%\\/ab0123456789',
  `x${'\\'.repeat(3)}"yz-0123456789`,
];

describe('a value that was cut off', () => {
  it.each([...values, canaryKey()])(
    'safety key-redacted: leaves no 12 characters of it, in any encoding, wherever it was cut: %s',
    (value) => {
      const search = searchFor(value);
      const held = holdValue(value);
      for (const encode of Object.values(encodings)) {
        const written = encode(value);
        for (let length = 1; length <= written.length; length += 1) {
          const text = `Expected text, but got "${'x'.repeat(40)}${written.slice(0, length)}…".`;
          expect(search(held?.redact(text) ?? ''), text).toEqual([]);
        }
      }
    },
  );

  it('safety key-redacted: leaves no 12 characters of it, each escaped as it may be', () => {
    const value = 'a"&<>\'~!b0123456789c';
    const held = holdValue(value);
    for (const cut of ['a%22\\u0026&l…', 'a%2522%2526%25…', 'a&#34;&amp;&…', 'A\\\\\\"\\u0026\\u0…'])
      expect(held?.redact(`but got ${cut}`)).toBe('but got [key]…');
  });

  it.each([
    'but got a"&<…',
    'but got a%22…',
    'but got a&quot;…',
    'but got a&quot;b&amp;c&lt;d…',
    'but got %22%26%3C%3E%27%7E…',
    'but got xa &quot;&amp;&lt;…',
    'but got a%22%26%3C%3E and more…',
    'but got a&quot;&am, the beginning',
    'but got abcdefg&nbsp;&nbsp;…',
  ])('leaves other texts as they are: %s', (text) => {
    expect(holdValue('a"&<>\'~!b0123456789c')?.redact(text)).toBe(text);
  });
});
