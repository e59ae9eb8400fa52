import { filter } from './base-document.js';
import { describeRule } from './describe-rule.js';

const responses = [...filter, 'delete', 'responses'];

describeRule('default-response', {
  accepts: [
    { document: 'a default response in place', changes: [[[...responses, 'default'], { description: 'Refused.' }]] },
  ],
  refuses: [
    {
      document: 'no default response',
      changes: [[[...responses, 'default'], undefined]],
      findings: [{ path: responses, message: 'Expected a default response; found none' }],
    },
    {
      document: 'a range of refusals instead',
      changes: [
        [[...responses, 'default'], undefined],
        [[...responses, '4XX'], { description: 'Refused.' }],
      ],
      findings: [{ path: responses, message: 'Add one for the refusals' }],
    },
  ],
});
