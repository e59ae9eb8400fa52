import { schemas } from './base-document.js';
import { describeRule } from './describe-rule.js';

const path = [...schemas, 'FilterUpdate', 'x-provenance'];

describeRule('schema-provenance', {
  accepts: [{ document: 'a schema with provenance', changes: [[path, { section: '4', stated: true }]] }],
  refuses: [
    {
      document: 'a section that is a number',
      changes: [[path, { section: 2.1, stated: true }]],
      findings: [{ path: [...path, 'section'], message: 'must be string' }],
    },
    {
      document: 'a section in words',
      changes: [[path, { section: 'two', stated: true }]],
      findings: [{ path: [...path, 'section'], message: "{ section: '2.1', stated: true }" }],
    },
    {
      document: 'a schema that is not stated',
      changes: [[path, { section: '2.1', stated: false }]],
      findings: [{ path: [...path, 'stated'], message: 'stated: true }, with nothing else, or none' }],
    },
    {
      document: 'a schema that does not say so',
      changes: [[path, { section: '2.1' }]],
      findings: [{ path, message: 'must have required property "stated"' }],
    },
    {
      document: 'facets, which an operation has',
      changes: [[path, { section: '2.1', stated: true, inferred: {} }]],
      findings: [{ path: [...path, 'inferred'], message: 'inferred' }],
    },
    { document: 'a word in its place', changes: [[path, '2.1']], findings: [{ path, message: 'must be object' }] },
  ],
});
