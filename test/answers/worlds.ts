import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TaughtOwnContract, teachOwnContract } from '../../scripts/answers/own-contract.js';
import { readContract } from '../../scripts/sandbox/model/read-contract.js';
import { buildSandbox, defaultKey, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import { type SandboxServer, serveSandbox } from '../../scripts/sandbox/server/serve.js';

/** The folder of the worlds, and their files. */
export const folder = 'recipes/worlds';
export const worlds: readonly string[] = readdirSync(folder).sort();

/** A plausible service that differs from the contract. The sandbox plays it. */
export interface World {
  /** The path of its answers file. */
  file: string;
  taughtContract: TaughtOwnContract;
  sandbox: Sandbox;
  served: SandboxServer;
  /** Method and address of each request that the service received. */
  requests: string[];
  /** The word and the key. A caller who does not know the answer about the word must send both as the key. */
  wholeKey: string;
}

/** Teaches the contract the answers of a world, and serves it. Without a name, serves the contract without answers. */
export async function servedWorld(name?: string): Promise<World> {
  const file = join(folder, name ?? '');
  const taughtContract = teachOwnContract(file, name === undefined ? '' : undefined);
  // The command `sandbox` does the same.
  const contract = readContract(taughtContract.document, taughtContract.validators);
  const sandbox = buildSandbox(contract);
  const requests: string[] = [];
  const fetch = (request: Request): Promise<Response> => {
    requests.push(`${request.method} ${request.url}`);
    return sandbox.fetch(request);
  };
  const server = await serveSandbox({ sandbox: { ...sandbox, fetch }, contract });
  const prefix = taughtContract.answers.answers['auth.scheme-prefix']?.value;
  const wholeKey = prefix ? `${prefix} ${defaultKey}` : defaultKey;
  return { file, taughtContract, sandbox, served: server, requests, wholeKey };
}
