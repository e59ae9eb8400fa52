import { filter, filters, filtersPath } from './base-document.js';
import { describeRule } from './describe-rule.js';

const create = [...filters, 'post', 'operationId'];
const get = [...filter, 'get', 'operationId'];

describeRule('unique-operation-ids', {
  accepts: [
    { document: 'one id that begins like another', changes: [[get, 'listFiltersOfAll']] },
    {
      document: 'operations without an id, which another rule refuses',
      changes: [
        [create, undefined],
        [get, undefined],
      ],
    },
  ],
  refuses: [
    {
      document: 'the same id twice',
      changes: [[get, 'listFilters']],
      findings: [{ path: get, message: `unlike "listFilters" of GET ${filtersPath}; found "listFilters" again` }],
    },
    {
      document: 'two ids that differ in case alone',
      changes: [[create, 'listfilters']],
      findings: [{ path: create, message: 'found "listfilters", in which only the case differs' }],
    },
    {
      document: 'the same id three times, once for each that is too many',
      changes: [
        [create, 'listFilters'],
        [get, 'listFilters'],
      ],
      findings: [
        { path: create, message: `GET ${filtersPath}` },
        { path: get, message: `GET ${filtersPath}` },
      ],
    },
  ],
});
