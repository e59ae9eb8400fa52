import { expect, it } from 'vitest';
import { allProvingTests, ruleNamed, safetyRules } from './safety-list.js';

const tests = allProvingTests();

it('every rule of the guide to safety has a unique name, and a test that names it', () => {
  const provenValues = new Set(tests.flatMap(({ rules }) => rules.map((rule) => ruleNamed(rule)?.id)));
  expect(safetyRules.map(({ id }) => id).filter((id) => !provenValues.has(id))).toEqual([]);
  const names = safetyRules.flatMap(({ id, row }) => [id, ...(row === undefined ? [] : [row])]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('a test that names a rule names an existing one', () => {
  expect(
    tests.flatMap(({ rules, file, title }) =>
      rules.filter((rule) => !ruleNamed(rule)).map((rule) => `${file}: no rule "${rule}" in "${title}"`),
    ),
  ).toEqual([]);
});
