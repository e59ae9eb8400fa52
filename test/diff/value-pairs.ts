import type { Weight } from './security-pairs.js';

/** A field or parameter in two documents, and the weight of the step from each to the other. */
export interface ValuePair {
  what: string;
  /** Where the field stands; in several places it is one shared schema. */
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

export const valuePairs: readonly ValuePair[] = [
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
  // An allOf of one schema means that schema.
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
