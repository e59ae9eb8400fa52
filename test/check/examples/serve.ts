import { createSandbox, defaultKey } from '../../../scripts/sandbox/sandbox.js';
import { type SandboxServer, serveSandbox } from '../../../scripts/sandbox/server/serve.js';

/** Starts the server under test. In your own suite, start your own server here. */
export async function serve(...faults: string[]): Promise<SandboxServer> {
  process.env['DIRECTORY_API_KEY'] = defaultKey;
  return serveSandbox({ sandbox: createSandbox({ faults }) });
}
