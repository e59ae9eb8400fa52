import { words } from '../words.js';
import { schemas } from './base-document.js';
import { describeRule } from './describe-rule.js';

const schema = { type: 'string', description: 'A schema.' };

describeRule('schema-names', {
  accepts: [
    { document: 'a name with a number', changes: [[[...schemas, 'Level2Filter'], schema]] },
    {
      document: 'names that contain a name that is taken',
      changes: [
        [[...schemas, 'EntryLocation'], schema],
        [[...schemas, 'RecordNotFound'], schema],
      ],
    },
    { document: 'a property with any name', changes: [[[...schemas, 'Filter', 'properties', 'the service'], schema]] },
  ],
  refuses: [
    ...['filterOption', 'Filter_Option', 'filter-option', 'Filter.Option', '2Filters', 'Größe'].map((name) => ({
      document: `the name ${name}`,
      changes: [[[...schemas, name], schema] as const],
      findings: [
        { path: [...schemas, name], message: `PascalCase of the characters A-Z, a-z and 0-9; found "${name}"` },
      ],
    })),
    ...words`
      Error Location Record Request Response Map Set Date Object Array String Number Boolean Promise Symbol Function
      Url operations Paths components
    `.map((name) => ({
      document: `the name ${name}, which is taken`,
      changes: [[[...schemas, name], schema] as const],
      findings: [{ path: [...schemas, name], message: `that is still free; found "${name}"` }],
    })),
    {
      document: 'two names that differ in case alone',
      changes: [[[...schemas, 'FILTER'], schema]],
      findings: [{ path: [...schemas, 'FILTER'], message: 'unlike "Filter" in more than case; found "FILTER"' }],
    },
  ],
});
