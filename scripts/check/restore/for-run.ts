import type { CheckedContract } from '../model/contract/contract.js';
import { type CheckOptions, defaultSettle, isPutBack } from '../model/options.js';
import type { Scope } from '../model/scope.js';
import type { RunSession } from '../session/run-session.js';
import type { Credentials } from '../transport/credentials.js';
import { writeIntervalOf } from '../transport/target.js';
import { createTransport } from '../transport/transport.js';
import { newJournal } from './opening.js';
import { Restoring } from './restoring.js';
import { stateFolder, stateHome } from './state-folder.js';

/** Restores the resources of one run. Call `close` after the run. */
export interface RunRestoring {
  restoring: Restoring;
  close(): Promise<void>;
}

/**
 * Opens the journal of a run with `noop` or `roundtrip`, before its first request; returns undefined if the run writes
 * to no existing resource.
 *
 * @throws StateRefusal if another run writes to the target, or an earlier run is not undone
 */
export async function restoringFor(
  options: CheckOptions,
  contract: CheckedContract,
  scope: Scope,
  credentials: Credentials,
): Promise<((session: RunSession) => RunRestoring) | undefined> {
  const {
    baseUrl,
    allowInsecureHosts,
    writes,
    writeFields = [],
    readByPatch = false,
    timeout = 30,
    settle = defaultSettle,
    onNotice,
  } = options;
  if (
    !isPutBack(writes) ||
    !contract.operations.some((operation) => operation.method === 'patch' && scope.has(operation))
  )
    return undefined;
  // A run that is stopped closes its connections, so undoing needs its own.
  const transport = createTransport({
    baseUrl,
    connections: 1,
    timeout: timeout * 1000,
    alone: true,
    credentials,
    ...(allowInsecureHosts && { allowInsecureHosts }),
  });
  const own = await newJournal(
    stateFolder(baseUrl, options.stateHome ?? stateHome()),
    baseUrl,
    `${contract.title} ${contract.version}`,
    transport.leaks,
  );
  return (session) => ({
    restoring: new Restoring({
      own,
      baseUrl,
      session,
      mode: writes,
      writeFields,
      readByPatch,
      settle: settle * 1000,
      interval: writeIntervalOf(options),
      notify: onNotice,
      async send(request, security) {
        const exchange = await transport.send(request, security);
        session.tally.requests += exchange.attempts;
        return exchange;
      },
    }),
    async close() {
      own.close();
      await transport.close();
    },
  });
}
