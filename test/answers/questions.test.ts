import { expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { answerForm } from '../../scripts/answers/answers-schema.js';
import { teachers } from '../../scripts/answers/questions/index.js';
import { listQuestions } from '../../scripts/answers/register.js';
import { teachContract } from '../../scripts/answers/teach-contract.js';
import { Seen } from './seen.js';
import { operationOf, taughtWith } from './taught.js';

const envelope = { value: { items: '/results', next: '/next' } };
const questions = contract['x-unknowns'] ?? [];

const stateOf = (id: string, ...args: Parameters<typeof listQuestions>): string | undefined =>
  listQuestions(...args).find((question) => question.id === id)?.state;

/** Returns the JSON of a document without its marks of open and answered questions. */
function withoutMarks(document: object): string {
  const marks = ['x-unknowns', 'x-unknown', 'x-answered'];
  return JSON.stringify(document, (key, value: unknown) => (marks.includes(key) ? undefined : value));
}

it('a question has the shape of its answer if the answer changes the contract, and only then', () => {
  const shaped = questions.filter(({ answer = 'text' }) => answer !== 'text');
  expect(shaped.map(({ id }) => id)).toEqual(Object.keys(teachers));
});

it.each(questions.map((question) => [question.id, question] as const))(
  '%s can be answered by its example, which changes nothing if it is a text for the docs',
  { tags: 'slow' },
  (id, question) => {
    const [value] = answerForm(question).examples;
    const { document, needlessIds: needless } = taughtWith({ [id]: { value } });
    expect(document['x-unknowns']?.find((question) => question.id === id)?.answered).toEqual({ value });
    expect(needless).toEqual([]);
    if (!teachers[id]) expect(withoutMarks(document)).toBe(withoutMarks(contract));
  },
);

it('a question is open until somebody answers it', () => {
  expect(stateOf('lists.envelope', contract)).toBe('open');
  const taught = taughtWith({ 'lists.envelope': { value: 'bare' }, 'auth.key-issuance': { value: 'By mail.' } });
  // The contract assumed the same, but an answer weighs more.
  expect(stateOf('lists.envelope', contract, taught)).toBe('answered');
  expect(stateOf('auth.key-issuance', contract, taught)).toBe('answered');
  expect(stateOf('auth.scheme-prefix', contract, taught)).toBe('open');
});

it('a question is answered in part if something still depends on it', () => {
  const taughtContract = taughtWith({ 'lists.envelope': envelope });
  operationOf(taughtContract.document, 'listTiers')['x-unknown'] = ['lists.envelope'];
  expect(stateOf('lists.envelope', contract, taughtContract)).toBe('answered-in-part');
});

it('an answer is no longer needed once the contract says the same by itself', () => {
  const taught = taughtWith({ 'lists.envelope': envelope });
  const adopted = teachContract(taught.document, taught.answers);
  expect(adopted.needlessIds).toEqual(['lists.envelope']);
  expect(adopted.document).toEqual(taught.document);
  expect(stateOf('lists.envelope', taught.document, { ...taught, ...adopted })).toBe('no-longer-needed');
  const asAssumed = taughtWith({ 'auth.scheme-prefix': { value: '' }, 'lists.envelope': { value: 'bare' } });
  expect(asAssumed.needlessIds).toEqual([]);
});

it('the list of questions names the source of each value', () => {
  const { origins, document } = taughtWith({ 'lists.envelope': envelope, 'auth.scheme-prefix': { value: 'Bearer' } });
  const schema = `${new Seen(document).endpoint('listTiers').pointer}/responses/200/content/application~1json/schema`;
  expect(origins.of(`${schema}/properties/results/items`)).toEqual({ question: 'lists.envelope' });
  expect(origins.of(`${schema}/type`)).toEqual({ question: 'lists.envelope' });
  expect(origins.of(schema)).toBeUndefined();
  expect(origins.of('/components/securitySchemes/ApiKey/x-prefix')).toEqual({ question: 'auth.scheme-prefix' });
});
