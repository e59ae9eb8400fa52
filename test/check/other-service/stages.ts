import { answer, problem } from './answers.js';
import type { Answer, Behaviour, Call, Stage, StageName } from './behaviour.js';
import { operations, problemsOf, type QueryParameter } from './contract.js';
import { isObject, type Json } from './store.js';

export const shelfKey = 'shelf-key-3f9a1c';

/** The steps that may refuse a request, as they are without faults. */
export const stages: Record<StageName, Stage> & Pick<Behaviour, 'stages'> = {
  stages: ['key', 'route', 'query', 'body', 'thing', 'schema'],

  key({ headers }) {
    const [, scheme, key] = /^(\S+) +(\S+)$/.exec(headers.authorization ?? '') ?? [];
    return scheme?.toLowerCase() === 'bearer' && key === shelfKey ? undefined : noKey();
  },

  route({ template, operation }) {
    if (template === undefined) return problem(404, 'There is nothing at this address.');
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
    return errors.length > 0 ? problem(422, 'The query does not fit.', { errors }) : undefined;
  },

  body(call) {
    const wanted = call.operation?.body?.media;
    if (wanted === undefined) return undefined;
    const [media = ''] = (call.headers['content-type'] ?? '').split(';');
    if (media.trim().toLowerCase() !== wanted) return problem(415, `The body is taken as ${wanted} alone.`);
    try {
      call.body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(call.bytes)) as Json;
    } catch {
      return problem(400, 'The body is no JSON.');
    }
    return undefined;
  },

  thing({ operation, parameters, store }) {
    const { authorId, bookId, reviewId } = parameters;
    if (authorId !== undefined && !store.author.has(authorId)) return problem(404, 'There is no such author.');
    if (bookId !== undefined && !store.book.has(bookId)) return problem(404, 'There is no such book.');
    if (operation && reviewId !== undefined && store.review.get(reviewId)?.['bookId'] !== bookId) {
      return problem(404, 'The book has no such review.');
    }
    return undefined;
  },

  schema({ operation, body, store }) {
    if (!operation?.body) return undefined;
    const { validate } = operation.body;
    if (!validate(body)) return problem(422, 'The body does not fit.', { errors: problemsOf(validate.errors) });
    const author = isObject(body) ? body['authorId'] : undefined;
    if (typeof author === 'string' && !store.author.has(author)) {
      return problem(422, 'The body does not fit.', {
        errors: [{ pointer: '/authorId', detail: 'There is no such author.' }],
      });
    }
    return undefined;
  },
};

/** The answer of the first stage that refuses the request. */
export function refusal(behaviour: Behaviour, call: Call): Answer | undefined {
  for (const name of behaviour.stages) {
    const refused = behaviour[name](call);
    if (refused) return refused;
  }
  return undefined;
}

function noKey(): Answer {
  const headers = { 'WWW-Authenticate': 'Bearer realm="shelf"' };
  return problem(401, 'Send a key that is known: Authorization: Bearer …', { headers });
}

export function notAllowed(template: string): Answer {
  return problem(405, 'This cannot be done here.', { headers: { Allow: allowedAt(template).join(', ') } });
}

/** The methods of a path, HEAD with GET. */
export function allowedAt(template: string): string[] {
  const methods = operations.filter(({ path }) => path === template).map(({ method }) => method);
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

export function noContent(headers: Record<string, string> = {}): Answer {
  return answer(204, undefined, headers);
}

function typed({ type }: QueryParameter, text: string): Json {
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
