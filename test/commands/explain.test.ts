import { describe, expect, it } from 'vitest';
import { families, ruleKeys } from '../../scripts/check/model/rules/index.js';
import { textOf, textsOf } from '../../scripts/check/model/rules/rule-text.js';
import { explain } from '../../scripts/commands/explain/run.js';
import { columnCountOf } from '../../scripts/text/columns.js';
import { UsageError } from '../../scripts/text/usage-error.js';

describe('explain', () => {
  it.each(ruleKeys)('%s fits 80 columns, with an example and advice', (rule) => {
    const text = explain(rule, {});
    const lines = text.split('\n');
    expect(lines[0]).toBe(rule);
    expect(lines.filter((line) => columnCountOf(line) > 80)).toEqual([]);
    for (const heading of [
      'What ',
      'Why ',
      'Source ',
      'Severity ',
      'Wrong',
      'What to do',
      'To accept the finding for a while',
    ])
      expect(lines.some((line) => line.startsWith(heading))).toBe(true);
    expect(text).toContain(`${rule.replace('*', 'x-total-count')}  `);
  });

  it('lists all rules by family if no rule is named, and the rules of one family for its name', () => {
    const all = explain(undefined, {});
    for (const family of families) {
      expect(all.replace(/\s+/g, ' ')).toContain(`${family}: ${textsOf(family).about}`);
      const ownRuleKeys: string[] = ruleKeys.filter((rule) => rule.startsWith(`${family}.`));
      expect(ownRuleKeys.length).toBeGreaterThan(0);
      const one = explain(family, {});
      for (const rule of ruleKeys) expect(one.includes(`\n  ${rule}\n`)).toBe(ownRuleKeys.includes(rule));
    }
    for (const rule of ruleKeys) expect(all).toContain(`\n  ${rule}\n`);
  });

  it('explains the rule of a finding, and a header rule by the name of any header', () => {
    expect(explain('schema.type:getPartnerEntry:/featured', {})).toBe(explain('schema.type', {}));
    expect(explain('schema.false schema:getTier:/a', {})).toBe(explain('schema.false schema', {}));
    expect(explain('header.x-total-missing', {})).toBe(explain('header.*-missing', {}));
  });

  it('prints the same content as JSON', () => {
    expect(JSON.parse(explain('body.empty', { json: true }))).toMatchObject({
      rule: 'body.empty',
      severities: [{ severity: 'violation' }, { severity: 'drift', when: 'if not' }],
      example: { exchange: ['> PATCH …/entries/partners/c07e…/', '< 200 OK'] },
    });
    expect(JSON.parse(explain('value', { json: true }))).toEqual({
      family: 'value',
      about: textsOf('value').about,
      rules: [{ rule: 'value.new', title: textOf('value.new').title }],
    });
    expect(JSON.parse(explain(undefined, { json: true }))).toHaveLength(families.length);
  });

  it.each([
    ['shema.type', 'Did you mean schema.type?'],
    ['shema', 'Did you mean schema?'],
    ['schema.tpye:getTier:/a', 'Did you mean schema.type?'],
    ['\u001b[31mred', 'found "\\u{1b}[31mred"'],
    [
      'nope',
      'Expected a rule, a family of rules, or the number or id of a finding, found "nope". Known names: target, tls, ' +
        'transport, encoding, status, header and ',
    ],
  ])('refuses %j, and names the nearest rule', (name, said) => {
    expect(() => explain(name, {})).toThrow(UsageError);
    expect(() => explain(name, {})).toThrow(said);
  });
});
