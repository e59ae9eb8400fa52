import { isObject } from '../../contract/json.js';
import type { Fault, RequestContext } from '../behaviour/behaviour.js';
import { Refusal } from '../model/response.js';
import { type Replacement, refusing, right } from './parts.js';

/** Remembers the paths of deleted resources, and changes the status of responses about a deleted one. */
const remembering =
  (edit: (exchange: RequestContext) => number | undefined): Replacement =>
  (behaviour) => {
    const gone = new Set<string>();
    const isBelowGone = (path: string): boolean => {
      return [...path.matchAll(/\//g)].some(({ index }) => gone.has(path.slice(0, index + 1)));
    };
    return {
      async finish(exchange, response) {
        const before = await behaviour.finish(exchange, response);
        const path = exchange.path.toLowerCase();
        // A singleton has no id; its deletion restores the default.
        if (before.status === 204 && exchange.operation?.method === 'delete' && exchange.operation.itemParameter)
          gone.add(path);
        if (before.status !== 404 || !isBelowGone(path)) return before;
        const status = edit(exchange);
        if (status === undefined) return before;
        return status < 300 ? { status, headers: before.headers } : { ...before, status };
      },
    };
  };

/** Returns 405 only if the resource exists. */
const resourceFirst: Replacement = (behaviour) => ({
  choose(exchange, route) {
    try {
      return behaviour.choose(exchange, route);
    } catch (error) {
      const [operation] = route.operations;
      if (operation && error instanceof Refusal && error.status === 405) {
        const parameters = Object.entries(route.parameters[0] ?? {}).map(
          ([name, id]) => [name, id.toLowerCase()] as const,
        );
        behaviour.locate({ ...exchange, operation, parameters: Object.fromEntries(parameters) });
      }
      throw error;
    }
  },
});

const keyless =
  (status: number, detail: string, isMeant: (exchange: RequestContext) => boolean): Replacement =>
  ({ authenticate }) => ({
    authenticate(exchange) {
      try {
        authenticate(exchange);
      } catch (error) {
        throw isMeant(exchange) ? new Refusal(status, detail) : error;
      }
    },
  });

const hasNoKey = ({ request }: RequestContext): boolean => request.headers.get('authorization') === null;

/** Valid error responses that differ from those of the sandbox. */
export const rightRefusals: readonly Fault[] = [
  right(
    'ok-422',
    'The server returns 422 for an invalid body if the contract lists no 400.',
    refusing((response, { operation }) => {
      const isOpen = operation && !('400' in operation.operation.responses);
      const isMisfit = response.status === 400 && isObject(response.json) && 'errors' in response.json;
      return isOpen && isMisfit ? { ...response, status: 422 } : response;
    }),
  ),

  right(
    'ok-404-without-key',
    'The server returns 404 for a request without a key, even if the resource exists.',
    keyless(404, 'Not found.', hasNoKey),
  ),

  right(
    'ok-403-no-key',
    'The server returns 403 for a request without a key.',
    keyless(403, 'This resource is not public.', hasNoKey),
  ),

  // The sandbox itself behaves like this.
  right(
    'ok-404-before-400',
    'The server returns 404 for an id that is not a UUID, and for an invalid body with an unknown id.',
    () => ({}),
  ),

  right(
    'ok-404-before-405',
    'The server returns 404 for an unsupported method if the resource does not exist.',
    resourceFirst,
  ),

  right(
    'ok-delete-twice-204',
    'Deleting a resource again returns 204.',
    remembering(({ request }) => (request.method === 'DELETE' ? 204 : undefined)),
  ),

  right(
    'ok-soft-delete-410',
    'The server returns 410 for a deleted resource.',
    remembering(() => 410),
  ),
];
