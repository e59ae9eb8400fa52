import { filter } from './base-document.js';
import { describeRule, found, put, without, wrong } from './describe-rule.js';

const responses = [...filter, 'get', 'responses'];
const answer = { description: 'An answer.' };

describeRule('one-success-code', {
  accepts: [
    ['a different success code', put(responses, { '202': answer, default: answer })],
    ['error codes next to it', put(responses, { '200': answer, '404': answer, '4XX': answer, 'x-unknown': ['a'] })],
  ],
  rejects: [
    [
      'two codes',
      put(responses, { '200': answer, '204': answer }),
      found([...responses, '204'], 'Expected one success code; found 200, 204. Keep one'),
    ],
    [
      'a range',
      put(responses, { '2XX': answer }),
      found([...responses, '2XX'], 'found the range "2XX". Name the code.'),
    ],
    ['no success code', wrong(responses, { '404': answer, default: answer }, 'found 404, default. Add the code')],
    ['a redirect instead', wrong(responses, { '302': answer }, 'found 302')],
    ['no responses', without(responses), found([...filter, 'get'], 'found no responses')],
  ],
});
