import { filter, filters, schemas } from './base-document.js';
import { describeRule, found, put, type Row, wrong } from './describe-rule.js';

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
    ...good.map((text): Row => [JSON.stringify(text), put(info, text)]),
    ['a property called description', put([...schemas, 'Filter', 'properties', 'description'], { type: 'string' })],
    [
      'an example with a field called description',
      put(['components', 'examples', 'Filter', 'value', 'description'], 'a filter'),
    ],
  ],
  rejects: [
    ...badStart.map((text): Row => [JSON.stringify(text), wrong(info, text, 'begins with a capital letter; found "')]),
    ...badEnd.map((text): Row => [JSON.stringify(text), wrong(info, text, 'ends with a period; found "')]),
    ...places.map(
      (path): Row => [`no sentence at ${path.join(' > ')}`, wrong(path, 'no sentence.', 'found "no sentence."')],
    ),
    ['an empty description', wrong(info, ' ', 'found an empty one')],
    [
      'neither a capital nor a period',
      put(['components', 'headers'], { Page: header }),
      found(['components', 'headers', 'Page', 'description'], 'capital letter; found "a page"'),
      found(['components', 'headers', 'Page', 'description'], 'period; found "a page"'),
    ],
  ],
});
