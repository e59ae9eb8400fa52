import { isObject } from '../../contract/json.js';
import { counted } from '../../text/numbers.js';
import { standsForGroup } from '../cases/dealing.js';
import { undeclaredMethodCase } from '../cases/methods.js';
import { queryValueCases } from '../cases/query-values.js';
import { headCase, otherMediaCases, readAgainCase, spellingCase } from '../cases/reads.js';
import { keyCases } from '../cases/refusals.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { isCollection, type ResourceType } from '../model/contract/resources.js';
import { headerOf } from '../model/exchange.js';
import { faultOf } from '../model/fault.js';
import { sameShown } from '../model/likeness.js';
import type { Parameters } from '../model/request.js';
import type { AcceptedKind } from '../model/rules/index.js';
import { itemsOf } from '../session/fixtures.js';
import type { Outcome } from '../session/outcome.js';
import { fieldOf } from '../session/resource.js';
import type { Session } from '../session/session.js';
import type { Aimed } from './harness.js';
import { wrongIdCases } from './lists/sharing.js';
import { reportUnstableOrder } from './lists/stability.js';

/**
 * Runs all tests of a read that need no other operation.
 *
 * @param mayCreate whether the run may create resources: then it may also try other methods that could
 * @param known the outcome of the same read, if it was sent already
 */
export async function checkRead(aimed: Aimed, mayCreate: boolean, known?: Outcome): Promise<void> {
  const { session, source, operation, parameters } = aimed;
  const first = known ?? (await session.send(readAgainCase(operation, parameters, '1')));
  await Promise.all([
    first.ok && checkReadable(aimed, first),
    !first.ok && mayCreate && [400, 422].includes(first.status) && checkNeededQuery(aimed),
    session.sendEach(keyCases(source, operation, parameters)),
    checkIds(aimed, first),
  ]);
  const undeclared = undeclaredMethodCase(source, operation, mayCreate);
  if (undeclared) await session.send(undeclared);
}

/** Sends a read that has succeeded again, and in other forms. */
async function checkReadable(aimed: Aimed, first: Outcome): Promise<void> {
  const { session, source, operation, parameters } = aimed;
  reportOther(session, operation, parameters, first);
  await Promise.all([
    session.each(hasSeveral(first.value) ? ['2', '3'] : ['2'], async (again) =>
      reportUnstableOrder(session, first, await session.send(readAgainCase(operation, parameters, again))),
    ),
    session.sendEach(otherMediaCases(operation, parameters)),
    checkHead(aimed, first),
    standsForGroup(source.contract, operation) && checkSpelling(aimed),
    session.sendEach(queryValueCases(source, operation, parameters)),
  ]);
}

/** Whether a value has an array of several items anywhere: only these have an order. */
function hasSeveral(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 1 || value.some(hasSeveral);
  return isObject(value) && Object.values(value).some(hasSeveral);
}

/** Sends a read with ids that do not exist, are invalid, or belong to other parents. */
async function checkIds(aimed: Aimed, first: Outcome): Promise<void> {
  const { session, operation } = aimed;
  await session.each(await wrongIdCases(aimed), (testCase) =>
    testCase.kind === 'bad-id' ? session.send(testCase) : checkUnknown(session, operation, testCase, first.value),
  );
}

/** Values of query parameters to try where a read may need one of several. */
const mostNeeded = 8;

/** Sends a refused read with each optional query parameter, until the server takes one: it may need one of several. */
async function checkNeededQuery({ session, source, operation, parameters }: Aimed): Promise<void> {
  for (const testCase of queryValueCases(source, operation, parameters).slice(0, mostNeeded))
    if ((await session.send(testCase)).ok) break;
}

/** Reports a response with a different resource than requested. */
export function reportOther(
  session: Session,
  operation: CheckedOperation,
  parameters: Parameters,
  outcome: Outcome,
): void {
  const resourceType = session.contract.resources.find(
    ({ get, update, replace }) => get === operation || update === operation || replace === operation,
  );
  const asked = resourceType && parameters[resourceType.parameter];
  const shown = resourceType && fieldOf(outcome.value, resourceType.idField);
  // An empty path says where the root of a tree is, and not what it is called.
  if (!resourceType || !asked || shown === undefined || shows(outcome.value, asked)) return;
  if (isNamedElsewhere(session.contract.resources, resourceType)) return;
  const fault = faultOf(operation, {
    rule: 'identity.other',
    pointer: `/${resourceType.idField}`,
    message: 'The response contains a different resource than requested.',
    expected: asked,
    actual: shown,
  });
  session.report(outcome, fault);
}

/** Whether a field has the asked id: the id, a slug that a path has in its place, or the id of another resource. */
function shows(value: unknown, asked: string, depth = 0): boolean {
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).toLowerCase() === asked.toLowerCase();
  return isObject(value) && depth < 3 && Object.values(value).some((field) => shows(field, asked, depth + 1));
}

/** Whether the parameter is the id of another kind of resource: `/settings/of/{id}` beside a list and `/users/{id}`. */
function isNamedElsewhere(resources: readonly ResourceType[], { list, parameter }: ResourceType): boolean {
  return !list && resources.some((other) => other.list && other.parameter === parameter);
}

async function checkHead(aimed: Aimed, read: Outcome): Promise<void> {
  const { session, operation, parameters } = aimed;
  const head = await session.send(headCase(operation, parameters));
  if (head.status === read.status) {
    reportHeadType(aimed, read, head);
    await checkHeadLength(aimed, read, head);
  }
  if (head.status === 0 || head.status === read.status || head.status === 429 || head.status >= 500) return;
  // Every server must support HEAD where it supports GET; that both return the same is a SHOULD.
  const isMust = head.status >= 400;
  const message = isMust
    ? 'HEAD is refused though GET succeeds (RFC 9110 §9.1).'
    : 'HEAD returns a different status than GET (RFC 9110 §9.3.2).';
  const [expected, actual] = [`status ${read.status}`, `status ${head.status}`];
  session.report(head, faultOf(operation, { rule: 'head.differs', message, expected, actual }, { isMust }));
}

/** Compares the Content-Type of HEAD and GET (RFC 9110 §9.3.2). HEAD may leave it out. */
function reportHeadType({ session, operation }: Aimed, read: Outcome, head: Outcome): void {
  const typeOf = ({ exchange: { response } }: Outcome): string | undefined =>
    response && headerOf(response, 'content-type')?.replaceAll(' ', '').toLowerCase();
  const [expected, actual] = [typeOf(read), typeOf(head)];
  if (expected === undefined || actual === undefined || expected === actual) return;
  const message = 'HEAD returns a different Content-Type than GET (RFC 9110 §9.3.2).';
  session.report(head, faultOf(operation, { rule: 'head.differs', message, expected, actual }, { isMust: false }));
}

/** Compares the Content-Length of HEAD and GET (RFC 9110 §8.6). Reads again, since the resource may have changed. */
async function checkHeadLength({ session, operation, parameters }: Aimed, read: Outcome, head: Outcome): Promise<void> {
  const lengthOf = ({ exchange: { response } }: Outcome): string | undefined =>
    response && headerOf(response, 'content-length');
  const [before, announced] = [lengthOf(read), lengthOf(head)];
  if (before === undefined || announced === undefined || before === announced) return;
  const again = await session.send(readAgainCase(operation, parameters, 'after HEAD'));
  // A time or a counter may have another number of digits at each read.
  if (lengthOf(again) !== before || !hasSameBytes(read, again)) return;
  const message = 'HEAD announces a different length than GET sends (RFC 9110 §8.6).';
  const [expected, actual] = [`Content-Length: ${before}`, `Content-Length: ${announced}`];
  session.report(head, faultOf(operation, { rule: 'head.differs', message, expected, actual }, { isMust: true }));
}

function hasSameBytes(one: Outcome, other: Outcome): boolean {
  const [a, b] = [one, other].map(({ exchange: { response } }) => response && Buffer.from(response.bytes));
  return a !== undefined && b !== undefined && a.equals(b);
}

async function checkSpelling({ session, operation, parameters }: Aimed): Promise<void> {
  const testCase = spellingCase(operation, parameters);
  if (!testCase) return;
  const outcome = await session.send(testCase);
  if (!outcome.ok) return;
  const fault = faultOf(operation, {
    rule: 'path.other-spelling',
    message: 'A different spelling of the path also succeeds.',
    expected: 'any response',
    actual: `status ${outcome.status}`,
  });
  session.report(outcome, fault);
}

/**
 * Tests an unknown parent: an empty array is acceptable, and an envelope without items where the contract lists no 404,
 * but a list with items belongs to another parent. The state of what any text may name is acceptable, too, unless it is
 * the state of another.
 */
export async function checkUnknown(
  session: Session,
  operation: CheckedOperation,
  testCase: Outcome['case'],
  known: unknown,
): Promise<void> {
  const isMany = isCollection(operation, session.contract.resolve);
  if (!isMany && !testCase.isFreeName) {
    await session.send(testCase);
    return;
  }
  const outcome = await session.send({ ...testCase, expect: 'any' });
  if (outcome.status >= 400 && outcome.status < 500 && outcome.status !== 429) session.refused(outcome);
  if (!outcome.ok || outcome.value === undefined) return;
  const items = itemsOf(session.contract, operation, outcome.value);
  const shown = items ? `a list of ${counted(items.length, 'item')}` : 'a success';
  const found = {
    rule: `refusal.${testCase.kind as AcceptedKind<'refusal'>}-accepted` as const,
    message: `A request ${testCase.about} returns ${shown}.`,
    expected: 'a refusal by a 4xx',
    actual: `status ${outcome.status}`,
  };
  const statesNotFound = operation.responses.some(({ status }) => status === '404');
  const isNone = holdsNothing(outcome.value) && (Array.isArray(outcome.value) || !statesNotFound);
  const isEvidence = isMany ? isNone : !sameShown(outcome.value, known);
  session.report(outcome, faultOf(operation, found, { isEvidence, statesNotFound }));
}

/** Whether no array and no object in a response has anything in it, whatever stands beside them. */
function holdsNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every((below) => typeof below !== 'object' || isHollow(below));
}

function isHollow(value: unknown): boolean {
  return value === null || Object.keys(value as object).length === 0;
}
