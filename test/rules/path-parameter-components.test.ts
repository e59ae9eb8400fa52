import { filter, filters } from './base-document.js';
import { describeRule } from './describe-rule.js';

const inPath = { name: 'filter_id', in: 'path', required: true, schema: { type: 'string' } };
const inQuery = { name: 'page', in: 'query', schema: { type: 'integer' } };
const components = ['components', 'parameters'];

describeRule('path-parameter-components', {
  accepts: [
    { document: 'a query parameter in place', changes: [[[...filter, 'get', 'parameters'], [inQuery]]] },
    {
      document: 'a query parameter that shares its name with another',
      changes: [
        [[...components, 'Page'], inQuery],
        [[...components, 'PageToo'], inQuery],
      ],
    },
    {
      document: 'two more names for a component',
      changes: [
        [[...components, 'Same'], { $ref: '#/components/parameters/FilterId' }],
        [[...components, 'SameToo'], { $ref: '#/components/parameters/FilterId' }],
      ],
    },
  ],
  refuses: [
    {
      document: 'a path parameter in place, in an operation',
      changes: [
        [
          [...filter, 'get', 'parameters'],
          [inQuery, inPath],
        ],
      ],
      findings: [
        { path: [...filter, 'get', 'parameters', 1], message: 'the path parameter "filter_id" written in place' },
      ],
    },
    {
      document: 'a path parameter in place, in a path item',
      changes: [[[...filter, 'parameters', 0], inPath]],
      findings: [{ path: [...filter, 'parameters', 0], message: 'Expected a $ref to #/components/parameters/' }],
    },
    {
      document: 'a reference to a parameter that is no component',
      changes: [
        [['x-parameters'], { FilterId: inPath }],
        [[...filters, 'get', 'parameters', 0], { $ref: '#/x-parameters/FilterId' }],
      ],
      findings: [{ path: [...filters, 'get', 'parameters', 0, '$ref'], message: 'found "#/x-parameters/FilterId"' }],
    },
    {
      document: 'a second component of the same name',
      changes: [[[...components, 'Filter'], inPath]],
      findings: [
        {
          path: [...components, 'Filter', 'name'],
          message: 'for the path parameter "filter_id", which FilterId is; found a second one, Filter.',
        },
      ],
    },
  ],
});
