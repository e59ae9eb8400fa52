import { filters, schemas } from './base-document.js';
import { describeRule, found, put, wrong } from './describe-rule.js';

const closed = { type: 'object', additionalProperties: false };
const answer = [...filters, 'get', 'responses', '200'];
const content = [...answer, 'content', 'application/json', 'schema'];

describeRule('open-responses', {
  accepts: [
    ['a closed request', put([...schemas, 'FilterUpdate', 'additionalProperties'], false)],
    ['a closed schema that nothing refers to', put([...schemas, 'Unused'], closed)],
    [
      'a schema that refers to itself',
      put([...schemas, 'Filter', 'properties', 'parent'], { $ref: '#/components/schemas/Filter' }),
    ],
    [
      'a property called additionalProperties, of a schema that allows nothing',
      put([...schemas, 'Filter', 'properties', 'additionalProperties'], false),
    ],
    ['an example with such a field', put(['components', 'examples', 'Filter', 'value', 'additionalProperties'], false)],
  ],
  rejects: [
    [
      'a closed schema in place',
      wrong(
        [...content, 'additionalProperties'],
        false,
        'found additionalProperties: false. Remove it, so that a new field does not break clients.',
      ),
    ],
    [
      'a closed component that many responses refer to, once',
      wrong([...schemas, 'Filter', 'unevaluatedProperties'], false, 'found unevaluatedProperties: false'),
    ],
    [
      'a closed component behind two references',
      put([...schemas, 'Filter', 'properties', 'options'], {
        type: 'array',
        items: { $ref: '#/components/schemas/Option' },
      }),
      put([...schemas, 'Option'], { anyOf: [{ $ref: '#/components/schemas/Deep' }] }),
      put([...schemas, 'Deep'], { type: 'object', properties: { inner: closed } }),
      found([...schemas, 'Deep', 'properties', 'inner', 'additionalProperties'], 'additionalProperties: false'),
    ],
    [
      'a closed part of a component that is referred to by that part alone',
      put([...schemas, 'Unused'], { ...closed, properties: { part: closed } }),
      put([...content, 'items'], { $ref: '#/components/schemas/Unused/properties/part' }),
      found([...schemas, 'Unused', 'properties', 'part', 'additionalProperties'], 'additionalProperties'),
    ],
    [
      'a closed schema in the header of a response',
      put([...answer, 'headers'], { Page: { content: { 'application/json': { schema: closed } } } }),
      found(
        [...answer, 'headers', 'Page', 'content', 'application/json', 'schema', 'additionalProperties'],
        'additionalProperties',
      ),
    ],
  ],
});
