// Stands in the place of the transport: it asks a server in this process, which answers by the clock of the test.
import type { Transport } from '../../../scripts/check/transport/transport.js';
import type { LaggingServer } from './lagging-server.js';

let server: Pick<LaggingServer, 'send'> | undefined;

/** Whom all transports ask that are made from now on. */
export function serve(by: Pick<LaggingServer, 'send'>): void {
  server = by;
}

export function createTransport(): Transport {
  const asked = server;
  let sent = 0;
  return {
    async send(request) {
      sent += 1;
      if (!asked) throw new Error('No server is served.');
      return asked.send(request);
    },
    unasked: [],
    accuse: () => undefined,
    settle: () => Promise.resolve(),
    requests: () => sent,
    leaks: () => false,
    redact: (text) => text,
    keyIsLongEnoughToSearch: true,
    close: () => Promise.resolve(),
  };
}
