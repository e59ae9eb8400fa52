import { Bodies } from '../../cases/bodies.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { caseOf } from '../../model/request.js';
import type { Outcome } from '../../session/outcome.js';
import type { Resource } from '../../session/resource.js';
import { createResource } from '../create-resource.js';
import { type Harness, readResource, removeResource } from '../harness.js';
import { checkRefusedUpdate } from '../update-refusals.js';
import { UpdateTest } from '../update-test.js';
import { documentsConditions, listsStatus, takesHeader } from './conditions.js';
import { etagOf } from './further-reads.js';

/**
 * Sends a write with conditions about the ETag of a new resource, if the document says that the write supports them: a
 * false condition must stop it (RFC 9110 §13.1.1, §13.1.2), a true one must not.
 */
export async function checkWriteConditions(
  harness: Harness,
  operation: CheckedOperation,
  { type }: Resource,
): Promise<void> {
  if (!type.get || !documentsConditions(operation)) return;
  const resource = (await createResource(harness, type, { round: `conditions of ${operation.id}` }))?.resource;
  const outcomeBefore = resource && (await readResource(harness, resource, 'before conditions'));
  const etag = outcomeBefore && etagOf(outcomeBefore);
  if (resource && outcomeBefore && etag !== undefined)
    await checkWithEtag(new UpdateTest(harness, operation, resource), outcomeBefore, etag);
  if (resource) await removeResource(harness, resource);
}

async function checkWithEtag(test: UpdateTest, outcomeBefore: Outcome, etag: string): Promise<void> {
  const { operation, resource, harness } = test;
  const send = createSender(test);
  test.state = outcomeBefore.value;
  if (listsStatus(operation, '412') || takesHeader(operation, /^if-match$/i))
    await send('another ETag', { 'if-match': '"check"' }, false);
  if (operation.method === 'put' && takesHeader(operation, /^if-none-match$/i))
    await send('If-None-Match: *', { 'if-none-match': '*' }, false);
  if (listsStatus(operation, '428')) await send('no condition', {}, false);
  if (etag.startsWith('W/')) return;
  // If-Match uses strong comparison (§13.1.1), so a weak ETag must not match.
  if (listsStatus(operation, '412')) await send('the weak form of its ETag', { 'if-match': `W/${etag}` }, false);
  const first = await send('its ETag', { 'if-match': etag }, true);
  const laterRead = first?.ok ? await readResource(harness, resource, 'after a true condition') : undefined;
  const newEtag = laterRead && etagOf(laterRead);
  if (newEtag === undefined) return;
  test.state = laterRead?.value;
  if (newEtag !== etag) await send('its earlier ETag', { 'if-match': etag }, false);
  await send('a list with its ETag', { 'if-match': `"check", ${newEtag}` }, true);
  await send('an asterisk', { 'if-match': '*' }, true);
}

/**
 * Returns a function that sends the write with a condition and judges the response. After each refusal, it reads the
 * resource, which must not have changed. Returns undefined if an earlier write has already removed the resource.
 */
function createSender(test: UpdateTest) {
  const { harness, operation, resource } = test;
  const { session, source } = harness;
  const { parameters } = resource;
  let isResourceRemoved = false;
  return async (condition: string, headers: Record<string, string>, isTrue: boolean): Promise<Outcome | undefined> => {
    if (isResourceRemoved) return undefined;
    const bodies = new Bodies({ source, operation, parameters, round: condition });
    const description = condition === 'no condition' ? 'without a condition' : `with ${condition} as its condition`;
    const parts = { kind: 'variation', detail: `condition ${condition}`, about: description, parameters } as const;
    const body = operation.body && bodies.certainBody((name) => test.currentValue(name), 'condition');
    const testCase = caseOf(operation, { ...parts, body, expect: isTrue ? 'either' : 'any', allows: [412, 428] });
    const { 'if-match': _, ...otherHeaders } = testCase.request.headers;
    const request = { ...testCase.request, headers: { ...otherHeaders, ...headers } };
    const outcome = await session.send({ ...testCase, request });
    isResourceRemoved = operation.method === 'delete' && outcome.ok;
    const rule = isTrue ? 'http.condition-refused' : 'http.condition-ignored';
    const isWrong = isTrue ? outcome.status === 412 : outcome.ok;
    const message = isTrue
      ? `A write ${description} is refused, although the condition is true (RFC 9110 §13.1.1).`
      : `A write ${description} succeeds, although the condition is false or missing (RFC 9110 §13.1.1, RFC 6585 §3).`;
    const expected = isTrue ? 'a success' : 'status 412 or 428';
    const texts = { message, expected, actual: `status ${outcome.status}` };
    const read = await checkRefusedUpdate(test, outcome, condition);
    // A server may give a resource another ETag for reasons of its own. Then the condition has become false.
    const hasEtag = (value: string): boolean => value === '*' || value.includes((read && etagOf(read)) ?? '');
    if (isWrong && (!isTrue || !read || Object.values(headers).some(hasEtag)))
      session.reportFault(outcome, operation, { rule, ...texts });
    return outcome;
  };
}
