import { schemas } from './base-document.js';
import { describeRule, put, type Row, wrong } from './describe-rule.js';

const path = [...schemas, 'FilterUpdate', 'properties', 'name', 'x-reflected-as'];

describeRule('reflected-as', {
  accepts: [
    ['a pointer into an object', put(path, '/metadata/external_id')],
    ['a pointer to a field with a space', put(path, '/the service')],
    ['a pointer with an escaped slash', put(path, '/a~1b')],
  ],
  rejects: ['name', '', '/', '/tier/', '#/name', '/a~b', 4].map(
    (value): Row => [
      `the value ${JSON.stringify(value)}`,
      wrong(path, value, `a JSON pointer that begins with /, such as /tier/id; found "${value}"`),
    ],
  ),
});
