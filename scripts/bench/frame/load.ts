import autocannon from 'autocannon';

export type LoadRequest = Pick<autocannon.Options, 'method' | 'body' | 'connections'>;

/**
 * Sends requests for some seconds, one at a time over each of 8 connections. `answered` counts them.
 *
 * @throws Error if a request fails
 */
export async function load(
  url: string,
  headers: Readonly<Record<string, string>>,
  seconds: number,
  request: LoadRequest,
): Promise<{ answered: number; perSecond: number }> {
  const result = await autocannon({ url, headers, connections: 8, ...request, duration: seconds });
  const { total } = result.requests;
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${failed} of ${total} requests to ${url} failed.`);
  return { answered: total, perSecond: total / result.duration };
}
