// The exports of 'directory-contract/mock'.

import { installedTool, missingTool, prism } from '../system/tool.js';
import { type Mock, runPrism } from './prism.js';

export type { Mock } from './prism.js';

export interface MockOptions {
  /** Port on 127.0.0.1; 0, the default, for any free port. */
  port?: number;
}

/**
 * Starts the installed Prism with the contract, in a process of its own that ends with this one. It responds to each
 * request with an example, validates requests, and stores nothing. Prism is not a dependency of this package.
 *
 * @returns once Prism listens, after about two seconds
 * @throws an Error with a message of one sentence: Prism is not installed (with the command that installs it), the port
 * is taken, or Prism does not start
 */
export async function startMock({ port = 0 }: MockOptions = {}): Promise<Mock> {
  const program = installedTool(prism);
  if (program === undefined) throw missingTool(prism);
  return runPrism(program, port);
}
