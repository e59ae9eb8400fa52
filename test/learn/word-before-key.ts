import { onTestFinished } from 'vitest';
import { readContract } from '../../scripts/sandbox/model/read-contract.js';
import { buildSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { taughtWith } from '../answers/taught.js';

/** Serves a sandbox that requires a word before the key. */
export async function sandboxAfter(word: string): Promise<{
  url: string;
  /** Returns the Authorization headers up to the first accepted one, with KEY in place of the key. */
  tried(): string[];
}> {
  const { document, validators } = taughtWith({ 'auth.scheme-prefix': { value: word } });
  const contract = readContract(document, validators);
  const sandbox = buildSandbox(contract);
  const tried: string[] = [];
  let isFound = false;
  const fetch = (request: Request): Promise<Response> => {
    const header = request.headers.get('authorization') ?? '';
    if (!isFound) tried.push(header.replace(defaultKey, 'KEY'));
    isFound ||= header === `${word} ${defaultKey}`;
    return sandbox.fetch(request);
  };
  const served = await serveSandbox({ sandbox: { ...sandbox, fetch }, contract });
  onTestFinished(() => served.close());
  return { url: served.url, tried: () => tried };
}
