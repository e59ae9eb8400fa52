import { isObject } from '../../contract/json.js';
import type { Fault, RequestContext } from '../behaviour/behaviour.js';
import { Refusal } from '../model/response.js';
import { type Replacement, refusing, right } from './parts.js';

/** Remembers the paths of things that were deleted, and lets an answer about one that is gone be changed. */
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
        // What is the only one of its kind has no id; after its deletion the default is back.
        if (before.status === 204 && exchange.operation?.method === 'delete' && exchange.operation.itemParameter)
          gone.add(path);
        if (before.status !== 404 || !isBelowGone(path)) return before;
        const status = edit(exchange);
        if (status === undefined) return before;
        return status < 300 ? { status, headers: before.headers } : { ...before, status };
      },
    };
  };

/** A method that the path does not have is refused only where the thing is there. */
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

/** Refusals that a right server may give and the sandbox does not. */
export const rightRefusals: readonly Fault[] = [
  right(
    'ok-422',
    'A body that does not fit brings 422 where the contract states no 400.',
    refusing((response, { operation }) => {
      const isOpen = operation && !('400' in operation.operation.responses);
      const isMisfit = response.status === 400 && isObject(response.json) && 'errors' in response.json;
      return isOpen && isMisfit ? { ...response, status: 422 } : response;
    }),
  ),

  right(
    'ok-404-without-key',
    'A request without a key brings 404, whether the thing is there or not.',
    keyless(404, 'There is nothing here.', hasNoKey),
  ),

  right(
    'ok-403-no-key',
    'A request without a key brings 403.',
    keyless(403, 'This is not open to everybody.', hasNoKey),
  ),

  // The sandbox is such a server itself.
  right(
    'ok-404-before-400',
    'An id that is no UUID brings 404, and so does an invalid body for an unknown id.',
    () => ({}),
  ),

  right(
    'ok-404-before-405',
    'A method that the path does not have brings 404 where the thing is not there.',
    resourceFirst,
  ),

  right(
    'ok-delete-twice-204',
    'Deleting a thing again brings 204.',
    remembering(({ request }) => (request.method === 'DELETE' ? 204 : undefined)),
  ),

  right(
    'ok-soft-delete-410',
    'A thing that was deleted brings 410.',
    remembering(() => 410),
  ),
];
