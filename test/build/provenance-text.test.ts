import { describe, expect, it } from 'vitest';
import { operationStanding } from '../../scripts/build/artefacts/provenance-text.js';
import type { Facet, OpenApiOperation } from '../../scripts/contract/document.js';

const all: Facet[] = ['name', 'method', 'path', 'request', 'responses'];

/** The standing of an operation with these stated facets. The basis of the others is given, or is `convention`. */
function standing(stated: Facet[], bases: Partial<Record<Facet, 'reference'>> = {}, rest: object = {}): string {
  const others = all.filter((facet) => !stated.includes(facet));
  const inferred = Object.fromEntries(others.map((facet) => [facet, bases[facet] ?? 'convention']));
  return operationStanding({ 'x-provenance': { section: '1', stated, inferred }, ...rest });
}

const withBody = { requestBody: { content: {} } } satisfies Partial<OpenApiOperation>;
const reference = { method: 'reference', path: 'reference', request: 'reference', responses: 'reference' } as const;

describe('the standing of an operation says in one sentence what is guessed', () => {
  it.each([
    [standing(all), 'Stated in full (§1).'],
    [
      standing(['name', 'method', 'path', 'responses'], {}, withBody),
      'Stated: name, method, path and responses are documented (§1); the body is guessed.',
    ],
    [
      standing(['name', 'method', 'path', 'request']),
      'Named: only name, method, path and parameters are documented (§1); the responses are guessed.',
    ],
    [
      standing(['name', 'method']),
      'Named: only name and method are documented (§1); path, parameters and responses are guessed.',
    ],
    [
      standing(['name'], {}, withBody),
      'Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.',
    ],
    [
      standing(['name'], reference, withBody),
      'Named: only the name is documented (§1); method, path, parameters, body and responses are from the public ' +
        'reference.',
    ],
    [
      standing([], { name: 'reference' }),
      'Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters ' +
        'and responses are guessed.',
    ],
    [operationStanding({}), 'Inferred.'],
  ])('%s', (found, expected) => {
    expect(found).toBe(expected);
  });

  it('and lists only the questions that this does not cover', () => {
    const shared = [
      'groups.operations',
      'operations.paths',
      'operations.parameters',
      'operations.payloads',
      'operations.success-status',
    ];
    expect(standing(all, {}, { 'x-unknown': [...shared, 'lists.envelope', 'approval.states'] })).toBe(
      'Stated in full (§1).\nOpen questions: lists.envelope, approval.states.',
    );
    expect(standing(all, {}, { 'x-unknown': shared })).toBe('Stated in full (§1).');
  });
});
