import type { Fault } from '../behaviour/behaviour.js';
import { Refusal } from '../model/response.js';
import { type Change, Store, type Stored } from '../model/store.js';
import { hashOf, isRead, type Replacement, right } from './parts.js';

/** How far reads lag behind. */
export const lagMilliseconds = 1000;

/** Reads come from a copy, to which changes get late. */
const laggingReads: Replacement = (behaviour) => {
  let copy: Store | undefined;
  let serial = 0;
  let late: { at: number; changes: readonly Change[] }[] = [];
  const copyOf = (store: Store): Store => {
    // Something else than a request changed the state, as going back to the beginning does.
    if (!copy || store.serial !== serial) {
      copy = new Store(store.snapshot());
      late = [];
    }
    serial = store.serial;
    const due = performance.now() - lagMilliseconds;
    for (const { at, changes } of late) if (at <= due) copy.commit(changes);
    late = late.filter(({ at }) => at > due);
    return copy;
  };
  return {
    async arrive(exchange) {
      await behaviour.arrive(exchange);
      if (isRead(exchange)) exchange.store = copyOf(exchange.store);
    },
    commit(store, changes, exchange) {
      copyOf(store);
      behaviour.commit(store, changes, exchange);
      if (store.serial !== serial) late.push({ at: performance.now(), changes });
      serial = store.serial;
    },
  };
};

/** Somebody else edits the headlines of entries that no request has named or written. */
const thirdParty: Replacement = (behaviour) => {
  const taken = new Set<string>();
  let edits = 0;
  const next = (store: Store): Stored | undefined => {
    const free = [...store.list('PartnerEntry')].filter(({ id }) => !taken.has(id));
    return free[edits % free.length];
  };
  return {
    async arrive(exchange) {
      const { store } = exchange;
      await behaviour.arrive(exchange);
      taken.add(exchange.parameters['entry_id'] ?? '');
      const entry = next(store);
      if (!entry) return;
      edits += 1;
      const headline = `Edit ${edits} of somebody else`;
      behaviour.commit(store, [['put', 'PartnerEntry', { ...entry, value: { ...entry.value, headline } }]], exchange);
    },
    commit(store, changes, exchange) {
      for (const [kind, , what] of changes) taken.add(kind === 'put' ? what.id : what);
      behaviour.commit(store, changes, exchange);
    },
  };
};

const busy: Replacement = (behaviour) => {
  let requests = 0;
  return {
    async arrive(exchange) {
      await behaviour.arrive(exchange);
      requests += 1;
      if (requests % 7 !== 0) return;
      // Every second time the client has to wait in earnest.
      throw new Refusal(429, 'There are too many requests.', [], { 'retry-after': requests % 14 === 0 ? '1' : '0' });
    },
  };
};

const closing: Replacement = (behaviour) => {
  let answers = 0;
  return {
    async finish(exchange, response) {
      const before = await behaviour.finish(exchange, response);
      answers += 1;
      return hashOf(String(answers)) % 3 === 0 ? { wire: 'close', ...before } : before;
    },
  };
};

/** What happens around a right server, and not in its answers. */
export const rightServers: readonly Fault[] = [
  right('ok-closes-connections', 'Connections are closed after some of the answers.', closing),

  right(
    'ok-third-party',
    'With each request, somebody else edits an entry that no request has named or written.',
    thirdParty,
  ),

  right('ok-cached-reads', 'Reads lag one second behind.', laggingReads),

  right('ok-429', 'Each seventh request brings 429 with Retry-After.', busy),
];
