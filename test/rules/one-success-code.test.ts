import { filter } from './base-document.js';
import { describeRule } from './describe-rule.js';

const responses = [...filter, 'get', 'responses'];
const answer = { description: 'An answer.' };

describeRule('one-success-code', {
  accepts: [
    { document: 'another code of success', changes: [[responses, { '202': answer, default: answer }]] },
    {
      document: 'refusals beside it',
      changes: [[responses, { '200': answer, '404': answer, '4XX': answer, 'x-unknown': ['a'] }]],
    },
  ],
  refuses: [
    {
      document: 'two codes',
      changes: [[responses, { '200': answer, '204': answer }]],
      findings: [{ path: [...responses, '204'], message: 'Expected one code of success; found 200, 204. Keep one' }],
    },
    {
      document: 'a range',
      changes: [[responses, { '2XX': answer }]],
      findings: [{ path: [...responses, '2XX'], message: 'found the range "2XX". Name the code.' }],
    },
    {
      document: 'no code of success',
      changes: [[responses, { '404': answer, default: answer }]],
      findings: [{ path: responses, message: 'found 404, default. Add the code' }],
    },
    {
      document: 'a redirect instead',
      changes: [[responses, { '302': answer }]],
      findings: [{ path: responses, message: 'found 302' }],
    },
    {
      document: 'no responses',
      changes: [[responses, undefined]],
      findings: [{ path: [...filter, 'get'], message: 'found no responses' }],
    },
  ],
});
