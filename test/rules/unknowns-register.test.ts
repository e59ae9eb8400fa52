import { filter, schemas } from './base-document.js';
import { describeRule } from './describe-rule.js';

const entry = {
  id: 'auth.scheme-prefix',
  section: '5',
  question: 'Is there a prefix?',
  assumed: 'None.',
  evidence: 'A refusal.',
};
const second = ['x-unknowns', 1];
const use = [...schemas, 'Filter', 'properties', 'type', 'x-unknown'];
const scheme = ['components', 'securitySchemes', 'ApiKey', 'x-unknown'];

describeRule('unknowns-register', {
  accepts: [
    {
      document: 'an entry that a security scheme names',
      changes: [
        [second, entry],
        [scheme, [entry.id]],
      ],
    },
    {
      document: 'an entry that the responses of an operation name',
      changes: [
        [second, entry],
        [[...filter, 'get', 'responses', 'x-unknown'], [entry.id]],
      ],
    },
    {
      document: 'an entry that another extension names',
      changes: [
        [second, entry],
        [['x-tagGroups', 0, 'x-unknown'], [entry.id]],
      ],
    },
    {
      document: 'an example whose data has such a field',
      changes: [[['components', 'examples', 'Filter', 'value', 'x-unknown'], 'x']],
    },
    {
      document: 'a property of that name',
      changes: [[[...schemas, 'Filter', 'properties', 'x-unknown'], { type: 'string' }]],
    },
    {
      document: 'neither register nor use',
      changes: [
        [['x-unknowns'], undefined],
        [use, undefined],
      ],
    },
  ],
  refuses: [
    {
      document: 'an id that is not in the register',
      changes: [[use, ['filter.type-values', 'filter.types']]],
      findings: [{ path: [...use, 1], message: 'Expected an id of x-unknowns; found "filter.types"' }],
    },
    {
      document: 'an id without a register',
      changes: [[['x-unknowns'], undefined]],
      findings: [{ path: [...use, 0], message: 'add the unknown to the register' }],
    },
    {
      document: 'an id twice',
      changes: [[use, ['filter.type-values', 'filter.type-values']]],
      findings: [{ path: [...use, 1], message: 'found "filter.type-values" again' }],
    },
    {
      document: 'an id that is no list',
      changes: [[scheme, 'filter.type-values']],
      findings: [{ path: scheme, message: 'Expected x-unknown to list at least one id' }],
    },
    { document: 'an empty list', changes: [[scheme, []]], findings: [{ path: scheme, message: 'found []' }] },
    {
      document: 'an entry that nothing names',
      changes: [[second, entry]],
      findings: [
        { path: [...second, 'id'], message: 'Expected an x-unknown that names "auth.scheme-prefix"; found none' },
      ],
    },
    {
      document: 'an entry that only an example names',
      changes: [
        [second, entry],
        [['components', 'examples', 'Filter', 'value', 'x-unknown'], [entry.id]],
      ],
      findings: [{ path: [...second, 'id'], message: 'found none' }],
    },
    {
      document: 'an id in the register twice',
      changes: [[second, { ...entry, id: 'filter.type-values' }]],
      findings: [{ path: [...second, 'id'], message: 'found "filter.type-values" again. Merge' }],
    },
    {
      document: 'an entry with an empty and a missing field',
      changes: [
        [second, { ...entry, assumed: ' ', evidence: undefined }],
        [scheme, [entry.id]],
      ],
      findings: [
        { path: second, message: 'Expected evidence to be a string that says something; found nothing' },
        { path: [...second, 'assumed'], message: 'Expected assumed' },
      ],
    },
    {
      document: 'an entry without an id',
      changes: [[second, { ...entry, id: undefined }]],
      findings: [{ path: second, message: 'Expected id to be a string that says something; found nothing' }],
    },
    {
      document: 'an entry with a field too many',
      changes: [
        [second, { ...entry, status: 'open' }],
        [scheme, [entry.id]],
      ],
      findings: [
        {
          path: [...second, 'status'],
          message: 'Expected only id, section, question, assumed, evidence; found "status"',
        },
      ],
    },
    {
      document: 'an entry that is no object',
      changes: [[second, entry.id]],
      findings: [{ path: second, message: 'Expected an object' }],
    },
    {
      document: 'a register that is no list',
      changes: [
        [['x-unknowns'], { a: entry }],
        [use, undefined],
      ],
      findings: [{ path: ['x-unknowns'], message: 'Expected x-unknowns to be a list' }],
    },
  ],
});
