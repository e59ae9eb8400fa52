import { filter, filters } from './base-document.js';
import { describeRule, found, put, without, wrong } from './describe-rule.js';

const operation = [...filter, 'get'];
const name = [...operation, 'x-source-name'];
const inferred = {
  section: '1',
  stated: [],
  inferred: { name: 'group', method: 'group', path: 'group', request: 'group', responses: 'group' },
};

describeRule('source-names', {
  accepts: [
    ['a name in the words of a list of the source', put(name, 'App entry: update the recommended order')],
    ['a name with brackets', put(name, 'Contact request: attachments (list)')],
    ['no name where none is stated', put([...operation, 'x-provenance'], inferred), without(name)],
  ],
  rejects: [
    ['a stated name without its words', without(name), found(operation, 'in the words of the source')],
    ['words that are no text', wrong(name, ['Get a filter'], 'found ["Get a filter"]. Copy the name.')],
    ['an empty name', wrong(name, '', 'found "". Copy the name.')],
    ['a name over two lines', wrong(name, 'Get a\nfilter', 'on one line')],
    ['a name that ends with a period', wrong(name, 'Get a filter.', 'without a period')],
    [
      'words where no name is stated',
      put([...operation, 'x-provenance'], inferred),
      found(name, 'whose name is not stated; found "Get a filter". Remove it'),
    ],
    [
      'words where nothing is said about provenance',
      without([...operation, 'x-provenance']),
      found(name, 'whose name is not stated'),
    ],
    [
      'the name of another operation',
      wrong(name, 'Get all filters', `found "Get all filters", the name of GET ${String(filters[1])}. Correct it.`),
    ],
  ],
});
