import { array, assert, constantFrom, json, nat, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonProblem, readJson } from '../../../scripts/check/judge/json-text.js';
import { growth, linear } from '../../growth.js';
import { words } from '../../words.js';
import { yamlBeside } from '../../yaml-beside.js';

const rows = yamlBeside<{
  right: [text: string, value: unknown][];
  numbers: [text: string, pointer: string][];
  duplicates: [text: string, pointers: string[]][];
  bytes: [bytes: number[], offset: number][];
}>(import.meta.url, 'json-text.yaml');

const read = (text: string) => readJson(Buffer.from(text));
const rules = (problems: JsonProblem[]) => problems.map(({ rule, pointer }) => `${rule} ${pointer}`);

describe('the reader of JSON', () => {
  it.each(rows.right)('reads %s', (text, value) => {
    expect(read(text)).toMatchObject({ text, value });
  });

  it('finds no problem with numbers that a double can hold, however written', () => {
    const numbers = '9007199254740992,9007199254740991,1e3,1E-7,0.1234567890123456789,100000000000000000000';
    expect(read(`[${numbers},0e999,-0.0e5,1.0]`).problems).toEqual([]);
  });

  const longText = `{"long":${'9'.repeat(5000)}}`;
  it.each([...rows.numbers, [longText, '/long'] as const])('names the number in %s', (text, pointer) => {
    const reading = read(text);
    expect(rules(reading.problems)).toEqual([`body.number ${pointer}`]);
    expect('value' in reading).toBe(true);
  });

  it.each(rows.duplicates)('names the duplicate members in %s', (text, pointers) => {
    expect(rules(read(text).problems)).toEqual(pointers.map((pointer) => `body.duplicate-key ${pointer}`));
  });

  it('reports the place of an error', () => {
    const messageFor = (text: string) => read(text).problems[0]?.message;
    expect(messageFor('{\n  "a": 1,\n  "b": 2,\n  "a": 3\n}')).toContain('line 4, column 3');
    expect(messageFor('{"a":1 "b":2}')).toBe('Expected a comma or "}", found """ at line 1, column 8.');
    // The message quotes no text of a hostile body.
    expect(messageFor('\u001b]0;title\u0007')).toBe('Expected a JSON value, found U+001B at line 1, column 1.');
  });

  it.each([
    ...words`
      { [ [1,] [,1] {"a"} {"a":} {"a":1,} {'a':1} {a:1} 01 1. .5 +1 - 1e NaN nul " [1]] {"a":1] <html> undefined
    `,
    ...['', ' ', '"\\x"', '"\\u12g4"', '"a\nb"', '[1] 2', '// no\n1', '\u00a01', '"\t"'],
  ])('rejects %j as JSON, and reports what it found instead', (text) => {
    expect(() => JSON.parse(text)).toThrow();
    const reading = read(text);
    expect(rules(reading.problems)).toEqual(['body.not-json ']);
    expect(reading.problems[0]?.message).toMatch(/^Expected .+, found .+ at line \d+, column \d+\.$/);
    expect(reading).not.toHaveProperty('value');
  });

  it('accepts the same texts as JSON.parse, whether it reads them at once or character by character', () => {
    const isJson = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const edit = tuple(nat(200), nat(2), constantFrom(...'"\\{}[],:0-.e \n\u0000', '', 'null', '😀'));
    assert(
      property(json(), array(edit, { maxLength: 2 }), (validText, edits) => {
        const edited = (replacement: string, [index, removed, addedText]: [number, number, string]) =>
          replacement.slice(0, index) + addedText + replacement.slice(index + removed);
        const text = edits.reduce(edited, validText);
        // A duplicate member makes the reader go through the text character by character.
        for (const each of [text, `{"twice":0,"twice":${text}}`]) {
          expect(read(each).problems.some(({ rule }) => rule === 'body.not-json')).toBe(!isJson(each));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each(rows.bytes)('names the offset of the first invalid UTF-8 byte in %j', (bytes, offset) => {
    const message = `Found invalid UTF-8 at offset ${offset}.`;
    const problems = [{ rule: 'body.not-utf8', pointer: '', message }];
    expect(readJson(Uint8Array.from(bytes))).toEqual({ problems });
  });

  it('reports a byte-order mark and continues after it, also in a part of a larger buffer', () => {
    const reading = readJson(Buffer.from('xx\ufeff{"a":1}yy').subarray(2, 12));
    expect(rules(reading.problems)).toEqual(['body.byte-order-mark ']);
    expect(reading).toMatchObject({ text: '{"a":1}', value: { a: 1 } });
  });

  it('reads 200 levels of nesting, and returns no value for more', () => {
    const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(read(nest(200)).problems).toEqual([]);
    const reading = read(`{"a":${nest(200)}}`);
    expect(rules(reading.problems)).toEqual([`body.too-deep /a${'/0'.repeat(199)}`]);
    expect(reading).not.toHaveProperty('value');
  });

  it('ignores brackets in strings', () => {
    const value = { a: '['.repeat(300), b: `\\"${'{'.repeat(300)}\\`, c: '"' };
    expect(read(JSON.stringify(value))).toMatchObject({ value, problems: [] });
  });

  it.each(['[', '{"a":', '[{"a":'])('accepts 200,000 times %s without a stack overflow', (start) => {
    const reading = read(start.repeat(200_000));
    expect(reading.problems.map(({ rule }) => rule)).toEqual(['body.too-deep']);
    expect(reading).not.toHaveProperty('value');
  });

  it('rejects text with many brackets as JSON if its first error precedes the depth limit', () => {
    expect(rules(read(`var a=${'['.repeat(300)}`).problems)).toEqual(['body.not-json ']);
  });

  it('keeps a member called __proto__ a member', () => {
    const { value, problems } = read('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
    expect(problems).toEqual([]);
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('names a few of many errors, in linear time', { tags: 'slow' }, async () => {
    const readMany = (count: number): void => {
      const { problems } = read(`{${Array.from({ length: count }, () => '"a":1e999').join(',')}}`);
      expect(problems).toHaveLength(20);
    };
    expect(await growth(readMany, 200_000)).toBeLessThan(linear);
  });
});
