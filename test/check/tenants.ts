import type { Json } from './service/contract.js';
import type { Behaviour, Call, Reply, Variant } from './service/service.js';

/** The key of the second tenant, who has created nothing and sees nothing of the first. */
export const otherKey = 'other-tenant-key-5b8e21';

/** How a service separates its tenants. */
export interface TenantHabits {
  /** Ids of the operations that do not ask who calls, so that they treat the second tenant like the first. */
  leaks?: readonly string[];
  /** The status for what belongs to the first tenant; 404 by default. */
  status?: 401 | 403 | 404;
  /** Whether lists are refused to the second tenant, in place of being empty. */
  refusesLists?: boolean;
  /** Responds to a request of the second tenant to what belongs to the first. If undefined, it is refused as usual. */
  respond?: (call: Call) => Reply | undefined;
  /** Whether the service does not know the second key. */
  knowsNoOtherKey?: boolean;
}

/**
 * Gives a service a second tenant. Everything that it has belongs to the first tenant: of the second tenant, requests
 * to a path with an id are refused, and lists are empty.
 *
 * @param firstKey the key of the first tenant
 * @param requests receives method and path of each request of the second tenant
 */
export function tenants<C extends Call, B extends Behaviour<C>>(
  firstKey: string,
  habits: TenantHabits = {},
  requests: string[] = [],
): Pick<Variant<B>, 'change'> {
  const { leaks = [], status = 404, refusesLists = false, respond, knowsNoOtherKey = false } = habits;
  const otherCalls = new WeakSet<Call>();
  const isForeign = (call: Call): boolean => otherCalls.has(call) && !leaks.includes(call.operation?.id ?? '');
  const hasId = ({ parameters }: Call): boolean => Object.keys(parameters).length > 0;
  const change = (base: B): Partial<Behaviour<C>> => {
    const refuse = (call: C): Reply => base.refuse(call, status, 'It belongs to somebody else.');
    return {
      key(call) {
        const { headers } = call;
        for (const [name, value] of Object.entries(headers)) {
          if (knowsNoOtherKey || !String(value).includes(otherKey)) continue;
          otherCalls.add(call);
          requests.push(`${call.method} ${call.target.split('?')[0]}`);
          headers[name] = String(value).replace(otherKey, firstKey);
        }
        return base.key(call);
      },
      resource: (call) =>
        isForeign(call) && hasId(call) && !call.operation?.isOpen
          ? (respond?.(call) ?? refuse(call))
          : base.resource(call),
      act(call) {
        if (!isForeign(call) || call.operation?.isOpen) return base.act(call);
        if (refusesLists) return refuse(call);
        const response = base.act(call);
        return response.body === undefined ? response : { ...response, body: withoutItems(response.body) };
      },
    };
  };
  return { change: change as (base: B) => Partial<B> };
}

/** Returns the body of a list without its items. */
function withoutItems(body: Json): Json {
  if (Array.isArray(body)) return [];
  if (typeof body !== 'object' || body === null) return body;
  const emptied = { total: 0, next: null };
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      Array.isArray(value) ? [] : (emptied[name as keyof typeof emptied] ?? (name === 'next' ? null : value)),
    ]),
  );
}
