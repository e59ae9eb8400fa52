import { createDirectoryClient, type DirectoryClient } from '../../generated/client.js';
import { createSandbox, defaultKey, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';

export interface ServedSandbox extends AsyncDisposable {
  sandbox: Sandbox;
  client: DirectoryClient;
}

/** Serves a sandbox over HTTP, with a generated client for it. */
export async function serve(): Promise<ServedSandbox> {
  const sandbox = createSandbox();
  const server = await serveSandbox({ sandbox });
  return {
    sandbox,
    client: createDirectoryClient({ baseUrl: server.url, apiKey: defaultKey }),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** Any method of the client, without the types of its operation. */
export type AnyCall = (
  call: unknown,
) => Promise<{ ok: true; status: number; data: unknown } | { ok: false; status: number; error: unknown }>;
