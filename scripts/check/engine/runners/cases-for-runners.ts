import { UsageError } from '../../../text/usage-error.js';
import { casesAtUnknownIds } from '../../cases/at-unknown-ids.js';
import { oneUndeclaredMethodCase } from '../../cases/methods.js';
import { caseOfRead } from '../../cases/reads.js';
import { idCases, keyCases, wrongQueryCases } from '../../cases/refusals.js';
import { type CaseSource, caseSource } from '../../cases/source.js';
import { readJson } from '../../judge/json-text.js';
import { createJudge } from '../../judge/response.js';
import { reportOtherResource } from '../../meaning/reads.js';
import type { TestCase } from '../../model/case.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { listShape } from '../../model/contract/resources.js';
import { type Exchange, isSuccess, type SentRequest } from '../../model/exchange.js';
import type { Finding } from '../../model/finding.js';
import { NoVerdict } from '../../model/no-verdict.js';
import type { CheckOptions } from '../../model/options.js';
import type { Parameters } from '../../model/request.js';
import { scopeOf } from '../../model/scope.js';
import { Tally } from '../../model/tally.js';
import { Fixtures, itemsOf, userParameters } from '../../session/fixtures.js';
import { FactNotebook } from '../../session/notebook.js';
import { RunSession } from '../../session/run-session.js';
import { type CredentialOptions, readCredentials } from '../../transport/credentials.js';
import { emptySearch, tryKeySearch } from '../../transport/key.js';
import type { NetworkOptions } from '../../transport/network.js';
import type { Transport } from '../../transport/transport.js';
import { refuseAnswersWithContract } from '../contract/choose-contract.js';
import { checkContractNames } from '../contract/given-parameters.js';
import { ownContract } from '../contract/own-contract.js';
import { prepareContract, requiresKey } from '../contract/prepared-contract.js';
import { readContractWithAnswers } from '../contract/taught-contract.js';
import { type ReceivedResponse, toExchangeResponse } from './judge-response.js';

/** Options of `cases`. `baseUrl` is needed only for `RunnerCase.run()`; `contract` is by default this package's own. */
export interface CasesOptions extends CredentialOptions, NetworkOptions, Partial<Pick<CheckOptions, CaseOption>> {
  contract?: CheckedContract;
}

type CaseOption = 'baseUrl' | 'parameters' | 'auth' | 'include' | 'only' | 'exclude' | 'seed' | 'timeout' | 'answers';

/** A request that changes nothing on a correct server, with functions that judge its response. */
export interface RunnerCase {
  /** The id of the case, which is the same in each run: `getPartnerEntry/no-key`. */
  id: string;
  operationId: string;
  /** The end of a sentence that begins with the name of the operation: "without a key". */
  about: string;
  /** The request to send; its `key` says which key to send with it. */
  request: SentRequest;
  /**
   * Checks a response to the request against the contract.
   *
   * @throws NoVerdict if the response proves nothing, such as a 404 to a read
   * @throws TypeError if the argument is not a response
   */
  judge(response: ReceivedResponse): Promise<Finding[]>;
  /**
   * Sends the request to `baseUrl`, with the key from `DIRECTORY_API_KEY` or `keyCommand`, and judges the response.
   *
   * @throws NoVerdict if no server responds, or if the response proves nothing
   * @throws UsageError if the key or a base URL to which it may be sent is missing; then nothing was sent
   */
  run(): Promise<Finding[]>;
}

/** A read that has no test cases, since `parameters` lacks ids that it needs. */
export interface Need {
  operationId: string;
  parameters: string[];
}

export interface RunnerCases extends Array<RunnerCase> {
  needs: Need[];
}

interface CasePlan {
  case: TestCase;
  operation: CheckedOperation;
  check(session: RunSession, exchange: Exchange): Promise<void>;
}

/**
 * Returns test cases that change nothing, for your own test runner: reads of the resources in `parameters`, and
 * requests that the server must refuse. Writes go only to ids that do not exist. The same contract, parameters and seed
 * always give the same cases. Unlike `check`, the cases do not compare responses with each other.
 *
 * @throws RangeError for an unknown operation or parameter, or an invalid id
 * @throws UsageError for a mistake in the answers
 */
export function cases(options: CasesOptions = {}): RunnerCases {
  const { parameters = {}, seed = 0 } = options;
  const rawContract = selectContract(options);
  try {
    checkContractNames(rawContract, options);
  } catch (error) {
    throw error instanceof UsageError ? new RangeError(error.message) : error;
  }
  const contract = prepareContract(rawContract, options);
  const fixtures = new Fixtures(new FactNotebook(contract), parameters);
  const source = caseSource(contract, seed, fixtures);
  const scope = scopeOf({ ...options, operations: contract.operations });
  const needs: Need[] = [];
  const plans = contract.operations.filter(scope.has).flatMap((operation) => {
    const ids = userParameters(operation.pathParameters, parameters, operation);
    const planCases = (testCases: readonly TestCase[]): CasePlan[] =>
      testCases.map((testCase) => planCase(operation, testCase));
    if (operation.method !== 'get')
      return planCases(casesAtUnknownIds(source, operation, ids, { mayCreate: scope.isNamed(operation) }));
    const missingNames = operation.pathParameters.filter((name) => ids[name] === undefined);
    if (missingNames.length === 0) return planReads(source, operation, ids);
    needs.push({ operationId: operation.id, parameters: missingNames });
    return [];
  });
  const needsKey = plans.some(({ operation }) => requiresKey(operation));
  const openTransport = createTransportOpener(options, needsKey);
  const runnerCases = plans.map((plan) => toRunnerCase(contract, plan, options.baseUrl, openTransport));
  return Object.assign(runnerCases, { needs });
}

function selectContract({ contract, answers }: CasesOptions): CheckedContract {
  refuseAnswersWithContract({ contract, answers });
  return answers === undefined ? (contract ?? ownContract()) : readContractWithAnswers(answers);
}

function planCase(operation: CheckedOperation, testCase: TestCase): CasePlan {
  return { case: testCase, operation, check: async (session) => void (await session.send(testCase)) };
}

function planReads(source: CaseSource, operation: CheckedOperation, parameters: Parameters): CasePlan[] {
  const { contract } = source;
  const read = caseOfRead(operation, parameters);
  const queryCases = listShape(operation, contract.resolve) ? wrongQueryCases(source, operation, parameters) : [];
  const planIdCase = (testCase: TestCase): CasePlan => ({
    case: testCase,
    operation,
    check: async (session, exchange) =>
      void (await session.send(withListExpectation(contract, operation, testCase, exchange))),
  });
  const checkRead: CasePlan['check'] = async (session) =>
    reportOtherResource(session, operation, parameters, await session.send(read));
  const testCase = oneUndeclaredMethodCase(source, operation);
  return [
    { case: read, operation, check: checkRead },
    ...[...keyCases(source, operation, parameters), ...queryCases].map((each) => planCase(operation, each)),
    ...idCases(source, operation, parameters).map(planIdCase),
    ...(testCase ? [planCase(operation, testCase)] : []),
  ];
}

/** Below an unknown parent, an empty list is right. Items would be wrong, since they belong to another parent. */
function withListExpectation(
  contract: CheckedContract,
  operation: CheckedOperation,
  testCase: TestCase,
  { response }: Exchange,
): TestCase {
  if (testCase.kind === 'bad-id' || !listShape(operation, contract.resolve)) return testCase;
  const value = response && response.status < 300 ? readJson(response.bytes).value : undefined;
  const items = value === undefined ? undefined : itemsOf(contract, operation, value);
  return { ...testCase, expect: items && items.length > 0 ? 'refusal' : 'any', refusedWith: [] };
}

const missingBaseUrlMessage =
  'baseUrl is undefined. Pass the address of the server to cases(), or send the request yourself and judge the ' +
  'response.';

type OpenTransport = () => Promise<Transport>;

/** Returns a function that creates the transport for all cases at its first call. */
function createTransportOpener(options: CasesOptions, needsKey: boolean): OpenTransport {
  const { baseUrl, timeout = 30 } = options;
  let pendingTransport: Promise<Transport> | undefined;
  const open = async (address: string): Promise<Transport> => {
    const { createTransport } = await import('../../transport/transport.js');
    const credentials = await readCredentials(options, needsKey);
    const connectionOptions = { connections: 4, timeout: timeout * 1000, hasOwnConnections: true };
    return createTransport({ baseUrl: address, ...connectionOptions, credentials, network: options });
  };
  return async () => {
    if (baseUrl === undefined) throw new UsageError(missingBaseUrlMessage);
    pendingTransport ??= open(baseUrl);
    try {
      return await pendingTransport;
    } catch (error) {
      // The user may set the key before the next case runs.
      pendingTransport = undefined;
      throw error;
    }
  };
}

function toRunnerCase(
  contract: CheckedContract,
  plan: CasePlan,
  baseUrl: string | undefined,
  openTransport: OpenTransport,
): RunnerCase {
  const { id, operationId, about, request } = plan.case;
  return {
    id,
    operationId,
    about,
    request,
    async judge(input) {
      const response = await toExchangeResponse(input, plan.operation);
      const { clean, redact } = tryKeySearch() ?? emptySearch;
      const tally = new Tally(contract, baseUrl ?? '', redact);
      const exchange = clean({ request, response, milliseconds: 0, attempts: 1 });
      const findings = await judgeExchange(plan, exchange, contract, tally);
      return baseUrl === undefined ? findings.map((finding) => ({ ...finding, curl: '' })) : findings;
    },
    async run() {
      const transport = await openTransport();
      const tally = new Tally(contract, baseUrl ?? '', transport.redact);
      return judgeExchange(plan, await transport.send(request, plan.operation.security), contract, tally);
    },
  };
}

/** Judges a finished exchange in its own session, as a run would do it. */
async function judgeExchange(
  plan: CasePlan,
  exchange: Exchange,
  contract: CheckedContract,
  tally: Tally,
): Promise<Finding[]> {
  const judge = createJudge(contract, { isMock: false });
  const send = (): Promise<Exchange> => Promise.resolve(exchange);
  const session = new RunSession({ contract, tally, judge, send, settleTime: 0, concurrency: 1 });
  await plan.check(session, exchange);
  const findings = tally.findings();
  if (findings.every(({ severity }) => severity === 'observation')) refuseInconclusiveResponse(plan.case, exchange);
  return findings;
}

/** @throws NoVerdict if the response does not show the tested behaviour, so that the case can neither pass nor fail */
function refuseInconclusiveResponse({ expect, request, about, operationId }: TestCase, { response }: Exchange): void {
  const status = response?.status ?? 0;
  const isConclusive = status !== 429 && status < 500;
  if (isConclusive && (expect !== 'success' || isSuccess(response))) return;
  const isResourceMissing = status === 404 || status === 410;
  const hintForOtherStatus = isConclusive ? 'Use a key that may call this operation.' : 'Try again later.';
  const hint = isResourceMissing ? 'Pass ids of existing resources.' : hintForOtherStatus;
  const problem = `${request.method} ${request.path} returned ${status}`;
  throw new NoVerdict('case.not-tested', `${problem}, so ${operationId} ${about} was not tested. ${hint}`);
}
