import { sanitize } from '../../../text/escape.js';
import { UsageError } from '../../../text/usage-error.js';
import { createJudge } from '../../judge/response.js';
import { type Again, type AgainStep, isSafeMethod, toPlaceholder, toShellScript } from '../../model/again.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { Exchange } from '../../model/exchange.js';
import type { Finding } from '../../model/finding.js';
import { type CheckOptions, isRestoring } from '../../model/options.js';
import type { CheckReport } from '../../model/report/report.js';
import { createCallGate, restrictContract, scopeOf } from '../../model/scope.js';
import { normalizeBaseUrl } from '../../restore/journal-folder.js';
import { openTransport } from '../../restore/resource-reads.js';
import { readCredentials } from '../../transport/credentials.js';
import type { NetworkOptions } from '../../transport/network.js';
import { baseUrlVariable, confirmWrites, readTarget, targetOf } from '../../transport/target.js';
import { addServerPaths, prepareContract } from '../contract/prepared-contract.js';
import { removalCase } from '../server/removing-creations.js';
import { Replay, type ReplayResult } from './replay.js';
import { planReplay, type ReplayPlan } from './replay-plan.js';

type ReplayOptions = Partial<
  Pick<
    CheckOptions,
    | 'baseUrl'
    | 'auth'
    | 'headers'
    | 'keyCommand'
    | 'otherKeyCommand'
    | 'writes'
    | 'only'
    | 'exclude'
    | 'confirmHost'
    | 'allowInsecureHosts'
  > &
    NetworkOptions
> & {
  /** Reads the contract, with the user's answers to its open questions applied. */
  readContract: () => Promise<CheckedContract>;
  /** Time limit of one request, in seconds. */
  timeout?: number;
  signal?: AbortSignal;
  onExchange: (exchange: Exchange) => void;
};

/**
 * Returns why requests cannot reproduce a finding; undefined if they can. Writes of `--writes noop` and `roundtrip` are
 * not repeated: without the run's journal, the values of the existing resource could not be restored safely.
 */
export function whyNotReplayable({ run, target }: CheckReport, { again, state }: FindingToShow): string | undefined {
  if (target.kind === 'recording') return 'The finding is about recorded traffic; the check itself sent no requests.';
  if (!again) {
    return state
      ? 'The finding is about the state of a resource after the run.'
      : 'The report does not contain the requests of the finding.';
  }
  if (!isRestoring(run.writes)) return undefined;
  return again.steps.every((step) => isSafeMethod(step) || step.isAtUnknownId === true)
    ? undefined
    : `With --writes ${run.writes}, the run wrote to an existing resource, and restored it with its journal. ` +
        '"again" keeps no journal, so it does not repeat the write.';
}

interface FindingToShow {
  again?: Again | undefined;
  state?: boolean;
}

interface PreparedReplay {
  /** Shell commands that send the requests; undefined if some request cannot be written as a command. */
  script: string | undefined;
  /** Whether some request needs the permission to write, `--writes disposable`, which the user has not given. */
  needsWritePermission: boolean;
  /** Sends the requests, judges the response that shows the finding, and removes the created resources. */
  showFinding(): Promise<ReplayResult>;
}

/**
 * Checks all requests that reproduce a finding before any is sent. The report may come from somebody else, so it is not
 * trusted. The server, the contract and the permission to write come only from the options.
 *
 * @throws UsageError if the report is about another server or contract, or if a request may not be sent
 */
export async function prepareReplay(
  report: CheckReport,
  finding: Finding & { again: Again },
  options: ReplayOptions,
): Promise<PreparedReplay> {
  const { again } = finding;
  const baseUrl = requireBaseUrl(report, options.baseUrl);
  const contractAndBaseUrl = addServerPaths(await options.readContract(), baseUrl);
  refuseOtherServer(report, baseUrl, contractAndBaseUrl.baseUrl);
  refuseOtherContract(report, contractAndBaseUrl.contract, again.steps);
  const contract = prepareContract(contractAndBaseUrl.contract, options);
  const target = readTarget(contractAndBaseUrl.baseUrl, options.allowInsecureHosts);
  const { only, exclude, signal } = options;
  const scope = scopeOf({ operations: contract.operations, ...(only && { only }), ...(exclude && { exclude }) });
  const gate = createCallGate(contract, scope);
  const plan = planReplay(again, { contract, gate, isLocal: target.isLoopback });
  const hasWrites = plan.steps.some(({ needsPermission }) => needsPermission);
  const isForbidden = hasWrites && options.writes !== 'disposable';
  if (hasWrites && !isForbidden) confirmWrites(target, 'disposable', options.confirmHost);
  const script = toShellScript(
    { ...again, steps: [...plan.steps.map(({ step }) => step), ...removalStepsOf(plan)] },
    {
      baseUrl: contractAndBaseUrl.baseUrl,
      security: (id) => contract.operation(id)?.security ?? { kind: 'none' },
      commonHeaders: contract.headers ?? {},
    },
  );
  return {
    script,
    needsWritePermission: isForbidden,
    async showFinding() {
      const needsKey = plan.steps.some(({ operation }) => operation.security.kind !== 'none');
      const credentials = await readCredentials(options, needsKey);
      if (!credentials.otherKey && plan.steps.some(({ step }) => step.key === 'other'))
        throw new UsageError(
          'The finding needs the key of another identity. Nothing was sent. Set DIRECTORY_OTHER_API_KEY, or add ' +
            '--other-key-command.',
        );
      const transport = openTransport(
        { ...options, baseUrl: contractAndBaseUrl.baseUrl },
        { credentials, network: options },
      );
      const judge = createJudge(contract, { isMock: false, signal });
      try {
        const { onExchange } = options;
        const restrictedContract = restrictContract(contract, scope);
        const removalSetting = { contract, restrictedContract, whyNeverCalled: scope.whyNeverCalled };
        const replay = new Replay(plan, { ...removalSetting, gate, transport, judge, signal, onExchange });
        return await replay.run(finding, again);
      } finally {
        await transport.close();
      }
    },
  };
}

function removalStepsOf({ steps }: ReplayPlan): AgainStep[] {
  return steps
    .flatMap(({ step: { gives }, creation }): AgainStep[] => {
      const { remove, parameter } = creation?.type ?? {};
      const id = gives ? toPlaceholder(gives.name) : creation?.chosenId;
      if (!creation || !remove || parameter === undefined || id === undefined) return [];
      const parameters = { ...creation.parents, [parameter]: id };
      const { id: caseId, about: _, request, ...purpose } = removalCase(remove, parameters);
      const path = request.path.replaceAll(/%7B%7B(id\d+)%7D%7D/g, '{{$1}}');
      return [{ ...purpose, case: caseId, method: 'DELETE', path, headers: { ...request.headers }, key: 'right' }];
    })
    .reverse();
}

/** @throws UsageError without a base URL: somebody else may have written the report, so its URL is not used */
function requireBaseUrl({ target }: CheckReport, baseUrl: string | undefined): string {
  const url = sanitize(target.baseUrl);
  if (baseUrl === undefined)
    throw new UsageError(
      `The report is about ${url}. Nothing was sent. If you trust this server with your key, add --base-url ${url}, ` +
        `or set ${baseUrlVariable}.`,
    );
  targetOf(baseUrl);
  return baseUrl;
}

/** @param fullUrl `url` with the server path @throws UsageError if scheme, host or path differ from the report */
function refuseOtherServer({ target }: CheckReport, url: string, fullUrl: string): void {
  const isSameOrigin = originOf(target.baseUrl) === originOf(url);
  if (isSameOrigin && [url, fullUrl].some((text) => pathOf(text) === pathOf(target.baseUrl))) return;
  throw new UsageError(
    `The report is about ${sanitize(target.baseUrl)}, not about ${sanitize(url)}. Nothing was sent. Set --report ` +
      `to the report of a run against ${sanitize(url)}, or add --base-url ${sanitize(target.baseUrl)}.`,
  );
}

/** Returns the origin of an address; an empty string for an address that the check does not accept. */
function originOf(address: string): string {
  try {
    return normalizeBaseUrl(address).origin;
  } catch (error) {
    if (error instanceof UsageError) return '';
    throw error;
  }
}

function pathOf(address: string): string {
  return new URL(address).pathname.replace(/\/+$/, '');
}

/** Compares the report's contract and answers with the current ones. @throws UsageError if they differ */
function refuseOtherContract(report: CheckReport, ownContract: CheckedContract, steps: readonly AgainStep[]): void {
  const { contract, answers, operations } = report;
  const hasSameOperations = steps.every(({ operationId }) => {
    const reportOperation = operations.find((operation) => operation.operationId === operationId);
    const ownOperation = ownContract.operation(operationId);
    // If both contracts lack the operation, the step is refused later, with a message that names the operation.
    if (!reportOperation || !ownOperation) return reportOperation === undefined || ownOperation !== undefined;
    return reportOperation.method === ownOperation.method.toUpperCase() && reportOperation.path === ownOperation.path;
  });
  // A contract without a file is the one in this package.
  const isSameSource = (contract.file === undefined) === (ownContract.file === undefined);
  if (!isSameSource || contract.title !== ownContract.title || !hasSameOperations)
    throw otherContractError(contract, ownContract.file);
  if (answers?.sha256 === ownContract.answers?.sha256) return;
  const currentAnswers = ownContract.answers ? `those in ${sanitize(ownContract.answers.file)}` : 'none';
  throw new UsageError(
    answers
      ? `The report was made with the answers in ${sanitize(answers.file)}, but "again" uses ${currentAnswers}. ` +
          'Nothing was sent. Set --answers to the same file.'
      : `The report was made without answers, but "again" uses ${currentAnswers}. Nothing was sent. Add --no-answers.`,
  );
}

function otherContractError({ title, version, file }: CheckReport['contract'], ownFile?: string): UsageError {
  const reportContract = `${sanitize(title)} ${sanitize(version)}${file === undefined ? '' : ` in ${sanitize(file)}`}`;
  const currentContract = ownFile === undefined ? 'that of this package' : sanitize(ownFile);
  const advice =
    file === undefined
      ? 'Remove --contract from the command line and from the configuration file.'
      : `To use the same contract, add --contract ${sanitize(file)}.`;
  return new UsageError(
    `The report was made with the contract ${reportContract}, but "again" uses ${currentContract}. ` +
      `Nothing was sent. ${advice}`,
  );
}
