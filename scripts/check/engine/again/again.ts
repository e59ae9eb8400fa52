import { visible } from '../../../text/escape.js';
import { UsageError } from '../../../text/usage-error.js';
import { createJudge } from '../../judge/response.js';
import { type Again, type AgainStep, isReading, placeholder, scriptOf } from '../../model/again.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { Exchange } from '../../model/exchange.js';
import type { Finding } from '../../model/finding.js';
import { type CheckOptions, isPutBack } from '../../model/options.js';
import type { CheckReport } from '../../model/report/report.js';
import { calledContract, callGate, scopeOf } from '../../model/scope.js';
import { oneSpelling } from '../../restore/opening.js';
import { readCredentials } from '../../transport/credentials.js';
import { baseUrlVariable, confirmWrites, readTarget, targetOf } from '../../transport/target.js';
import { createTransport } from '../../transport/transport.js';
import { atAddress, preparedContract } from '../contract/prepared-contract.js';
import { removalCase } from '../server/removing-creations.js';
import { Replay, type ShownAgain } from './replay.js';
import { type ReplayPlan, replayPlan } from './replay-plan.js';

type AgainOptions = Partial<
  Pick<
    CheckOptions,
    'baseUrl' | 'auth' | 'headers' | 'keyCommand' | 'writes' | 'only' | 'exclude' | 'confirmHost' | 'allowInsecureHosts'
  >
> & {
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
interface PreparedAgain {
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
  const placed = atAddress(await options.readContract(), baseUrl);
  refuseOtherServer(report, baseUrl, placed.baseUrl);
  refuseOtherContract(report, placed.contract, again.steps);
  const contract = preparedContract(placed.contract, options);
  const target = readTarget(placed.baseUrl, options.allowInsecureHosts);
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
      const { id: name, about: _, request, ...purpose } = removalCase(remove, parameters);
      const path = request.path.replaceAll(/%7B%7B(id\d+)%7D%7D/g, '{{$1}}');
      return [{ ...purpose, case: name, method: 'DELETE', path, headers: { ...request.headers }, key: 'right' }];
    })
    .reverse();
}

/** @throws UsageError without a valid address: only a user can give it, since a report may be somebody else's */
function givenAddress({ target }: CheckReport, given: string | undefined): string {
  const named = visible(target.baseUrl);
  if (given === undefined)
    throw new UsageError(
      `The report is about ${named}. Nothing was sent. If the key may go there, type --base-url ${named}, or set ` +
        `${baseUrlVariable}.`,
    );
  targetOf(given);
  return given;
}

/**
 * @param placed the address with the path of the servers in the contract
 * @throws UsageError for another scheme, host, port or path than the report has
 */
function refuseOtherServer({ target }: CheckReport, given: string, placed: string): void {
  const isSame = originOf(target.baseUrl) === originOf(given);
  if (isSame && [given, placed].some((each) => pathOf(each) === pathOf(target.baseUrl))) return;
  throw new UsageError(
    `The report is about ${visible(target.baseUrl)}, not about ${visible(given)}. Nothing was sent. Name the report ` +
      `of a run against ${visible(given)} with --report, or type --base-url ${visible(target.baseUrl)}.`,
  );
}

/** Empty for an address that no check has. */
function originOf(address: string): string {
  try {
    return oneSpelling(address).origin;
  } catch (error) {
    if (error instanceof UsageError) return '';
    throw error;
  }
}

function pathOf(address: string): string {
  return new URL(address).pathname.replace(/\/+$/, '');
}

/**
 * Checks that a contract is that of a report, as far as the steps of a finding go.
 *
 * @throws UsageError for another one, or for one that was taught other answers
 */
function refuseOtherContract(report: CheckReport, own: CheckedContract, steps: readonly AgainStep[]): void {
  const { contract, answers, operations } = report;
  const isSame = steps.every(({ operationId }) => {
    const reported = operations.find((each) => each.operationId === operationId);
    const given = own.operation(operationId);
    // An operation that neither has is refused by its name.
    if (!reported || !given) return reported === undefined || given !== undefined;
    return reported.method === given.method.toUpperCase() && reported.path === given.path;
  });
  const isOfPackage = (file: string | undefined): boolean => file === undefined;
  if (isOfPackage(contract.file) !== isOfPackage(own.file) || contract.title !== own.title || !isSame)
    throw otherContract(contract, own.file);
  if (answers?.sha256 === own.answers?.sha256) return;
  const given = own.answers ? `those in ${visible(own.answers.file)}` : 'none';
  throw new UsageError(
    answers
      ? `The report was made with the answers in ${visible(answers.file)}, and again uses ${given}. Nothing was ` +
          'sent. Name the same answers with --answers.'
      : `The report was made without answers, and again uses ${given}. Nothing was sent. Type --no-answers.`,
  );
}

function otherContract({ title, version, file }: CheckReport['contract'], given: string | undefined): UsageError {
  const made = `${visible(title)} ${visible(version)}${file === undefined ? '' : ` in ${visible(file)}`}`;
  const used = given === undefined ? 'that of this package' : visible(given);
  const todo =
    file === undefined
      ? 'Remove --contract, in the configuration file as well.'
      : `Name that contract with --contract, such as --contract ${visible(file)}.`;
  return new UsageError(
    `The report was made with the contract ${made}, and again uses ${used}. Nothing was sent. ${todo}`,
  );
}
