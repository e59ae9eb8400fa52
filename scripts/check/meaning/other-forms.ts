import { findUnknownTarget, markUnknownId } from '../cases/at-unknown-ids.js';
import { createSuitabilityTest, credentialsCase, type NearCredentials, nearCredentials } from '../cases/credentials.js';
import { distribute, isSmallContract, type VariationBase } from '../cases/distribution.js';
import { allMethods, type Permissions, pathSpecificMethods, undeclaredMethodCase } from '../cases/methods.js';
import { isOddIdSuitable, type OddId, oddIdCase, oddIds } from '../cases/odd-ids.js';
import { plainBody } from '../cases/refusals.js';
import {
  type BaseRequest,
  bodyVariations,
  hasJsonBody,
  readVariations,
  type Variation,
  variationCase,
} from '../cases/variations.js';
import { isOtherPage } from '../judge/response.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { headerOf } from '../model/exchange.js';
import { caseOf } from '../model/request.js';
import type { Discovery, FirstRead } from '../session/discover.js';
import type { RunOptions } from './harness.js';
import { checkUnknownId } from './reads.js';
import { checkReadVariations, compareVariations, isRequestUnderstood } from './variations.js';

type FirstReads = ReadonlyMap<CheckedOperation, FirstRead>;

type Assignments<Variation> = ReadonlyMap<CheckedOperation, readonly Variation[]>;

/** Sends reads in other forms: other credentials, headers, spellings, unusual ids and methods. They change nothing. */
export async function checkOtherForms(options: RunOptions, firstReads: FirstReads): Promise<void> {
  const { session, source, writes, isLocal = false } = options;
  const permissions: Permissions = { mayCreate: writes === 'disposable', isLocal };
  const successfulReads = [...firstReads].filter(([, { outcome }]) => outcome.ok).map(([operation]) => operation);
  const parametersOf = (operation: CheckedOperation) => firstReads.get(operation)?.parameters ?? {};
  const areCredentialsSuitable = createSuitabilityTest(source, permissions);
  const credentials = assign<NearCredentials>(options, successfulReads, nearCredentials, areCredentialsSuitable);
  const isReadSuitable: SuitabilityTest<Variation> = (operation, variation) => {
    const parameters = parametersOf(operation);
    const { request } = caseOf(operation, { kind: 'read', about: '', expect: 'success', parameters });
    return variationCase({ operation, parameters, request }, variation) !== undefined;
  };
  const variations = assign(options, successfulReads, readVariations, isReadSuitable);
  const readsWithIds = successfulReads.filter(({ pathParameters }) => pathParameters.length > 0);
  const isIdSuitable: SuitabilityTest<OddId> = (operation, oddId) => isOddIdSuitable(source, operation, oddId);
  await Promise.all([
    forEachInScope(options, credentials, async (operation, rows) => {
      await session.sendEach(rows.map((row) => credentialsCase(operation, parametersOf(operation), row)));
    }),
    forEachInScope(options, variations, (operation, assignment) =>
      checkReadVariations(session, operation, parametersOf(operation), assignment),
    ),
    forEachInScope(options, assign(options, readsWithIds, oddIds, isIdSuitable), async (operation, ids) => {
      await session.each(ids, async (id) => {
        const testCase = oddIdCase(source, operation, parametersOf(operation), id);
        const firstValue = firstReads.get(operation)?.outcome.value;
        if (testCase)
          await (id.mayExist ? session.send(testCase) : checkUnknownId(session, operation, testCase, firstValue));
      });
    }),
    checkUndeclaredMethods(options, firstReads, permissions),
  ]);
}

type SuitabilityTest<Variation> = (operation: CheckedOperation, variation: Variation) => boolean;

function assign<Variation extends VariationBase>(
  { contract, source }: RunOptions,
  targets: readonly CheckedOperation[],
  variations: readonly Variation[],
  isSuitable: SuitabilityTest<Variation>,
): Assignments<Variation> {
  return distribute({
    targets,
    variations,
    isSuitable,
    nameOf: ({ id, tag }) => [id, tag],
    seed: source.seed,
    operations: contract.operations.length,
  });
}

/** Calls `work` for each operation in scope, with its variations. Each shard computes the same assignments. */
async function forEachInScope<Variation>(
  { session, scope }: RunOptions,
  assignments: Assignments<Variation>,
  work: (operation: CheckedOperation, assignment: readonly Variation[]) => Promise<void>,
): Promise<void> {
  const scopedAssignments = [...assignments].filter(([operation]) => scope.has(operation));
  await session.each(scopedAssignments, ([operation, assignment]) => work(operation, assignment));
}

/** Sends methods that the contract does not have, spread over its paths. */
async function checkUndeclaredMethods(options: RunOptions, first: FirstReads, permissions: Permissions): Promise<void> {
  const { contract, source, scope, fullScope = scope } = options;
  // For a large contract, the unregistered method is left out, since `checkRead` already sends it to each path with ids
  // that can be read.
  const methods = isSmallContract(contract.operations.length) ? allMethods : pathSpecificMethods;
  const operationsByPath = new Map<string, CheckedOperation>();
  // An operation that gets no other request is left out: this request alone would make it appear tested.
  const isOperationCalled = (operation: CheckedOperation): boolean =>
    operation.method === 'get' ? first.has(operation) : operation.method !== 'post' || permissions.mayCreate;
  for (const operation of contract.operations.filter((each) => fullScope.has(each) && isOperationCalled(each))) {
    const knownOperation = operationsByPath.get(operation.path);
    if (!knownOperation || (operation.method === 'get' && knownOperation.method !== 'get'))
      operationsByPath.set(operation.path, operation);
  }
  const caseOfMethod = (operation: CheckedOperation, method: (typeof methods)[number]): TestCase | undefined =>
    undeclaredMethodCase(source, operation, method, permissions);
  const mayCallPath = ({ path }: CheckedOperation): boolean =>
    contract.operations.every((operation) => operation.path !== path || scope.whyNeverCalled(operation) === undefined);
  const targets = [...operationsByPath.values()].filter(mayCallPath);
  const assignments = assign(options, targets, methods, (...parts) => caseOfMethod(...parts) !== undefined);
  await forEachInScope(options, assignments, async (operation, assignment) => {
    for (const method of assignment) {
      const testCase = caseOfMethod(operation, method);
      if (testCase) await checkMethod(options, operation, testCase, method.name);
    }
  });
}

/** Sends a method. A TRACE that succeeds must return the request as message/http (RFC 9110 §9.3.8). */
async function checkMethod(
  { session }: RunOptions,
  operation: CheckedOperation,
  testCase: TestCase,
  name: string,
): Promise<void> {
  const outcome = await session.send(testCase);
  const { response } = outcome.exchange;
  if (name !== 'trace' || !response || !outcome.ok || isOtherPage(operation, response)) return;
  if (/^message\/http\b/i.test(headerOf(response, 'content-type') ?? '')) return;
  session.reportFault(outcome, operation, {
    rule: 'refusal.undeclared-method-accepted',
    message: 'The server accepts a TRACE request, but does not return that request.',
    expected: 'a refusal with a 4xx status, or message/http',
    actual: `status ${outcome.status}`,
  });
}

/** Sends writes in other forms to ids that do not exist. The server must refuse them like the usual form. */
export async function checkOtherFormsOfWrites(options: RunOptions, discovery: Discovery): Promise<void> {
  const { contract, session, source, scope, fullScope = scope, writes } = options;
  const targets = new Map<CheckedOperation, BaseRequest>();
  for (const operation of contract.operations.filter(fullScope.has)) {
    if (operation.method === 'get' || !operation.body) continue;
    const mayCreate = scope.isNamed(operation) || writes === 'disposable';
    const [parents] = scope.has(operation) ? await discovery.parametersFor(operation) : [];
    const parameters = findUnknownTarget(source, operation, parents, mayCreate);
    if (!parameters) continue;
    const body = plainBody(source, operation, parameters);
    const { request } = caseOf(operation, { kind: 'unknown-id', about: '', expect: 'any', parameters, body });
    if (hasJsonBody(operation, request)) targets.set(operation, { operation, parameters, request });
  }
  const assignments = assign(options, [...targets.keys()], bodyVariations, (operation, variation) => {
    const usualRequest = targets.get(operation);
    return usualRequest !== undefined && variationCase(usualRequest, variation) !== undefined;
  });
  await forEachInScope(options, assignments, async (operation, variations) => {
    const baseRequest = targets.get(operation);
    if (!baseRequest) return;
    const { parameters, request } = baseRequest;
    const parts = { kind: 'unknown-id', about: 'with an unknown id', expect: 'refusal', parameters } as const;
    await compareVariations(session, baseRequest, variations, {
      mayRunInParallel: true,
      createUsualCase: (detail) => ({ ...markUnknownId(caseOf(operation, { ...parts, detail })), request }),
      // A success was already reported as a finding.
      isComparable: (outcome) => isRequestUnderstood(outcome) && !outcome.ok,
      hasSameEffect: () => true,
    });
  });
}
