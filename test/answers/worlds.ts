import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TaughtOwnContract, teachOwnContract } from '../../scripts/answers/own-contract.js';
import { readContract } from '../../scripts/sandbox/model/read-contract.js';
import { buildSandbox, defaultKey, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import { type SandboxServer, serveSandbox } from '../../scripts/sandbox/server/serve.js';

/** The folder of the worlds, and their files. */
export const folder = 'recipes/worlds';
export const worlds: readonly string[] = readdirSync(folder).sort();

/** A plausible service that differs from the contract, served by the sandbox. */
export interface World {
  /** Its answers. */
  file: string;
  taught: TaughtOwnContract;
  sandbox: Sandbox;
  served: SandboxServer;
  /** The method and address of each request that came. */
  asked: string[];
  /** The key that a caller needs who does not know the answer about the word before the key. */
  wholeKey: string;
}

/** Teaches the contract a world, and serves it; without a name, the contract as it is. */
export async function servedWorld(name?: string): Promise<World> {
  const file = join(folder, name ?? '');
  const taught = teachOwnContract(file, name === undefined ? '' : undefined);
  // As the command sandbox does.
  const contract = readContract(taught.document, taught.validators);
  const sandbox = buildSandbox(contract);
  const asked: string[] = [];
  const fetch = (request: Request): Promise<Response> => {
    asked.push(`${request.method} ${request.url}`);
    return sandbox.fetch(request);
  };
  const served = await serveSandbox({ sandbox: { ...sandbox, fetch }, contract });
  const prefix = taught.answers.answers['auth.scheme-prefix']?.value;
  const wholeKey = prefix ? `${prefix} ${defaultKey}` : defaultKey;
  return { file, taught, sandbox, served, asked, wholeKey };
}
