import { describe, expect, test } from 'vitest';
import { type Change, documentWith } from './base-document.js';
import { type JsonPath, lintDocument } from './lint-document.js';

/** A change of the base document, a finding of the rule, or both. */
export interface Part {
  change?: Change;
  finding?: { path: JsonPath; message: string };
}

/** A document: its description, its changes of the base document, and all findings of the rule in it. */
export type Row = readonly [document: string, ...parts: Part[]];

export const put = (path: JsonPath, value: unknown): Part => ({ change: [path, value] });
export const without = (path: JsonPath): Part => put(path, undefined);
export const found = (path: JsonPath, message: string): Part => ({ finding: { path, message } });
/** A value with a finding at its place. */
export const wrong = (path: JsonPath, value: unknown, message: string): Part => ({
  ...put(path, value),
  ...found(path, message),
});

/** Tests one rule: documents that it accepts, and its exact findings in documents that it rejects. */
export function describeRule(rule: string, { accepts = [], rejects }: { accepts?: Row[]; rejects: Row[] }): void {
  const cases = (rows: Row[]) =>
    rows.map(([document, ...parts]) => ({
      document,
      changes: parts.flatMap(({ change }) => (change ? [change] : [])),
      findings: parts.flatMap(({ finding }) => (finding ? [finding] : [])),
    }));

  describe(rule, () => {
    test.each(cases(accepts))('accepts $document', async ({ changes }) => {
      expect(await lintDocument(documentWith(...changes), rule)).toEqual([]);
    });

    test.each(cases(rejects))('rejects $document', async ({ changes, findings }) => {
      const expected = findings.map(({ path, message }) => ({
        code: rule,
        path: path.map(String),
        message: expect.stringContaining(message) as unknown,
      }));
      expect(await lintDocument(documentWith(...changes), rule)).toEqual(expected);
    });
  });
}
