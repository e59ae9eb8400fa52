import { describeRule, found, put, type Row } from './describe-rule.js';

const scheme = ['components', 'securitySchemes', 'ApiKey'];
const path = [...scheme, 'x-prefix'];
const key = { type: 'apiKey', in: 'header', name: 'Authorization' };

const misspelt = (prefix: unknown, message: string): Row => [
  `the value ${JSON.stringify(prefix)}`,
  put(path, prefix),
  found(path, message),
];
const misplaced = (fields: Record<string, string>, message: string): Row => [
  Object.values(fields).join(' '),
  put(scheme, { ...fields, 'x-prefix': 'Bearer' }),
  found(path, `Expected x-prefix only at a scheme with "type: apiKey, in: header"; ${message}`),
];

describeRule('key-prefix', {
  accepts: [
    ['no prefix'],
    ['a usual word', put(path, 'Bearer')],
    ['another header', put(scheme, { ...key, name: 'X-Token', 'x-prefix': 'Api-Key' })],
    ['a status of refusals', put([...scheme, 'x-refusal-status'], 403)],
    ['the longest word', put(path, 'a'.repeat(40))],
  ],
  rejects: [
    misspelt(
      'Bearer ',
      `one word of at most 40 letters, digits or !#$%&'*+-.^_\`|~; found "Bearer ". Write Bearer; one space`,
    ),
    misspelt('Token:', 'found "Token:". Write Token; one space follows it.'),
    misspelt('Api Key', 'found "Api Key". Correct it, or remove it.'),
    misspelt('Bearer\r\nX-Admin: 1', 'found "Bearer\\r\\nX-Admin: 1". Correct it, or remove it.'),
    misspelt('Schlüssel', 'found "Schlüssel". Correct it'),
    misspelt('a'.repeat(41), 'of at most 40'),
    misspelt('', 'found "". Remove it: then the key stands alone.'),
    misspelt(true, 'found true. Correct it'),
    [
      'a status that refuses nothing',
      put([...scheme, 'x-refusal-status'], 302),
      found([...scheme, 'x-refusal-status'], 'Expected x-refusal-status to be a status from 400 to 499; found 302.'),
    ],
    misplaced({ ...key, in: 'query' }, 'found it at "in: query". Remove it, or write "in: header".'),
    misplaced({ type: 'http', scheme: 'Bearer' }, 'found it at "type: http". Remove it: "scheme: bearer" already puts'),
    misplaced(
      { type: 'http', scheme: 'token' },
      'found it at "type: http". For a bearer token, write "type: http, scheme: bearer" without it; for',
    ),
    misplaced(
      { type: 'openIdConnect' },
      'found it at "type: openIdConnect". Remove it, or write "type: apiKey, in: header".',
    ),
  ],
});
