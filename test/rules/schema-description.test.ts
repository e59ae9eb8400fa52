import { schemas } from './base-document.js';
import { describeRule, found, without, wrong } from './describe-rule.js';

const path = [...schemas, 'Filter'];

describeRule('schema-description', {
  accepts: [['a property without a description', without([...path, 'properties', 'id', 'description'])]],
  rejects: [
    [
      'a schema without a description',
      without([...path, 'description']),
      found(path, 'Expected a description on the component schema; found none'),
    ],
    ['an empty description', wrong([...path, 'description'], '', 'found none')],
    [
      'another name for a schema, without a description',
      wrong([...schemas, 'Same'], { $ref: '#/components/schemas/Filter' }, 'found none'),
    ],
  ],
});
