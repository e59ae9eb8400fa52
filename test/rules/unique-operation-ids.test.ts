import { filter, filters, filtersPath } from './base-document.js';
import { describeRule, found, put, without, wrong } from './describe-rule.js';

const create = [...filters, 'post', 'operationId'];
const get = [...filter, 'get', 'operationId'];

describeRule('unique-operation-ids', {
  accepts: [
    ['one id that begins like another', put(get, 'listFiltersOfAll')],
    ['operations without an id, which another rule rejects', without(create), without(get)],
  ],
  rejects: [
    [
      'the same id twice',
      wrong(get, 'listFilters', `unlike "listFilters" of GET ${filtersPath}; found "listFilters" again`),
    ],
    [
      'two ids that differ only in case',
      wrong(create, 'listfilters', 'found "listfilters", which differs only in case'),
    ],
    [
      'the same id three times, reported for each repetition',
      put(create, 'listFilters'),
      put(get, 'listFilters'),
      found(create, `GET ${filtersPath}`),
      found(get, `GET ${filtersPath}`),
    ],
  ],
});
