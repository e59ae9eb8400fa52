import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { teachOwnContract } from '../../scripts/answers/own-contract.js';
import { readContract } from '../../scripts/sandbox/model/read-contract.js';
import { buildSandbox, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { yamlBeside } from '../yaml-beside.js';
import type { Claim } from './truths.js';

/** The answers that a person gives about each style, by question. */
export const answersByHand = yamlBeside<Record<string, Record<string, Claim>>>(import.meta.url, 'by-hand.yaml');

/** Serves, until the test ends, a sandbox that was taught the answers about a style. */
export async function serveTaughtSandbox(style: string): Promise<{ sandbox: Sandbox; url: string }> {
  const taught = teachOwnContract('directory.answers.yaml', stringify({ answers: answersByHand[style] }));
  const contract = readContract(taught.document, taught.validators);
  const sandbox = buildSandbox(contract);
  const { url, close } = await serveSandbox({ sandbox, contract });
  onTestFinished(close);
  return { sandbox, url };
}
