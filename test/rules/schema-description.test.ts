import { schemas } from './base-document.js';
import { describeRule } from './describe-rule.js';

const path = [...schemas, 'Filter'];

describeRule('schema-description', {
  accepts: [
    {
      document: 'a property without a description',
      changes: [[[...path, 'properties', 'id', 'description'], undefined]],
    },
  ],
  refuses: [
    {
      document: 'a schema without a description',
      changes: [[[...path, 'description'], undefined]],
      findings: [{ path, message: 'Expected a description on the component schema; found none' }],
    },
    {
      document: 'an empty description',
      changes: [[[...path, 'description'], '']],
      findings: [{ path: [...path, 'description'], message: 'found none' }],
    },
    {
      document: 'another name for a schema, without a description',
      changes: [[[...schemas, 'Same'], { $ref: '#/components/schemas/Filter' }]],
      findings: [{ path: [...schemas, 'Same'], message: 'found none' }],
    },
  ],
});
