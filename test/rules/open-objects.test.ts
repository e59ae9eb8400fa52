import { schemas } from './base-document.js';
import { describeRule } from './describe-rule.js';

const path = [...schemas, 'Filter', 'properties', 'metadata'];
const reference = { $ref: '#/components/schemas/ApiError' };

describeRule('open-objects', {
  accepts: [
    {
      document: 'an open object of strings',
      changes: [[path, { type: 'object', additionalProperties: { type: 'string' }, 'x-open': true }]],
    },
    {
      document: 'an open object with the properties that are known',
      changes: [[path, { type: 'object', properties: { a: {} }, additionalProperties: true, 'x-open': true }]],
    },
    { document: 'an object that refers to its properties', changes: [[path, { type: 'object', ...reference }]] },
    { document: 'an object composed of others', changes: [[path, { type: 'object', allOf: [reference] }]] },
    { document: 'a schema without type', changes: [[path, { description: 'Anything.' }]] },
    {
      document: 'an example that looks like an object schema',
      changes: [[['components', 'examples', 'Filter', 'value', 'metadata'], { type: 'object' }]],
    },
  ],
  refuses: [
    {
      document: 'an object that says nothing',
      changes: [[path, { type: 'object' }]],
      findings: [
        {
          path,
          message: 'Expected additionalProperties: true, or a schema, on an object without properties; found nothing',
        },
        { path, message: 'Expected x-open: true on an object without properties' },
      ],
    },
    {
      document: 'an object or null that says nothing',
      changes: [[path, { type: ['object', 'null'], 'x-open': true }]],
      findings: [{ path, message: 'Expected additionalProperties' }],
    },
    {
      document: 'an object with an empty list of properties',
      changes: [[path, { type: 'object', properties: {}, additionalProperties: true }]],
      findings: [{ path, message: 'Expected x-open: true' }],
    },
    {
      document: 'an empty object',
      changes: [[path, { type: 'object', additionalProperties: false, 'x-open': true }]],
      findings: [{ path: [...path, 'additionalProperties'], message: 'found false' }],
    },
    {
      document: 'an open object with properties that does not allow more',
      changes: [[path, { type: 'object', properties: { a: {} }, 'x-open': true }]],
      findings: [
        {
          path: [...path, 'x-open'],
          message: 'Expected additionalProperties: true beside x-open: true; found nothing',
        },
      ],
    },
    {
      document: 'an open object with properties that refuses more',
      changes: [[path, { type: 'object', properties: { a: {} }, additionalProperties: false, 'x-open': true }]],
      findings: [{ path: [...path, 'additionalProperties'], message: 'beside x-open: true; found false' }],
    },
    {
      document: 'an object that says it is not open',
      changes: [[[...schemas, 'Filter', 'x-open'], false]],
      findings: [
        { path: [...schemas, 'Filter', 'x-open'], message: 'Expected x-open: true, or no x-open; found false' },
      ],
    },
  ],
});
