import type { Json, JsonObject } from '../service/contract.js';
import type { Behaviour, Call, Replacement, Reply, Variant } from './behaviour.js';
import { isObject } from './house.js';
import { reply } from './responses.js';

const sending =
  (edit: (response: Reply, call: Call) => Reply): Replacement =>
  (before) => ({ send: (call, response) => edit(before.send(call, response), call) });

/** Edits each object in a body. */
function edited(value: Json, edit: (object: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return value.map((item) => edited(item, edit));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, child]) => [name, edited(child, edit)] as const);
  return edit(Object.fromEntries(members));
}

const lists = (call: Call, status: number): boolean =>
  call.operation !== undefined && (call.operation.statuses.includes(status) || call.operation.hasDefault);

const subCollections = ['List the kilns of a studio', 'firings.list'];

/** Words that lenient parsers read as a boolean. */
const words: Readonly<Record<string, boolean>> = { yes: true, on: true, '1': true, no: false, off: false, '0': false };

const integers = ['seats', 'max_temperature', 'top', 'quiet_from', 'peak', 'parts'];
const booleans = ['open', 'gloss', 'guests'];

/** Reads texts that stand for numbers and booleans as such, and numbers as texts. */
const lax = (object: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      if (integers.includes(name)) return [name, typeof value === 'string' && /^-?\d+$/.test(value) ? +value : value];
      if (booleans.includes(name)) return [name, words[String(value)] ?? value];
      return [name, typeof value === 'number' ? String(value) : value];
    }),
  );

/** Services that follow the contract, but differ from the usual service. */
const table: Readonly<Record<`ok-${string}: ${string}`, Replacement>> = {
  'ok-closes-after-errors: Closes the connection after each error without saying so.': sending((response) =>
    response.status >= 400 ? { ...response, closes: 'unsaid' } : response,
  ),
  'ok-short-keep-alive: Closes idle connections after 50 ms.': () => ({ keepsAlive: 50 }),
  'ok-slow-start: The first response takes 300 ms.': () => {
    let isFirst = true;
    return {
      send: (_, response) => {
        const delay = isFirst ? 300 : 0;
        isFirst = false;
        return { ...response, delay };
      },
    };
  },
  'ok-400-for-422: Refuses invalid settings with 400, where 422 is listed as well.': (before) => ({
    refuse: (call, status, mistakes) =>
      before.refuse(call, status === 422 && call.target.startsWith('/settings') ? 400 : status, mistakes),
  }),
  'ok-403-key: Refuses a wrong key with 403, where 401 is listed as well.': (before) => ({
    key: (call) => before.key(call) && (lists(call, 403) ? before.refuse(call, 403, 'Unknown key') : before.key(call)),
  }),
  'ok-404-for-bad-ids: Responds 404 to ids that are no numbers, where 404 and 422 are listed.': (before) => ({
    query(call) {
      const refusal = before.query(call);
      const isId = /\D/.test(call.parameters['studio_id'] ?? '');
      return refusal?.status === 422 && isId && lists(call, 404) ? before.refuse(call, 404, 'Not found') : refusal;
    },
  }),
  'ok-counts-reads: Each studio counts how often it was shown.': (before) => ({
    show(call, kind, resource) {
      if (kind === 'studio') resource['visits'] = Number(resource['visits']) + 1;
      return before.show(call, kind, resource);
    },
  }),
  'ok-decays: The visits of a studio are forgotten as time goes by.': (before) => ({
    show(call, kind, resource) {
      const view = before.show(call, kind, resource);
      const budget = Math.max(0, 1_000_000 - Math.floor(call.store.seconds * 1000));
      return kind === 'studio' ? { ...view, visits: budget } : view;
    },
  }),
  'ok-recycles-ids: The next studio gets the id of a deleted one.': (before) => ({
    act(call) {
      const result = before.act(call);
      if (call.operation?.id === 'studios.delete' && result.status === 204)
        call.store.reuse('studio', Number(call.parameters['studio_id']));
      return result;
    },
  }),
  'ok-put-200: A PUT that creates a kiln returns 200.': sending((response, { operation }) =>
    operation?.id === 'Put a kiln' && response.status === 201 ? { ...response, status: 200 } : response,
  ),
  'ok-refuses-empty: Refuses empty texts in bodies.': (before) => ({
    schema(call) {
      const refusal = before.schema(call);
      if (refusal || !isObject(call.body)) return refusal;
      const empty = Object.entries(call.body).find(([, value]) => value === '');
      const status = call.target.startsWith('/glazes') ? 400 : 422;
      return empty && before.refuse(call, status, [{ at: ['body', empty[0]], text: 'is empty' }]);
    },
  }),
  'ok-lax-types: Reads "yes" as true, "3" as 3, and numbers as texts.': (before) => ({
    acceptBody: (call, body) => edited(before.acceptBody(call, body), lax),
    typed: (type, text) => (type === 'boolean' ? (words[text] ?? before.typed(type, text)) : before.typed(type, text)),
  }),
  'ok-empty-for-unknown: The kilns of an unknown studio are none, and so are the firings of an unknown kiln.': (
    before,
  ) => ({
    act(call) {
      const result = before.act(call);
      if (result.status !== 404 || !subCollections.includes(call.operation?.id ?? '')) return result;
      return reply(200, call.operation?.id === 'firings.list' ? { data: [] } : { result: {}, status: 'ok' });
    },
  }),
  'ok-delete-unknown: Deleting an unknown studio returns 204, since none is there afterwards.': (before) => ({
    act(call) {
      const result = before.act(call);
      return result.status === 404 && call.operation?.id === 'studios.delete' ? reply(204) : result;
    },
  }),
  'ok-fires-at-once: A firing is done as soon as it was started.': (before) => ({
    show(call, kind, resource) {
      const view = before.show(call, kind, resource);
      return kind === 'firing' ? { ...view, state: 'done' } : view;
    },
  }),
  'ok-caps-pages: A page has at most three studios, whatever `count` says.': (before) => ({
    act(call) {
      if (call.operation?.id === 'studios.list') call.query['count'] = Math.min(3, Number(call.query['count']));
      return before.act(call);
    },
  }),
  'ok-redirects-slashes: A path with a slash at the end leads to the path without it.': (before) => ({
    route(call) {
      const refusal = before.route(call);
      const [path = ''] = call.target.split('?');
      return refusal?.status === 404 && /.\/$/.test(path)
        ? reply(307, undefined, { Location: path.slice(0, -1) })
        : refusal;
    },
  }),
};

function fromTable([heading, change]: [string, Replacement]): Variant {
  const [, name = '', description = ''] = /^(\S+): (.+)$/.exec(heading) ?? [];
  return { name, about: description, change };
}

export const rightVariants: readonly Variant[] = Object.entries(table).map(fromTable);

/** A read that fails only once, so a run can only report the failure. */
export const failsOnce: Variant = {
  name: 'fails-once',
  about: 'One read of the settings returns 500.',
  change: (before: Behaviour) => {
    let count = 0;
    return {
      act(call) {
        const isIt = call.operation?.id === 'settings-read' && ++count === 3;
        return isIt ? before.refuse(call, 500, 'Stalled') : before.act(call);
      },
    };
  },
};
