import { filter, filters, schemas } from './base-document.js';
import { describeRule } from './describe-rule.js';

const info = ['info', 'description'];
const header = { description: 'a page' };

const good = [
  'A filter.',
  '`public` and `hidden` were seen.',
  '"Public" is one value.',
  '3, 4, 6 or 8 digits.',
  'Is it there?',
  'A filter (of a directory).',
  'A filter. (It narrows a list.)',
  'He said "yes."',
  '**Inferred.**',
  '[Filters](#filters) narrow a list.',
  '# Filters\n\nA filter narrows a list.',
  '- One.\n- Two.',
  'An example:\n\n```json\n{}\n```\n',
  'The values:\n\n| value | meaning |\n|---|---|\n| A | approved |\n',
  'Ärger.',
];
const badStart = [
  'a filter.',
  '**inferred.**',
  '(a filter.)',
  '- one.',
  '# filters\n\nA filter.',
  '{base_url} is the base.',
];
const badEnd = ['A filter', 'A filter:', 'The value is `a.b`', 'A filter, and', '- One.\n- Two'];

const places = [
  info,
  ['tags', 1, 'description'],
  ['servers', 0, 'description'],
  ['servers', 0, 'variables', 'base_url', 'description'],
  [...filter, 'description'],
  [...filter, 'get', 'description'],
  [...filters, 'post', 'requestBody', 'description'],
  [...filters, 'get', 'responses', '200', 'description'],
  ['components', 'parameters', 'FilterId', 'description'],
  ['components', 'securitySchemes', 'ApiKey', 'description'],
  ['components', 'responses', 'Refused', 'description'],
  ['components', 'examples', 'Filter', 'description'],
  [...schemas, 'Filter', 'description'],
  [...schemas, 'Filter', 'properties', 'id', 'description'],
];

describeRule('sentences', {
  accepts: [
    ...good.map((text) => ({ document: JSON.stringify(text), changes: [[info, text] as const] })),
    {
      document: 'a property called description',
      changes: [[[...schemas, 'Filter', 'properties', 'description'], { type: 'string' }]],
    },
    {
      document: 'an example with a field called description',
      changes: [[['components', 'examples', 'Filter', 'value', 'description'], 'a filter']],
    },
  ],
  refuses: [
    ...badStart.map((text) => ({
      document: JSON.stringify(text),
      changes: [[info, text] as const],
      findings: [{ path: info, message: 'begins with a capital letter; found "' }],
    })),
    ...badEnd.map((text) => ({
      document: JSON.stringify(text),
      changes: [[info, text] as const],
      findings: [{ path: info, message: 'ends with a period; found "' }],
    })),
    ...places.map((path) => ({
      document: `no sentence at ${path.join(' > ')}`,
      changes: [[path, 'no sentence.'] as const],
      findings: [{ path, message: 'found "no sentence."' }],
    })),
    {
      document: 'an empty description',
      changes: [[info, ' ']],
      findings: [{ path: info, message: 'found an empty one' }],
    },
    {
      document: 'neither a capital nor a period',
      changes: [[['components', 'headers'], { Page: header }]],
      findings: [
        { path: ['components', 'headers', 'Page', 'description'], message: 'capital letter; found "a page"' },
        { path: ['components', 'headers', 'Page', 'description'], message: 'period; found "a page"' },
      ],
    },
  ],
});
