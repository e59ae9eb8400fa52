import { describe, expect, it } from 'vitest';
import { ownContract } from '../../../scripts/check/engine/own-contract.js';
import { ruleNamed, rules } from '../../../scripts/check/model/rules/index.js';
import { linesOf } from '../../../scripts/check/model/rules/rule-page.js';
import { ruleTexts } from '../../../scripts/check/model/rules/texts/index.js';
import type { RuleText } from '../../../scripts/check/model/rules/texts/text.js';
import { judged, messagesIn, responseIn } from './rule-example.js';

const texts = Object.entries(ruleTexts) as [string, RuleText][];
const contract = ownContract();

/** Methods that no operation of the contract has, which some examples are about. */
const undeclared = new Set(['HEAD', 'OPTIONS', 'M-SEARCH', 'PUT']);

/** Rules that only several exchanges, a connection or a body in full can show. */
function isOfOneExchange([rule, { wrong }]: [string, RuleText]): boolean {
  const isJudged =
    /^(?:body|media-type|header|safety|schema|field|auth|refusal|status|method|encoding)\.|^request\.refused$/;
  const isShort = linesOf(wrong).some((line) => /^#.*(?:more|follow|characters$)|…$/.test(line));
  const others = ['field.absent', 'refusal.changes', 'body.too-slow', 'schema.propertyNames'];
  return isJudged.test(rule) && !isShort && !others.includes(rule);
}

describe('the texts of the rules', () => {
  it('are there for each rule, and for no other', () => {
    expect(texts.map(([rule]) => rule).sort()).toEqual(Object.keys(rules).sort());
  });

  it.each(texts)(
    '%s are whole sentences, and an example of an operation',
    (rule, { means, contract: fix, ...text }) => {
      for (const sentence of [means, text.says, ...(fix === undefined ? [] : [fix])])
        expect(sentence).toMatch(/^[A-Z/].*\.(?: \([a-z]+\))?$/);
      const { title, why, advice } = ruleNamed(rule.replace('*', 'location')) ?? expect.fail(rule);
      expect([title, why, advice]).not.toContain(means);
      expect(means).not.toMatch(/ {2}|\.\.(?!\/)/);
      const [operationId = '', pointer = ''] = text.at.split(' ');
      const operation = contract.operation(operationId) ?? expect.fail(operationId);
      expect(pointer).toMatch(/^(?:\/[^/]+)*$/);
      for (const line of linesOf(text.wrong)) expect(line).toMatch(/^[<>#] \S.{0,72}$/);
      const methods = messagesIn(text.wrong, '>').map(({ first }) => first.split(' ')[0] ?? '');
      expect(methods.some((method) => undeclared.has(method) || method === operation.method.toUpperCase())).toBe(true);
      for (const line of linesOf(text.right ?? '< 200 OK')) expect(line).toMatch(/^< \S.{0,72}$/);
    },
  );

  const judgeable = texts.filter(isOfOneExchange);

  it.each(judgeable)('%s: the judge says of the example what the page says', async (rule, text) => {
    const response = responseIn(text.wrong) ?? expect.fail('no response');
    const found = await judged(rule, text, response);
    const id = rule.replace('*', 'x-total-count');
    const [, pointer = ''] = text.at.split(' ');
    const hit = found.find((each) => each.rule === id);
    expect(found.map((each) => `${each.rule} ${each.pointer}: ${each.message}`)).toContain(
      `${id} ${pointer}: ${text.says}`,
    );
    const [gravest] = Object.keys(ruleNamed(id)?.weight.when ?? {});
    if (!rule.startsWith('schema.') && response.status < 400) expect([gravest, 'drift']).toContain(hit?.severity);
  });

  it.each(judgeable.filter(([, { right }]) => right !== undefined))(
    '%s: the judge finds nothing in the right response',
    async (rule, text) => {
      const found = await judged(rule, text, responseIn(text.right ?? '') ?? expect.fail('no response'));
      expect(found.filter((each) => each.rule === rule.replace('*', 'x-total-count'))).toEqual([]);
    },
  );

  it('are judged in most of the families that one exchange shows', () => {
    expect(judgeable.length).toBeGreaterThan(60);
  });
});
