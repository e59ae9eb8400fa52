// What `import … from 'directory-contract/mock'` gives.

import { installedTool, missingTool, prism } from '../system/tool.js';
import { type Mock, runPrism } from './prism.js';

export type { Mock } from './prism.js';

export interface MockOptions {
  /** Port on 127.0.0.1; 0, the default, takes any that is free. */
  port?: number;
}

/**
 * Starts the Prism that is installed, on the contract, in a process of its own that ends with this one. It answers each
 * request with an example, validates what is sent, and stores nothing. The package does not bring Prism along.
 *
 * @returns once it listens, after about two seconds
 * @throws an Error whose message is one sentence: Prism is not installed (it has the line that installs it), the port
 * is taken, or Prism does not start
 */
export async function startMock({ port = 0 }: MockOptions = {}): Promise<Mock> {
  const program = installedTool(prism);
  if (program === undefined) throw missingTool(prism);
  return runPrism(program, port);
}
