import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { compiled } from '../../scripts/answers/questions/index.js';
import { taughtWith } from './taught.js';

const register = contract['x-unknowns'] ?? [];

/** The first example of each answer that has one. */
const examples = register.flatMap(({ id, answer = 'text' }): [string, unknown][] =>
  answer === 'text' ? [] : [[id, (answer['examples'] as unknown[])[0]]],
);

describe('the register of questions', () => {
  it('has the shape of an answer for each question whose answer changes the contract, and for no other', () => {
    expect(examples.map(([id]) => id)).toEqual(Object.keys(compiled));
  });

  it.each(examples)('has an example of an answer to %s that can be taught', (id, value) => {
    const { document, overlay } = taughtWith({ [id]: { value } });
    expect(overlay.actions.length).toBeGreaterThan(0);
    expect(document['x-unknowns']?.find((each) => each.id === id)?.answered).toEqual({ value });
  });
});
