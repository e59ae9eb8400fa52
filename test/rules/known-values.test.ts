import { type Change, schemas } from './base-document.js';
import { describeRule } from './describe-rule.js';

const type = [...schemas, 'Filter', 'properties', 'type'];
const path = [...type, 'x-known-values'];

function known(values: unknown, types?: unknown): Change[] {
  return [
    [[...type, 'type'], types],
    [path, values],
  ];
}

describeRule('known-values', {
  accepts: [
    { document: 'an open set of which no value was seen', changes: known([], 'string') },
    { document: 'a value or null', changes: known(['a', null], ['string', 'null']) },
    { document: 'integers among numbers', changes: known([1, 1.5], 'number') },
    { document: 'any value without a type', changes: known(['a', 1]) },
    {
      document: 'a property of that name',
      changes: [[[...schemas, 'Filter', 'properties', 'x-known-values'], { type: 'string' }]],
    },
  ],
  refuses: [
    {
      document: 'a value without a list',
      changes: known('user', 'string'),
      findings: [{ path, message: 'Expected x-known-values to be a list; found "user"' }],
    },
    {
      document: 'a number among strings',
      changes: known(['a', 1], 'string'),
      findings: [{ path: [...path, 1], message: 'Expected a value of type string; found 1' }],
    },
    {
      document: 'null where it is not allowed',
      changes: known([null], 'string'),
      findings: [{ path: [...path, 0], message: 'found null' }],
    },
    {
      document: 'a fraction among integers',
      changes: known([1, 1.5], 'integer'),
      findings: [{ path: [...path, 1], message: 'Expected a value of type integer; found 1.5' }],
    },
    {
      document: 'a value of none of the types',
      changes: known([true], ['string', 'null']),
      findings: [{ path: [...path, 0], message: 'of type string, null; found true' }],
    },
  ],
});
