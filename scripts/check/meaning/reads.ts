import { isObject } from '../../contract/json.js';
import { formatCount } from '../../text/numbers.js';
import { representsGroup } from '../cases/distribution.js';
import { oneUndeclaredMethodCase } from '../cases/methods.js';
import { queryValueCases } from '../cases/query-values.js';
import { caseOfRepeatedRead, headCase, otherMediaCases, spellingCase } from '../cases/reads.js';
import { keyCases, keylessHeadCases } from '../cases/refusals.js';
import { isOtherPage } from '../judge/response.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { isCollection } from '../model/contract/resources.js';
import { headerOf } from '../model/exchange.js';
import { isSameValue } from '../model/likeness.js';
import type { Parameters } from '../model/request.js';
import type { AcceptedKind } from '../model/rules/index.js';
import { itemsOf } from '../session/fixtures.js';
import { hasSameBytes, type Outcome } from '../session/outcome.js';
import { fieldOf } from '../session/resource.js';
import type { Session } from '../session/session.js';
import { checkConditionalReads } from './habits/conditions.js';
import { checkByteRanges } from './habits/parts.js';
import type { TestTarget } from './harness.js';
import { wrongIdCases } from './lists/sharing.js';
import { reportUnstableOrder } from './lists/stability.js';
import { proofRequestCount } from './variations.js';

/**
 * Runs all tests of a read that need no other operation.
 *
 * @param mayCreate whether the run may create resources. If so, it also tries methods that could create one
 * @param earlierOutcome the outcome of the same read, if it was already sent
 */
export async function checkRead(target: TestTarget, mayCreate: boolean, earlierOutcome?: Outcome): Promise<void> {
  const { session, source, operation, parameters } = target;
  const first = earlierOutcome ?? (await session.send(caseOfRepeatedRead(operation, parameters, '1')));
  await Promise.all([
    first.ok && checkSuccessfulRead(target, first),
    !first.ok && mayCreate && [400, 422].includes(first.status) && checkNeededQuery(target),
    session.sendEach([...keyCases(source, operation, parameters), ...keylessHeadCases(source, operation, parameters)]),
    checkIds(target, first),
  ]);
  const methodCase = oneUndeclaredMethodCase(source, operation, mayCreate);
  if (methodCase) await session.send(methodCase);
}

/** Tests a read that has succeeded: sends it again, and in other forms. */
async function checkSuccessfulRead(target: TestTarget, first: Outcome): Promise<void> {
  const { session, source, operation, parameters } = target;
  reportOtherResource(session, operation, parameters, first);
  await Promise.all([
    session.each(hasArrayOfSeveralItems(first.value) ? ['2', '3'] : ['2'], async (detail) =>
      reportUnstableOrder(session, first, await session.send(caseOfRepeatedRead(operation, parameters, detail))),
    ),
    session.sendEach(otherMediaCases(operation, parameters)),
    checkHead(target, first),
    representsGroup(source.contract, operation) && checkSpelling(target),
    session.sendEach(queryValueCases(source, operation, parameters)),
    checkConditionalReads(target, first),
    checkByteRanges(target, first),
  ]);
}

/** Whether a value contains an array of several items. Only then can the order of items be compared. */
function hasArrayOfSeveralItems(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 1 || value.some(hasArrayOfSeveralItems);
  return isObject(value) && Object.values(value).some(hasArrayOfSeveralItems);
}

/** Sends a read with ids that do not exist, are invalid, or belong to other parents. */
async function checkIds(target: TestTarget, first: Outcome): Promise<void> {
  const { session, operation } = target;
  await session.each(await wrongIdCases(target), (testCase) =>
    testCase.kind === 'bad-id' ? session.send(testCase) : checkUnknownId(session, operation, testCase, first.value),
  );
}

/** Sends HEAD where GET finds nothing. HEAD must find nothing either (RFC 9110 §9.3.2). */
async function checkHeadOfUnknownId(
  session: Session,
  operation: CheckedOperation,
  { case: { request } }: Outcome,
): Promise<void> {
  if (!representsGroup(session.contract, operation)) return;
  const testCase = { ...headCase(operation, {}), request: { ...request, method: 'HEAD' } };
  const head = await session.send({ ...testCase, id: `${testCase.id}/unknown` });
  if (!head.ok) return;
  const message = 'HEAD succeeds though GET returns 404 (RFC 9110 §9.3.2).';
  const texts = { message, expected: 'status 404', actual: `status ${head.status}` };
  session.reportFault(head, operation, { rule: 'head.differs', ...texts }, { isMandatory: false });
}

/** Maximum number of query values to try for a read that may need one of several parameters. */
const queryLimit = 8;

/** Sends a refused read with one optional query parameter at a time, until the server accepts it. */
async function checkNeededQuery({ session, source, operation, parameters }: TestTarget): Promise<void> {
  for (const testCase of queryValueCases(source, operation, parameters).slice(0, queryLimit))
    if ((await session.send(testCase)).ok) break;
}

export function reportOtherResource(
  session: Session,
  operation: CheckedOperation,
  parameters: Parameters,
  outcome: Outcome,
): void {
  const { resources } = session.contract;
  const resourceType = resources.find((each) => [each.get, each.update, each.replace].includes(operation));
  const requestedId = resourceType && parameters[resourceType.parameter];
  const responseId = resourceType && fieldOf(outcome.value, resourceType.idField);
  // An empty id in a path means the root of a tree. The root may have another id in responses.
  if (!resourceType || !requestedId || responseId === undefined || hasId(outcome.value, requestedId)) return;
  // In `/settings/of/{user}`, the id belongs to a user if the contract also has a list of users and `/users/{user}`.
  const { list, parameter } = resourceType;
  if (!list && resources.some((resource) => resource.list && resource.parameter === parameter)) return;
  session.reportFault(outcome, operation, {
    rule: 'identity.other',
    pointer: `/${resourceType.idField}`,
    message: 'The response contains a different resource than requested.',
    expected: requestedId,
    actual: responseId,
  });
}

/** Whether any field has the requested id: an id of this or another resource, or a slug used in the path. */
function hasId(value: unknown, id: string, depth = 0): boolean {
  if (typeof value === 'string' || typeof value === 'number') return String(value).toLowerCase() === id.toLowerCase();
  return isObject(value) && depth < 3 && Object.values(value).some((field) => hasId(field, id, depth + 1));
}

async function checkHead(target: TestTarget, read: Outcome): Promise<void> {
  const { session, operation, parameters } = target;
  const head = await session.send(headCase(operation, parameters));
  if (head.status === read.status)
    for (const name of ['Content-Type', 'ETag', 'Content-Length']) await checkHeadHeader(target, read, head, name);
  if (head.status === 0 || head.status === read.status || head.status === 429 || head.status >= 500) return;
  // A server must support HEAD where it supports GET. That both return the same headers is only a SHOULD.
  const isMandatory = head.status >= 400;
  const message = isMandatory
    ? 'HEAD is refused though GET succeeds (RFC 9110 §9.1).'
    : 'HEAD returns a different status than GET (RFC 9110 §9.3.2).';
  const [expected, actual] = [`status ${read.status}`, `status ${head.status}`];
  session.reportFault(head, operation, { rule: 'head.differs', message, expected, actual }, { isMandatory });
}

/**
 * Compares a header of HEAD and GET (RFC 9110 §9.3.2). HEAD may leave it out. Sends both again several times, since the
 * response may vary.
 */
async function checkHeadHeader(
  { session, operation, parameters }: TestTarget,
  read: Outcome,
  head: Outcome,
  name: string,
): Promise<void> {
  const textOf = ({ exchange: { response } }: Outcome): string | undefined =>
    response && headerOf(response, name.toLowerCase());
  const toComparableText = (outcome: Outcome): string | undefined => textOf(outcome)?.replaceAll(' ', '').toLowerCase();
  const [inGet, inHead] = [toComparableText(read), toComparableText(head)];
  if (inGet === undefined || inHead === undefined || inGet === inHead) return;
  for (let attempt = 1; attempt <= proofRequestCount; attempt += 1) {
    const laterRead = await session.send(caseOfRepeatedRead(operation, parameters, `after HEAD ${attempt}`));
    // The body may contain a time or a counter, or the run itself may have changed the resource.
    if (toComparableText(laterRead) !== inGet || !hasSameBytes(read, laterRead)) return;
    if (toComparableText(await session.send(head.case)) === inGet) return;
  }
  // Only the length is a MUST (RFC 9110 §8.6).
  const isMandatory = name === 'Content-Length';
  const message = isMandatory
    ? 'HEAD announces a different length than GET sends (RFC 9110 §8.6).'
    : `HEAD returns a different ${name} than GET (RFC 9110 §9.3.2).`;
  const [expected, actual] = [`${name}: ${textOf(read)}`, `${name}: ${textOf(head)}`];
  session.reportFault(head, operation, { rule: 'head.differs', message, expected, actual }, { isMandatory });
}

async function checkSpelling({ session, operation, parameters }: TestTarget): Promise<void> {
  const testCase = spellingCase(operation, parameters);
  if (!testCase) return;
  const outcome = await session.send(testCase);
  const { response } = outcome.exchange;
  if (!outcome.ok || !response || isOtherPage(operation, response)) return;
  const message = 'A request with a different spelling of the path also succeeds.';
  const texts = { message, expected: 'any response', actual: `status ${outcome.status}` };
  session.reportFault(outcome, operation, { rule: 'path.other-spelling', ...texts });
}

/**
 * Tests an unknown id. A list may return an empty array, or an empty envelope if the contract lists no 404. The list
 * must not return items, since these belong to another parent. If any text is a valid id, the response only needs to
 * differ from that of the known resource.
 */
export async function checkUnknownId(
  session: Session,
  operation: CheckedOperation,
  testCase: Outcome['case'],
  knownValue: unknown,
): Promise<void> {
  const isCollectionRead = isCollection(operation, session.contract.resolve);
  if (!isCollectionRead && !testCase.isFreeName) {
    const outcome = await session.send(testCase);
    if (outcome.status === 404 && operation.method === 'get') await checkHeadOfUnknownId(session, operation, outcome);
    return;
  }
  const outcome = await session.send({ ...testCase, expect: 'any' });
  if (outcome.status >= 400 && outcome.status < 500 && outcome.status !== 429) session.noteRefusal(outcome);
  if (!outcome.ok || outcome.value === undefined) return;
  const items = itemsOf(session.contract, operation, outcome.value);
  const content = items ? `a list of ${formatCount(items.length, 'item')}` : 'a successful response';
  const fault = {
    rule: `refusal.${testCase.kind as AcceptedKind<'refusal'>}-accepted` as const,
    message: `A request ${testCase.about} returns ${content}.`,
    expected: 'a refusal with a 4xx status',
    actual: `status ${outcome.status}`,
  };
  const statesNotFound = operation.responses.some(({ status }) => status === '404');
  const isEmpty = hasNoContent(outcome.value) && (Array.isArray(outcome.value) || !statesNotFound);
  const isEvidence = isCollectionRead ? isEmpty : !isSameValue(outcome.value, knownValue);
  session.reportFault(outcome, operation, fault, { isEvidence, statesNotFound });
}

/** Whether all arrays and objects in a response are empty. Plain values beside them do not matter. */
function hasNoContent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  const isEmpty = (member: unknown): boolean => typeof member !== 'object' || Object.keys(member ?? {}).length === 0;
  return isObject(value) && Object.values(value).every(isEmpty);
}
