import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { ownContract } from '../../../scripts/check/engine/contract/own-contract.js';
import {
  families,
  type RuleKey,
  ruleKeyOf,
  ruleKeys,
  ruleSeverities,
  rulesOf,
} from '../../../scripts/check/model/rules/index.js';
import { linesOf, type RuleText, textOf, textsOf } from '../../../scripts/check/model/rules/rule-text.js';
import { judgeExample, messagesIn, responseIn } from './rule-example.js';

const texts = ruleKeys.map((rule): [RuleKey, RuleText] => [rule, textOf(rule)]);
const contract = ownContract();

/** Everything in the check that may report a rule. */
const code = readdirSync('scripts/check', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('model'))
  .map((path) => readFileSync(join('scripts/check', path), 'utf8'))
  .join('\n');

/** Keywords without a rule of that name, or whose errors only repeat those of other keywords. */
const withoutRule = ['if', 'additionalProperties', 'unevaluatedProperties'];

function keywordsWithErrors(): string[] {
  const ajv = new Ajv2020();
  addFormats.default(ajv);
  const knownKeywords = Object.entries(ajv.RULES.all)
    .filter(([, rule]) => typeof rule === 'object' && rule.definition.error)
    .map(([keyword]) => keyword);
  // Ajv reports `type` before it uses keywords, and the schema `false` has none.
  return [...knownKeywords, 'type', 'false schema'].filter((keyword) => !withoutRule.includes(keyword));
}

/** Methods of examples that no operation of the contract has. */
const undeclared = new Set(['HEAD', 'OPTIONS', 'M-SEARCH', 'PUT']);

/** Whether one exchange, shown in full, is enough to break the rule. */
function isOfOneExchange([rule, { wrong }]: [RuleKey, RuleText]): boolean {
  const isJudged =
    /^(?:body|envelope|http|media-type|header|safety|schema|field|auth|refusal|status|method|encoding)\./;
  const isShort = linesOf(wrong).some((line) => /^#.*(?:more|follow|characters$)|…$/.test(line));
  const otherValues = ['field.absent', 'refusal.changes', 'body.too-slow', 'schema.propertyNames', 'http.range'];
  return (
    (isJudged.test(rule) || rule === 'request.refused') &&
    !isShort &&
    !otherValues.includes(rule) &&
    !rule.startsWith('http.condition-')
  );
}

describe('the rules', () => {
  it('are the schema keywords for which Ajv reports errors, and others that the code names', () => {
    expect(new Set(rulesOf('schema'))).toEqual(new Set(keywordsWithErrors().map((keyword) => `schema.${keyword}`)));
    const namesOf = (id: string): string[] => {
      const [, kind = id] = /^(?:auth|refusal)\.(.*)-accepted$/.exec(id) ?? [];
      return [`'${kind}'`, `\`${id.replace('*', '$' + '{header.name}')}\``];
    };
    const otherRuleKeys = ruleKeys.filter((id) => !id.startsWith('schema.'));
    expect(otherRuleKeys.filter((id) => !namesOf(id).some((name) => code.includes(name)))).toEqual([]);
  });

  it('match the names of headers, but not an unknown id', () => {
    const ids = ['header.x-total', 'header.x-total-missing', 'schema.tpye', 'toString'];
    expect(ids.map(ruleKeyOf)).toEqual(['header.*', 'header.*-missing', undefined, undefined]);
  });
});

describe('the texts of the rules', () => {
  it('are in the file of their family, one for each rule, in the order of the table', () => {
    expect(families.flatMap(rulesOf)).toEqual(ruleKeys);
    const files = readdirSync('scripts/check/model/rules/texts');
    expect(files.sort()).toEqual(families.map((family) => `${family}.yaml`).sort());
    for (const family of families) {
      const { about, rules, ...others } = textsOf(family);
      expect(about).toMatch(/^[A-Z][^\n]*\.$/);
      expect(Object.keys(rules)).toEqual(rulesOf(family));
      expect(others).toEqual({});
    }
  });

  it.each(texts)('%s have all parts, and no others, in the order in which they are read', (_, text) => {
    const neededValues = ['title', 'means', 'why', 'source', 'wrong', 'at', 'says', 'advice'];
    const parts = Object.entries(text) as [string, unknown][];
    expect(parts.filter(([name]) => neededValues.includes(name)).map(([name]) => name)).toEqual(neededValues);
    const all = ['title', 'means', 'why', 'source', 'schema', 'wrong', 'at', 'says', 'right', 'advice', 'contract'];
    expect(parts.map(([name]) => name)).toEqual(all.filter((name) => Object.hasOwn(text, name)));
    for (const [, part] of parts) expect(part).toEqual(expect.any(String));
  });

  it.each(texts)('%s are whole sentences, and an example of an operation', (rule, { contract: fix, ...text }) => {
    const { title, means, why, source, advice } = text;
    for (const sentence of [means, text.says, ...(fix === undefined ? [] : [fix])])
      expect(sentence).toMatch(/^[A-Z/].*\.(?: \([a-z]+\))?$/);
    expect(title).toMatch(/^[A-Z](?:(?!\. )[^\n])*\.$/);
    for (const each of [why, advice]) expect(each).toMatch(/^[A-Z][^\n]*\.$/);
    expect([title, why, advice]).not.toContain(means);
    for (const each of [title, why, advice, means]) expect(each).not.toMatch(/ {2}|\.\.(?!\/)/);
    expect(source).toMatch(/^(RFC \d{4} §[\d.]+|Interface description §|Contract, |Plain safety[,;] |Safety of )/);
    const [first, ...otherValues] = Object.values(ruleSeverities[rule].when);
    expect(first).toMatch(/^(?:always|if .+)$/);
    for (const clause of otherValues) expect(clause).toMatch(/^if .+$/);
    const [operationId = '', pointer = ''] = text.at.split(' ');
    const operation = contract.operation(operationId) ?? expect.fail(operationId);
    expect(pointer).toMatch(/^(?:\/[^/]+)*$/);
    for (const line of linesOf(text.wrong)) expect(line).toMatch(/^[<>#] \S.{0,72}$/);
    const methods = messagesIn(text.wrong, '>').map((message) => message.first.split(' ')[0] ?? '');
    expect(methods.some((method) => undeclared.has(method) || method === operation.method.toUpperCase())).toBe(true);
    for (const line of linesOf(text.right ?? '< 200 OK')) expect(line).toMatch(/^< \S.{0,72}$/);
  });

  const judgeable = texts.filter(isOfOneExchange);

  it.each(judgeable)('%s: the judge reports the example with the message on the page', async (rule, text) => {
    const response = responseIn(text.wrong) ?? expect.fail('no response');
    const deviations = await judgeExample(rule, text, response);
    const id = rule.replace('*', 'x-total-count');
    const [, pointer = ''] = text.at.split(' ');
    const hit = deviations.find((each) => each.rule === id && each.pointer === pointer && each.message === text.says);
    expect(hit, JSON.stringify(deviations)).toBeDefined();
    const [gravest] = Object.keys(ruleSeverities[rule].when);
    if (!rule.startsWith('schema.') && response.status < 400) expect([gravest, 'drift']).toContain(hit?.severity);
  });

  it.each(judgeable.filter(([, { right }]) => right !== undefined))(
    '%s: the judge finds nothing in the right response',
    async (rule, text) => {
      const deviations = await judgeExample(rule, text, responseIn(text.right ?? '') ?? expect.fail('no response'));
      expect(deviations.filter((deviation) => deviation.rule === rule.replace('*', 'x-total-count'))).toEqual([]);
    },
  );

  it('have an example that the judge reports in most of the families that one exchange shows', () => {
    expect(judgeable.length).toBeGreaterThan(60);
  });
});
