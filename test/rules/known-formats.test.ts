import { schemas } from './base-document.js';
import { describeRule, put, wrong } from './describe-rule.js';

const id = [...schemas, 'Filter', 'properties', 'id'];

describeRule('known-formats', {
  accepts: [
    ['a format of the list', put([...id, 'format'], 'uri-reference')],
    ['a property that is called format', put([...schemas, 'Filter', 'properties', 'format'], { type: 'string' })],
    ['an example with a field format', put(['components', 'examples', 'Filter', 'value', 'format'], 'a4')],
  ],
  rejects: [
    ['a misspelt format', wrong([...id, 'format'], 'uiid', 'found "uiid"')],
    [
      'a format that validators pass over',
      wrong([...id, 'format'], 'ulid', 'Expected one of the formats date, date-time, email, uri, uri-reference'),
    ],
  ],
});
