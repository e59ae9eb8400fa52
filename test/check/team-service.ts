import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { decodePart } from '../../scripts/check/session/fixtures.js';
import { listenHere } from '../listen-here.js';
import { type Answer, type Part, sendAnswer } from './shop.js';

export const key = 'team-key-0123456789';

/** The id of the n-th created user. */
export const idOf = (count: number): string => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;

/** The owner of the key. */
export const ownerId = idOf(1);

const json = (schema: Part): Part => ({ description: 'An answer.', content: { 'application/json': { schema } } });
const body = (schema: Part): Part => ({
  requestBody: { required: true, content: { 'application/json': { schema } } },
});
const list = (items: Part): Part => ({ type: 'array', items });
const uuid = { type: 'string', format: 'uuid' };
const string = { type: 'string' };
/** Returns the definition of a path parameter with this name. */
const of = (name: string): { parameters: Part[] } => ({
  parameters: [{ name, in: 'path', required: true, schema: name.endsWith('_id') ? uuid : string }],
});
const refusal = json({ type: 'object' });
const user = { type: 'object', properties: { id: uuid, name: string, role: string } };
const named = { type: 'object', properties: { name: { type: 'string', maxLength: 100 } } };
const open = { type: 'object' };
const people = { tags: ['people'] };

/** The responses of an operation to requests with a key; `found` adds the one for missing resources. */
const keyed = (schema: Part): Part => ({ 200: json(schema), 401: refusal });
const found = (schema: Part): Part => ({ ...keyed(schema), 404: refusal });

const operation = (operationId: string, responses: Part, others: Part = {}): Part & { responses: Part } => ({
  operationId,
  ...others,
  responses,
});

/** The contract: upsert by PUT with only 200, logout by GET, shutdown, and users, one of whom owns the key. */
export const teamContract = {
  openapi: '3.1.0',
  info: { title: 'Team', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/auth/logout': { get: operation('logout', { 200: json(open) }) },
    '/shutdown': { post: operation('shutdown', { 202: json(open) }) },
    '/users': {
      get: operation('listUsers', keyed(list(user)), people),
      post: operation('createUser', { 201: json(open), 401: refusal }, { ...people, ...body(named) }),
    },
    '/users/{user_id}': {
      ...of('user_id'),
      get: operation('getUser', found(user), people),
      patch: operation('updateUser', found(user), { ...people, ...body(named) }),
      delete: operation('deleteUser', { 204: { description: 'Gone.' }, 401: refusal, 404: refusal }, people),
    },
    '/users/{user_id}/promote': { post: operation('promoteUser', found(user), of('user_id')) },
    '/invitations': {
      post: operation(
        'inviteUsers',
        keyed(open),
        body({ type: 'object', required: ['users'], properties: { users: { ...list(uuid), minItems: 1 } } }),
      ),
    },
    '/me': { get: operation('getMe', keyed(user)), patch: operation('updateMe', keyed(user), body(named)) },
    '/theme': { get: operation('getTheme', keyed(named)), patch: operation('updateTheme', keyed(named), body(named)) },
    '/members': { get: operation('listMembers', keyed(list(user))) },
    '/members/{member_id}': { ...of('member_id'), patch: operation('updateMember', found(user), body(named)) },
    '/labels': { get: operation('listLabels', keyed(list({ type: 'object', properties: { id: string } }))) },
    '/labels/{label}': {
      ...of('label'),
      get: operation('getLabel', found(named)),
      put: operation('putLabel', keyed(named), body(named)),
    },
    '/flags/{flag}': { ...of('flag'), put: operation('switchFlag', found(named), body(named)) },
    '/home': {
      get: operation(
        'getHome',
        keyed({ type: 'object', properties: { exit: { type: 'object', properties: { href: string } } } }),
      ),
    },
  },
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
};

interface User {
  id: string;
  name: string;
  role: string;
}

/** The parts of the response to a creation, without its status. */
export type Created = Omit<Answer, 'status'>;

/** The service, with its state and the requests that it received. */
class Team {
  readonly users = new Map<string, User>();
  readonly labels = new Map<string, unknown>([['old', { name: 'Old' }]]);
  theme: Part = { name: 'plain' };
  isAlive = true;
  /** Method and path of each request, in the order of arrival. */
  readonly sent: string[] = [];
  /** The names that requests to `/invitations` contained. */
  readonly invited: string[] = [];
  readonly created: (user: User) => Created;
  #count = 0;

  constructor(created: (user: User) => Created) {
    this.created = created;
    for (const name of ['Owner', 'Anna', 'Ben']) this.make(name);
  }

  make(name: string): User {
    const made = { id: idOf(++this.#count), name, role: 'guest' };
    this.users.set(made.id, made);
    return made;
  }

  /** The state of the service. */
  state(): unknown {
    return structuredClone({ users: [...this.users.values()], labels: [...this.labels], theme: this.theme });
  }
}

export type TeamService = Team & { url: string; close(): Promise<void> };

type Act = (team: Team, id: string, value: Part) => Answer;

const ok = (value: unknown): Answer => ({ status: 200, json: value });
const missing: Answer = { status: 404, json: {} };

const end: Act = (team) => {
  team.isAlive = false;
  return ok({});
};
const everybody: Act = ({ users }) => ok([...users.values()]);
const show: Act = ({ users }, id) => (users.has(id) ? ok(users.get(id)) : missing);
const change: Act = ({ users }, id, value) => {
  const changed = users.get(id);
  return changed ? ok(Object.assign(changed, value)) : missing;
};

/** The handlers of the operations. For `/me`, the id is that of the owner. */
const acts: Record<string, Act> = {
  'GET /auth/…': end,
  'POST /shutdown': end,
  'GET /users': everybody,
  'GET /members': everybody,
  'POST /users': (team, _, { name }) => ({ status: 201, ...team.created(team.make(String(name))) }),
  'GET /users/…': show,
  'GET /me': show,
  'PATCH /users/…': change,
  'PATCH /members/…': change,
  'PATCH /me': change,
  'DELETE /users/…': ({ users }, id) => (users.delete(id) ? { status: 204 } : missing),
  'POST /users/…/promote': (team, id, value) => change(team, id, { ...value, role: 'admin' }),
  'POST /invitations': ({ invited }, _, { users }) => {
    if (!Array.isArray(users)) return { status: 400, json: {} };
    invited.push(...(users as string[]));
    return ok({});
  },
  'GET /theme': ({ theme }) => ok(theme),
  'PATCH /theme': (team, _, value) => ok(Object.assign(team.theme, value)),
  'PUT /labels/…': ({ labels }, id, value) => ok(labels.set(id, value).get(id)),
  'GET /labels/…': ({ labels }, id) => (labels.has(id) ? ok(labels.get(id)) : missing),
  'PUT /flags/…': () => missing,
  'GET /labels': ({ labels }) => ok([...labels.keys()].map((label) => ({ id: label }))),
  'GET /home': () => ok({ exit: { href: '/auth/logout' } }),
  'M-SEARCH': () => ({ status: 501, json: {} }),
};

const notAllowed: Act = () => ({ status: 405, json: {}, headers: { allow: 'GET, PATCH, PUT, DELETE, POST' } });

function answered(team: Team, method: string, path: string, value: Part): Answer {
  const [, kind = '', id, action] = path.split('/').map(decodePart);
  const asked = method === 'HEAD' ? 'GET' : method;
  const name = `${asked} /${kind}${id === undefined ? '' : '/…'}${action === undefined ? '' : `/${action}`}`;
  const act = acts[name] ?? acts[method] ?? notAllowed;
  return act(team, kind === 'me' ? ownerId : (id ?? ''), value);
}

/** Returns the body of a request; undefined if it is not JSON, or has a `name` that is not a text. */
function jsonOf(body: string): Part | undefined {
  try {
    const value = JSON.parse(body || '{}') as Part;
    return typeof (value['name'] ?? '') === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Starts the service.
 *
 * @param created makes the response to a creation
 */
export async function startTeam(
  created: (user: User) => Created = (made) => ({ json: { data: made } }),
): Promise<TeamService> {
  const team = new Team(created);
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const value = jsonOf(await text(request));
    const path = url.split('?', 1)[0] ?? '';
    team.sent.push(`${method} ${path}`);
    const isKnown = team.isAlive && headers.authorization === `Bearer ${key}`;
    const refused = { status: isKnown ? 400 : 401, json: {} };
    sendAnswer(response, method, isKnown && value ? answered(team, method, path, value) : refused);
  });
  return Object.assign(team, await listenHere(server));
}
