import type { Behaviour, Call, Reply, Stage, StageName } from './behaviour.js';
import { operations, problemsOf, type QueryParameter } from './contract.js';
import { problem, reply } from './responses.js';
import { isObject, type Json } from './store.js';

export const shelfKey = 'shelf-key-3f9a1cB7e2D408';

/** The steps that may refuse a request, without faults. */
export const stages: Record<StageName, Stage> & Pick<Behaviour, 'stages'> = {
  stages: ['key', 'route', 'query', 'body', 'resource', 'schema'],

  key({ headers }) {
    const [, scheme, key] = /^(\S+) +(\S+)$/.exec(headers.authorization ?? '') ?? [];
    return scheme?.toLowerCase() === 'bearer' && key === shelfKey ? undefined : noKey();
  },

  route({ template, operation }) {
    if (template === undefined) return problem(404, 'This address does not exist.');
    return operation ? undefined : notAllowed(template);
  },

  query(call) {
    const search = new URL(call.target, call.origin).searchParams;
    const errors: Json[] = [];
    for (const parameter of call.operation?.query ?? []) {
      const texts = search.getAll(parameter.name);
      const value = texts.length > 1 ? texts : texts[0] === undefined ? parameter.default : typed(parameter, texts[0]);
      if (value === undefined) continue;
      if (!parameter.validate(value)) {
        errors.push({ pointer: '', detail: `${parameter.name}: ${problemsOf(parameter.validate.errors)[0]?.detail}` });
      }
      call.query[parameter.name] = value;
    }
    return errors.length > 0 ? problem(422, 'The query is invalid.', { errors }) : undefined;
  },

  body(call) {
    const wanted = call.operation?.body?.media;
    if (wanted === undefined) return undefined;
    const [media = ''] = (call.headers['content-type'] ?? '').split(';');
    if (media.trim().toLowerCase() !== wanted) return problem(415, `The body must be ${wanted}.`);
    try {
      call.body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(call.bytes)) as Json;
    } catch {
      return problem(400, 'The body is not JSON.');
    }
    return undefined;
  },

  resource({ operation, parameters, store }) {
    const { authorId, bookId, reviewId } = parameters;
    if (authorId !== undefined && !store.author.has(authorId)) return problem(404, 'This author does not exist.');
    if (bookId !== undefined && !store.book.has(bookId)) return problem(404, 'This book does not exist.');
    if (operation && reviewId !== undefined && store.review.get(reviewId)?.['bookId'] !== bookId) {
      return problem(404, 'The book has no such review.');
    }
    return undefined;
  },

  schema({ operation, body, store }) {
    if (!operation?.body) return undefined;
    const { validate } = operation.body;
    if (!validate(body)) return problem(422, 'The body is invalid.', { errors: problemsOf(validate.errors) });
    const author = isObject(body) ? body['authorId'] : undefined;
    if (typeof author === 'string' && !store.author.has(author)) {
      return problem(422, 'The body is invalid.', {
        errors: [{ pointer: '/authorId', detail: 'This author does not exist.' }],
      });
    }
    return undefined;
  },
};

/** Returns the response of the first stage that refuses the request. */
export function refusal(behaviour: Behaviour, call: Call): Reply | undefined {
  for (const name of behaviour.stages) {
    const refused = behaviour[name](call);
    if (refused) return refused;
  }
  return undefined;
}

function noKey(): Reply {
  const headers = { 'WWW-Authenticate': 'Bearer realm="shelf"' };
  return problem(401, 'Send a known key: Authorization: Bearer …', { headers });
}

export function notAllowed(template: string): Reply {
  return problem(405, 'This method is not supported here.', { headers: { Allow: allowedAt(template).join(', ') } });
}

/** The allowed methods of a path, for the header Allow; GET includes HEAD. */
export function allowedAt(template: string): string[] {
  const methods = operations.filter(({ path }) => path === template).map(({ method }) => method);
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

export function noContent(headers: Record<string, string> = {}): Reply {
  return reply(204, undefined, headers);
}

function typed({ type }: QueryParameter, text: string): Json {
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
