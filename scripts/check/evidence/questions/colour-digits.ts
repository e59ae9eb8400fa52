import type { Proposal } from '../../model/proposal.js';
import { type Basis, supportOf } from '../basis.js';
import { Tally } from '../counts.js';
import { proposalsOf } from '../proposals.js';
import type { Rule, Subject } from '../rule.js';
import { seenOf } from '../seen-of.js';
import { valuesIn } from '../value-set.js';
import { count, list, tallied, withoutFalse } from '../words.js';

const question = 'colour.digits';

/** What the contract assumes. */
const assumed: readonly number[] = [3, 4, 6, 8];

/** How many digits colours have. */
export const colourDigits: Rule = {
  unknown: question,
  watch: (subject) => ({
    answers: () => valuesIn(subject).reduce((total, { answers }) => total + answers, 0),
    sentences: () => sentences(subject),
    proposals: () => proposals(subject),
  }),
};

function sentences(subject: Subject): string[] {
  const values = subject.marked.properties.flatMap(({ schema, property }) =>
    seenOf(subject, [schema]).flatMap(
      ({ properties }) => properties.find(({ name }) => name === property)?.values ?? [],
    ),
  );
  const all = [...new Set(values)];
  const colours = all.filter((value) => /^#?[0-9a-f]+$/i.test(value));
  const lengths = new Tally();
  for (const colour of colours) lengths.add(colour.replace('#', '').length);
  const others = all.filter((value) => !colours.includes(value));
  return withoutFalse(
    colours.length > 0 &&
      `Number of digits of ${count(colours.length, 'colour')} in responses: ${tallied(lengths.entries())}.`,
    colours.some((colour) => colour.startsWith('#')) && 'Some begin with #.',
    others.length > 0 && `Not hexadecimal: ${list(others, 10)}.`,
  );
}

/** Colours read can only show that there are more numbers of digits: they never show that there are no others. */
function proposals(subject: Subject): Proposal[] {
  const answered: unknown = subject.answered?.value;
  const known = Array.isArray(answered) ? answered.map(Number) : assumed;
  const found = new Map<number, Basis>();
  for (const { schema, property } of subject.marked.properties) {
    for (const [text, basis] of subject.resources.of(schema)?.fields.get(property)?.texts ?? []) {
      const isNew = /^[0-9a-f]{1,16}$/i.test(text) && !known.includes(text.length);
      if (isNew && !found.has(text.length)) found.set(text.length, basis);
    }
  }
  if (found.size === 0) return [];
  const value = [...new Set([...known, ...found.keys()])].sort((one, other) => one - other);
  const rests = supportOf([...found.values()], 'Nothing: that a colour has so many digits was seen.');
  return proposalsOf(question, subject, { shown: { value, rests } });
}
