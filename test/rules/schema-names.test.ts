import { words } from '../words.js';
import { schemas } from './base-document.js';
import { describeRule, put, type Row, wrong } from './describe-rule.js';

const schema = { type: 'string', description: 'A schema.' };

describeRule('schema-names', {
  accepts: [
    ['a name with a number', put([...schemas, 'Level2Filter'], schema)],
    [
      'names that contain a taken name',
      put([...schemas, 'EntryLocation'], schema),
      put([...schemas, 'RecordNotFound'], schema),
    ],
    ['a property with any name', put([...schemas, 'Filter', 'properties', 'the service'], schema)],
  ],
  rejects: [
    ...['filterOption', 'Filter_Option', 'filter-option', 'Filter.Option', '2Filters', 'Größe'].map(
      (name): Row => [
        `the name ${name}`,
        wrong([...schemas, name], schema, `PascalCase, made of A-Z, a-z and 0-9; found "${name}"`),
      ],
    ),
    ...words`
      Error Location Record Request Response Map Set Date Object Array String Number Boolean Promise Symbol Function
      Url operations Paths components
    `.map(
      (name): Row => [
        `the name ${name}, which is taken`,
        wrong([...schemas, name], schema, `that is not taken; found "${name}"`),
      ],
    ),
    [
      'two names that differ only in case',
      wrong([...schemas, 'FILTER'], schema, 'differs from "Filter" in more than case; found "FILTER"'),
    ],
  ],
});
