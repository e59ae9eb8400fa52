import { filter } from './base-document.js';
import { describeRule, found, put, without } from './describe-rule.js';

const responses = [...filter, 'delete', 'responses'];

describeRule('default-response', {
  accepts: [['a default response in place', put([...responses, 'default'], { description: 'Refused.' })]],
  rejects: [
    [
      'no default response',
      without([...responses, 'default']),
      found(responses, 'Expected a default response; found none'),
    ],
    [
      'a range of error codes instead',
      without([...responses, 'default']),
      put([...responses, '4XX'], { description: 'Refused.' }),
      found(responses, 'Add one for the error codes'),
    ],
  ],
});
