import { schemas } from './base-document.js';
import { describeRule, found, type Part, put } from './describe-rule.js';

const type = [...schemas, 'Filter', 'properties', 'type'];
const path = [...type, 'x-known-values'];

const known = (values: unknown, types?: unknown): Part[] => [put([...type, 'type'], types), put(path, values)];

describeRule('known-values', {
  accepts: [
    ['an open set without known values', ...known([], 'string')],
    ['a value or null', ...known(['a', null], ['string', 'null'])],
    ['integers among numbers', ...known([1, 1.5], 'number')],
    ['any value without a type', ...known(['a', 1])],
    ['a property of that name', put([...schemas, 'Filter', 'properties', 'x-known-values'], { type: 'string' })],
  ],
  rejects: [
    [
      'a value without a list',
      ...known('user', 'string'),
      found(path, 'Expected x-known-values to be a list; found "user"'),
    ],
    [
      'a number among strings',
      ...known(['a', 1], 'string'),
      found([...path, 1], 'Expected a value of type string; found 1'),
    ],
    ['null where it is not allowed', ...known([null], 'string'), found([...path, 0], 'found null')],
    [
      'a fraction among integers',
      ...known([1, 1.5], 'integer'),
      found([...path, 1], 'Expected a value of type integer; found 1.5'),
    ],
    [
      'a value of none of the types',
      ...known([true], ['string', 'null']),
      found([...path, 0], 'of type string, null; found true'),
    ],
  ],
});
