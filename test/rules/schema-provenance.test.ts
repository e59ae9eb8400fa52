import { schemas } from './base-document.js';
import { describeRule, found, put, wrong } from './describe-rule.js';

const path = [...schemas, 'FilterUpdate', 'x-provenance'];

describeRule('schema-provenance', {
  accepts: [['a schema with provenance', put(path, { section: '4', stated: true })]],
  rejects: [
    [
      'a section that is a number',
      put(path, { section: 2.1, stated: true }),
      found([...path, 'section'], 'must be string'),
    ],
    [
      'a section in words',
      put(path, { section: 'two', stated: true }),
      found([...path, 'section'], "{ section: '2.1', stated: true }"),
    ],
    [
      'a schema that is not stated',
      put(path, { section: '2.1', stated: false }),
      found([...path, 'stated'], 'stated: true }, with no other fields, or no x-provenance'),
    ],
    ['a schema that does not say so', wrong(path, { section: '2.1' }, 'must have required property "stated"')],
    [
      'facets, which an operation has',
      put(path, { section: '2.1', stated: true, inferred: {} }),
      found([...path, 'inferred'], 'inferred'),
    ],
    ['a word in its place', wrong(path, '2.1', 'must be object')],
  ],
});
