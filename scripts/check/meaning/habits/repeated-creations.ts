import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../contract/json.js';
import { Bodies } from '../../cases/bodies.js';
import type { RuleBreach } from '../../model/breach.js';
import type { ResourceType } from '../../model/contract/resources.js';
import { caseOf, idempotencyKeyOf, type Parameters } from '../../model/request.js';
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
  const name = create && idempotencyKeyOf(create);
  if (!create || name === undefined) return;
  const { session, source } = harness;
  const bodies = new Bodies({ source, operation: create, parameters: parents, round: 'repeated' });
  const [first, other] = ['one', 'other'].map((salt) => ({ ...body, ...bodies.certainBody(() => undefined, salt) }));
  const createdResources = new Map<string, Resource>();
  const send = async (sentBody: JsonObject | undefined, about: string, key: string): Promise<Outcome> => {
    const parts = { kind: 'create', detail: about, about, expect: 'either', parameters: parents } as const;
    const testCase = caseOf(create, { ...parts, body: create.body && sentBody });
    const request = { ...testCase.request, headers: { ...testCase.request.headers, [name]: key } };
    const outcome = await session.send({ ...testCase, request });
    const resource = identifyResource(harness, resourceType, parents, outcome);
    if (resource) createdResources.set(resource.parameters[resourceType.parameter] ?? '', resource);
    return outcome;
  };
  const key = randomUUID();
  const firstOutcome = await send(first, 'with a new idempotency key', key);
  if (firstOutcome.ok && createdResources.size === 1) {
    const expected = 'the resource of the first request';
    const repeatedOutcome = await send(first, 'with the same idempotency key and body', key);
    const subject = 'A creation request sent again with the same idempotency key';
    const actual = createdResources.size > 1 ? 'another resource' : `status ${repeatedOutcome.status}`;
    const message = `${subject} ${createdResources.size > 1 ? 'creates a second resource' : 'is refused'}.`;
    if (createdResources.size > 1 || (repeatedOutcome.status >= 400 && repeatedOutcome.status < 500))
      session.reportFault(repeatedOutcome, create, { rule: 'create.repeated-key', message, expected, actual });
    const reportReusedKey = (outcome: Outcome, texts: Pick<RuleBreach, 'message' | 'expected'>): void => {
      const fault = { rule: 'create.reused-key', ...texts, actual: `status ${outcome.status}` } as const;
      session.reportFault(outcome, create, fault);
    };
    let countBefore = createdResources.size;
    const otherBodyOutcome = await send(other, 'with the same idempotency key and another body', key);
    const doubleMessage = 'Two creation requests with different bodies and the same idempotency key both succeed.';
    if (createdResources.size > countBefore)
      reportReusedKey(otherBodyOutcome, { message: doubleMessage, expected: 'a refusal' });
    countBefore = createdResources.size;
    const newKey = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    const newKeyOutcome = await send(other, 'with a similar idempotency key and another body', newKey);
    const isTreatedAsRepeat = newKeyOutcome.status < 500 && createdResources.size === countBefore;
    const repeatMessage = 'A creation with a new but similar idempotency key is treated as a repetition.';
    // Another key shows whether the server accepts this body at all.
    if (isTreatedAsRepeat && (await send(other, 'with another idempotency key and body', randomUUID())).ok)
      reportReusedKey(newKeyOutcome, { message: repeatMessage, expected: 'a new resource' });
  }
  for (const resource of createdResources.values()) await removeResource(harness, resource);
}
