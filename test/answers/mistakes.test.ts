import { expect, it } from 'vitest';
import { yamlBeside } from '../yaml-beside.js';
import { taughtWith } from './taught.js';

const mistakes = yamlBeside<
  {
    mistake: string;
    answer: string;
    refusal: string;
  }[]
>(import.meta.url, 'mistakes.yaml');

it.each(mistakes.map((row) => [row.mistake, row] as const))(
  '%s is refused with its place',
  (_, { answer, refusal }) => {
    expect(() => taughtWith(`answers:\n  ${answer.replaceAll('\n', '\n  ')}\n`)).toThrow(
      `directory.answers.yaml:${refusal}`,
    );
  },
);

it('an answer with more fields than the limit is refused', () => {
  const fields = Array.from({ length: 501 }, (_, index) => [`f${index}`, {}]);
  expect(() => taughtWith({ 'partner-entry.fields': { value: Object.fromEntries(fields) } })).toThrow(
    'expected at most 500 members, found 501. Remove members that are not needed.',
  );
});

it('two answers that set one place differently are refused, and two that add to one place are not', () => {
  const tier = { Tier: { properties: { title: { type: 'string', maxLength: 9 } } } };
  expect(() =>
    taughtWith({ 'resources.fields': { value: tier }, 'limits.field-lengths': { value: { 'Tier.title': 20 } } }),
  ).toThrow(/limits\.field-lengths and resources\.fields .* set .*\/Tier\/properties\/title\/maxLength to different/);
  const { document } = taughtWith({
    'partner-entry.required': { value: ['EntryMedia.url'] },
    'order.presence': { value: true },
  });
  expect(document.components['schemas']?.['EntryMedia']).toMatchObject({ required: ['order', 'url'] });
});
