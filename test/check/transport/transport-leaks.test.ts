import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { registerSecretValue } from '../../../scripts/check/transport/key.js';
import { canaryKey, encodings, searchFor } from '../../canary/canary.js';
import { growth, linear } from '../../growth.js';
import { yamlBeside } from '../../yaml-beside.js';
import { canary, open, wrongKey } from './transport-server.js';

const harmlessRows = yamlBeside<string[]>(import.meta.url, 'leaks.yaml');

describe('a leak of the key', () => {
  const key = `Ab/+"<&'>\\ ${canary}~?`;
  const cut = (text: string, columns: number, lineBreak: string) =>
    (text.match(new RegExp(`.{1,${columns}}`, 'g')) ?? []).join(lineBreak);
  /** Line lengths, each with the separator of lines. */
  const lines = { 76: '\n', 64: '\r\n', 4: '\r\n\t', 1: '\n', 20: '\r\n        ' };
  type Form = [name: string, form: (text: string) => string];
  const forms: Form[] = [
    ...Object.entries(encodings),
    ['as a form with its name', (text) => new URLSearchParams([['k', text]]).toString()],
    ['in JSON in JSON in JSON', (text) => JSON.stringify(JSON.stringify(JSON.stringify(text)))],
    ['in JSON in HTML', (text) => encodings['HTML']?.(JSON.stringify(text)) ?? ''],
    ['in JSON with slashes escaped', (text) => JSON.stringify(text).replaceAll('/', '\\/')],
    ['in base64 after three letters', (text) => btoa(`abc${text}`)],
    ['in base64 in the middle', (text) => btoa(`user:${text}:more`)],
    ['in base64 in a URL', (text) => encodeURIComponent(btoa(text))],
    ...['', 'a', 'ab', 'x'.repeat(40)].flatMap((lead) =>
      Object.entries(lines).map(
        ([columns, lineBreak]): Form => [
          `in base64 after ${lead.length} letters in lines of ${columns}, separated by ${JSON.stringify(lineBreak)}`,
          (text) => cut(btoa(`${lead}${text}`), Number(columns), lineBreak),
        ],
      ),
    ),
    ['in base64 in lines in JSON', (text) => JSON.stringify(cut(btoa(text), 20, '\r\n'))],
    ['in base64 in lines in a URL', (text) => encodeURIComponent(cut(btoa(text), 20, '\r\n'))],
    ['in base64 in lines in HTML', (text) => cut(btoa(text), 20, '&#13;&#10;')],
    ['in base64url in lines', (text) => cut(Buffer.from(text).toString('base64url'), 20, '\n')],
    ['in hexadecimal in lines', (text) => cut(Buffer.from(text).toString('hex'), 60, '\n')],
    ['in hexadecimal cut in the middle of a byte', (text) => cut(Buffer.from(text).toString('hex'), 7, '\r\n ')],
  ];

  it.each(forms)('safety key-redacted: is found and redacted: %s', async (_, form) => {
    const wrongText = await wrongKey(key);
    const transport = open('https://example.com', {}, key);
    for (const shownText of [key, wrongText].map(form)) {
      const text = `{"before":"${shownText}","after":1}`;
      expect(transport.isKeyIn(text)).toBe(true);
      const redactedText = transport.redact(text);
      expect(transport.isKeyIn(redactedText)).toBe(false);
      expect(redactedText).toContain('[key]');
      expect(redactedText).toMatch(/^\{"before":".*","after":1\}$/s);
      expect(transport.redact(`${text} ${text}`)).toBe(`${redactedText} ${redactedText}`);
    }
  });

  it('is not found if a text contains only a part of the key', () => {
    const transport = open('https://example.com', {}, key);
    for (const [, form] of forms) expect(transport.isKeyIn(form(key.slice(0, -4)))).toBe(false);
    expect(transport.isKeySearchable).toBe(true);
  });

  it('is found and redacted even if the key is long', () => {
    const longText = randomBytes(2250).toString('base64url');
    const transport = open('https://example.com', {}, longText);
    for (const shownText of [longText, btoa(longText), cut(btoa(longText), 76, '\r\n')]) {
      expect(transport.isKeyIn(shownText)).toBe(true);
      expect(transport.redact(`a ${shownText} b`).length).toBeLessThan(20);
    }
  });

  it('cannot be found for a key under 8 characters', () => {
    const transport = open('https://example.com', {}, 'short-7');
    expect(transport.isKeySearchable).toBe(false);
    expect(transport.isKeyIn('short-7')).toBe(false);
    expect(transport.redact('a short-7')).toBe('a short-7');
    expect(open('https://example.com', {}, 'short--8').isKeyIn('a short--8')).toBe(true);
  });

  const pieces = ['\\', '%25', '&amp;', 'A', '%', '&#0', canary.slice(0, -1)];
  it.each(pieces)('is searched for in linear time among many %j', { tags: 'slow' }, async (piece) => {
    const transport = open('https://example.com', {}, key);
    const search = (length: number) => expect(transport.isKeyIn(piece.repeat(length / piece.length))).toBe(false);
    expect(await growth(search, 2 ** 20)).toBeLessThan(linear);
  });
});

/** Values whose beginnings, once escaped, have few characters of the value itself. */
const values = [
  'a"&<>\'~!b0123456789c',
  'a%\\{}"/+ b0123456789c',
  '"\'&<>%\\/ab0123456789',
  `x${'\\'.repeat(3)}"yz-0123456789`,
  // The entity of the number sign, whose first characters also continue the value.
  'abcdefghijklm&#Tnopqrstuvwx',
];

describe('a value that was cut off', () => {
  it.each([...values, canaryKey()])('safety key-redacted: leaves no 12 characters, wherever cut: %s', (value) => {
    const search = searchFor(value);
    const held = registerSecretValue(value);
    for (const encode of Object.values(encodings)) {
      const writtenText = encode(value);
      for (let length = 1; length <= writtenText.length; length += 1) {
        const text = `Expected text, but got "${'x'.repeat(40)}${writtenText.slice(0, length)}…".`;
        expect(search(held?.redact(text) ?? ''), text).toEqual([]);
      }
    }
  });

  it('safety key-redacted: leaves no 12 characters, if each is escaped in a different way', () => {
    const value = 'a"&<>\'~!b0123456789c';
    const held = registerSecretValue(value);
    for (const cut of ['a%22\\u0026&l…', 'a%2522%2526%25…', 'a&#34;&amp;&…', 'A\\\\\\"\\u0026\\u0…'])
      expect(held?.redact(`but got ${cut}`)).toBe('but got [key]…');
  });

  it.each(harmlessRows)('leaves other texts unchanged: %s', (text) => {
    expect(registerSecretValue('a"&<>\'~!b0123456789c')?.redact(text)).toBe(text);
  });
});
