import { onTestFinished } from 'vitest';
import { createSandboxFor, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { taughtWith } from '../answers/taught.js';
import { yamlBeside } from '../yaml-beside.js';
import type { Claim } from './truths.js';

/** The answers that a person gives about each style, by question. */
export const answersByHand = yamlBeside<Record<string, Record<string, Claim>>>(import.meta.url, 'by-hand.yaml');

/** Serves, until the test ends, a sandbox that was taught the answers about a style. */
export async function serveTaughtSandbox(style: string): Promise<{ sandbox: Sandbox; url: string }> {
  const { document, validators } = taughtWith({ ...answersByHand[style] });
  const sandbox = createSandboxFor(document, validators)();
  const { url, close } = await serveSandbox({ sandbox });
  onTestFinished(close);
  return { sandbox, url };
}

/** Writes of all operations, also of those that answers describe. */
export const allWrites = {
  writes: 'disposable',
  include: ['named', 'inferred', 'answered'],
  confirmHost: '127.0.0.1',
} as const;
