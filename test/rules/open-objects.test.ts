import { schemas } from './base-document.js';
import { describeRule, found, put, wrong } from './describe-rule.js';

const path = [...schemas, 'Filter', 'properties', 'metadata'];
const reference = { $ref: '#/components/schemas/ApiError' };

describeRule('open-objects', {
  accepts: [
    [
      'an open object of strings',
      put(path, { type: 'object', additionalProperties: { type: 'string' }, 'x-open': true }),
    ],
    [
      'an open object with the properties that are known',
      put(path, { type: 'object', properties: { a: {} }, additionalProperties: true, 'x-open': true }),
    ],
    ['an object that refers to its properties', put(path, { type: 'object', ...reference })],
    ['an object composed of others', put(path, { type: 'object', allOf: [reference] })],
    ['a schema without type', put(path, { description: 'Anything.' })],
    [
      'an example that looks like an object schema',
      put(['components', 'examples', 'Filter', 'value', 'metadata'], { type: 'object' }),
    ],
  ],
  rejects: [
    [
      'an object that says nothing',
      wrong(
        path,
        { type: 'object' },
        'Expected additionalProperties: true, or a schema, on an object without properties; found nothing',
      ),
      found(path, 'Expected x-open: true on an object without properties'),
    ],
    [
      'an object or null that says nothing',
      wrong(path, { type: ['object', 'null'], 'x-open': true }, 'Expected additionalProperties'),
    ],
    [
      'an object with an empty list of properties',
      wrong(path, { type: 'object', properties: {}, additionalProperties: true }, 'Expected x-open: true'),
    ],
    [
      'an empty object',
      put(path, { type: 'object', additionalProperties: false, 'x-open': true }),
      found([...path, 'additionalProperties'], 'found false'),
    ],
    [
      'an open object with properties that does not allow more',
      put(path, { type: 'object', properties: { a: {} }, 'x-open': true }),
      found([...path, 'x-open'], 'Expected additionalProperties: true together with x-open: true; found nothing'),
    ],
    [
      'an open object with properties that forbids more',
      put(path, { type: 'object', properties: { a: {} }, additionalProperties: false, 'x-open': true }),
      found([...path, 'additionalProperties'], 'together with x-open: true; found false'),
    ],
    [
      'an object that says it is not open',
      wrong([...schemas, 'Filter', 'x-open'], false, 'Expected x-open: true, or no x-open; found false'),
    ],
  ],
});
