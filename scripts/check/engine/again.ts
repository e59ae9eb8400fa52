import { createJudge } from '../judge/response.js';
import { type Again, type AgainStep, isReading, placeholder, scriptOf } from '../model/again.js';
import { calledContract, callGate } from '../model/call-gate.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { Exchange } from '../model/exchange.js';
import type { Finding } from '../model/finding.js';
import { type CheckOptions, isPutBack } from '../model/options.js';
import type { CheckReport } from '../model/report/report.js';
import { caseOf } from '../model/request.js';
import { scopeOf } from '../model/scope.js';
import { readCredentials } from '../transport/credentials.js';
import { confirmWrites, readTarget } from '../transport/target.js';
import { createTransport } from '../transport/transport.js';
import { atAddress, preparedContract } from './prepared-contract.js';
import { Replay, type ShownAgain } from './replay.js';
import { type ReplayPlan, replayPlan } from './replay-plan.js';
import { givenAddress, refuseOtherContract, refuseOtherKind, refuseOtherPath } from './same-sources.js';

export type AgainOptions = Partial<
  Pick<
    CheckOptions,
    'baseUrl' | 'auth' | 'headers' | 'keyCommand' | 'writes' | 'only' | 'exclude' | 'confirmHost' | 'allowInsecureHosts'
  >
> & {
  /** The file or address of the contract that a user has named; undefined for that of this package. */
  contract?: string;
  /** Reads the contract, with the answers that a user has given. */
  readContract: () => Promise<CheckedContract>;
  /** Seconds for one request. */
  timeout?: number;
  signal?: AbortSignal;
  /** Called after each request. */
  onExchange: (exchange: Exchange) => void;
};

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

/** The requests of a finding, ready to be sent. */
export interface PreparedAgain {
  /** Lines for a shell that send them; undefined if some do not fit into such lines. */
  script: string | undefined;
  /** Whether they write, and no user has allowed that. */
  isForbidden: boolean;
  /** Sends them, judges the response that shows the finding, and removes what was made. */
  show(): Promise<ShownAgain>;
}

/**
 * Checks everything about the requests of a finding before any is sent. The report is data, and may be somebody else's:
 * the server, the contract and the permission to write come from the options alone.
 *
 * @throws UsageError if the report is about another server or contract, or for a request that may not be sent
 */
export async function preparedAgain(
  report: CheckReport,
  finding: Finding & { again: Again },
  options: AgainOptions,
): Promise<PreparedAgain> {
  const { again } = finding;
  const baseUrl = givenAddress(report, options.baseUrl);
  refuseOtherKind(report, options.contract);
  const placed = atAddress(await options.readContract(), baseUrl);
  refuseOtherPath(report, baseUrl, placed.baseUrl);
  const contract = preparedContract(placed.contract, options);
  const target = readTarget(placed.baseUrl, options.allowInsecureHosts);
  refuseOtherContract(report, contract, again.steps);
  const { only, exclude, signal } = options;
  const scope = scopeOf({ operations: contract.operations, ...(only && { only }), ...(exclude && { exclude }) });
  const gate = callGate(contract, scope);
  const plan = replayPlan(again, { contract, gate, isLocal: target.isLoopback });
  const writes = plan.steps.some(({ needsPermission }) => needsPermission);
  const isForbidden = writes && options.writes !== 'disposable';
  if (writes && !isForbidden) confirmWrites(target, 'disposable', options.confirmHost);
  const script = scriptOf(
    { ...again, steps: [...plan.steps.map(({ step }) => step), ...removalsOf(plan)] },
    {
      baseUrl: placed.baseUrl,
      security: (id) => contract.operation(id)?.security ?? { kind: 'none' },
      always: contract.headers ?? {},
    },
  );
  return {
    script,
    isForbidden,
    async show() {
      const needsKey = plan.steps.some(({ operation }) => operation.security.kind !== 'none');
      const transport = createTransport({
        baseUrl: placed.baseUrl,
        connections: 1,
        timeout: (options.timeout ?? 30) * 1000,
        alone: true,
        credentials: await readCredentials(options, needsKey),
        ...(options.allowInsecureHosts !== undefined && { allowInsecureHosts: options.allowInsecureHosts }),
      });
      const judge = createJudge(contract, { isMock: false, signal });
      try {
        const { onExchange } = options;
        const way = { contract, called: calledContract(contract, scope), whyNever: scope.whyNever };
        return await new Replay(plan, { ...way, gate, transport, judge, signal, onExchange }).run(finding, again);
      } finally {
        await transport.close();
      }
    },
  };
}

/** The steps that remove what the others make, for the lines that a person may paste. */
function removalsOf({ steps }: ReplayPlan): AgainStep[] {
  return steps
    .flatMap(({ step: { gives }, makes }): AgainStep[] => {
      const { remove, parameter } = makes?.type ?? {};
      const id = gives ? placeholder(gives.name) : makes?.chosen;
      if (!makes || !remove || parameter === undefined || id === undefined) return [];
      const parameters = { ...makes.parents, [parameter]: id };
      const {
        id: name,
        request,
        ...purpose
      } = caseOf(remove, {
        kind: 'delete',
        about: 'of what was made',
        expect: 'any',
        parameters,
      });
      const path = request.path.replaceAll(/%7B%7B(id\d+)%7D%7D/g, '{{$1}}');
      return [{ ...purpose, case: name, method: 'DELETE', path, headers: { ...request.headers }, key: 'right' }];
    })
    .reverse();
}
