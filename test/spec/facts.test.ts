import { describe, expect, it } from 'vitest';
import { words } from '../words.js';
import { bundle } from './bundle.js';
import { applyChange, type Fact } from './facts/fact.js';
import { names } from './facts/section-1.js';
import { resources } from './facts/section-2.js';
import { states } from './facts/section-3.js';
import { operations } from './facts/section-4.js';
import { conventions } from './facts/sections-5-to-9.js';

/** The facts of the interface description: each sentence, table row and name, and everything that it leaves open. */
const facts: readonly Fact[] = [...names, ...resources, ...states, ...operations, ...conventions];

/** Number of facts in each section, so that no fact can disappear unnoticed. */
const counts = words`introduction:3 1:98 2:3 2.1:50 2.2:20 2.3:16 3:3 4:3 4.1:46 4.2:9 4.3:41 5:6 6:2 7:10 8:5 9:3`;

const sections = [...new Set(facts.map(({ section }) => section))];
const bySection = sections.map((section) => [section, facts.filter((fact) => fact.section === section)] as const);

describe.each(bySection)('the document agrees with section %s', (_, rows) => {
  it.each(rows.map((row) => [row.fact, row] as const))('%s', { tags: 'slow' }, (_, { holds, contradictions }) => {
    holds(bundle);
    expect(contradictions.length).toBeGreaterThan(0);
    for (const change of contradictions) {
      const document = applyChange(bundle, change);
      const value = expect.objectContaining({ name: 'AssertionError' });
      expect(() => holds(document), `a document with another ${change[0]}`).toThrow(value);
    }
  });
});

it('every fact exists exactly once', () => {
  expect(bySection.map(([section, rows]) => `${section}:${rows.length}`)).toEqual(counts);
  expect(new Set(facts.map(({ section, fact }) => `${section} ${fact}`)).size).toBe(facts.length);
});
