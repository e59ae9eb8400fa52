import { formOf } from '../../contract/path-template.js';
import { visible } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import { createJudge } from '../judge/response.js';
import { type Again, type AgainStep, caseOfStep, isAimed, isReading, placeholder } from '../model/again.js';
import { callGate } from '../model/call-gate.js';
import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract.js';
import { shown } from '../model/deviation.js';
import { type Exchange, headerOf, type ReceivedResponse } from '../model/exchange.js';
import type { Finding } from '../model/finding.js';
import { valueAt } from '../model/likeness.js';
import { NoVerdict } from '../model/no-verdict.js';
import type { CheckedOperation } from '../model/operations.js';
import { type CheckOptions, isPutBack } from '../model/options.js';
import type { CheckReport } from '../model/report.js';
import { isSendable } from '../model/request.js';
import { scopeOf } from '../model/scope.js';
import { readCredentials } from '../transport/credentials.js';
import { createTransport, type Transport } from '../transport/index.js';
import { confirmWrites, readTarget } from '../transport/target.js';
import { atAddress } from './at-address.js';
import { chosenContract } from './chosen-contract.js';
import { preparedContract } from './prepared-contract.js';

export type AgainOptions = Pick<
  CheckOptions,
  'baseUrl' | 'contract' | 'answers' | 'auth' | 'headers' | 'keyCommand' | 'confirmHost' | 'allowInsecureHosts'
> & {
  /** Seconds for one request. */
  timeout?: number;
  signal?: AbortSignal;
  /** Called after each request. */
  onStep: (step: AgainStep, exchange: Exchange) => void;
};

/** What became of a finding. */
export interface ShownAgain {
  /** Whether it shows; undefined if that is not known. */
  shows: boolean | undefined;
  /** Why it is not known: the code and a sentence. */
  why?: NoVerdict | undefined;
  /** Requests that should have removed what the steps made, and did not. */
  left: string[];
}

/**
 * Why a finding is not shown again by requests; undefined if it may be. Only a run that made what it wrote to can write
 * again: what `noop` and `roundtrip` wrote to has other values by now, and no journal.
 */
export function whyNotAgain({ run, target }: CheckReport, { again, state }: FindingToShow): string | undefined {
  if (target.kind === 'recording') return 'It is about recorded traffic, and nothing was sent.';
  if (!again) return `${state ? 'It is about a state after the run' : 'Its requests are not in the report'}.`;
  if (!isPutBack(run.writes)) return undefined;
  return again.steps.every((step) => isReading(step) || step.isAtUnknownId === true)
    ? undefined
    : `The run wrote to an existing resource with --writes ${run.writes}, and put its values back. Without its ` +
        'journal that would not be safe, so the write is not sent again.';
}

interface FindingToShow {
  again?: Again | undefined;
  state?: boolean;
}

/**
 * Sends the requests of a finding again, judges the response that shows it, and removes what was made.
 *
 * @throws UsageError for a request that the contract does not have, or that needs a confirmation
 */
export async function showAgain(finding: Finding, again: Again, options: AgainOptions): Promise<ShownAgain> {
  const placed = atAddress(await chosenContract(options), options.baseUrl);
  const contract = preparedContract(placed.contract, options);
  const target = readTarget(placed.baseUrl, options.allowInsecureHosts);
  if (!again.steps.every(isReading)) confirmWrites(target, 'disposable', options.confirmHost);
  refuseOthers(contract, again);
  const needsKey = again.steps.some(({ operationId }) => contract.operation(operationId)?.security.kind !== 'none');
  const transport = createTransport({
    baseUrl: placed.baseUrl,
    connections: 1,
    timeout: (options.timeout ?? 30) * 1000,
    alone: true,
    credentials: await readCredentials(options, needsKey),
    ...(options.allowInsecureHosts !== undefined && { allowInsecureHosts: options.allowInsecureHosts }),
  });
  try {
    return await sendAll(finding, again, { contract, transport, options });
  } finally {
    await transport.close();
  }
}

/** @throws UsageError for steps that no run against this contract can have sent: somebody may have edited the report */
function refuseOthers(contract: CheckedContract, { steps, show }: Again): void {
  if (!steps[show]) throw new UsageError('The report does not say which of its requests shows the finding.');
  const gate = callGate(contract, scopeOf({ operations: contract.operations }));
  for (const step of steps) {
    const { request } = caseOfStep(step, (text) => text.replaceAll(/\{\{id\d+\}\}/g, 'x'));
    const operation = contract.operation(step.operationId);
    if (!operation)
      throw new UsageError(
        `The contract has no operation ${visible(step.operationId)}. Name the contract of the run with --contract.`,
      );
    const reason = gate({ ...step, request }) ?? whyForeign(step, operation);
    if (reason !== undefined) throw new UsageError(`${visible(step.case)} is not sent again. ${reason}`);
  }
}

/** Headers that lead a request, or the key, elsewhere. */
const leading = /^(?:host|authorization|proxy-.*)$/i;

function whyForeign(step: AgainStep, { id, method, path }: CheckedOperation): string | undefined {
  const header = Object.keys(step.headers).find((name) => leading.test(name));
  if (header !== undefined) return `It has the header ${visible(header)}, which no check sends.`;
  const isOwnMethod = step.method.toLowerCase() === method || isReading(step) || step.kind === 'undeclared-method';
  const isOwnPath = isReading(step) || formOf(path).test(step.path.split('?')[0] ?? '');
  if (!isOwnMethod || !isOwnPath) return `${visible(`${step.method} ${step.path}`)} is not ${id} of the contract.`;
  return isAimed(step, path) ? undefined : `${visible(step.path)} could be somebody else's by now.`;
}

interface Sending {
  contract: CheckedContract;
  transport: Transport;
  options: AgainOptions;
}

async function sendAll(finding: Finding, again: Again, { contract, transport, options }: Sending): Promise<ShownAgain> {
  const ids = new Map<string, string>();
  const left: string[] = [];
  const judge = createJudge(contract, { isMock: false, signal: options.signal });
  let shows: boolean | undefined;
  let failed: NoVerdict | undefined;
  let isRefused = false;
  for (const [index, step] of again.steps.entries()) {
    const isRemoval = index > again.show;
    if ((failed || options.signal?.aborted) && !isRemoval) continue;
    const testCase = caseOfStep(step, (text) => filled(text, ids));
    // Without its id, an address may be that of all resources. What the steps did not make is not theirs to remove.
    if (/\{\{id\d+\}\}/.test(testCase.request.path) || (isRemoval && isRefused)) continue;
    const security = contract.operation(step.operationId)?.security ?? { kind: 'none' };
    const exchange = await transport.send(testCase.request, security);
    options.onStep({ ...step, path: testCase.request.path }, exchange);
    const { response, failure } = exchange;
    if (failure && /^(target|tls)\./.test(failure.code)) failed ??= new NoVerdict(failure.code, failure.message);
    const id = step.gives && response && idIn(response, step.gives.at);
    if (step.gives && id !== undefined) ids.set(step.gives.name, id);
    const status = response?.status;
    if (step.kind === 'create') isRefused ||= !isSuccess(status);
    const mayBeMade = step.kind === 'create' && !(status !== undefined && status >= 400 && status < 500);
    if (mayBeMade && step.gives && id === undefined) left.push(`${step.method} ${testCase.request.path}`);
    if (index < again.show) failed ??= whyNotMade(step, exchange, id);
    if (index === again.show && !failed) {
      shows = await isShown(finding, again, { exchange, ids, judge, testCase });
      if (!isProof(again, testCase, status, shows)) {
        shows = undefined;
        failed = new NoVerdict('again.unanswered', `The request that shows it got ${status ?? 'no response'}.`);
      }
    }
    const isOwnRemoval = step.method === 'DELETE' && testCase.request.key === 'right' && index >= again.show;
    if (isOwnRemoval && !isGone(response)) left.push(`${step.method} ${testCase.request.path}`);
  }
  const stopped = options.signal?.aborted ? new NoVerdict('run.stopped', 'It was stopped.') : undefined;
  return { shows, left, ...(shows === undefined && { why: failed ?? stopped }) };
}

/** Whether a response proves anything: one of a server that is down, or refuses the key, does not. */
function isProof(
  { by }: Again,
  { request: { key } }: TestCase,
  status: number | undefined,
  shows: boolean | undefined,
): boolean {
  if (by === 'judgement' && shows === true) return true;
  if (by === 'nothing') return true;
  if (status === undefined || status === 429 || status >= 500) return false;
  if (by === 'value' && !isSuccess(status)) return false;
  return key !== 'right' || (status !== 401 && status !== 403);
}

function isSuccess(status = 0): boolean {
  return status >= 200 && status < 300;
}

/** The reason why a step did not prepare what the next ones need. */
function whyNotMade(step: AgainStep, { response }: Exchange, id: string | undefined): NoVerdict | undefined {
  const status = response?.status ?? 0;
  // A write before the one that shows the finding may be refused, as it was in the run.
  if (step.gives ? id !== undefined : step.kind !== 'create' || (status >= 200 && status < 300)) return undefined;
  return new NoVerdict(
    'again.not-made',
    `${step.case} did not make what the finding needs: the server returned ${status === 0 ? 'no response' : status}` +
      `${step.gives ? `, without an id at ${visible(step.gives.at)}` : ''}.`,
  );
}

function isGone(response: ReceivedResponse | undefined): boolean {
  const status = response?.status;
  return isSuccess(status) || status === 404 || status === 410;
}

function filled(text: string, ids: ReadonlyMap<string, string>): string {
  return [...ids].reduce((all, [name, id]) => all.replaceAll(placeholder(name), id), text);
}

/** The id that a response gives, unless it would mean something in a path. */
function idIn(response: ReceivedResponse, at: string): string | undefined {
  const location = headerOf(response, 'location');
  const id = at === 'Location' ? /([^/?]+)\/?$/.exec(location ?? '')?.[1] : valueAt(jsonOf(response), at);
  const text = typeof id === 'string' || typeof id === 'number' ? String(id) : '';
  return isSendable(text) && /^\w[\w.~-]*$/.test(text) ? text : undefined;
}

interface ShownBy {
  exchange: Exchange;
  ids: ReadonlyMap<string, string>;
  judge: ReturnType<typeof createJudge>;
  testCase: ReturnType<typeof caseOfStep>;
}

async function isShown(
  { rule, expected }: Finding,
  again: Again,
  { exchange, ids, judge, testCase }: ShownBy,
): Promise<boolean | undefined> {
  const { response } = exchange;
  switch (again.by) {
    case 'judgement': {
      const { deviations } = await judge(testCase, exchange);
      return deviations.some((each) => each.rule === rule && each.pointer === again.pointer);
    }
    case 'value':
      return response && shown(valueAt(jsonOf(response), again.pointer)) !== expected;
    case 'response': {
      const id = filled(again.id ?? '', ids);
      return response?.status === again.status && textOf(response).includes(id) === again.isNamed;
    }
    case 'nothing':
      return undefined;
  }
}

function textOf(response: ReceivedResponse | undefined): string {
  return new TextDecoder().decode(response?.bytes);
}

function jsonOf(response: ReceivedResponse): unknown {
  try {
    return JSON.parse(textOf(response));
  } catch {
    return undefined;
  }
}
