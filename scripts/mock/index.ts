// The exports of 'directory-contract/mock'.

import { findTool, prism, toMissingToolError } from '../system/tool.js';
import { type Mock, runPrism, runPrismForDocument } from './prism.js';

export type { Mock } from './prism.js';

export interface MockOptions {
  /** Port on 127.0.0.1; 0, the default, selects any free port. */
  port?: number;
  /** A file with answers to open questions of the contract, which the mock applies. */
  answers?: string;
}

/**
 * Starts the installed Prism with the contract, in a separate process, which ends when this process ends. It responds
 * to each request with an example, validates requests, and stores nothing. Prism is not a dependency of this package.
 *
 * @returns once Prism listens, after about two seconds
 * @throws an Error with a message of one sentence: Prism is not installed (with the command that installs it), the port
 * is taken, Prism does not start, or the answers have a mistake
 */
export async function startMock({ port = 0, answers }: MockOptions = {}): Promise<Mock> {
  // Load this module only when needed, because most mocks start without answers.
  const contractWithAnswers =
    answers === undefined ? undefined : (await import('../answers/own-contract.js')).teachOwnContract(answers);
  const program = findTool(prism);
  if (program === undefined) throw toMissingToolError(prism);
  return contractWithAnswers
    ? runPrismForDocument(program, port, contractWithAnswers.document)
    : runPrism(program, port);
}
