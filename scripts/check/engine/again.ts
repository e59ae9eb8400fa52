import { visible } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import { createJudge } from '../judge/response.js';
import { type Again, type AgainStep, caseOfStep, isReading, placeholder } from '../model/again.js';
import { callGate } from '../model/call-gate.js';
import type { CheckedContract } from '../model/contract.js';
import { shown } from '../model/deviation.js';
import { type Exchange, headerOf, type ReceivedResponse } from '../model/exchange.js';
import type { Finding } from '../model/finding.js';
import { valueAt } from '../model/likeness.js';
import { NoVerdict } from '../model/no-verdict.js';
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
function refuseOthers(contract: CheckedContract, { steps }: Again): void {
  const gate = callGate(contract, scopeOf({ operations: contract.operations }));
  for (const step of steps) {
    const { request } = caseOfStep(step, (text) => text.replaceAll(/\{\{id\d+\}\}/g, 'x'));
    if (!contract.operation(step.operationId))
      throw new UsageError(
        `The contract has no operation ${visible(step.operationId)}. Name the contract of the run with --contract.`,
      );
    const reason = gate({ ...step, request });
    if (reason !== undefined) throw new UsageError(`${visible(step.case)} is not sent again. ${reason}`);
  }
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
  for (const [index, step] of again.steps.entries()) {
    const isRemoval = index > again.show;
    if ((failed || options.signal?.aborted) && !isRemoval) continue;
    const testCase = caseOfStep(step, (text) => filled(text, ids));
    // Without its id, an address may be that of all resources.
    if (/\{\{id\d+\}\}/.test(testCase.request.path)) continue;
    const security = contract.operation(step.operationId)?.security ?? { kind: 'none' };
    const exchange = await transport.send(testCase.request, security);
    options.onStep({ ...step, path: testCase.request.path }, exchange);
    const { response, failure } = exchange;
    if (failure && /^(target|tls)\./.test(failure.code)) failed ??= new NoVerdict(failure.code, failure.message);
    const id = step.gives && response && idIn(response, step.gives.at);
    if (step.gives && id !== undefined) ids.set(step.gives.name, id);
    if (index < again.show) failed ??= whyNotMade(step, exchange, id);
    if (index === again.show && !failed) shows = await isShown(finding, again, { exchange, ids, judge, testCase });
    if (isRemoval && !isGone(response)) left.push(`${step.method} ${testCase.request.path}`);
  }
  const stopped = options.signal?.aborted ? new NoVerdict('run.stopped', 'It was stopped.') : undefined;
  return { shows, left, ...(shows === undefined && { why: failed ?? stopped }) };
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
  const { status = 0 } = response ?? {};
  return (status >= 200 && status < 300) || status === 404 || status === 410;
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
