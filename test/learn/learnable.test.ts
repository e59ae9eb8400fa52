import { expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { answeredQuestions } from '../answers/random-answers.js';
import { learnable } from './learnable.js';

const questions = (contract['x-unknowns'] ?? []).map(({ id }) => id);
const modes = ['reads', 'writes', 'HAR'] as const;

it('the table says of each question whether it can be learnt, from what, and if not, why', () => {
  expect([...new Set(learnable.map(({ question }) => question))].sort()).toEqual([...questions].sort());
  const lines = questions.flatMap((id) =>
    learnable
      .filter(({ question }) => question === id)
      .map(({ claims, from, why }, index) => {
        // Each mode also shows everything that the modes before it show.
        const shows = modes.map((mode) => (from && modes.indexOf(mode) >= modes.indexOf(from) ? mode : '-').padEnd(6));
        const name = index === 0 ? id : '';
        return `${name.padEnd(38)} ${shows.join(' ')}  ${why}${claims ? ` (${claims.source})` : ''}`;
      }),
  );
  console.log(lines.join('\n'));
});

it('the table has a row for every answer that changes the contract', () => {
  const texts = learnable.filter(({ why }) => why.endsWith('a text for people.')).map(({ question }) => question);
  expect(texts.filter((id) => answeredQuestions.includes(id))).toEqual([]);
  expect(questions.filter((id) => !answeredQuestions.includes(id) && !texts.includes(id))).toEqual([
    'groups.operations',
  ]);
});
