import { expect, it } from 'vitest';
import { contract } from '../../../generated/contract.js';
import { readOperations } from '../../../scripts/check/model/contract/operations.js';
import type { CheckOptions } from '../../../scripts/check/model/options.js';
import { scopeOf } from '../../../scripts/check/model/scope.js';
import type { Facet } from '../../../scripts/contract/document.js';
import { operationOf } from '../../answers/taught.js';

const facets: readonly Facet[] = ['name', 'method', 'path', 'request', 'responses'];

/** Returns the operations of the contract, with every open facet of these operations answered. */
function readAnswered(...ids: string[]): ReturnType<typeof readOperations> {
  const document = structuredClone(contract);
  for (const id of ids) {
    const provenance = operationOf(document, id)['x-provenance'];
    const open = facets.filter((facet) => !provenance.stated.includes(facet));
    provenance.answered = Object.fromEntries(open.map((facet) => [facet, 'operations.payloads']));
    provenance.inferred = {};
  }
  return readOperations(document);
}

const operationsBefore = readOperations(contract);
const operationsAfter = readAnswered('createDirectory', 'createCallout', 'getTier');
const inScope = (operations: typeof operationsBefore, include: CheckOptions['include'] = []): string[] =>
  operations.filter(scopeOf({ operations, include }).has).map(({ id }) => id);

it('answers neither add writes to a run nor remove any', () => {
  expect(operationsBefore.find(({ id }) => id === 'createDirectory')?.standing).toBe('named');
  expect(operationsBefore.find(({ id }) => id === 'createCallout')?.standing).toBe('inferred');
  for (const id of ['createDirectory', 'createCallout'])
    expect(operationsAfter.find((operation) => operation.id === id)?.standing).toBe('answered');
  for (const include of [[], ['named'], ['inferred'], ['named', 'inferred']] as const)
    expect(inScope(operationsAfter, include)).toEqual(inScope(operationsBefore, include));
});

it('--include answered adds only operations that are answered in full', () => {
  const addedValues = inScope(operationsAfter, ['answered']).filter((id) => !inScope(operationsAfter).includes(id));
  expect(addedValues).toEqual(['createDirectory', 'createCallout']);
  expect(inScope(operationsBefore, ['answered'])).toEqual(inScope(operationsBefore));
});

it('the scope names the option that includes an answered write', () => {
  const operation = operationsAfter.find(({ id }) => id === 'createCallout');
  expect(operation && scopeOf({ operations: operationsAfter }).whyLeftOut(operation)).toBe(
    'The operation is answered; --include answered includes it.',
  );
});
