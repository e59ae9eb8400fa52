import { schemas } from './base-document.js';
import { describeRule } from './describe-rule.js';

const id = [...schemas, 'Filter', 'properties', 'id'];

describeRule('known-formats', {
  accepts: [
    { document: 'a format of the list', changes: [[[...id, 'format'], 'uri-reference']] },
    {
      document: 'a property that is called format',
      changes: [[[...schemas, 'Filter', 'properties', 'format'], { type: 'string' }]],
    },
    {
      document: 'an example with a field format',
      changes: [[['components', 'examples', 'Filter', 'value', 'format'], 'a4']],
    },
  ],
  refuses: [
    {
      document: 'a misspelt format',
      changes: [[[...id, 'format'], 'uiid']],
      findings: [{ path: [...id, 'format'], message: 'found "uiid"' }],
    },
    {
      document: 'a format that validators pass over',
      changes: [[[...id, 'format'], 'ulid']],
      findings: [{ path: [...id, 'format'], message: 'Expected a format of date-time, email, uri, uri-reference' }],
    },
  ],
});
