import type { Json, JsonObject } from './service/contract.js';
import { documentNamed } from './service/document.js';
import { type ResourceService, serveDocument } from './service/resources.js';
import { reply } from './service/service.js';

/** The id of the n-th created user. */
export const idOf = (count: number): string => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;

/** The owner of the key. */
export const ownerId = idOf(1);

/** The contract: upsert by PUT with only 200, logout by GET, shutdown, and users, one of whom owns the key. */
export const teamContract = documentNamed('team');

export interface TeamService extends ResourceService {
  /** Whether no request has logged out, or shut the service down. */
  isAlive(): boolean;
  /** The ids that requests to `/invitations` contained. */
  invited: string[];
}

/**
 * Starts the service.
 *
 * @param wrapCreated returns the body of the response to a creation
 */
export async function startTeam(
  wrapCreated: (user: JsonObject) => Json = (data) => ({ data }),
  document: object = teamContract,
): Promise<TeamService> {
  const invited: string[] = [];
  let isAlive = true;
  const users = ['Owner', 'Anna', 'Ben'].map((name, index) => ({ id: idOf(index + 1), name, role: 'guest' }));
  const end = () => {
    isAlive = false;
    return reply(200, {});
  };
  const service = await serveDocument(document, {
    resources: {
      ...Object.fromEntries(users.map((user) => [`/users/${user.id}`, user])),
      '/labels/old': { name: 'Old' },
      '/theme': { name: 'plain' },
    },
    acts: {
      logout: end,
      shutdown: end,
      createUser: (call, behaviour) =>
        reply(201, wrapCreated(behaviour.create(call, { role: 'guest', ...(call.body as JsonObject) }))),
      inviteUsers({ body }) {
        invited.push(...((body as JsonObject)['users'] as string[]));
        return reply(200, {});
      },
      promoteUser: ({ parameters }, _, resources) =>
        reply(200, Object.assign(resources.get(`/users/${parameters['user_id']}`) ?? {}, { role: 'admin' })),
      listLabels: (_, __, resources) =>
        reply(
          200,
          [...resources.keys()].flatMap((path) => (path.startsWith('/labels/') ? [{ id: path.slice(8) }] : [])),
        ),
      switchFlag: () => reply(404, {}),
      getHome: () => reply(200, { exit: { href: '/auth/logout' } }),
    },
    change: (base) => {
      /** Members are users, and so is the owner of the key. */
      const asUser = <C extends { template?: string; parameters: Record<string, string> }>(call: C): C =>
        /^\/(?:me|members)\b/.test(call.template ?? '')
          ? {
              ...call,
              template: call.template?.replace(/^\/me$/, '/users/{member_id}').replace('/members', '/users'),
              parameters: { member_id: ownerId, ...call.parameters },
            }
          : call;
      return {
        route: (call) => (call.method === 'M-SEARCH' ? reply(501, {}) : base.route(call)),
        key: (call) => (isAlive ? base.key(call) : base.refuse(call, 401, 'The session has ended.')),
        // A PUT creates a label, although its document does not say so.
        resource: (call) => (call.operation?.id === 'putLabel' ? undefined : base.resource(asUser(call))),
        act: (call) => base.act(asUser(call)),
        idFor: (_, count) => idOf(count + users.length),
      };
    },
  });
  return { ...service, isAlive: () => isAlive, invited };
}
