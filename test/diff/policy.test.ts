import { expect, it } from 'vitest';
import { createChange } from '../../scripts/diff/change.js';
import { diffContracts } from '../../scripts/diff/diff.js';
import { small } from './documents.js';

it.each([
  ['breaking', true, 'major'],
  ['breaking', false, 'minor'],
  ['additive', true, 'minor'],
  ['additive', false, 'minor'],
  ['documentation', true, 'patch'],
  ['documentation', false, 'patch'],
] as const)('a %s change, stated %s, is %s', (effect, stated, level) => {
  const area = { kind: 'document', name: '' } as const;
  expect(createChange({ area, effect, kind: 'changed', stated, rule: 'a', message: 'A.' })).toMatchObject({ level });
});

it.each([
  [['properties', 'tier', 'properties', 'id'], ' of `tier.id`'],
  [['properties', 'properties'], ' of `properties`'],
  [['properties', 'properties', 'properties', 'title'], ' of `properties.title`'],
  [['properties', 'urls', 'items'], ' of `urls[]`'],
  [['properties', 'urls', 'additionalProperties'], ' of `urls{}`'],
  [['properties', 'a', 'patternProperties', '^b'], ' of `a{^b}`'],
  [['allOf', '1', 'properties', 'a'], ' of `a`'],
  [[], ''],
] as const)('%j leads to the field "%s"', (steps, field) => {
  const inner = (format: string): object =>
    steps.reduceRight<object>(
      (below, step) => (step === '1' ? ([{}, below] as const satisfies object) : { [step]: below }),
      { format },
    );
  const thing = (format: string): string => small({ Thing: { ...inner(format), 'x-provenance': { stated: true } } });
  const { changes } = diffContracts(thing('a'), thing('b'));
  expect(changes.map(({ message }) => message)).toEqual([`\`format\`${field} is now \`b\`; it was \`a\`.`]);
});
