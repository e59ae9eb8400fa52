import { filter, filters, filtersPath } from './base-document.js';
import { describeRule } from './describe-rule.js';

const get = [...filter, 'get'];
const former = [...get, 'x-formerly'];
const formerOfList = [...filters, 'get', 'x-formerly'];

describeRule('former-names', {
  accepts: [
    { document: 'two former names', changes: [[former, ['readFilter', 'fetchFilter']]] },
    {
      document: 'former names of two operations',
      changes: [
        [former, ['readFilter']],
        [formerOfList, ['readFilters']],
      ],
    },
    {
      document: 'an operation without provenance, which another rule refuses',
      changes: [
        [former, ['readFilter']],
        [[...get, 'x-provenance'], undefined],
      ],
    },
  ],
  refuses: [
    ...['readFilter', [], {}, null].map((value) => ({
      document: `the value ${JSON.stringify(value)}`,
      changes: [[former, value] as const],
      findings: [{ path: former, message: 'Expected x-formerly to list the names of the version before; found' }],
    })),
    ...['ReadFilter', 'read_filter', '', '__proto__', 4, null].map((name) => ({
      document: `the name ${JSON.stringify(name)}`,
      changes: [[former, ['readFilter', name]] as const],
      findings: [{ path: [...former, 1], message: 'Expected a former operationId in camelCase; found' }],
    })),
    {
      document: 'the name of an operation',
      changes: [[former, ['listFilters']]],
      findings: [
        { path: [...former, 0], message: `found "listFilters", as GET ${filtersPath} is or was called. Remove it.` },
      ],
    },
    {
      document: 'its own name in another case',
      changes: [[former, ['getfilter']]],
      findings: [{ path: [...former, 0], message: 'Expected a name that no operation has; found "getfilter"' }],
    },
    {
      document: 'a former name twice, in one operation and in two',
      changes: [
        [formerOfList, ['readAll', 'readAll']],
        [former, ['readAll']],
      ],
      findings: [
        { path: [...formerOfList, 1], message: `as GET ${filtersPath} is or was called` },
        { path: [...former, 0], message: `as GET ${filtersPath} is or was called` },
      ],
    },
    {
      document: 'a stated operation',
      changes: [
        [former, ['readFilter']],
        [
          [...get, 'x-provenance', 'stated'],
          ['name', 'method', 'path', 'responses'],
        ],
      ],
      findings: [
        { path: former, message: 'Expected no x-formerly on a stated operation, whose name stays; found one.' },
      ],
    },
  ],
});
