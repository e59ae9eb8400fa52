import { words } from '../words.js';
import { schemas } from './base-document.js';
import { describeRule, put, type Row, wrong } from './describe-rule.js';

const schema = { type: 'string', description: 'A schema.' };

describeRule('schema-names', {
  accepts: [
    ['a name with a number', put([...schemas, 'Level2Filter'], schema)],
    [
      'names that contain a name that is taken',
      put([...schemas, 'EntryLocation'], schema),
      put([...schemas, 'RecordNotFound'], schema),
    ],
    ['a property with any name', put([...schemas, 'Filter', 'properties', 'the service'], schema)],
  ],
  refuses: [
    ...['filterOption', 'Filter_Option', 'filter-option', 'Filter.Option', '2Filters', 'Größe'].map(
      (name): Row => [
        `the name ${name}`,
        wrong([...schemas, name], schema, `PascalCase of the characters A-Z, a-z and 0-9; found "${name}"`),
      ],
    ),
    ...words`
      Error Location Record Request Response Map Set Date Object Array String Number Boolean Promise Symbol Function
      Url operations Paths components
    `.map(
      (name): Row => [
        `the name ${name}, which is taken`,
        wrong([...schemas, name], schema, `that is still free; found "${name}"`),
      ],
    ),
    [
      'two names that differ in case alone',
      wrong([...schemas, 'FILTER'], schema, 'unlike "Filter" in more than case; found "FILTER"'),
    ],
  ],
});
