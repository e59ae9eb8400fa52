import { filters } from './base-document.js';
import { describeRule, found, put, without, wrong } from './describe-rule.js';

const body = [...filters, 'post', 'requestBody', 'content', 'application/json'];
const refused = ['components', 'responses', 'Refused', 'content', 'application/json'];
const example = ['components', 'examples', 'Filter'];

describeRule('named-examples', {
  accepts: [
    ['an example in place', put([...body, 'examples'], { Renamed: { summary: 'Another name', value: {} } })],
    [
      'the example of a parameter, which is not a body',
      put(['components', 'parameters', 'FilterId', 'content'], { 'application/json': { example: 'a' } }),
    ],
    [
      'a named example of a parameter, without a summary',
      put(['components', 'parameters', 'FilterId', 'examples'], { One: { value: 'a' } }),
    ],
  ],
  rejects: [
    [
      'a request without examples',
      without([...body, 'examples']),
      found(body, 'Expected at least one named example for "application/json"; found nothing'),
    ],
    ['a response without examples', wrong([...refused, 'examples'], {}, 'found {}')],
    [
      'a second media type without examples',
      wrong(['components', 'responses', 'Refused', 'content', 'text/csv'], {}, 'for "text/csv"'),
    ],
    [
      'an example without a name',
      without([...body, 'examples']),
      wrong([...body, 'example'], {}, 'Expected named examples under examples; found example'),
    ],
    [
      'an example in place without a summary',
      wrong([...body, 'examples', 'More'], { value: {} }, 'Expected a summary on the example "More"; found nothing'),
    ],
    [
      'a component without a summary, once',
      without([...example, 'summary']),
      found(example, 'on the example "Filter"'),
    ],
    ['an empty summary', wrong([...example, 'summary'], ' ', 'found " "')],
  ],
});
