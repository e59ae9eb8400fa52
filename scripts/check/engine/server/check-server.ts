import { UsageError } from '../../../text/usage-error.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import { type CheckOptions, defaults, isPutBack, parallel } from '../../model/options.js';
import type { Scope } from '../../model/scope.js';
import { type Credentials, readCredentials } from '../../transport/credentials.js';
import { keyRefusal } from '../../transport/key.js';
import { WaitBudget } from '../../transport/pauses.js';
import type { Transport } from '../../transport/transport.js';
import { isKeyless } from '../contract/prepared-contract.js';
import type { Ended, Gather } from '../report/gathered.js';
import { ServerRun, type ServerRunParts } from './server-run.js';
import { sourcesOf } from './unasked.js';

/**
 * Checks a server over connections that are reused. If unrequested data arrives on one of them, responses may belong to
 * the wrong requests. Then the results of that run are dropped, and all requests are repeated, each over a new
 * connection.
 *
 * @param reads `quick` to read everything once, and nothing else; both to read lists below a second parent as well
 */
export async function checkServer(
  options: CheckOptions,
  contract: CheckedContract,
  unsharded: Scope,
  gather: Gather,
  reads?: 'quick' | 'wide',
): Promise<Ended> {
  const { baseUrl, concurrency, timeout = defaults.timeout, maxTime, signal } = options;
  // Loaded late, since undici takes a while, and a recording needs no network.
  const { createTransport } = await import('../../transport/transport.js');
  const credentials = await readCredentials(options, !isKeyless(contract, unsharded, options));
  refuseKeyIn(options.parameters ?? {}, credentials);
  const waits = new WaitBudget(options.maxWait ?? defaults.maxWait);
  const open = (connections: number, alone: boolean): Transport =>
    createTransport({
      baseUrl,
      connections,
      timeout: timeout * 1000,
      waits,
      alone,
      credentials,
      ...(options.allowInsecureHosts && { allowInsecureHosts: options.allowInsecureHosts }),
    });
  const connections = concurrency ?? parallel.most;
  const transport = open(connections, false);
  const beginRestoring = isPutBack(options.writes)
    ? await (await import('../../restore/restoring.js')).restoringFor(options, contract, unsharded, credentials)
    : undefined;
  const endsAt = maxTime === undefined ? undefined : performance.now() + maxTime * 1000;
  const senders: ServerRunParts['senders'] = new WeakMap();
  const parts = { options, contract, unsharded, gather, beginRestoring, endsAt, waits, senders, reads, open };
  const firstRun = new ServerRun(transport, parts);
  const first = await firstRun.run();
  if (first) return withNotes(first, credentials);
  const wide = open(8 * (concurrency ?? parallel.first), true);
  const isOver = (): boolean => signal?.aborted === true || (endsAt !== undefined && performance.now() > endsAt);
  const leave = (): void => void wide.close();
  signal?.addEventListener('abort', leave, { once: true });
  const sources = await sourcesOf(transport.unasked, senders, wide, isOver);
  signal?.removeEventListener('abort', leave);
  await wide.close();
  const again = (await new ServerRun(open(connections, true), parts, sources).run()) as Ended;
  again.gathered.tally.requests += firstRun.requests + wide.requests();
  if (firstRun.created) again.created = [...firstRun.created, ...(again.created ?? [])];
  return withNotes(again, credentials);
}

/** @throws UsageError if the key of a command is the value of a parameter: it would be a part of addresses */
function refuseKeyIn(parameters: Readonly<Record<string, string>>, { key }: Credentials): void {
  if (Object.values(parameters).some(key.leaks)) throw new UsageError(keyRefusal('a parameter'));
}

function withNotes(ended: Ended, credentials: Credentials): Ended {
  ended.gathered.notes.push(...credentials.notes());
  return ended;
}
