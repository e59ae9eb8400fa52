import type { Json, ServiceParameter } from '../service-contract.js';
import type { Behaviour, Call, Mistake, Reply } from './behaviour.js';
import { operations } from './contract.js';
import { isObject } from './house.js';

export const workshopKey = 'kh_5e1c77a0b2d94f';

type Stages = Pick<Behaviour, 'stages' | 'route' | 'key' | 'parameters' | 'body' | 'typed' | 'taken'>;

/** The steps that may refuse a request; `whole` is the complete behaviour. */
export function stages(whole: Behaviour): Stages {
  return {
    stages: ['route', 'key', 'parameters', 'body'],

    route(call) {
      if (call.template === undefined) return whole.refuse(call, 404, 'Not Found');
      if (call.operation) return undefined;
      const refused = whole.refuse(call, 405, 'Method Not Allowed');
      return { ...refused, headers: { ...refused.headers, Allow: allowedAt(call.template).join(', ') } };
    },

    key(call) {
      if (/^\/(health|version)\b/.test(call.target) || call.headers['x-api-key'] === workshopKey) return undefined;
      const refused = whole.refuse(call, 401, 'Not authenticated');
      return { ...refused, headers: { ...refused.headers, 'WWW-Authenticate': 'ApiKey' } };
    },

    parameters(call) {
      const { operation, place, target } = call;
      const search = new URL(target, 'http://house').searchParams;
      const mistakes: Mistake[] = [];
      const judge = (parameter: ServiceParameter, from: 'path' | 'query', value: Json): Json => {
        const { name, validate } = parameter;
        if (!validate(value)) mistakes.push({ at: [from, name], text: validate.errors?.[0]?.message ?? '' });
        return value;
      };
      for (const parameter of operation?.inPath ?? [])
        judge(parameter, 'path', whole.typed(parameter.type, place[parameter.name] ?? ''));
      for (const parameter of operation?.query ?? []) {
        const text = search.get(parameter.name);
        const value = text === null ? parameter.default : whole.typed(parameter.type, text);
        if (value !== undefined) call.query[parameter.name] = judge(parameter, 'query', value);
      }
      return mistakes.length > 0 ? whole.refuse(call, /^\/glazes/.test(target) ? 400 : 422, mistakes) : undefined;
    },

    body: (call) => readBody(whole, call),

    typed(type, text) {
      if ((type === 'integer' || type === 'number') && /^-?\d{1,15}$/.test(text)) return Number(text);
      if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
      return text;
    },

    taken: (_, body) => body,
  };
}

/** The allowed methods of a path, for the header Allow; GET includes HEAD. */
export function allowedAt(template: string): string[] {
  const methods = operations.filter(({ path }) => path === template).map(({ method }) => method);
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

function readBody(whole: Behaviour, call: Call): Reply | undefined {
  const wanted = call.operation?.body;
  if (!wanted) return undefined;
  const isNest = call.target.startsWith('/glazes');
  const [media = ''] = (call.headers['content-type'] ?? '').split(';');
  if (media.trim().toLowerCase() !== wanted.media)
    return whole.refuse(call, isNest ? 400 : 415, `Expected a body of ${wanted.media}`);
  const found = decoded(whole, wanted.media, call);
  const unread = isNest || call.target.startsWith('/settings') ? 400 : 422;
  if (found === undefined) return whole.refuse(call, unread, [{ at: ['body'], text: 'cannot be read' }]);
  call.body = whole.taken(call, found);
  if (wanted.validate(call.body)) return undefined;
  const mistakes = (wanted.validate.errors ?? []).map(({ instancePath, message = '' }) => ({
    at: ['body', ...instancePath.split('/').slice(1)],
    text: message,
  }));
  return whole.refuse(call, isNest ? 400 : 422, mistakes);
}

/** Returns the body as a JSON value; undefined if it cannot be read. */
function decoded(whole: Behaviour, media: string, { bytes, headers }: Call): Json | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (media === 'text/plain') return text;
    if (media === 'application/json') return JSON.parse(text) as Json;
    if (media === 'multipart/form-data') return parts(text, headers['content-type'] ?? '');
    const form = [...new URLSearchParams(text)];
    const typeOf = (name: string): string | undefined => ({ priority: 'integer', urgent: 'boolean' })[name];
    return Object.fromEntries(form.map(([name, value]) => [name, whole.typed(typeOf(name), value)]));
  } catch {
    return undefined;
  }
}

/** Returns the parts of a multipart form as texts by name (RFC 7578); undefined if the form is malformed. */
function parts(text: string, media: string): Json | undefined {
  const [, boundary] = /boundary="?([^";]+)/i.exec(media) ?? [];
  if (boundary === undefined || !text.trimEnd().endsWith(`--${boundary}--`)) return undefined;
  const found = text.split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    found.flatMap((part) => {
      const [, head = '', value = ''] = /^\r\n([\s\S]*?)\r\n\r\n([\s\S]*)\r\n$/.exec(part) ?? [];
      const [, name] = /name="([^"]*)"/i.exec(head) ?? [];
      return name === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns the fields of a body that is already validated. */
export function fieldsOf({ body }: Call): Record<string, Json> {
  return isObject(body) ? body : {};
}
