import { onTestFinished } from 'vitest';
import { createSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { ServedResponse, serveSandbox } from '../../scripts/sandbox/server/serve.js';

/** A sandbox over HTTP that wants a word before the key. */
export async function sandboxFetch(
  word: string,
  challenge?: string,
): Promise<{
  url: string;
  /** The headers Authorization until the first that was accepted, with KEY for the key. */
  tried(): string[];
}> {
  const sandbox = createSandbox({ Response: ServedResponse });
  const tried: string[] = [];
  let isFound = false;
  const fetch = async (request: Request): Promise<Response> => {
    const header = request.headers.get('authorization') ?? '';
    const isRight = header === `${word} ${defaultKey}`;
    if (!isFound) tried.push(header.replace(defaultKey, 'KEY'));
    isFound ||= isRight;
    if (!isRight)
      return new ServedResponse('{"detail":"no"}', {
        status: 401,
        headers: {
          'content-type': 'application/json',
          ...(challenge !== undefined && { 'www-authenticate': challenge }),
        },
      });
    const headers = new Headers(request.headers);
    headers.set('authorization', defaultKey);
    return sandbox.fetch(new Request(request, { headers }));
  };
  const served = await serveSandbox({ sandbox: { ...sandbox, fetch } });
  onTestFinished(() => served.close());
  return { url: served.url, tried: () => tried };
}
