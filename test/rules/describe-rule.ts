import { describe, expect, test } from 'vitest';
import { type Change, documentWith } from './base-document.js';
import { type JsonPath, lintDocument } from './lint-document.js';

/** Documents are the base document with changes; `document` says in words what is special about one. */
export interface RuleCases {
  accepts: { document: string; changes: Change[] }[];
  refuses: { document: string; changes: Change[]; findings: { path: JsonPath; message: string }[] }[];
}

/** Tests one rule alone: which documents it accepts, and what exactly it finds, where, in those that it refuses. */
export function describeRule(rule: string, { accepts, refuses }: RuleCases): void {
  describe(rule, () => {
    test.each(accepts)('accepts $document', async ({ changes }) => {
      expect(await lintDocument(documentWith(...changes), rule)).toEqual([]);
    });

    test.each(refuses)('refuses $document', async ({ changes, findings }) => {
      const expected = findings.map(({ path, message }) => ({
        code: rule,
        path: path.map(String),
        message: expect.stringContaining(message) as unknown,
      }));
      expect(await lintDocument(documentWith(...changes), rule)).toEqual(expected);
    });
  });
}
