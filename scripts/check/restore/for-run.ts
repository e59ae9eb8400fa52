import type { CheckedContract } from '../model/contract.js';
import { type CheckOptions, defaultSettle, isPutBack } from '../model/options.js';
import type { Scope } from '../model/scope.js';
import type { Session } from '../session/session.js';
import { createTransport } from '../transport/index.js';
import { targetOf } from '../transport/target.js';
import { newJournal } from './opening.js';
import { Restoring } from './restoring.js';
import { stateFolder, stateHome } from './state-folder.js';

/** What puts things back in one run; `close` after the run. */
export interface RunRestoring {
  restoring: Restoring;
  close(): Promise<void>;
}

/**
 * Makes what a run with `noop` or `roundtrip` needs, before its first request; undefined where the run writes to
 * nothing that is there.
 *
 * @throws StateRefusal where another run writes to the target, or one before is not undone
 */
export async function restoringFor(
  options: CheckOptions,
  contract: CheckedContract,
  scope: Scope,
): Promise<((session: Session) => RunRestoring) | undefined> {
  const {
    baseUrl,
    allowInsecureHost,
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
  const { writeInterval = targetOf(baseUrl).isLoopback ? 0 : 1 } = options;
  // A run that is stopped closes its connections; what puts things back has its own.
  const transport = createTransport({
    baseUrl,
    connections: 1,
    timeout: timeout * 1000,
    alone: true,
    ...(allowInsecureHost !== undefined && { allowInsecureHost }),
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
      interval: writeInterval * 1000,
      tell: onNotice,
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
