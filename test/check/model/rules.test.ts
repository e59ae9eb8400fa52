import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { severities } from '../../../scripts/check/model/finding.js';
import { families, ruleKeyOf, ruleKeys, weights } from '../../../scripts/check/model/rules/index.js';
import { textOf } from '../../../scripts/check/model/rules/rule-text.js';

const code = sources('scripts/check', 'model');
const cases = sources('scripts/check/cases') + sources('scripts/check/values');

/** Returns the text of every file in a folder, except for the files in one of its folders. */
function sources(folder: string, without?: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === without ? '' : sources(path);
      return entry.name.endsWith('.ts') ? readFileSync(path, 'utf8') : '';
    })
    .join('\n');
}

/** Keywords without a rule of that name, or whose errors only repeat those of other keywords. */
const withoutRule = ['if', 'additionalProperties', 'unevaluatedProperties'];

function keywordsWithErrors(): string[] {
  const ajv = new Ajv2020();
  addFormats.default(ajv);
  const known = Object.entries(ajv.RULES.all)
    .filter(([, rule]) => typeof rule === 'object' && rule.definition.error)
    .map(([keyword]) => keyword);
  // Ajv reports `type` before it uses keywords, and the schema `false` has none.
  return [...known, 'type', 'false schema'].filter((keyword) => !withoutRule.includes(keyword));
}

/** Whether the code of the check contains the id of a rule, whole or in parts. */
function isReported(id: string): boolean {
  const [, keyword] = /^schema\.(.*)$/.exec(id) ?? [];
  if (keyword !== undefined) return keywordsWithErrors().includes(keyword);
  const [, kind] = /^(?:auth|refusal)\.(.*)-accepted$/.exec(id) ?? [];
  if (kind !== undefined) return cases.includes(`'${kind}'`);
  const written = id.startsWith('header.') ? `\`${id.replace('*', '$' + '{header.name}')}\`` : `'${id}'`;
  return code.split('\n').some((line) => line.includes(written) && !/[!=]==/.test(line));
}

describe('the rules', () => {
  it('are in one table, each once, family by family', () => {
    const written = sources('scripts/check/model/rules').matchAll(/^ {2}'([a-z-]+\.[^']+)': /gm);
    expect([...written].map(([, id]) => id)).toEqual(ruleKeys);
    const inOrder = families.flatMap((family) => ruleKeys.filter((id) => id.startsWith(`${family}.`)));
    expect(inOrder).toEqual(ruleKeys);
  });

  it.each(ruleKeys)('%s is described for a reader', (id) => {
    const { title, why, source, advice } = textOf(id);
    expect(title).toMatch(/^[A-Z](?:(?!\. )[^\n])*\.$/);
    for (const text of [why, advice]) expect(text).toMatch(/^[A-Z][^\n]*\.$/);
    for (const text of [title, why, advice]) expect(text).not.toMatch(/ {2}|\.\./);
    expect(source).toMatch(/^(RFC \d{4} §[\d.]+|Interface description §|Contract, |Plain safety[,;] |Safety of )/);
    const when = Object.entries(weights[id].when);
    expect(severities).toEqual(expect.arrayContaining(when.map(([severity]) => severity)));
    const [first = ''] = when.map(([, clause]) => clause);
    expect(first).toMatch(/^(?:always|if .+)$/);
    for (const [, clause] of when.slice(1)) expect(clause).toMatch(/^if .+$/);
  });

  it.each(ruleKeys)('%s can be reported by the check', (id) => {
    expect(isReported(id)).toBe(true);
  });

  it('include each schema keyword for which Ajv reports errors', () => {
    expect(keywordsWithErrors().filter((keyword) => !Object.hasOwn(weights, `schema.${keyword}`))).toEqual([]);
  });

  it('match the names of headers, but no unknown id', () => {
    expect(ruleKeyOf('header.x-total')).toBe('header.*');
    expect(ruleKeyOf('header.x-total-missing')).toBe('header.*-missing');
    expect(ruleKeyOf('schema.tpye')).toBeUndefined();
    expect(ruleKeyOf('toString')).toBeUndefined();
  });
});
