import { words } from '../words.js';
import { filters, schemas } from './base-document.js';
import { describeRule, found, put, type Row, wrong } from './describe-rule.js';
import type { JsonPath } from './lint-document.js';

const properties = [...schemas, 'Filter', 'properties'];
const answer = [...filters, 'get', 'responses', '200', 'content', 'application/json', 'schema'];
const closed = { enum: ['a'], const: 'a' };
const held = { enum: ['a'] };

/** A row with an enum inside a value. `rest` is its path within the value. */
const enumIn = (place: string, path: JsonPath, value: unknown, rest: JsonPath = []): Row => [
  `an enum in ${place}`,
  put(path, value),
  found([...path, ...rest, 'enum'], 'enum'),
];

const content = { 'application/json': { schema: held } };
const inContent = ['content', 'application/json', 'schema'];
const body = { requestBody: { content } };
const inBody = ['requestBody', ...inContent];
const url = '{$request.body#/url}';
const parameter = { schema: held };
const inParameter = ['parameters', 0, 'schema'];
const callback = { [url]: { put: body } };
const inCallback = [url, 'put', ...inBody];
const json = [...filters, 'post', 'requestBody', 'content', 'application/json'];

const keywords: [names: string[], value: unknown, rest: JsonPath][] = [
  [words`patternProperties dependentSchemas $defs`, { a: held }, ['a']],
  [words`allOf oneOf prefixItems`, [held], [0]],
  [words`contains additionalProperties unevaluatedItems unevaluatedProperties propertyNames`, held, []],
  [words`not if then else contentSchema`, held, []],
];

describeRule('no-closed-enumeration', {
  accepts: [
    [
      'a server variable with an enum',
      put(['servers', 0, 'variables', 'base_url', 'enum'], ['https://directory.example']),
    ],
    [
      'properties called enum and const',
      put([...properties, 'enum'], { type: 'string' }),
      put([...properties, 'const'], { type: 'string' }),
    ],
    [
      'definitions called enum and const',
      put([...schemas, 'Filter', '$defs'], { enum: { type: 'string' }, const: true }),
    ],
    ['an example with such fields', put(['components', 'examples', 'Filter', 'value', 'enum'], ['a'])],
    [
      'examples of a schema with such fields',
      put([...schemas, 'Filter', 'examples'], [closed]),
      put([...schemas, 'Filter', 'example'], closed),
    ],
    ['a default with such fields', put([...schemas, 'Filter', 'default'], closed)],
    ['an extension with such fields', put([...schemas, 'Filter', 'x-note'], closed)],
    ['an example in place with such fields', put([...answer.slice(0, -1), 'examples', 'More'], { value: closed })],
  ],
  rejects: [
    [
      'an enum',
      wrong(
        [...properties, 'type', 'enum'],
        ['user'],
        'found enum ["user"]. Move the values to x-known-values, and leave the type open.',
      ),
    ],
    ['a const', wrong([...properties, 'type', 'const'], 'user', 'found const "user"')],
    ['a const that is undefined for a program', wrong([...properties, 'type', 'const'], null, 'found const null')],
    [
      'an enum of a property called properties',
      put([...properties, 'properties'], held),
      found([...properties, 'properties', 'enum'], 'enum'),
    ],
    [
      'an enum in the schema of a parameter',
      wrong(['components', 'parameters', 'FilterId', 'schema', 'enum'], ['a'], 'enum'),
    ],
    enumIn('a list of alternatives', [...answer, 'anyOf'], [{}, held], [1]),
    enumIn('the items of an answer', [...answer, 'items'], held),
    ['a const beside a reference', wrong([...answer, 'items', 'const'], 'a', 'const')],
    enumIn('a header', ['components', 'responses', 'Refused', 'headers'], { Retry: { schema: held } }, [
      'Retry',
      'schema',
    ]),
    ...keywords.flatMap(([names, value, rest]) =>
      names.map((name) => enumIn(name, [...schemas, 'Filter', name], value, rest)),
    ),
    enumIn('a webhook', ['webhooks'], { changed: { post: body } }, ['changed', 'post', ...inBody]),
    enumIn('a callback', [...filters, 'post', 'callbacks'], { a: callback }, ['a', ...inCallback]),
    enumIn('a callback component', ['components', 'callbacks'], { A: callback }, ['A', ...inCallback]),
    enumIn('a path item component', ['components', 'pathItems'], { A: { trace: body } }, ['A', 'trace', ...inBody]),
    enumIn('a request body component', ['components', 'requestBodies'], { A: { content } }, ['A', ...inContent]),
    enumIn('a header component', ['components', 'headers'], { A: { content } }, ['A', ...inContent]),
    enumIn('a parameter of a path item', ['paths', '/more/'], { parameters: [parameter] }, inParameter),
    enumIn('the header of a part', [...json, 'encoding'], { a: { headers: { A: { content } } } }, [
      'a',
      'headers',
      'A',
      ...inContent,
    ]),
  ],
});
