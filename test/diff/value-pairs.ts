import type { Weight } from './security-pairs.js';

/** A field or a parameter in two documents, and the weight of the step in each direction. */
export interface ValuePair {
  what: string;
  /** The places of the field. If there are several, they share one schema. */
  at: readonly ('request' | 'response' | 'parameter')[];
  before: object;
  after: object;
  isRequired?: boolean;
  there: Weight;
  back: Weight;
}

const [one, two] = [
  { type: 'integer', default: 1 },
  { type: 'integer', default: 2 },
];
const open = (...values: string[]): object => ({ type: 'string', 'x-known-values': values, examples: values });
const none = { type: 'integer' };
const listOf = (items: object): object => ({ type: 'array', items });
const wrapped = (schema: object): object => ({ allOf: [schema] });

const [texts, lists, objects] = [{ type: 'string' }, listOf({ type: 'string' }), { type: 'object' }];
const fields = { ...objects, properties: { a: { type: 'string' }, b: { type: 'string' } } };

/** Pairs of schemas in which the second allows fewer values than the first. */
const narrowings: readonly [what: string, wide: object, narrow: object][] = [
  ['a type', { type: ['string', 'null'] }, texts],
  ['a first type', {}, texts],
  ['whole numbers', { type: 'number' }, none],
  ['a null of OpenAPI 3.0', { ...texts, nullable: true }, texts],
  ['a closed set', texts, { ...texts, enum: ['a', 'b'] }],
  ['a value of a closed set', { ...texts, enum: ['a', 'b'] }, { ...texts, enum: ['a'] }],
  ['one value', texts, { ...texts, const: 'a' }],
  ['a required field', { ...fields, required: ['a'] }, { ...fields, required: ['a', 'b'] }],
  ['a first required field', fields, { ...fields, required: ['a'] }],
  ['a field that another needs', fields, { ...fields, dependentRequired: { a: ['b'] } }],
  ['a closed object', objects, { ...objects, additionalProperties: false }],
  ['a pattern', texts, { ...texts, pattern: '^a' }],
  ['a format', texts, { ...texts, format: 'uuid' }],
  ['a factor', none, { ...none, multipleOf: 2 }],
  ['a first limit of the length', texts, { ...texts, maxLength: 5 }],
  ['a limit of the length', { ...texts, maxLength: 5 }, { ...texts, maxLength: 4 }],
  ['a least length', { ...texts, minLength: 4 }, { ...texts, minLength: 5 }],
  ['a minimum', { ...none, minimum: 1 }, { ...none, minimum: 2 }],
  ['a maximum', { ...none, maximum: 2 }, { ...none, maximum: 1 }],
  ['a bound that is excluded', { ...none, minimum: 1 }, { ...none, exclusiveMinimum: 1 }],
  ['a bound that OpenAPI 3.0 excludes', { ...none, maximum: 1 }, { ...none, maximum: 1, exclusiveMaximum: true }],
  ['unique items', lists, { ...lists, uniqueItems: true }],
  ['a type of items', { type: 'array' }, lists],
  ['another first item', lists, { ...lists, prefixItems: [{ const: 'a' }] }],
  ['a condition', { allOf: [fields, lists] }, { allOf: [fields, lists, texts] }],
  ['an alternative', { oneOf: [texts, none, lists] }, { oneOf: [texts, none] }],
  ['one of any', { anyOf: [texts, none, lists] }, { anyOf: [texts, lists] }],
  ['a refusal', texts, { ...texts, not: { const: 'a' } }],
  ['what is refused', { not: { maxLength: 4 } }, { not: { maxLength: 5 } }],
];

const either: readonly [what: string, one: object, other: object][] = [
  ['another pattern', { ...texts, pattern: '^a' }, { ...texts, pattern: '^b' }],
  ['another format', { ...texts, format: 'date' }, { ...texts, format: 'uuid' }],
  ['another type', texts, none],
  ['other values of a closed set', { ...texts, enum: ['a'] }, { ...texts, enum: ['b'] }],
  ['an unknown keyword', texts, { ...texts, oddity: 1 }],
];

export const valuePairs: readonly ValuePair[] = [
  ...narrowings.flatMap(([what, before, after]): ValuePair[] => [
    { what: `${what}, in a request`, at: ['request'], before, after, there: 'major', back: 'minor' },
    { what: `${what}, in a response`, at: ['response'], before, after, there: 'minor', back: 'major' },
    { what: `${what}, in both`, at: ['request', 'response'], before, after, there: 'major', back: 'major' },
  ]),
  ...either.flatMap(([what, before, after]): ValuePair[] =>
    (['request', 'response'] as const).map((place) => ({
      what: `${what}, in a ${place}`,
      at: [place],
      before,
      after,
      there: 'major',
      back: 'major',
    })),
  ),
  { what: 'a default of a request', at: ['request'], before: one, after: two, there: 'major', back: 'major' },
  { what: 'a default of a parameter', at: ['parameter'], before: one, after: two, there: 'major', back: 'major' },
  { what: 'a default of a response', at: ['response'], before: one, after: two, there: 'minor', back: 'minor' },
  { what: 'a default of both', at: ['request', 'response'], before: one, after: two, there: 'major', back: 'major' },
  { what: 'a new default of a request', at: ['request'], before: none, after: two, there: 'minor', back: 'major' },
  { what: 'a new default of a parameter', at: ['parameter'], before: none, after: two, there: 'minor', back: 'major' },
  {
    what: 'a default that is an object',
    at: ['request'],
    before: { type: 'object', default: { a: { b: 1 } } },
    after: { type: 'object', default: { a: { b: 2 } } },
    there: 'major',
    back: 'major',
  },
  {
    what: 'a default of a field that nobody may leave out',
    at: ['request'],
    isRequired: true,
    before: one,
    after: two,
    there: 'minor',
    back: 'minor',
  },
  {
    what: 'a default of a parameter that nobody may leave out',
    at: ['parameter'],
    isRequired: true,
    before: one,
    after: two,
    there: 'minor',
    back: 'minor',
  },
  {
    what: 'a default of a field that nobody may send',
    at: ['request'],
    before: { ...one, readOnly: true },
    after: { ...two, readOnly: true },
    there: 'minor',
    back: 'minor',
  },
  {
    what: 'a value of a request',
    at: ['request'],
    before: open('a', 'b'),
    after: open('a'),
    there: 'major',
    back: 'minor',
  },
  {
    what: 'a value of a parameter',
    at: ['parameter'],
    before: open('a', 'b'),
    after: open('a'),
    there: 'major',
    back: 'minor',
  },
  {
    what: 'a value of a response',
    at: ['response'],
    before: open('a', 'b'),
    after: open('a'),
    there: 'patch',
    back: 'minor',
  },
  {
    what: 'a value of both',
    at: ['request', 'response'],
    before: open('a', 'b'),
    after: open('a'),
    there: 'major',
    back: 'minor',
  },
  { what: 'another value', at: ['request'], before: open('a'), after: open('b'), there: 'major', back: 'major' },
  {
    what: 'a value of a list',
    at: ['request'],
    before: listOf(open('a', 'b')),
    after: listOf(open('a')),
    there: 'major',
    back: 'minor',
  },
  {
    what: 'a value of a field that nobody may send',
    at: ['request'],
    before: { ...open('a', 'b'), readOnly: true },
    after: { ...open('a'), readOnly: true },
    there: 'patch',
    back: 'minor',
  },
  {
    what: 'a set that closed',
    at: ['request'],
    before: open('a', 'b'),
    after: { type: 'string', enum: ['a', 'b'] },
    there: 'major',
    back: 'minor',
  },
  // An allOf with one schema has the meaning of that schema.
  {
    what: 'a lone allOf',
    at: ['request', 'response'],
    before: none,
    after: wrapped(none),
    there: 'none',
    back: 'none',
  },
  {
    what: 'a lone allOf with words beside it',
    at: ['request', 'response'],
    before: none,
    after: { ...wrapped(none), description: 'A number.' },
    there: 'patch',
    back: 'patch',
  },
  {
    what: 'a lone allOf in items',
    at: ['response'],
    before: listOf(none),
    after: listOf(wrapped(none)),
    there: 'none',
    back: 'none',
  },
  {
    what: 'a lone allOf around another type',
    at: ['response'],
    before: none,
    after: wrapped({ type: 'string' }),
    there: 'major',
    back: 'major',
  },
];
