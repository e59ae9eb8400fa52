import { parseWeights } from '../behaviour/prefer.js';
import { Refusal } from '../model/response.js';
import {
  type BehaviourChange,
  bytesOf,
  editErrorResponses,
  editResponses,
  editSuccess,
  internalError,
  isReadRequest,
  isSuccess,
  onArrival,
  toFaults,
  withBody,
} from './parts.js';

const slowMilliseconds = 3000;

/** The origin for redirects to another server; no program listens there. */
const otherOrigin = 'http://127.0.0.1:9';

const failEveryFifthRead: BehaviourChange = (behaviour) => {
  let readCount = 0;
  return onArrival((exchange) => {
    if (!isReadRequest(exchange)) return;
    readCount += 1;
    if (readCount % 5 === 0) throw internalError();
  })(behaviour);
};

const redirectedOperation = 'listFilters';

function redirectReads(status: number, detail: string, locationOf: (url: URL) => string | undefined): BehaviourChange {
  return onArrival(({ operation, request }) => {
    const location = operation?.id === redirectedOperation ? locationOf(new URL(request.url)) : undefined;
    if (location !== undefined) throw new Refusal(status, detail, [], { location });
  });
}

/** Serves one operation at its path without the final slash, and redirects requests for its usual path. */
const redirectToSlashlessPath: BehaviourChange = (behaviour) => ({
  route(path) {
    const route = behaviour.route(path);
    if (route.operations.length > 0 || path.endsWith('/')) return route;
    const { operations, parameters } = behaviour.route(`${path}/`);
    const index = operations.findIndex(({ id }) => id === redirectedOperation);
    return index === -1
      ? route
      : { operations: operations.slice(index, index + 1), parameters: parameters.slice(index, index + 1) };
  },
  ...redirectReads(301, 'The path of this resource has no slash at the end.', ({ pathname, search }) =>
    pathname.endsWith('/') ? pathname.slice(0, -1) + search : undefined,
  )(behaviour),
});

/** Whether a request accepts gzip, by its Accept-Encoding (RFC 9110 §12.5.3); `open` if it lacks that header. */
function gzipPreference(header: string | null): 'welcome' | 'forbidden' | 'open' {
  if (header === null) return 'open';
  const weights = new Map(parseWeights(header).map(({ name, weight }) => [name, weight]));
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0 ? 'welcome' : 'forbidden';
}

/** Compresses successful responses with gzip if the request has this preference for gzip. */
export const gzipForPreference = (preference: ReturnType<typeof gzipPreference>): BehaviourChange =>
  editResponses(async (response, { request }) => {
    const isMatch = gzipPreference(request.headers.get('accept-encoding')) === preference;
    const bytes = isMatch && isSuccess(response) ? bytesOf(response) : undefined;
    if (!bytes) return response;
    const headers = { ...response.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' };
    return withBody({ ...response, headers }, await gzip(bytes));
  });

/** Compresses with `CompressionStream` instead of `node:zlib`, so that the sandbox also runs in browsers. */
async function gzip(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export const httpFaults = toFaults({
  slow: [
    'Each response takes three seconds.',
    editResponses((response) => new Promise((resolve) => setTimeout(resolve, slowMilliseconds, response))),
  ],
  hangs: [
    'The server never responds to a request for the list of reviews.',
    editSuccess('listReviews', (response) => ({ ...response, wireFault: 'hang' })),
  ],
  resets: [
    'The server resets the connection on a request for the list of tiers.',
    editSuccess('listTiers', (response) => ({ ...response, wireFault: 'reset' })),
  ],
  'flaky-500': ['The server returns 500 for every fifth read.', failEveryFifthRead],
  redirects: [
    'The server redirects requests for the list of filters with 301 to the path without the slash at the end.',
    redirectToSlashlessPath,
  ],
  'redirects-away': [
    'The server redirects requests for the list of filters with 307 to another server.',
    redirectReads(
      307,
      'This resource is on another server.',
      ({ pathname, search }) => otherOrigin + pathname + search,
    ),
  ],
  'gzip-unasked': ['The server uses gzip although Accept-Encoding forbids it.', gzipForPreference('forbidden')],
  'head-differs': [
    'HEAD returns 405 on paths that support GET.',
    ({ choose }) => ({
      choose(exchange, route) {
        const choice = choose(exchange, route);
        if (exchange.request.method !== 'HEAD') return choice;
        const allow = [...new Set(route.operations.map(({ method }) => method.toUpperCase()))].join(', ');
        throw new Refusal(405, `${exchange.path} supports ${allow}, but not HEAD.`, [], { allow });
      },
    }),
  ],
  'no-allow': [
    'A 405 response has no Allow header.',
    editErrorResponses((response) => {
      const { allow: _, ...headers } = response.headers;
      return response.status === 405 ? { ...response, headers } : response;
    }),
  ],
  'case-insensitive-path': [
    'The server ignores the case of letters in paths.',
    ({ route }) => ({
      route(path) {
        const match = route(path);
        return match.operations.length > 0 ? match : route(path.toLowerCase());
      },
    }),
  ],
});
