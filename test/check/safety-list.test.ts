import { describe, expect, it } from 'vitest';
import { allProvingTests, provingTests, ruleNamed, safetyListText } from './safety-list.js';
import { safetyRules } from './safety-rules.js';

const tests = allProvingTests();

describe('every rule of the guide to safety', () => {
  it('has a test that names it', () => {
    const proven = new Set(tests.flatMap(({ rules }) => rules.map((rule) => ruleNamed(rule)?.id)));
    expect(safetyRules.map(({ id }) => id).filter((id) => !proven.has(id))).toEqual([]);
  });

  it('has a unique name', () => {
    const names = safetyRules.flatMap(({ id, row }) => [id, ...(row === undefined ? [] : [row])]);
    expect(names.filter((each, index) => names.indexOf(each) !== index)).toEqual([]);
  });

  it('is in the list, with file and title of its tests', () => {
    const list = safetyListText([
      { rules: ['3', 'redirect of any kind'], file: 'a.test.ts', title: 'safety 3, "redirect of any kind": a title' },
    ]);
    expect(list).toMatch(/^3: .*\n {4}a\.test\.ts: safety 3, "redirect of any kind": a title$/m);
    expect(list).toMatch(/^redirect: .*\n {4}a\.test\.ts: safety 3, /m);
    expect(list).toMatch(/^4: .*\n {4}no test$/m);
  });
});

describe('a test that names a rule', () => {
  it('names an existing rule', () => {
    expect(
      tests.flatMap(({ rules, file, title }) =>
        rules.filter((rule) => !ruleNamed(rule)).map((rule) => `${file}: no rule "${rule}" in "${title}"`),
      ),
    ).toEqual([]);
  });

  it.each([
    [String.raw`it('safety 3: it\'s read', () => {});`, ['3']],
    ['describe.each(rows)(`safety gzip-bomb, 2: %s`, () => {});', ['gzip-bomb', '2']],
    ["describe('safety 3, safety 14: late', () => {});", ['3', '14']],
    [`describe('safety "never called"', () => {});`, ['never called']],
    [`  ['safety "gzip, br bomb; endless body": a row', 1],`, ['gzip, br bomb; endless body']],
    ["it('is about safety 3: none', () => {}); // safety 4: no title", undefined],
  ])('is found in %s', (text, rules) => {
    expect(provingTests('a.test.ts', text).map((test) => test.rules)).toEqual(rules === undefined ? [] : [rules]);
  });
});
