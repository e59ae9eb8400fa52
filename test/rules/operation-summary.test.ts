import { filter } from './base-document.js';
import { describeRule } from './describe-rule.js';

const path = [...filter, 'get'];

describeRule('operation-summary', {
  accepts: [{ document: 'any summary', changes: [[[...path, 'summary'], 'get a filter.']] }],
  refuses: [
    {
      document: 'no summary',
      changes: [[[...path, 'summary'], undefined]],
      findings: [{ path, message: 'Expected a summary; found none' }],
    },
    {
      document: 'an empty summary',
      changes: [[[...path, 'summary'], '']],
      findings: [{ path: [...path, 'summary'], message: 'found none' }],
    },
  ],
});
