import { filter, filters } from './base-document.js';
import { describeRule, found, put, wrong } from './describe-rule.js';

const inPath = { name: 'filter_id', in: 'path', required: true, schema: { type: 'string' } };
const inQuery = { name: 'page', in: 'query', schema: { type: 'integer' } };
const components = ['components', 'parameters'];

describeRule('path-parameter-components', {
  accepts: [
    ['a query parameter in place', put([...filter, 'get', 'parameters'], [inQuery])],
    [
      'a query parameter that shares its name with another',
      put([...components, 'Page'], inQuery),
      put([...components, 'PageToo'], inQuery),
    ],
    [
      'two more names for a component',
      put([...components, 'Same'], { $ref: '#/components/parameters/FilterId' }),
      put([...components, 'SameToo'], { $ref: '#/components/parameters/FilterId' }),
    ],
  ],
  rejects: [
    [
      'a path parameter in place, in an operation',
      put([...filter, 'get', 'parameters'], [inQuery, inPath]),
      found([...filter, 'get', 'parameters', 1], 'the path parameter "filter_id" defined inline'),
    ],
    [
      'a path parameter in place, in a path item',
      wrong([...filter, 'parameters', 0], inPath, 'Expected a $ref to #/components/parameters/'),
    ],
    [
      'a reference to a parameter that is not a component',
      put(['x-parameters'], { FilterId: inPath }),
      put([...filters, 'get', 'parameters', 0], { $ref: '#/x-parameters/FilterId' }),
      found([...filters, 'get', 'parameters', 0, '$ref'], 'found "#/x-parameters/FilterId"'),
    ],
    [
      'a second component of the same name',
      put([...components, 'Filter'], inPath),
      found(
        [...components, 'Filter', 'name'],
        'Expected FilterId as the only component for the path parameter "filter_id"; found a second one, Filter.',
      ),
    ],
  ],
});
