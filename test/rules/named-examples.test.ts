import { filters } from './base-document.js';
import { describeRule } from './describe-rule.js';

const body = [...filters, 'post', 'requestBody', 'content', 'application/json'];
const refused = ['components', 'responses', 'Refused', 'content', 'application/json'];
const example = ['components', 'examples', 'Filter'];

describeRule('named-examples', {
  accepts: [
    {
      document: 'an example in place',
      changes: [[[...body, 'examples'], { Renamed: { summary: 'Another name', value: {} } }]],
    },
    {
      document: 'the example of a parameter, which is no body',
      changes: [[['components', 'parameters', 'FilterId', 'content'], { 'application/json': { example: 'a' } }]],
    },
    {
      document: 'a named example of a parameter, without a summary',
      changes: [[['components', 'parameters', 'FilterId', 'examples'], { One: { value: 'a' } }]],
    },
  ],
  refuses: [
    {
      document: 'a request without examples',
      changes: [[[...body, 'examples'], undefined]],
      findings: [{ path: body, message: 'Expected at least one named example for "application/json"; found nothing' }],
    },
    {
      document: 'a response without examples',
      changes: [[[...refused, 'examples'], {}]],
      findings: [{ path: [...refused, 'examples'], message: 'found {}' }],
    },
    {
      document: 'a second media type without examples',
      changes: [[['components', 'responses', 'Refused', 'content', 'text/csv'], {}]],
      findings: [{ path: ['components', 'responses', 'Refused', 'content', 'text/csv'], message: 'for "text/csv"' }],
    },
    {
      document: 'an example without a name',
      changes: [
        [[...body, 'examples'], undefined],
        [[...body, 'example'], {}],
      ],
      findings: [{ path: [...body, 'example'], message: 'Expected named examples under examples; found example' }],
    },
    {
      document: 'an example in place without a summary',
      changes: [[[...body, 'examples', 'More'], { value: {} }]],
      findings: [
        { path: [...body, 'examples', 'More'], message: 'Expected a summary on the example "More"; found nothing' },
      ],
    },
    {
      document: 'a component without a summary, once',
      changes: [[[...example, 'summary'], undefined]],
      findings: [{ path: example, message: 'on the example "Filter"' }],
    },
    {
      document: 'an empty summary',
      changes: [[[...example, 'summary'], ' ']],
      findings: [{ path: [...example, 'summary'], message: 'found " "' }],
    },
  ],
});
