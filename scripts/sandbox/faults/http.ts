import type { Fault } from '../behaviour/behaviour.js';
import { Refusal } from '../model/response.js';
import { bytesOf, isRead, isSuccess, type Replacement, refusing, sending, withBody, wrong } from './parts.js';

/** How long a slow server takes for an answer. */
export const slowMilliseconds = 3000;

/** The origin of the server that a redirect leads away to; nothing listens there. */
export const elsewhere = 'http://127.0.0.1:9';

const flaky: Replacement = (behaviour) => {
  let reads = 0;
  return {
    async arrive(exchange) {
      await behaviour.arrive(exchange);
      if (!isRead(exchange)) return;
      reads += 1;
      if (reads % 5 === 0) throw new Refusal(500, 'Internal Server Error');
    },
  };
};

const redirected = 'listFilters';

/** One operation was declared without the slash, and the server leads to where it is. */
const withoutSlash: Replacement = (behaviour) => ({
  route(path) {
    const route = behaviour.route(path);
    if (route.operations.length > 0 || path.endsWith('/')) return route;
    const { operations, parameters } = behaviour.route(`${path}/`);
    const index = operations.findIndex(({ id }) => id === redirected);
    return index === -1
      ? route
      : { operations: operations.slice(index, index + 1), parameters: parameters.slice(index, index + 1) };
  },
  async arrive(exchange) {
    await behaviour.arrive(exchange);
    if (exchange.operation?.id !== redirected || !exchange.path.endsWith('/')) return;
    const { search } = new URL(exchange.request.url);
    throw new Refusal(301, 'This is at the path without the slash.', [], {
      location: exchange.path.slice(0, -1) + search,
    });
  },
});

/** What a request says of gzip (RFC 9110 §12.5.3); one without the header leaves it open. */
export function gzipIn(header: string | null): 'welcome' | 'forbidden' | 'open' {
  if (header === null) return 'open';
  const weights = new Map(
    header.split(',').map((coding) => {
      const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const;
    }),
  );
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0 ? 'welcome' : 'forbidden';
}

/** Compresses each body where the header gives this occasion. */
export const gzipWhere =
  (occasion: ReturnType<typeof gzipIn>): Replacement =>
  ({ finish }) => ({
    async finish(exchange, response) {
      const before = await finish(exchange, response);
      const isOccasion = gzipIn(exchange.request.headers.get('accept-encoding')) === occasion;
      const bytes = isOccasion && isSuccess(before) ? bytesOf(before) : undefined;
      if (!bytes) return before;
      const headers = { ...before.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' };
      return withBody({ ...before, headers }, await gzip(bytes));
    },
  });

/** The platform's own, so that the sandbox needs nothing that a browser lacks. */
async function gzip(bytes: Uint8Array): Promise<Uint8Array> {
  const compressed = new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}

/** What goes wrong below the meaning of requests. */
export const httpFaults: readonly Fault[] = [
  wrong('slow', 'Each answer takes three seconds.', ({ finish }) => ({
    async finish(exchange, response) {
      await new Promise((resolve) => setTimeout(resolve, slowMilliseconds));
      return finish(exchange, response);
    },
  })),

  wrong(
    'hangs',
    'The list of reviews never comes.',
    sending('listReviews', (response) => ({ ...response, wire: 'hang' })),
  ),

  wrong(
    'resets',
    'The connection is reset where the list of tiers is asked for.',
    sending('listTiers', (response) => ({
      ...response,
      wire: 'reset',
    })),
  ),

  wrong('flaky-500', 'One read in five brings 500.', flaky),

  wrong('redirects', 'The list of filters is at the path without the slash, to which 301 leads.', withoutSlash),

  wrong('redirects-away', 'The list of filters is on another server, to which 307 leads.', ({ arrive }) => ({
    async arrive(exchange) {
      await arrive(exchange);
      if (exchange.operation?.id !== redirected) return;
      const { pathname, search } = new URL(exchange.request.url);
      throw new Refusal(307, 'This is on another server.', [], { location: elsewhere + pathname + search });
    },
  })),

  wrong('gzip-unasked', 'Answers are compressed with gzip though Accept-Encoding forbids it.', gzipWhere('forbidden')),

  wrong('head-differs', 'HEAD answers 405 where GET answers.', ({ choose }) => ({
    choose(exchange, route) {
      const chosen = choose(exchange, route);
      if (exchange.request.method !== 'HEAD') return chosen;
      const allow = [...new Set(route.operations.map(({ method }) => method.toUpperCase()))].join(', ');
      throw new Refusal(405, `${exchange.path} knows ${allow}, and not HEAD.`, [], { allow });
    },
  })),

  wrong(
    'no-allow',
    '405 comes without the header Allow.',
    refusing((response) => {
      const { allow: _, ...headers } = response.headers;
      return response.status === 405 ? { ...response, headers } : response;
    }),
  ),

  wrong('case-insensitive-path', 'A path in capitals is taken for the one in small letters.', ({ route }) => ({
    route(path) {
      const found = route(path);
      return found.operations.length > 0 ? found : route(path.toLowerCase());
    },
  })),
];
