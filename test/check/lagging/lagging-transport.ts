// Replaces the transport: sends requests to a server in this process, on the clock of the tests.
import type { Transport } from '../../../scripts/check/transport/transport.js';
import type { LaggingServer } from './lagging-server.js';

let server: Pick<LaggingServer, 'send'> | undefined;

/** Sets the server of all transports that are created after this call. */
export function serve(by: Pick<LaggingServer, 'send'>): void {
  server = by;
}

export function createTransport(): Transport {
  const target = server;
  let sentCount = 0;
  return {
    async send(request) {
      sentCount += 1;
      if (!target) throw new Error('No server is set. Call serve first.');
      return target.send(request);
    },
    leftovers: [],
    noteResponseError: () => undefined,
    settle: () => Promise.resolve(),
    countRequests: () => sentCount,
    isKeyIn: () => false,
    redact: (text) => text,
    isKeySearchable: true,
    close: () => Promise.resolve(),
  };
}
