import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type RuleId, ruleKeys, type SeverityFacts, severityOf } from '../../../scripts/check/model/rules/index.js';
import { words } from '../../words.js';
import { weightRows } from './weight-rows.js';

/**
 * The gravest severity of each rule in four cases: a stated, a named and an inferred operation of a contract with
 * provenance, and one without provenance. V is a violation, D a drift, O an observation. Independent of the rules.
 */
const gravest: Readonly<Record<string, readonly string[]>> = {
  VVVV: words`
    target.not-found target.refused target.unreachable tls.certificate tls.protocol transport.timeout transport.reset
    transport.truncated transport.not-http transport.framing transport.interim transport.failed body.not-utf8
    body.byte-order-mark body.not-json media-type.repeated safety.key-echoed safety.stack-trace auth.no-key-accepted
    auth.empty-key-accepted auth.wrong-key-accepted auth.near-key-accepted refusal.changes
    request.variant-refused request.variant-changes status.server-error method.no-allow
    method.allow-differs head.differs delete.takes-others update.elsewhere create.elsewhere replace.elsewhere
    action.elsewhere delete.elsewhere state.differs state.unknown
  `,
  VDDV: words`
    body.unexpected body.empty media-type.missing media-type.undeclared field.undeclared refusal.unknown-id-accepted
    refusal.bad-id-accepted status.undeclared identity.other page.repeats page.refused page.total
  `,
  VDDD: ['href.dead', 'href.other', 'update.not-shown', 'update.not-stored'],
  DDDV: words`
    header.* header.*-missing request.refused read-only.taken read-only.changed merge.null-kept merge.replaces-object
  `,
  DDDD: words`
    transport.too-large transport.headers-too-large transport.encoding encoding.unasked body.duplicate-key body.too-deep
    body.too-many-errors body.too-slow body.too-long media-type.too-long field.absent refusal.other-parent-accepted
    refusal.malformed-json-accepted refusal.wrong-media-type-accepted refusal.wrong-type-accepted
    refusal.wrong-format-accepted refusal.out-of-bounds-accepted refusal.missing-part-accepted refusal.mixed-accepted
    refusal.undeclared-method-accepted refusal.status order.unstable list.duplicate list.differs list.misses
    list.of-others list.stale page.limit page.offset page.page sort.order filter.ignored filter.misses
    create.no-id create.not-shown create.not-stored create.not-found create.not-listed create.listed-twice location.dead
    location.other delete.kept delete.listed replace.not-stored replace.not-idempotent replace.keeps update.touches
    update.array-added update.not-idempotent replace.touches auth.other-scheme-accepted auth.other-place-accepted
  `,
  OOOO: words`body.number field.empty value.new path.other-spelling update.tidied state.changed-by-others`,
};

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

describe('the weight of a finding', () => {
  it.each(ruleKeys)('of %s is at most that of the table', (id) => {
    const keyword = id.startsWith('schema.');
    const [severities] = Object.entries(gravest).find(([, ids]) => ids.includes(id)) ?? [keyword ? 'VDDV' : 'missing'];
    const found = [stated, named, inferred, withoutProvenance].map((facts) => severityOf(id, { ...facts, ...grave }));
    expect(found.map((severity) => severity[0]?.toUpperCase()).join('')).toBe(severities);
  });

  it('is given for every rule, and for no other', () => {
    const all = ruleKeys.filter((id) => !id.startsWith('schema.'));
    expect(Object.values(gravest).flat().sort()).toEqual(all.sort());
  });

  it.each<[why: string, RuleId, Partial<SeverityFacts>]>([
    ['a schema that is inferred', 'schema.type', { schema: 'inferred' }],
    ['an error that an open question covers', 'schema.pattern', { schema: 'open' }],
    ['a link in an inferred schema', 'href.dead', { schema: 'inferred' }],
    ['a link in a schema of the operation itself', 'href.dead', { schema: 'inline' }],
    ['a field that changed to another value', 'update.not-shown', { isUnchanged: false }],
    ['a field that the next read shows changed to another value', 'update.not-stored', { isUnchanged: false }],
    ['a media type of a refusal', 'media-type.undeclared', { status: 404 }],
    ['a refusal without a body', 'body.empty', { status: 400 }],
    ['an unlisted refusal', 'status.undeclared', { status: 422 }],
    ['an unknown id where no 404 is stated', 'refusal.unknown-id-accepted', { statesNotFound: false }],
    ['a total that the contract describes by its name alone', 'page.total', { isPaged: false }],
    ['headers of HEAD that differ', 'head.differs', { isMust: false }],
    ['an Allow that lacks an inferred method', 'method.allow-differs', { isMust: false }],
    ['a status while its question is open', 'status.undeclared', { openErrors: new Set(['status']) }],
    ['a total while the question of the envelope is open', 'page.total', { openErrors: new Set(['envelope']) }],
    ['no body while the question of bodies is open', 'body.empty', { openErrors: new Set(['*']) }],
    ['another body while the question of bodies is open', 'identity.other', { openErrors: new Set(['*']) }],
    ['a link while the question of bodies is open', 'href.dead', { openErrors: new Set(['*']) }],
    ['an update while the question of bodies is open', 'update.not-shown', { openErrors: new Set(['*']) }],
  ])('is a drift even at a stated operation: %s', (_, rule, facts) => {
    expect(severityOf(rule, { ...stated, ...grave, ...facts })).toBe('drift');
  });

  it('is a drift for text without a label that is not JSON, if the responses are inferred', () => {
    expect(severityOf('body.not-json', { ...inferred, isMust: false })).toBe('drift');
    expect(severityOf('body.not-json', { ...stated, isMust: false })).toBe('violation');
  });

  it('is lowered only by the question that covers the error', () => {
    const open = new Set(['status', 'envelope']);
    expect(severityOf('body.empty', { ...stated, ...grave, openErrors: open })).toBe('violation');
    expect(severityOf('status.undeclared', { ...stated, ...grave, openErrors: new Set(['*']) })).toBe('violation');
    expect(severityOf('body.not-json', { ...stated, isMust: true, openErrors: new Set(['*']) })).toBe('violation');
  });

  it('is lowered to an observation only by rules that say when', () => {
    expect(severityOf('refusal.unknown-id-accepted', { ...stated, ...grave }, true)).toBe('observation');
    expect(severityOf('schema.type', { ...stated, ...grave }, true)).toBe('violation');
  });

  it('is in the guide, rule by rule', () => {
    const guide = readFileSync('openapi/docs/weights.md', 'utf8');
    const rows = guide.split('\n').filter((line) => /^\| (?:every )?`/.test(line));
    expect(rows).toEqual(weightRows());
  });
});
