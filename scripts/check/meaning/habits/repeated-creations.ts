import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../contract/json.js';
import { Bodies } from '../../cases/bodies.js';
import { type Breach, makeDeviation } from '../../model/breach.js';
import type { ResourceType } from '../../model/contract/resources.js';
import { caseOf, type Parameters, repetitionKeyOf } from '../../model/request.js';
import type { Outcome } from '../../session/outcome.js';
import type { Resource } from '../../session/resource.js';
import { type Harness, removeResource } from '../harness.js';
import { identifyResource } from '../identify-resource.js';

/**
 * Sends a creation twice with the same idempotency key and body, which must create one resource, and then the same key
 * with another body, which must not create a second one (draft-ietf-httpapi-idempotency-key-header).
 */
export async function checkRepeatedCreation(
  harness: Harness,
  resourceType: ResourceType,
  { body, parents }: { body: JsonObject; parents: Parameters },
): Promise<void> {
  const { create } = resourceType;
  const name = create && repetitionKeyOf(create);
  if (!create || name === undefined) return;
  const { session, source } = harness;
  const bodies = new Bodies({ source, operation: create, parameters: parents, round: 'repeated' });
  const [first, other] = ['one', 'other'].map((salt) => ({ ...body, ...bodies.certainBody(() => undefined, salt) }));
  const created = new Map<string, Resource>();
  const send = async (sentBody: JsonObject | undefined, about: string, key: string): Promise<Outcome> => {
    const parts = { kind: 'create', detail: about, about, expect: 'either', parameters: parents } as const;
    const testCase = caseOf(create, { ...parts, body: create.body && sentBody });
    const request = { ...testCase.request, headers: { ...testCase.request.headers, [name]: key } };
    const outcome = await session.send({ ...testCase, request });
    const resource = identifyResource(harness, resourceType, parents, outcome);
    if (resource) created.set(resource.parameters[resourceType.parameter] ?? '', resource);
    return outcome;
  };
  const report = (outcome: Outcome, fault: Breach): void => session.report(outcome, makeDeviation(create, fault));
  const key = randomUUID();
  const one = await send(first, 'with a new idempotency key', key);
  if (one.ok && created.size === 1) {
    const expected = 'the resource of the first request';
    const again = await send(first, 'with the same idempotency key and body', key);
    const what = 'A creation request sent again with the same idempotency key';
    const actual = created.size > 1 ? 'another resource' : `status ${again.status}`;
    const message = `${what} ${created.size > 1 ? 'creates a second resource' : 'is refused'}.`;
    if (created.size > 1 || (again.status >= 400 && again.status < 500))
      report(again, { rule: 'create.repeated-key', message, expected, actual });
    const countBefore = created.size;
    const different = await send(other, 'with the same idempotency key and another body', key);
    const texts = {
      message: 'Two creation requests with different bodies and the same idempotency key both succeed.',
      expected: 'a refusal',
    };
    if (created.size > countBefore)
      report(different, { rule: 'create.reused-key', ...texts, actual: `status ${different.status}` });
    const newKey = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    const countBeforeNewKey = created.size;
    const fresh = await send(other, 'with a similar idempotency key and another body', newKey);
    const newTexts = {
      message:
        'A creation request with a similar but new idempotency key is treated as a repetition of an earlier one.',
      expected: 'a new resource',
    };
    const isTaken = fresh.status < 500 && created.size === countBeforeNewKey;
    // Another key shows whether the server accepts this body at all.
    if (isTaken && (await send(other, 'with another idempotency key and body', randomUUID())).ok)
      report(fresh, { rule: 'create.reused-key', ...newTexts, actual: `status ${fresh.status}` });
  }
  for (const resource of created.values()) await removeResource(harness, resource);
}
