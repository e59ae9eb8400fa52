import { expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { listQuestions } from '../../scripts/answers/register.js';
import { teachContract } from '../../scripts/answers/teach-contract.js';
import { operationOf, taughtWith } from './taught.js';

const envelope = { value: { items: '/results', next: '/next' } };

const stateOf = (id: string, ...given: Parameters<typeof listQuestions>): string | undefined =>
  listQuestions(...given).find((each) => each.id === id)?.state;

it('a question is open until somebody answers it', () => {
  expect(stateOf('lists.envelope', contract)).toBe('open');
  const taught = taughtWith({ 'lists.envelope': { value: 'bare' }, 'auth.key-issuance': { value: 'By mail.' } });
  // The contract assumed the same, but an answer weighs more.
  expect(stateOf('lists.envelope', contract, taught)).toBe('answered');
  expect(stateOf('auth.key-issuance', contract, taught)).toBe('answered');
  expect(stateOf('auth.scheme-prefix', contract, taught)).toBe('open');
});

it('a question is answered in part if something still depends on it', () => {
  const taught = taughtWith({ 'lists.envelope': envelope });
  operationOf(taught.document, 'listTiers')['x-unknown'] = ['lists.envelope'];
  expect(stateOf('lists.envelope', contract, taught)).toBe('answered-in-part');
});

it('an answer is no longer needed once the contract says the same by itself', () => {
  const taught = taughtWith({ 'lists.envelope': envelope });
  const adopted = teachContract(taught.document, taught.answers);
  expect(adopted.needless).toEqual(['lists.envelope']);
  expect(adopted.document).toEqual(taught.document);
  expect(stateOf('lists.envelope', taught.document, { ...taught, ...adopted })).toBe('no-longer-needed');
  expect(taughtWith(answersText).needless).toEqual([]);
});

const answersText = `answers:
  auth.scheme-prefix: { value: '' }
  lists.envelope: { value: bare }
`;

it('the list of questions names the source of a value', () => {
  const { origins, document } = taughtWith({ 'lists.envelope': envelope, 'auth.scheme-prefix': { value: 'Bearer' } });
  const path = Object.keys(document.paths)
    .find((each) => each.endsWith('/tiers/'))
    ?.replaceAll('/', '~1');
  const schema = `/paths/${path}/get/responses/200/content/application~1json/schema`;
  expect(origins.of(`${schema}/properties/results/items`)).toEqual({ question: 'lists.envelope' });
  expect(origins.of(`${schema}/type`)).toEqual({ question: 'lists.envelope' });
  expect(origins.of(schema)).toBeUndefined();
  const [name] = Object.keys(document.components['securitySchemes'] ?? {});
  expect(origins.of(`/components/securitySchemes/${name}/x-prefix`)).toEqual({ question: 'auth.scheme-prefix' });
});
