import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createSandbox, defaultKey, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import { type SandboxServer, serveSandbox } from '../../scripts/sandbox/server/serve.js';

export const jsonHeaders = { authorization: defaultKey, 'content-type': 'application/json' };

/** Serves a sandbox over HTTP for the tests of a file. Each test starts with the initial state, without faults. */
export function serveForTests(make: () => Sandbox = createSandbox): { sandbox: Sandbox; url: string } {
  const served = {} as { sandbox: Sandbox; url: string };
  let server: SandboxServer;
  beforeAll(async () => {
    served.sandbox = make();
    server = await serveSandbox({ sandbox: served.sandbox });
    served.url = server.url;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    served.sandbox.reset();
    served.sandbox.setFaults([]);
  });
  return served;
}

/** Sends an update to a served sandbox. */
export function patch(url: string, body: object): Promise<Response> {
  return fetch(url, { method: 'PATCH', headers: jsonHeaders, body: JSON.stringify(body) });
}
