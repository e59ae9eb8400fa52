import { expect, it } from 'vitest';
import { contract } from '../../../generated/contract.js';
import { readOperations } from '../../../scripts/check/model/contract/operations.js';
import type { CheckOptions } from '../../../scripts/check/model/options.js';
import { scopeOf } from '../../../scripts/check/model/scope.js';
import type { Facet } from '../../../scripts/contract/document.js';
import { operationOf } from '../../answers/taught.js';

const facets: readonly Facet[] = ['name', 'method', 'path', 'request', 'responses'];

/** Returns the operations of the contract, with every open facet of these operations answered. */
function answered(...ids: string[]): ReturnType<typeof readOperations> {
  const document = structuredClone(contract);
  for (const id of ids) {
    const provenance = operationOf(document, id)['x-provenance'];
    const open = facets.filter((facet) => !provenance.stated.includes(facet));
    provenance.answered = Object.fromEntries(open.map((facet) => [facet, 'operations.payloads']));
    provenance.inferred = {};
  }
  return readOperations(document);
}

const before = readOperations(contract);
const after = answered('createDirectory', 'createCallout', 'getTier');
const inScope = (operations: typeof before, include: CheckOptions['include'] = []): string[] =>
  operations.filter(scopeOf({ operations, include }).has).map(({ id }) => id);

it('answers neither add writes to a run nor remove any', () => {
  expect(before.find(({ id }) => id === 'createDirectory')?.standing).toBe('named');
  expect(before.find(({ id }) => id === 'createCallout')?.standing).toBe('inferred');
  for (const id of ['createDirectory', 'createCallout'])
    expect(after.find((each) => each.id === id)?.standing).toBe('answered');
  for (const include of [[], ['named'], ['inferred'], ['named', 'inferred']] as const)
    expect(inScope(after, include)).toEqual(inScope(before, include));
});

it('--include answered adds only operations that are answered in full', () => {
  const added = inScope(after, ['answered']).filter((id) => !inScope(after).includes(id));
  expect(added).toEqual(['createDirectory', 'createCallout']);
  expect(inScope(before, ['answered'])).toEqual(inScope(before));
});

it('the scope names the option that includes an answered write', () => {
  const operation = after.find(({ id }) => id === 'createCallout');
  expect(operation && scopeOf({ operations: after }).whyLeftOut(operation)).toBe(
    'The operation is answered; --include answered includes it.',
  );
});
