import autocannon from 'autocannon';

export type LoadRequest = Pick<autocannon.Options, 'method' | 'body' | 'requests' | 'connections'>;

/**
 * Requests per second that a server answers, of as many connections as have a request each at a time.
 *
 * @throws Error if a request fails
 */
export async function requestsPerSecond(
  url: string,
  headers: Readonly<Record<string, string>>,
  seconds: number,
  request: LoadRequest,
): Promise<number> {
  const result = await autocannon({ url, headers, connections: 8, ...request, duration: seconds });
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests to ${url} failed.`);
  return result.requests.total / result.duration;
}
