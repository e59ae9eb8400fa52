import { describe, expect, it } from 'vitest';
import { type Changes, pathOf } from '../places.js';
import { documentWith, names } from './base-document.js';
import { lintDocument } from './lint-document.js';

/** A document that a rule accepts, or that it rejects with exactly these findings. */
export interface Row extends Changes {
  accepts?: string;
  rejects?: string;
  /** Parts of the messages, by place. If it is a text, the message is at the place that is set last. */
  finds?: string | Record<string, string | string[]>;
  /** Values for `$each` in copies of the row. In an object, the keys replace `$each`, and the values `$finds`. */
  each?: unknown[] | Record<string, string>;
}

/** Tests one rule. */
export function describeRule(rule: string, rows: readonly Row[]): void {
  const documents = rows.flatMap(copiesOf).map((row) => {
    const { accepts, rejects } = row;
    return [accepts === undefined ? `rejects ${rejects}` : `accepts ${accepts}`, row] as const;
  });
  describe(rule, () => {
    it.each(documents)('%s', async (_, row) => {
      const expected = findingsOf(row).map(([path, message]) => ({
        code: rule,
        path: pathOf(path, names),
        message: expect.stringContaining(message) as unknown,
      }));
      expect(expected.length > 0).toBe(row.accepts === undefined);
      expect(await lintDocument(documentWith(row), rule)).toEqual(expected);
    });
  });
}

function findingsOf({ set = {}, finds = {} }: Row): [place: string, message: string][] {
  if (typeof finds === 'string') return [[Object.keys(set).at(-1) ?? '', finds]];
  return Object.entries(finds).flatMap(([path, messages]) =>
    [messages].flat().map((message): [string, string] => [path, message]),
  );
}

function copiesOf({ each = [''], ...row }: Row): Row[] {
  const values = Array.isArray(each) ? each.map((value) => [value, '']) : Object.entries(each);
  return values.map(([value, finds]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const inText = (part: unknown): string => JSON.stringify(part).slice(1, -1);
    const copy = JSON.stringify(row)
      .replaceAll('"$each"', () => JSON.stringify(value))
      .replaceAll('$each', () => inText(text))
      .replaceAll('$finds', () => inText(finds));
    return JSON.parse(copy) as Row;
  });
}
