import { filter, schemas } from './base-document.js';
import { describeRule, found, put, without, wrong } from './describe-rule.js';

const entry = {
  id: 'auth.scheme-prefix',
  section: '5',
  question: 'Is there a prefix?',
  assumed: 'None.',
  evidence: 'A refusal.',
  answer: 'text',
};
const second = ['x-unknowns', 1];
const use = [...schemas, 'Filter', 'properties', 'type', 'x-unknown'];
const scheme = ['components', 'securitySchemes', 'ApiKey', 'x-unknown'];

describeRule('unknowns-register', {
  accepts: [
    ['an entry that a security scheme names', put(second, entry), put(scheme, [entry.id])],
    [
      'an entry that the responses of an operation name',
      put(second, entry),
      put([...filter, 'get', 'responses', 'x-unknown'], [entry.id]),
    ],
    ['an entry that another extension names', put(second, entry), put(['x-tagGroups', 0, 'x-unknown'], [entry.id])],
    [
      'an entry with what it covers and what was observed',
      put(second, { ...entry, covers: ['null'], observed: [{ date: '2026-11', by: 'a read', said: 'A prefix.' }] }),
      put(scheme, [entry.id]),
    ],
    ['an example whose data has such a field', put(['components', 'examples', 'Filter', 'value', 'x-unknown'], 'x')],
    ['a property of that name', put([...schemas, 'Filter', 'properties', 'x-unknown'], { type: 'string' })],
    ['neither register nor use', without(['x-unknowns']), without(use)],
  ],
  rejects: [
    [
      'an id that is not in the register',
      put(use, ['filter.type-values', 'filter.types']),
      found([...use, 1], 'Expected an id of x-unknowns; found "filter.types"'),
    ],
    ['an id without a register', without(['x-unknowns']), found([...use, 0], 'add the unknown to the register')],
    [
      'an id twice',
      put(use, ['filter.type-values', 'filter.type-values']),
      found([...use, 1], 'found "filter.type-values" again'),
    ],
    ['an id that is not a list', wrong(scheme, 'filter.type-values', 'Expected x-unknown to list at least one id')],
    ['an empty list', wrong(scheme, [], 'found []')],
    [
      'an entry that nothing names',
      put(second, entry),
      found([...second, 'id'], 'Expected an x-unknown that names "auth.scheme-prefix"; found none'),
    ],
    [
      'an entry that only an example names',
      put(second, entry),
      put(['components', 'examples', 'Filter', 'value', 'x-unknown'], [entry.id]),
      found([...second, 'id'], 'found none'),
    ],
    [
      'an entry that covers nothing',
      put(second, { ...entry, covers: [] }),
      put(scheme, [entry.id]),
      found([...second, 'covers'], 'Expected covers to list schema keywords, "null" or "*"; found []'),
    ],
    [
      'an entry that says nothing about its answer',
      put(second, { ...entry, answer: undefined }),
      put(scheme, [entry.id]),
      found(second, 'Expected answer to be a JSON Schema with examples, or "text"'),
    ],
    [
      'an answer without an example',
      put(second, { ...entry, answer: { type: 'string' } }),
      put(scheme, [entry.id]),
      found([...second, 'answer'], 'found no examples. Say what an answer looks like.'),
    ],
    [
      'an example that is no answer',
      put(second, { ...entry, answer: { type: 'object', required: ['a'], examples: [{ a: 1 }, {}] } }),
      put(scheme, [entry.id]),
      found([...second, 'answer', 'examples', '1'], "found {}: must have required property 'a'. Correct one"),
    ],
    [
      'an answer that is no JSON Schema',
      put(second, { ...entry, answer: { type: 'text', examples: [1] } }),
      put(scheme, [entry.id]),
      found([...second, 'answer'], 'Expected answer to be a JSON Schema (2020-12); found none'),
    ],
    [
      'an answer with a misspelled keyword',
      put(second, { ...entry, answer: { type: 'object', properties: { a: { minlength: 1 } }, examples: [{}] } }),
      put(scheme, [entry.id]),
      found([...second, 'answer', 'properties', 'a', 'minlength'], 'found none: unknown keyword: "minlength". Correct'),
    ],
    [
      'an observation without its source, or on no date',
      put(second, { ...entry, observed: [{ date: 'today', by: 'a read', said: 'A prefix.' }] }),
      put(scheme, [entry.id]),
      found([...second, 'observed', '0'], 'Expected date (such as 2026-11), by and said; found'),
    ],
    [
      'an id in the register twice',
      put(second, { ...entry, id: 'filter.type-values' }),
      found([...second, 'id'], 'found "filter.type-values" again. Merge'),
    ],
    [
      'an entry with an empty and a missing field',
      put(second, { ...entry, assumed: ' ', evidence: undefined }),
      put(scheme, [entry.id]),
      found(second, 'Expected evidence to be a non-empty string; found nothing'),
      found([...second, 'assumed'], 'Expected assumed'),
    ],
    [
      'an entry without an id',
      wrong(second, { ...entry, id: undefined }, 'Expected id to be a non-empty string; found nothing'),
    ],
    [
      'an entry with a field too many',
      put(second, { ...entry, status: 'open' }),
      put(scheme, [entry.id]),
      found(
        [...second, 'status'],
        'Expected only id, section, question, assumed, evidence, covers, observed, answer; found "status"',
      ),
    ],
    ['an entry that is not an object', wrong(second, entry.id, 'Expected an object')],
    [
      'a register that is not a list',
      put(['x-unknowns'], { a: entry }),
      without(use),
      found(['x-unknowns'], 'Expected x-unknowns to be a list'),
    ],
  ],
});
