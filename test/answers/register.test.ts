import { afterAll, describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { teachers } from '../../scripts/answers/questions/index.js';
import { taughtWith } from './taught.js';

/** Each question, with the kind of its answer (compiled into the contract, or only a text) and an example. */
const rows = (contract['x-unknowns'] ?? []).map(({ id, answer = 'text' }) => {
  const [example] = answer === 'text' ? [] : (answer['examples'] as unknown[]);
  return { id, kind: teachers[id] ? 'compiled' : 'text', hasShape: answer !== 'text', example };
});

/** Returns the JSON of a document without its marks of open and answered questions. */
function withoutMarks(document: object): string {
  const marks = ['x-unknowns', 'x-unknown', 'x-answered'];
  return JSON.stringify(document, (key, value: unknown) => (marks.includes(key) ? undefined : value));
}

describe('the register of questions', () => {
  afterAll(() => {
    const shapes = rows.filter(({ hasShape }) => hasShape).length;
    const known = rows.filter(({ kind }) => kind === 'compiled').length;
    process.stdout.write(`${rows.length} questions, ${shapes} with an answer's shape, ${known} compiled\n`);
  });

  it('has the shape of an answer for each question whose answer changes the contract, and for no other', () => {
    expect(rows.filter(({ hasShape }) => hasShape).map(({ id }) => id)).toEqual(Object.keys(teachers));
  });

  const table = rows.map((row) => [`${row.id}: ${row.kind} ${JSON.stringify(row.example) ?? ''}`.trim(), row] as const);

  it.each(table)('%s', { tags: 'slow' }, (_, { id, kind, example: value = 'A sentence for the docs.' }) => {
    const { document, needless } = taughtWith({ [id]: { value } });
    expect(document['x-unknowns']?.find((each) => each.id === id)?.answered).toEqual({ value });
    expect(needless).toEqual([]);
    if (kind === 'text') expect(withoutMarks(document)).toBe(withoutMarks(contract));
  });
});
