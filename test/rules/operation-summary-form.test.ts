import { filter } from './base-document.js';
import { describeRule } from './describe-rule.js';

const path = [...filter, 'get', 'summary'];

describeRule('operation-summary-form', {
  accepts: [
    { document: 'one word', changes: [[path, 'Search']] },
    { document: 'eight words', changes: [[path, 'Get all filter option mappings for external directories']] },
    { document: 'no summary, which another rule refuses', changes: [[path, undefined]] },
  ],
  refuses: [
    'get a filter',
    'Get a filter.',
    'One two three four five six seven eight nine',
    'Get  a filter',
    'Get a filter ',
    '2 filters',
  ].map((summary) => ({
    document: JSON.stringify(summary),
    changes: [[path, summary] as const],
    findings: [
      { path, message: `begins with a capital letter, has at most 8 words and no final period; found "${summary}"` },
    ],
  })),
});
