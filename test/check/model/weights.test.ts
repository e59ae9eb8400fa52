import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type RuleId,
  ruleKeys,
  ruleSeverities,
  rulesOf,
  type SeverityFacts,
  severityOf,
} from '../../../scripts/check/model/rules/index.js';
import { textOf } from '../../../scripts/check/model/rules/rule-text.js';
import { severityText } from '../../../scripts/check/model/rules/weight.js';
import { yamlBeside } from '../../yaml-beside.js';

const facets = ['name', 'method', 'path', 'request', 'responses'];
const statedFacts: SeverityFacts = { statedFacets: new Set(facets), hasProvenance: true };
const namedFacts: SeverityFacts = { statedFacets: new Set(['name', 'method']), hasProvenance: true };
const inferredFacts: SeverityFacts = { statedFacets: new Set(), hasProvenance: true };
const withoutProvenance: SeverityFacts = { statedFacets: new Set(facets), hasProvenance: false };

/** Facts that give a finding its gravest severity. */
const grave = {
  schema: 'stated',
  status: 200,
  isMandatory: true,
  isUnchanged: true,
  isPaged: true,
  statesNotFound: true,
  statesDenial: true,
} as const;

const { gravest, drifts } = yamlBeside<{
  gravest: Record<string, string>;
  drifts: [why: string, rule: RuleId, facts: Partial<SeverityFacts> & { open?: string[] }][];
}>(import.meta.url, 'weights.yaml');

const letters = Object.entries(gravest).flatMap(([severities, rules]) =>
  rules.split(', ').map((rule) => [rule as RuleId, severities] as const),
);

/** Returns the rows of the guide. Rules of one family with the same weights under the same facts share a row. */
function weightRows(): string[] {
  const rows = new Map<string, string[]>();
  for (const id of ruleKeys) {
    const [family = ''] = id.split('.');
    const fact = textOf(id).source.replace(/JSON Schema 2020-12.*$/, 'JSON Schema 2020-12');
    const key = JSON.stringify([family, severityText(ruleSeverities[id]), fact]);
    rows.set(key, [...(rows.get(key) ?? []), id]);
  }
  return [...rows].map(([key, ids]) => {
    const [family, weight, fact] = JSON.parse(key) as [Parameters<typeof rulesOf>[0], string, string];
    const isWhole = ids.length > 1 && ids.length === rulesOf(family).length;
    const subjects = isWhole ? `every \`${family}.…\`` : ids.map((id) => `\`${id}\``).join(', ');
    return `| ${subjects} | ${weight} | ${fact} |`;
  });
}

describe('the weight of a finding', () => {
  it('is in the guide, rule by rule', () => {
    const guide = readFileSync('openapi/docs/weights.md', 'utf8');
    const rows = guide.split('\n').filter((line) => /^\| (?:every )?`/.test(line));
    expect(rows).toEqual(weightRows());
  });

  it.each(letters)('of %s is at most %s: stated, named, inferred, and without provenance', (rule, expected) => {
    const foreignFacts: SeverityFacts = { ...withoutProvenance, ...grave, schema: 'inferred' };
    const facts = [...[statedFacts, namedFacts, inferredFacts].map((each) => ({ ...each, ...grave })), foreignFacts];
    const text = facts.map((fact) => severityOf(rule, fact)[0]?.toUpperCase()).join('');
    expect(text).toBe(expected);
  });

  it('is in the table for each rule', () => {
    expect(letters.map(([rule]) => rule).sort()).toEqual([...ruleKeys].sort());
  });

  it.each(drifts)('is a drift even at a stated operation: %s', (_, rule, { open = [], ...facts }) => {
    const openErrors = new Set(open);
    expect(severityOf(rule, { ...statedFacts, ...grave, ...facts, openErrors })).toBe('drift');
  });

  it('is a drift for text without a label that is not JSON, if the responses are inferred', () => {
    expect(severityOf('body.not-json', { ...inferredFacts, isMandatory: false })).toBe('drift');
    expect(severityOf('body.not-json', { ...statedFacts, isMandatory: false })).toBe('violation');
  });

  it('is lowered only by the question that covers the error', () => {
    const findSeverity = (rule: RuleId, ...open: string[]) =>
      severityOf(rule, { ...statedFacts, ...grave, openErrors: new Set(open) });
    expect(findSeverity('body.empty', 'status', 'envelope')).toBe('violation');
    expect(findSeverity('status.undeclared', '*')).toBe('violation');
    expect(findSeverity('body.not-json', '*')).toBe('violation');
  });

  it('is lowered to an observation only by rules that say when', () => {
    expect(severityOf('refusal.unknown-id-accepted', { ...statedFacts, ...grave }, true)).toBe('observation');
    expect(severityOf('schema.type', { ...statedFacts, ...grave }, true)).toBe('violation');
  });
});
