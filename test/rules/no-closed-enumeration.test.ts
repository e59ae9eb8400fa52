import { words } from '../words.js';
import { filters, schemas } from './base-document.js';
import { describeRule } from './describe-rule.js';
import type { JsonPath } from './lint-document.js';

const properties = [...schemas, 'Filter', 'properties'];
const answer = [...filters, 'get', 'responses', '200', 'content', 'application/json', 'schema'];
const closed = { enum: ['a'], const: 'a' };

describeRule('no-closed-enumeration', {
  accepts: [
    {
      document: 'a server variable with an enum',
      changes: [[['servers', 0, 'variables', 'base_url', 'enum'], ['https://directory.example']]],
    },
    {
      document: 'properties called enum and const',
      changes: [
        [[...properties, 'enum'], { type: 'string' }],
        [[...properties, 'const'], { type: 'string' }],
      ],
    },
    {
      document: 'definitions called enum and const',
      changes: [[[...schemas, 'Filter', '$defs'], { enum: { type: 'string' }, const: true }]],
    },
    {
      document: 'an example with such fields',
      changes: [[['components', 'examples', 'Filter', 'value', 'enum'], ['a']]],
    },
    {
      document: 'examples of a schema with such fields',
      changes: [
        [[...schemas, 'Filter', 'examples'], [closed]],
        [[...schemas, 'Filter', 'example'], closed],
      ],
    },
    { document: 'a default with such fields', changes: [[[...schemas, 'Filter', 'default'], closed]] },
    { document: 'an extension with such fields', changes: [[[...schemas, 'Filter', 'x-note'], closed]] },
    {
      document: 'an example in place with such fields',
      changes: [
        [[...filters, 'get', 'responses', '200', 'content', 'application/json', 'examples', 'More'], { value: closed }],
      ],
    },
  ],
  refuses: [
    {
      document: 'an enum',
      changes: [[[...properties, 'type', 'enum'], ['user']]],
      findings: [
        {
          path: [...properties, 'type', 'enum'],
          message: 'found enum ["user"]. Values that were only seen go to x-known-values, with the type left open.',
        },
      ],
    },
    {
      document: 'a const',
      changes: [[[...properties, 'type', 'const'], 'user']],
      findings: [{ path: [...properties, 'type', 'const'], message: 'found const "user"' }],
    },
    {
      document: 'a const that is undefined for a program',
      changes: [[[...properties, 'type', 'const'], null]],
      findings: [{ path: [...properties, 'type', 'const'], message: 'found const null' }],
    },
    {
      document: 'an enum of a property called properties',
      changes: [[[...properties, 'properties'], { enum: ['a'] }]],
      findings: [{ path: [...properties, 'properties', 'enum'], message: 'enum' }],
    },
    {
      document: 'an enum in the schema of a parameter',
      changes: [[['components', 'parameters', 'FilterId', 'schema', 'enum'], ['a']]],
      findings: [{ path: ['components', 'parameters', 'FilterId', 'schema', 'enum'], message: 'enum' }],
    },
    {
      document: 'an enum in a list of alternatives',
      changes: [
        [
          [...answer, 'anyOf'],
          [{}, { enum: ['a'] }],
        ],
      ],
      findings: [{ path: [...answer, 'anyOf', 1, 'enum'], message: 'enum' }],
    },
    {
      document: 'an enum in the items of an answer',
      changes: [[[...answer, 'items'], { enum: ['a'] }]],
      findings: [{ path: [...answer, 'items', 'enum'], message: 'enum' }],
    },
    {
      document: 'a const beside a reference',
      changes: [[[...answer, 'items', 'const'], 'a']],
      findings: [{ path: [...answer, 'items', 'const'], message: 'const' }],
    },
    {
      document: 'an enum in a header',
      changes: [[['components', 'responses', 'Refused', 'headers'], { Retry: { schema: { enum: ['a'] } } }]],
      findings: [
        { path: ['components', 'responses', 'Refused', 'headers', 'Retry', 'schema', 'enum'], message: 'enum' },
      ],
    },
  ],
});

const keywords = words`
  patternProperties dependentSchemas $defs allOf oneOf prefixItems contains additionalProperties unevaluatedItems
  unevaluatedProperties propertyNames not if then else contentSchema
`;
const maps = ['patternProperties', 'dependentSchemas', '$defs'];
const lists = ['allOf', 'oneOf', 'prefixItems'];

describeRule('no-closed-enumeration', {
  accepts: [],
  refuses: keywords.map((keyword) => {
    const path = [...schemas, 'Filter', keyword];
    const held = { enum: ['a'] };
    if (maps.includes(keyword))
      return {
        document: `an enum in ${keyword}`,
        changes: [[path, { a: held }] as const],
        findings: [{ path: [...path, 'a', 'enum'], message: 'enum' }],
      };
    if (lists.includes(keyword))
      return {
        document: `an enum in ${keyword}`,
        changes: [[path, [held]] as const],
        findings: [{ path: [...path, 0, 'enum'], message: 'enum' }],
      };
    return {
      document: `an enum in ${keyword}`,
      changes: [[path, held] as const],
      findings: [{ path: [...path, 'enum'], message: 'enum' }],
    };
  }),
});

const closedContent = { 'application/json': { schema: { enum: ['a'] } } };
const inContent = ['content', 'application/json', 'schema', 'enum'];
const closedBody = { requestBody: { content: closedContent } };
const inBody = ['requestBody', ...inContent];
const url = '{$request.body#/url}';

const remotePlaces: [place: string, path: JsonPath, value: object, rest: JsonPath][] = [
  ['a webhook', ['webhooks'], { changed: { post: closedBody } }, ['changed', 'post', ...inBody]],
  [
    'a callback',
    [...filters, 'post', 'callbacks'],
    { a: { [url]: { put: closedBody } } },
    ['a', url, 'put', ...inBody],
  ],
  [
    'a callback component',
    ['components', 'callbacks'],
    { A: { [url]: { put: closedBody } } },
    ['A', url, 'put', ...inBody],
  ],
  ['a path item component', ['components', 'pathItems'], { A: { trace: closedBody } }, ['A', 'trace', ...inBody]],
  ['a request body component', ['components', 'requestBodies'], { A: { content: closedContent } }, ['A', ...inContent]],
  ['a header component', ['components', 'headers'], { A: { content: closedContent } }, ['A', ...inContent]],
  [
    'a parameter of a path item',
    ['paths', '/more/'],
    { parameters: [{ schema: { enum: ['a'] } }] },
    ['parameters', 0, 'schema', 'enum'],
  ],
  [
    'the header of a part',
    [...filters, 'post', 'requestBody', 'content', 'application/json', 'encoding'],
    { a: { headers: { A: { content: closedContent } } } },
    ['a', 'headers', 'A', ...inContent],
  ],
];

describeRule('no-closed-enumeration', {
  accepts: [],
  refuses: remotePlaces.map(([place, path, value, rest]) => ({
    document: `an enum in ${place}`,
    changes: [[path, value] as const],
    findings: [{ path: [...path, ...rest], message: 'enum' }],
  })),
});
