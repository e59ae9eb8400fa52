import { type CheckOptions, defaults } from '../check/model/options.js';
import { readCredentials } from '../check/transport/credentials.js';
import { WaitBudget } from '../check/transport/pauses.js';
import type { Transport } from '../check/transport/transport.js';

/** The transport of a run for the few requests of a search, one after the other. */
export async function searchTransport(options: CheckOptions): Promise<Transport> {
  const { createTransport } = await import('../check/transport/transport.js');
  return createTransport({
    baseUrl: options.baseUrl,
    connections: 1,
    timeout: (options.timeout ?? defaults.timeout) * 1000,
    credentials: await readCredentials(options),
    waits: new WaitBudget(options.maxWait ?? defaults.maxWait),
    ...(options.allowInsecureHosts && { allowInsecureHosts: options.allowInsecureHosts }),
  });
}
