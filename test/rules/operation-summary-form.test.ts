import { filter } from './base-document.js';
import { describeRule, put, type Row, without, wrong } from './describe-rule.js';

const path = [...filter, 'get', 'summary'];

describeRule('operation-summary-form', {
  accepts: [
    ['one word', put(path, 'Search')],
    ['eight words', put(path, 'Get all filter option mappings for external directories')],
    ['no summary, which another rule rejects', without(path)],
  ],
  rejects: [
    'get a filter',
    'Get a filter.',
    'One two three four five six seven eight nine',
    'Get  a filter',
    'Get a filter ',
    '2 filters',
  ].map(
    (summary): Row => [
      JSON.stringify(summary),
      wrong(path, summary, `begins with a capital letter, has at most 8 words and no final period; found "${summary}"`),
    ],
  ),
});
