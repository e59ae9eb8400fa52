import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { severities } from '../../../scripts/check/model/finding.js';
import { bodyRules } from '../../../scripts/check/model/rules/body.js';
import { ruleNamed, rules } from '../../../scripts/check/model/rules/index.js';
import { readRules } from '../../../scripts/check/model/rules/reads.js';
import { refusalRules } from '../../../scripts/check/model/rules/refusal.js';
import { schemaRules } from '../../../scripts/check/model/rules/schema.js';
import { transportRules } from '../../../scripts/check/model/rules/transport.js';
import { writeRules } from '../../../scripts/check/model/rules/writes.js';

const ids = Object.keys(rules);
const code = sources('scripts/check', 'model');
const cases = sources('scripts/check/cases') + sources('scripts/check/values');

/** The text of every file of a folder, without one of its folders. */
function sources(folder: string, without?: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === without ? '' : sources(path);
      return entry.name.endsWith('.ts') ? readFileSync(path, 'utf8') : '';
    })
    .join('\n');
}

/** Keywords whose errors Ajv gives in place of a rule that has another name, or that repeat those of others. */
const otherwise = ['if', 'additionalProperties', 'unevaluatedProperties'];

function keywordsWithErrors(): string[] {
  const ajv = new Ajv2020();
  addFormats.default(ajv);
  const known = Object.entries(ajv.RULES.all)
    .filter(([, rule]) => typeof rule === 'object' && rule.definition.error)
    .map(([keyword]) => keyword);
  // Types are looked at before any keyword, and a schema that is `false` has none.
  return [...known, 'type', 'false schema'].filter((keyword) => !otherwise.includes(keyword));
}

/** Whether the check has something that reports a rule, be its id written out or put together. */
function isReported(id: string): boolean {
  const [, keyword] = /^schema\.(.*)$/.exec(id) ?? [];
  if (keyword !== undefined) return keywordsWithErrors().includes(keyword);
  const [, kind] = /^(?:auth|refusal)\.(.*)-accepted$/.exec(id) ?? [];
  if (kind !== undefined) return cases.includes(`'${kind}'`);
  const written = id.startsWith('header.') ? `\`${id.replace('*', '$' + '{header.name}')}\`` : `'${id}'`;
  return code.split('\n').some((line) => line.includes(written) && !/[!=]==/.test(line));
}

describe('the rules', () => {
  it('are in one table, each once', () => {
    const parts = [transportRules, bodyRules, schemaRules, refusalRules, readRules, writeRules];
    expect(parts.flatMap((part) => Object.keys(part)).sort()).toEqual([...ids].sort());
    const written = sources('scripts/check/model/rules').matchAll(/^ {2}'([a-z-]+\.[^']+)': /gm);
    expect([...written].map(([, id]) => id).sort()).toEqual([...ids].sort());
  });

  it.each(ids)('%s is described for a reader', (id) => {
    const { title, why, source, weight, advice } = ruleNamed(id.replace('*', 'location')) ?? expect.fail(id);
    expect(title).toMatch(/^[A-Z](?:(?!\. )[^\n])*\.$/);
    for (const text of [why, advice]) expect(text).toMatch(/^[A-Z][^\n]*\.$/);
    for (const text of [title, why, advice]) expect(text).not.toMatch(/ {2}|\.\./);
    expect(source).toMatch(/^(RFC \d{4} §[\d.]+|Interface description §|Contract, |Plain safety, |Safety of )/);
    const when = Object.entries(weight);
    expect(severities).toEqual(expect.arrayContaining(when.map(([severity]) => severity)));
    expect(when.map(([, clause]) => clause).join(' and ')).toMatch(/^(always|where (?!always).+)$/);
  });

  it.each(ids)('%s is one that the check can report', (id) => {
    expect(isReported(id)).toBe(true);
  });

  it('have each keyword of a schema that Ajv finds wrong', () => {
    expect(keywordsWithErrors().filter((keyword) => !Object.hasOwn(schemaRules, `schema.${keyword}`))).toEqual([]);
  });

  it('name headers as the contract does, and know no other id', () => {
    expect(ruleNamed('header.x-total')).toBe(rules['header.*']);
    expect(ruleNamed('header.x-total-missing')).toBe(rules['header.*-missing']);
    expect(ruleNamed('schema.tpye')).toBeUndefined();
    expect(ruleNamed('toString')).toBeUndefined();
  });
});
