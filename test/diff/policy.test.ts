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

describe('where no rule of Redocly speaks', () => {
  it.each([
    [
      'a field that is gone from a request',
      { kind: 'removed', base: { pointer: `${thing}/properties/kind` } },
      'breaking',
    ],
    ['a rule on a request that is gone', { kind: 'removed', base: { pointer: `${thing}/allOf/0` } }, 'additive'],
    ['a field under another name', modified('key', 'kind', 'sort', `${thing}/properties/kind`), 'breaking'],
    ['a field that is new', { kind: 'added', revision: { pointer: `${thing}/properties/novelty` } }, 'additive'],
    [
      'another success',
      { kind: 'added', typeName: 'Response', revision: { pointer: '/paths/~1parts~1/get/responses/202' } },
      'breaking',
    ],
    [
      'another refusal',
      { kind: 'added', typeName: 'Response', revision: { pointer: '/paths/~1parts~1/get/responses/409' } },
      'additive',
    ],
    [
      'a request body that must be sent',
      {
        kind: 'added',
        typeName: 'RequestBody',
        revision: { pointer: '/paths/~1parts~1/get/requestBody', value: { required: true } },
      },
      'breaking',
    ],
    [
      'a request body that may be sent',
      { kind: 'added', typeName: 'RequestBody', revision: { pointer: '/paths/~1parts~1/get/requestBody', value: {} } },
      'additive',
    ],
    ['unnamed fields that can be read no longer', modified('additionalProperties', true, undefined), 'breaking'],
    ['unnamed fields that can be read now', modified('additionalProperties', undefined, true), 'additive'],
    [
      'a name of a path parameter',
      { ...modified('name', 'id', 'key', '/components/parameters/Id'), typeName: 'Parameter' },
      'breaking',
    ],
    ['a wider type in a request', modified('type', 'integer', 'number'), 'additive'],
    ['a deprecation', modified('deprecated', undefined, true), 'additive'],
    ['a title', modified('title', 'a', 'b'), 'documentation'],
    ['a field that only answers have now', modified('readOnly', undefined, true), 'breaking'],
    ['words on the service', { ...modified('summary', 'a', 'b', '/info'), typeName: 'Info' }, 'documentation'],
  ] as const)('%s has an effect of ours', (_, change, expected) => {
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

  it('counts a type that no common operation leads to as broken, since nobody knows which way it goes', () => {
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
