import { UsageError } from '../../../text/usage-error.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import { type CheckOptions, concurrencyDefaults, defaults, isRestoring } from '../../model/options.js';
import type { ReadOptions } from '../../model/proposal.js';
import type { Scope } from '../../model/scope.js';
import { type Credentials, keySearchOf, readCredentials } from '../../transport/credentials.js';
import { exposedKeyMessage } from '../../transport/key.js';
import { Network } from '../../transport/network.js';
import { WaitBudget } from '../../transport/pauses.js';
import { isKeyless } from '../contract/prepared-contract.js';
import type { CreateRunData, RunResult } from '../report/run-data.js';
import { findCulprits } from './find-culprits.js';
import { ServerRun, type ServerRunParts } from './server-run.js';

/**
 * Checks a server over reused connections. If data that no request had asked for arrives on one of them, responses may
 * belong to the wrong requests. Then results are discarded, and all requests are repeated, each over a new connection.
 */
export async function checkServer(
  options: CheckOptions,
  contract: CheckedContract,
  fullScope: Scope,
  createData: CreateRunData,
  readOptions: ReadOptions = {},
): Promise<RunResult> {
  const { baseUrl, allowInsecureHosts, concurrency, timeout = defaults.timeout, maxTime, signal } = options;
  // The transport is imported only here, since undici loads slowly, and a check of recorded traffic needs no network.
  const { createTransport } = await import('../../transport/transport.js');
  const network = new Network(new URL(baseUrl), options);
  const credentials = await readCredentials(options, !isKeyless(contract, fullScope, options));
  refuseKeyInParameters(options.parameters ?? {}, credentials);
  const waitBudget = new WaitBudget(options.maxWait ?? defaults.maxWait);
  const common = { baseUrl, timeout: timeout * 1000, waitBudget, credentials, network, allowInsecureHosts };
  const openTransport: ServerRunParts['openTransport'] = (connections, hasOwnConnections, isUrgent = false) =>
    createTransport({ ...common, connections, hasOwnConnections, isUrgent });
  const connections = concurrency ?? concurrencyDefaults.most;
  const transport = openTransport(connections, false);
  const beginRestoring = isRestoring(options.writes)
    ? await (await import('../../restore/restoration.js')).openRestoration(options, contract, fullScope, {
        credentials,
        network,
      })
    : undefined;
  const endsAt = maxTime === undefined ? undefined : performance.now() + maxTime * 1000;
  const sentCases: ServerRunParts['sentCases'] = new WeakMap();
  const parts = {
    options,
    contract,
    fullScope,
    createData,
    beginRestoring,
    endsAt,
    waitBudget,
    sentCases,
    readOptions,
    openTransport,
    pace: network.pace,
    hasOtherKey: credentials.otherKey !== undefined,
  };
  const firstRun = new ServerRun(transport, parts);
  const firstResult = await firstRun.run();
  if (firstResult) return addCredentialNotes(firstResult, credentials);
  const probeTransport = openTransport(8 * (concurrency ?? concurrencyDefaults.first), true);
  const isRunOver = (): boolean => signal?.aborted === true || (endsAt !== undefined && performance.now() > endsAt);
  const closeProbes = (): void => void probeTransport.close();
  signal?.addEventListener('abort', closeProbes, { once: true });
  const culprits = await findCulprits(transport.leftovers, sentCases, probeTransport, isRunOver);
  signal?.removeEventListener('abort', closeProbes);
  await probeTransport.close();
  const secondResult = (await new ServerRun(openTransport(connections, true), parts, culprits).run()) as RunResult;
  secondResult.data.tally.requestCount += firstRun.requests + probeTransport.countRequests();
  if (firstRun.createdResources)
    secondResult.createdResources = [...firstRun.createdResources, ...(secondResult.createdResources ?? [])];
  return addCredentialNotes(secondResult, credentials);
}

/** @throws UsageError if a parameter contains the key, which would then be part of the paths of requests */
function refuseKeyInParameters(parameters: Readonly<Record<string, string>>, credentials: Credentials): void {
  const { isKeyIn } = keySearchOf(credentials);
  if (Object.values(parameters).some(isKeyIn)) throw new UsageError(exposedKeyMessage('a parameter'));
}

function addCredentialNotes(result: RunResult, credentials: Credentials): RunResult {
  result.data.notes.push(...credentials.notes());
  return result;
}
