import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { setWireFault } from '../../scripts/sandbox/model/response.js';
import { createSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { checkServed } from './run.js';

/** A request to a server that breaks at some point. */
export interface Asked {
  method: string;
  path: string;
  /** Whether it has the right key. */
  isKeyed: boolean;
  /** Successful responses to requests with the key so far. */
  good: number;
}

/** A faulty response: a status with headers, the response to the right key (`open`), or no response (`reset`). */
export type Broken = { status: number; headers?: Record<string, string> } | 'open' | 'reset' | undefined;

export interface BrokenRun {
  report: CheckReport;
  /** `asked` counts all requests to the server, `afterBreak` those after it broke. */
  requestCount: number;
  afterBreak: number;
}

/** A Retry-After of zero, so that tests do not wait. */
export const soon = { 'retry-after': '0' };

/** Checks a correct sandbox that breaks at the requests for which `breaks` returns a fault; the key is `defaultKey`. */
export async function checkBroken(
  breaks: (askedRequest: Asked) => Broken,
  options: Partial<CheckOptions> = {},
  faults: readonly string[] = [],
): Promise<BrokenRun> {
  const sandbox = createSandbox({ faults });
  let [good, requestCount, afterBreak] = [0, 0, 0];
  const answer = async (request: Request): Promise<Response> => {
    requestCount += 1;
    const isKeyed = request.headers.get('authorization') === defaultKey;
    const broken = breaks({ method: request.method, path: new URL(request.url).pathname, isKeyed, good });
    if ((broken && broken !== 'open') || afterBreak > 0) afterBreak += 1;
    if (broken === 'open') request.headers.set('authorization', defaultKey);
    if (!broken || broken === 'open') {
      const response = await sandbox.fetch(request);
      if (isKeyed && response.ok) good += 1;
      return response;
    }
    if (broken !== 'reset')
      return new Response('{"detail":"No."}', {
        status: broken.status,
        headers: { 'content-type': 'application/json', ...broken.headers },
      });
    const response = new Response('');
    setWireFault(response, 'reset');
    return response;
  };
  const report = await checkServed({ ...sandbox, fetch: answer }, { runs: 0, ...options });
  return { report, requestCount, afterBreak };
}

/** The first sentence of a verdict. */
export function firstSentence({ why }: CheckReport): string {
  return /^.*?[.](?= [A-Z]|$)/.exec(why)?.[0] ?? why;
}
