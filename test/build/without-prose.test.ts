import { expect, it } from 'vitest';
import { withoutProse } from '../../scripts/build/artefacts/validators/without-prose.js';

it('drops prose from schemas, but neither properties of such a name nor data', () => {
  const description = { type: 'string', description: 'A text.' };
  const data = { description: 'A value.', enum: ['a'] };
  expect(
    withoutProse({
      description: 'A schema.',
      properties: { description, enum: description },
      allOf: [{ title: 'A title', const: data, default: data }],
    }),
  ).toEqual({
    properties: { description: { type: 'string' }, enum: description },
    allOf: [{ const: data, default: data }],
  });
});
