import { filters, schemas } from './base-document.js';
import { describeRule } from './describe-rule.js';

const closed = { type: 'object', additionalProperties: false };
const answer = [...filters, 'get', 'responses', '200'];
const content = [...answer, 'content', 'application/json', 'schema'];

describeRule('open-responses', {
  accepts: [
    { document: 'a closed request', changes: [[[...schemas, 'FilterUpdate', 'additionalProperties'], false]] },
    { document: 'a closed schema that nothing refers to', changes: [[[...schemas, 'Unused'], closed]] },
    {
      document: 'a schema that refers to itself',
      changes: [[[...schemas, 'Filter', 'properties', 'parent'], { $ref: '#/components/schemas/Filter' }]],
    },
    {
      document: 'a property called additionalProperties, of a schema that allows nothing',
      changes: [[[...schemas, 'Filter', 'properties', 'additionalProperties'], false]],
    },
    {
      document: 'an example with such a field',
      changes: [[['components', 'examples', 'Filter', 'value', 'additionalProperties'], false]],
    },
  ],
  refuses: [
    {
      document: 'a closed schema in place',
      changes: [[[...content, 'additionalProperties'], false]],
      findings: [
        {
          path: [...content, 'additionalProperties'],
          message: 'found additionalProperties: false. Remove it, so that a new field breaks no client.',
        },
      ],
    },
    {
      document: 'a closed component that many responses refer to, once',
      changes: [[[...schemas, 'Filter', 'unevaluatedProperties'], false]],
      findings: [
        { path: [...schemas, 'Filter', 'unevaluatedProperties'], message: 'found unevaluatedProperties: false' },
      ],
    },
    {
      document: 'a closed component behind two references',
      changes: [
        [
          [...schemas, 'Filter', 'properties', 'options'],
          { type: 'array', items: { $ref: '#/components/schemas/Option' } },
        ],
        [[...schemas, 'Option'], { anyOf: [{ $ref: '#/components/schemas/Deep' }] }],
        [[...schemas, 'Deep'], { type: 'object', properties: { inner: closed } }],
      ],
      findings: [
        {
          path: [...schemas, 'Deep', 'properties', 'inner', 'additionalProperties'],
          message: 'additionalProperties: false',
        },
      ],
    },
    {
      document: 'a closed part of a component that is referred to by that part alone',
      changes: [
        [[...schemas, 'Unused'], { ...closed, properties: { part: closed } }],
        [[...content, 'items'], { $ref: '#/components/schemas/Unused/properties/part' }],
      ],
      findings: [
        { path: [...schemas, 'Unused', 'properties', 'part', 'additionalProperties'], message: 'additionalProperties' },
      ],
    },
    {
      document: 'a closed schema in the header of a response',
      changes: [[[...answer, 'headers'], { Page: { content: { 'application/json': { schema: closed } } } }]],
      findings: [
        {
          path: [...answer, 'headers', 'Page', 'content', 'application/json', 'schema', 'additionalProperties'],
          message: 'additionalProperties',
        },
      ],
    },
  ],
});
