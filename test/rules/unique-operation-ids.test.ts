import { filter, filters, filtersPath } from './base-document.js';
import { describeRule, found, put, without, wrong } from './describe-rule.js';

const create = [...filters, 'post', 'operationId'];
const get = [...filter, 'get', 'operationId'];

describeRule('unique-operation-ids', {
  accepts: [
    ['one id that begins like another', put(get, 'listFiltersOfAll')],
    ['operations without an id, which another rule refuses', without(create), without(get)],
  ],
  refuses: [
    [
      'the same id twice',
      wrong(get, 'listFilters', `unlike "listFilters" of GET ${filtersPath}; found "listFilters" again`),
    ],
    [
      'two ids that differ in case alone',
      wrong(create, 'listfilters', 'found "listfilters", in which only the case differs'),
    ],
    [
      'the same id three times, once for each that is too many',
      put(create, 'listFilters'),
      put(get, 'listFilters'),
      found(create, `GET ${filtersPath}`),
      found(get, `GET ${filtersPath}`),
    ],
  ],
});
