import type { Fault } from '../behaviour/behaviour.js';
import { Refusal } from '../model/response.js';
import { type Change, Store, type Stored } from '../model/store.js';
import { hashOf, isRead, type Replacement, right } from './parts.js';

const lagMilliseconds = 1000;

/** Serves reads from a copy that receives changes late. */
const laggingReads: Replacement = (behaviour) => {
  let copy: Store | undefined;
  let serial = 0;
  let late: { at: number; changes: readonly Change[] }[] = [];
  const copyOf = (store: Store): Store => {
    // The state changed without a request, such as by a reset.
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

/** Edits, as another user, the headlines of entries that no request has named or written. */
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
      const headline = `Edit ${edits} by another user`;
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
      // Every second 429 asks the client to wait a second.
      throw new Refusal(429, 'Too many requests.', [], { 'retry-after': requests % 14 === 0 ? '1' : '0' });
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

/** Valid circumstances around the responses of a server. */
export const rightServers: readonly Fault[] = [
  right('ok-closes-connections', 'The server closes the connection after some responses.', closing),

  right(
    'ok-third-party',
    'During each request, another user edits an entry that no request has named or written.',
    thirdParty,
  ),

  right('ok-cached-reads', 'Reads lag one second behind writes.', laggingReads),

  right('ok-429', 'The server returns 429 with Retry-After for every seventh request.', busy),
];
