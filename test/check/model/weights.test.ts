import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type RuleId,
  ruleKeys,
  rulesOf,
  type SeverityFacts,
  severityOf,
  weights,
} from '../../../scripts/check/model/rules/index.js';
import { textOf } from '../../../scripts/check/model/rules/rule-text.js';
import { weightText } from '../../../scripts/check/model/rules/weight.js';

const facets = ['name', 'method', 'path', 'request', 'responses'];
const stated: SeverityFacts = { statedFacets: new Set(facets), hasProvenance: true };
const named: SeverityFacts = { statedFacets: new Set(['name', 'method']), hasProvenance: true };
const inferred: SeverityFacts = { statedFacets: new Set(), hasProvenance: true };
const withoutProvenance: SeverityFacts = { statedFacets: new Set(facets), hasProvenance: false };

/** Facts that give a finding its gravest severity. */
const grave = {
  schema: 'stated',
  status: 200,
  isMust: true,
  isUnchanged: true,
  isPaged: true,
  statesNotFound: true,
} as const;

const open = (...openErrors: string[]): Partial<SeverityFacts> => ({ openErrors: new Set(openErrors) });

/** Returns the rows of the guide. Rules of one family with the same weights under the same facts share a row. */
function weightRows(): string[] {
  const rows = new Map<string, string[]>();
  for (const id of ruleKeys) {
    const [family = ''] = id.split('.');
    const fact = textOf(id).source.replace(/JSON Schema 2020-12.*$/, 'JSON Schema 2020-12');
    const key = JSON.stringify([family, weightText(weights[id]), fact]);
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

  // One rule of each weight. V is a violation, D a drift, O an observation.
  it.each<[rule: RuleId, gravest: string]>([
    ['transport.reset', 'VVVV'],
    ['status.server-error', 'VVVV'],
    ['method.allow-differs', 'VVVV'],
    ['head.differs', 'VVVV'],
    ['body.not-json', 'VVVV'],
    ['body.unexpected', 'VDDV'],
    ['body.empty', 'VDDV'],
    ['status.undeclared', 'VDDV'],
    ['schema.type', 'VDDV'],
    ['field.undeclared', 'VDDV'],
    ['refusal.unknown-id-accepted', 'VDDV'],
    ['page.total', 'VDDV'],
    ['href.dead', 'VDDD'],
    ['update.not-shown', 'VDDD'],
    ['header.*', 'DDDV'],
    ['list.stale', 'DDDD'],
    ['refusal.other-parent-accepted', 'DDDD'],
    ['body.number', 'OOOO'],
  ])('of %s is at most %s: stated, named, inferred, and without provenance', (rule, gravest) => {
    const found = [stated, named, inferred, withoutProvenance].map((facts) => severityOf(rule, { ...facts, ...grave }));
    expect(found.map((severity) => severity[0]?.toUpperCase()).join('')).toBe(gravest);
  });

  it.each<[why: string, RuleId, Partial<SeverityFacts>]>([
    ['a schema that is inferred', 'schema.type', { schema: 'inferred' }],
    ['an error that an open question covers', 'schema.pattern', { schema: 'open' }],
    ['a link in an inferred schema', 'href.dead', { schema: 'inferred' }],
    ['a link in a schema of the operation itself', 'href.dead', { schema: 'inline' }],
    ['a field that changed to another value', 'update.not-shown', { isUnchanged: false }],
    ['a media type of a refusal', 'media-type.undeclared', { status: 404 }],
    ['an unlisted refusal', 'status.undeclared', { status: 422 }],
    ['an unknown id where no 404 is stated', 'refusal.unknown-id-accepted', { statesNotFound: false }],
    ['a total that the contract describes by its name alone', 'page.total', { isPaged: false }],
    ['headers of HEAD that differ', 'head.differs', { isMust: false }],
    ['an Allow that lacks an inferred method', 'method.allow-differs', { isMust: false }],
    ['a stall', 'status.server-error', { isStall: true }],
    ['a status while its question is open', 'status.undeclared', open('status')],
    ['a total while the question of the envelope is open', 'page.total', open('envelope')],
    ['no body while the question of bodies is open', 'body.empty', open('*')],
    ['another body while the question of bodies is open', 'identity.other', open('*')],
    ['a link while the question of bodies is open', 'href.dead', open('*')],
    ['an update while the question of bodies is open', 'update.not-shown', open('*')],
  ])('is a drift even at a stated operation: %s', (_, rule, facts) => {
    expect(severityOf(rule, { ...stated, ...grave, ...facts })).toBe('drift');
  });

  it('is a drift for text without a label that is not JSON, if the responses are inferred', () => {
    expect(severityOf('body.not-json', { ...inferred, isMust: false })).toBe('drift');
    expect(severityOf('body.not-json', { ...stated, isMust: false })).toBe('violation');
  });

  it('is lowered only by the question that covers the error', () => {
    const found = (rule: RuleId, ...errors: string[]) => severityOf(rule, { ...stated, ...grave, ...open(...errors) });
    expect(found('body.empty', 'status', 'envelope')).toBe('violation');
    expect(found('status.undeclared', '*')).toBe('violation');
    expect(found('body.not-json', '*')).toBe('violation');
  });

  it('is lowered to an observation only by rules that say when', () => {
    expect(severityOf('refusal.unknown-id-accepted', { ...stated, ...grave }, true)).toBe('observation');
    expect(severityOf('schema.type', { ...stated, ...grave }, true)).toBe('violation');
  });
});
