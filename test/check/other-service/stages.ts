import type { Reply, StageName } from '../service/service.js';
import { stagesOf } from '../service/stages.js';
import type { Behaviour } from './behaviour.js';
import { contract } from './contract.js';
import { problem } from './responses.js';
import { isObject } from './store.js';

export const shelfKey = 'shelf-key-3f9a1cB7e2D408';

/** The steps that may refuse a request, without faults. */
export function stages(behaviour: Behaviour): Pick<Behaviour, StageName | 'stages' | 'typed' | 'read' | 'refuse'> {
  const usualStages = stagesOf(contract, behaviour, hasKey, 'Bearer realm="shelf"');
  return {
    ...usualStages,
    stages: ['key', 'route', 'query', 'body', 'resource', 'schema'],

    resource({ operation, parameters, store }) {
      const { authorId, bookId, reviewId } = parameters;
      if (authorId !== undefined && !store.author.has(authorId)) return problem(404, 'This author does not exist.');
      if (bookId !== undefined && !store.book.has(bookId)) return problem(404, 'This book does not exist.');
      if (operation && reviewId !== undefined && store.review.get(reviewId)?.['bookId'] !== bookId) {
        return problem(404, 'The book has no such review.');
      }
      return undefined;
    },

    schema(call) {
      const refusal = usualStages.schema(call);
      const author = isObject(call.body) ? call.body['authorId'] : undefined;
      if (refusal || typeof author !== 'string' || call.store.author.has(author)) return refusal;
      return behaviour.refuse(call, 422, [{ at: ['body', 'authorId'], text: 'This author does not exist.' }]);
    },

    refuse(_, status, mistakes) {
      if (typeof mistakes === 'string') return problem(status, mistakes);
      const [of = ''] = mistakes[0]?.at ?? [];
      const errors = mistakes.map(({ at: [, ...at], text }) =>
        of === 'query'
          ? { pointer: '', detail: `${at.join('.')}: ${text}` }
          : { pointer: at.map((part) => `/${part}`).join(''), detail: text },
      );
      return problem(status, `The ${of} is invalid.`, { errors });
    },
  };
}

function hasKey({ headers }: { headers: { authorization?: string } }): boolean {
  const [, scheme, key] = /^(\S+) +(\S+)$/.exec(headers.authorization ?? '') ?? [];
  return scheme?.toLowerCase() === 'bearer' && key === shelfKey;
}

export function notAllowed(template: string): Reply {
  const headers = { Allow: contract.allowedAt(template).join(', ') };
  return problem(405, 'This method is not supported here.', { headers });
}
