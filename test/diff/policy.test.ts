import { describe, expect, it } from 'vitest';
import { placeOf } from '../../scripts/diff/place.js';
import { effectOf, levelOf } from '../../scripts/diff/policy.js';
import type { ReportedChange } from '../../scripts/diff/report-of-redocly.js';
import { schemaPath } from '../../scripts/diff/schema-path.js';
import { type Loose, small } from './documents.js';

const document = JSON.parse(small()) as Loose;
const thing = '/components/schemas/Thing';

function effect(change: Partial<ReportedChange>, isUsed = true): string | undefined {
  const whole: ReportedChange = { kind: 'modified', typeName: 'Schema', impact: 'patch', verdicts: [], ...change };
  return effectOf(whole, placeOf(document, (whole.base ?? whole.revision)?.pointer ?? ''), isUsed);
}

function modified(property: string, before: unknown, after: unknown, pointer = thing): Partial<ReportedChange> {
  return { property, base: { pointer, value: before }, revision: { pointer, value: after } };
}

it.each([
  ['breaking', true, 'major'],
  ['breaking', false, 'minor'],
  ['additive', true, 'minor'],
  ['additive', false, 'minor'],
  ['documentation', true, 'patch'],
  ['documentation', false, 'patch'],
] as const)('a %s change, stated %s, is %s', (of, stated, level) => {
  expect(levelOf(of, stated)).toBe(level);
});

describe('changes without a rule of Redocly', () => {
  it.each([
    ['a field removed from a request', { kind: 'removed', base: { pointer: `${thing}/properties/kind` } }, 'breaking'],
    ['a restriction removed from a request', { kind: 'removed', base: { pointer: `${thing}/allOf/0` } }, 'additive'],
    ['a renamed field', modified('key', 'kind', 'sort', `${thing}/properties/kind`), 'breaking'],
    ['a new field', { kind: 'added', revision: { pointer: `${thing}/properties/novelty` } }, 'additive'],
    [
      'a new success response',
      { kind: 'added', typeName: 'Response', revision: { pointer: '/paths/~1parts~1/get/responses/202' } },
      'breaking',
    ],
    [
      'a new error response',
      { kind: 'added', typeName: 'Response', revision: { pointer: '/paths/~1parts~1/get/responses/409' } },
      'additive',
    ],
    [
      'a new required request body',
      {
        kind: 'added',
        typeName: 'RequestBody',
        revision: { pointer: '/paths/~1parts~1/get/requestBody', value: { required: true } },
      },
      'breaking',
    ],
    [
      'a new optional request body',
      { kind: 'added', typeName: 'RequestBody', revision: { pointer: '/paths/~1parts~1/get/requestBody', value: {} } },
      'additive',
    ],
    ['undeclared fields that are no longer typed', modified('additionalProperties', true, undefined), 'breaking'],
    ['undeclared fields that are now typed', modified('additionalProperties', undefined, true), 'additive'],
    [
      'a renamed path parameter',
      { ...modified('name', 'id', 'key', '/components/parameters/Id'), typeName: 'Parameter' },
      'breaking',
    ],
    ['a wider type in a request', modified('type', 'integer', 'number'), 'additive'],
    ['a deprecation', modified('deprecated', undefined, true), 'additive'],
    ['a title', modified('title', 'a', 'b'), 'documentation'],
    ['a field that is now read-only', modified('readOnly', undefined, true), 'breaking'],
    ['the summary of the service', { ...modified('summary', 'a', 'b', '/info'), typeName: 'Info' }, 'documentation'],
  ] as const)('%s has the effect of our policy', (_, change, expected) => {
    expect(effect(change as Partial<ReportedChange>)).toBe(expected);
  });

  it.each([
    ['required', ['a', 'b'], ['b', 'a']],
    ['type', ['string', 'null'], ['null', 'string']],
    ['deprecated', undefined, false],
    ['required', false, undefined],
  ])('%s from %j to %j is no change', (property, before, after) => {
    expect(effect(modified(property, before, after))).toBeUndefined();
  });

  it('counts a changed type that no common operation uses as breaking, since its direction is unknown', () => {
    expect(effect(modified('type', 'integer', 'number'), false)).toBe('breaking');
  });
});

describe('names of fields', () => {
  it.each([
    [['properties', 'tier', 'properties', 'id'], 'tier.id', 'property'],
    [['properties', 'properties'], 'properties', 'property'],
    [['properties', 'properties', 'properties', 'title'], 'properties.title', 'property'],
    [['properties', 'urls', 'items', 'format'], 'urls[]', 'keyword'],
    [['allOf', '1', 'properties', 'a'], 'a', 'property'],
    [['properties'], '', 'properties'],
    [[], '', 'schema'],
  ] as const)('%j leads to "%s"', (steps, field, end) => {
    expect(schemaPath(steps)).toMatchObject({ field, end });
  });
});
