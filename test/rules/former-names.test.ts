import { filter, filters, filtersPath } from './base-document.js';
import { describeRule, found, put, type Row, without, wrong } from './describe-rule.js';

const get = [...filter, 'get'];
const former = [...get, 'x-formerly'];
const formerOfList = [...filters, 'get', 'x-formerly'];

describeRule('former-names', {
  accepts: [
    ['two former names', put(former, ['readFilter', 'fetchFilter'])],
    ['former names of two operations', put(former, ['readFilter']), put(formerOfList, ['readFilters'])],
    [
      'an operation without provenance, which another rule rejects',
      put(former, ['readFilter']),
      without([...get, 'x-provenance']),
    ],
  ],
  rejects: [
    ...['readFilter', [], {}, null].map(
      (value): Row => [
        `the value ${JSON.stringify(value)}`,
        wrong(former, value, 'Expected x-formerly to list the names from the previous version; found'),
      ],
    ),
    ...['ReadFilter', 'read_filter', '', '__proto__', 4, null].map(
      (name): Row => [
        `the name ${JSON.stringify(name)}`,
        put(former, ['readFilter', name]),
        found([...former, 1], 'Expected a former operationId in camelCase; found'),
      ],
    ),
    [
      'the name of an operation',
      put(former, ['listFilters']),
      found([...former, 0], `found "listFilters", the current or former name of GET ${filtersPath}. Remove it.`),
    ],
    [
      'its own name in another case',
      put(former, ['getfilter']),
      found([...former, 0], 'Expected a name that no operation has; found "getfilter"'),
    ],
    [
      'a former name twice, in one operation and in two',
      put(formerOfList, ['readAll', 'readAll']),
      put(former, ['readAll']),
      found([...formerOfList, 1], `the current or former name of GET ${filtersPath}`),
      found([...former, 0], `the current or former name of GET ${filtersPath}`),
    ],
    [
      'a stated operation',
      put(former, ['readFilter']),
      put([...get, 'x-provenance', 'stated'], ['name', 'method', 'path', 'responses']),
      found(former, 'Expected no x-formerly on a stated operation, whose name must not change; found one.'),
    ],
  ],
});
