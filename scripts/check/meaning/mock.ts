import { Bodies } from '../cases/bodies.js';
import { caseOfRead } from '../cases/reads.js';
import { keyCases } from '../cases/refusals.js';
import { createUnknownId, parameterOf } from '../cases/source.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { caseOf, type Parameters } from '../model/request.js';
import type { RunOptions } from './harness.js';

/**
 * Tests one operation of a server that stores nothing, with the examples of the contract. Does not look for resources,
 * since such a server accepts any id. Does not test HEAD, Allow, unknown ids or the effects of writes.
 */
export async function checkMock(options: RunOptions, operation: CheckedOperation): Promise<void> {
  const { session, source, writes } = options;
  const parameters = exampleParameters(options, operation);
  if (!parameters) return;
  if (operation.method === 'get') {
    await session.send(caseOfRead(operation, parameters));
  } else if (writes === 'disposable') {
    const bodies = new Bodies({ source: { ...source, knows: () => true }, operation, parameters });
    if (!operation.body)
      await session.send(caseOf(operation, { kind: 'action', about: 'without a body', expect: 'success', parameters }));
    for (const { case: testCase } of bodies.exampleProbes()) await session.send({ ...testCase, expect: 'success' });
    const sample = bodies.certainBody(() => undefined, 'mock');
    const description = 'with a body made from its schema';
    if (sample) await session.send(bodies.createProbe('together', description, sample, { expect: 'success' }).case);
  } else return;
  for (const testCase of keyCases(source, operation, parameters))
    if (testCase.kind === 'no-key') await session.send(testCase);
}

/**
 * Returns path parameters: ids from the user, else the examples of the contract, else random ids. Undefined if a
 * parameter has none of these.
 */
function exampleParameters({ source, fixtures }: RunOptions, operation: CheckedOperation): Parameters | undefined {
  const [userIds = {}] = fixtures.parametersFor(operation);
  const values = operation.pathParameters.map((name) => {
    const example = parameterOf(operation, name)?.example;
    const value = userIds[name] ?? (example === undefined ? createUnknownId(source, operation, name) : String(example));
    return [name, value] as const;
  });
  return values.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(values) as Parameters);
}
