import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenHere } from '../listen-here.js';
import { sendAnswer } from './shop.js';

/** A document, or a part of one. */
type Part = Record<string, unknown>;

export const key = 'team-key-0123456789';

/** The id of the user that was made as the so-many-th. */
export const idOf = (count: number): string => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;

/** The user whom the key belongs to. */
export const ownerId = idOf(1);

const json = (schema: Part): Part => ({ description: 'An answer.', content: { 'application/json': { schema } } });
const body = (schema: Part): Part => ({ required: true, content: { 'application/json': { schema } } });
const list = (items: Part): Part => json({ type: 'array', items });
const parameter = (name: string): Part => ({
  name,
  in: 'path',
  required: true,
  schema: name.endsWith('_id') ? { type: 'string', format: 'uuid' } : { type: 'string' },
});
const refusal = json({ type: 'object' });
const uuid = { type: 'string', format: 'uuid' };
const user = { type: 'object', properties: { id: uuid, name: { type: 'string' }, role: { type: 'string' } } };
const named = { type: 'object', properties: { name: { type: 'string', maxLength: 100 } } };
const open = { type: 'object' };

/** Upserts by PUT with 200 alone, logs out by GET, shuts down, and has users, of whom one has the key. */
export const teamContract = {
  openapi: '3.1.0',
  info: { title: 'Team', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/auth/logout': { get: { operationId: 'logout', responses: { 200: json(open) } } },
    '/shutdown': { post: { operationId: 'shutdown', responses: { 202: json(open) } } },
    '/users': {
      get: { operationId: 'listUsers', tags: ['people'], responses: { 200: list(user), 401: refusal } },
      post: {
        operationId: 'createUser',
        tags: ['people'],
        requestBody: body(named),
        responses: { 201: json(open), 401: refusal },
      },
    },
    '/users/{user_id}': {
      parameters: [parameter('user_id')],
      get: { operationId: 'getUser', tags: ['people'], responses: { 200: json(user), 401: refusal, 404: refusal } },
      patch: {
        operationId: 'updateUser',
        tags: ['people'],
        requestBody: body(named),
        responses: { 200: json(user), 401: refusal, 404: refusal },
      },
      delete: {
        operationId: 'deleteUser',
        tags: ['people'],
        responses: { 204: { description: 'Gone.' }, 401: refusal, 404: refusal },
      },
    },
    '/users/{user_id}/promote': {
      post: {
        operationId: 'promoteUser',
        parameters: [parameter('user_id')],
        responses: { 200: json(user), 401: refusal, 404: refusal },
      },
    },
    '/invitations': {
      post: {
        operationId: 'inviteUsers',
        requestBody: body({
          type: 'object',
          required: ['users'],
          properties: { users: { type: 'array', items: uuid, minItems: 1 } },
        }),
        responses: { 200: json(open), 401: refusal },
      },
    },
    '/me': {
      get: { operationId: 'getMe', responses: { 200: json(user), 401: refusal } },
      patch: { operationId: 'updateMe', requestBody: body(named), responses: { 200: json(user), 401: refusal } },
    },
    '/theme': {
      get: { operationId: 'getTheme', responses: { 200: json(named), 401: refusal } },
      patch: { operationId: 'updateTheme', requestBody: body(named), responses: { 200: json(named), 401: refusal } },
    },
    '/members': { get: { operationId: 'listMembers', responses: { 200: list(user), 401: refusal } } },
    '/members/{member_id}': {
      parameters: [parameter('member_id')],
      patch: {
        operationId: 'updateMember',
        requestBody: body(named),
        responses: { 200: json(user), 401: refusal, 404: refusal },
      },
    },
    '/labels': {
      get: {
        operationId: 'listLabels',
        responses: { 200: list({ type: 'object', properties: { id: { type: 'string' } } }), 401: refusal },
      },
    },
    '/labels/{label}': {
      parameters: [parameter('label')],
      get: { operationId: 'getLabel', responses: { 200: json(named), 401: refusal, 404: refusal } },
      put: { operationId: 'putLabel', requestBody: body(named), responses: { 200: json(named), 401: refusal } },
    },
    '/flags/{flag}': {
      parameters: [parameter('flag')],
      put: {
        operationId: 'switchFlag',
        requestBody: body(named),
        responses: { 200: json(named), 401: refusal, 404: refusal },
      },
    },
    '/home': {
      get: {
        operationId: 'getHome',
        responses: {
          200: json({
            type: 'object',
            properties: { exit: { type: 'object', properties: { href: { type: 'string' } } } },
          }),
          401: refusal,
        },
      },
    },
  },
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
};

interface User {
  id: string;
  name: string;
  role: string;
}

/** What a creation answers. */
export interface Created {
  json?: unknown;
  headers?: Record<string, string>;
}

export interface TeamService {
  url: string;
  /** Everything that the service holds. */
  state(): unknown;
  users: Map<string, User>;
  labels: Map<string, unknown>;
  isAlive(): boolean;
  /** Method and path of each request, in order. */
  sent: string[];
  /** What requests to `/invitations` have named. */
  invited: string[];
  close(): Promise<void>;
}

/**
 * Starts the service.
 *
 * @param created what a creation answers
 */
export async function startTeam(
  created: (user: User) => Created = (made) => ({ json: { data: made } }),
): Promise<TeamService> {
  const users = new Map<string, User>();
  const labels = new Map<string, unknown>([['old', { name: 'Old' }]]);
  const sent: string[] = [];
  const invited: string[] = [];
  let theme = { name: 'plain' };
  let isAlive = true;
  let count = 0;
  const make = (name: string): User => {
    const made = { id: idOf(++count), name, role: 'guest' };
    users.set(made.id, made);
    return made;
  };
  for (const name of ['Owner', 'Anna', 'Ben']) make(name);

  type Answer = Created & { status: number };
  const act = (method: string, path: string, value: Part): Answer => {
    const [, kind = '', id, action] = path.split('/').map(decodeURIComponent);
    const found = users.get(kind === 'me' ? ownerId : (id ?? ''));
    const changed = (): Answer =>
      found ? { status: 200, json: Object.assign(found, value) } : { status: 404, json: {} };
    switch (`${method} /${kind}${id === undefined ? '' : '/…'}${action === undefined ? '' : `/${action}`}`) {
      case 'GET /auth/…':
      case 'POST /shutdown':
        isAlive = false;
        return { status: 200, json: {} };
      case 'GET /users':
      case 'GET /members':
        return { status: 200, json: [...users.values()] };
      case 'POST /users':
        return { status: 201, ...created(make(String(value['name']))) };
      case 'GET /users/…':
      case 'GET /me':
        return found ? { status: 200, json: found } : { status: 404, json: {} };
      case 'PATCH /users/…':
      case 'PATCH /members/…':
      case 'PATCH /me':
        return changed();
      case 'DELETE /users/…':
        return users.delete(id ?? '') ? { status: 204 } : { status: 404, json: {} };
      case 'POST /users/…/promote':
        value['role'] = 'admin';
        return changed();
      case 'POST /invitations':
        if (!Array.isArray(value['users'])) return { status: 400, json: {} };
        invited.push(...(value['users'] as string[]));
        return { status: 200, json: {} };
      case 'GET /theme':
        return { status: 200, json: theme };
      case 'PATCH /theme':
        theme = { ...theme, ...value };
        return { status: 200, json: theme };
      case 'PUT /labels/…':
        labels.set(id ?? '', value);
        return { status: 200, json: value };
      case 'GET /labels/…':
        return labels.has(id ?? '') ? { status: 200, json: labels.get(id ?? '') } : { status: 404, json: {} };
      case 'PUT /flags/…':
        return { status: 404, json: {} };
      case 'GET /labels':
        return { status: 200, json: [...labels.keys()].map((label) => ({ id: label })) };
      case 'GET /home':
        return { status: 200, json: { exit: { href: '/auth/logout' } } };
      default:
        return method === 'M-SEARCH'
          ? { status: 501, json: {} }
          : { status: 405, json: {}, headers: { allow: 'GET, PATCH, PUT, DELETE, POST' } };
    }
  };

  const server = createServer(async (request, response) => {
    const body = await text(request);
    const method = request.method ?? '';
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    sent.push(`${method} ${path}`);
    let value: Part | undefined = {};
    try {
      if (body !== '') value = JSON.parse(body) as Part;
    } catch {
      value = undefined;
    }
    const answer: Answer =
      !isAlive || request.headers.authorization !== `Bearer ${key}`
        ? { status: 401, json: {} }
        : value === undefined || typeof (value['name'] ?? '') !== 'string'
          ? { status: 400, json: {} }
          : act(method === 'HEAD' ? 'GET' : method, path, value);
    sendAnswer(response, method, answer);
  });
  const { url, close } = await listenHere(server);
  return {
    url,
    users,
    labels,
    sent,
    invited,
    state: () => structuredClone({ users: [...users.values()], labels: [...labels], theme }),
    isAlive: () => isAlive,
    close,
  };
}
