import type { Json, ServiceContract, ServiceParameter } from './contract.js';
import type { Behaviour, Call, Mistake, Reply, StageName } from './service.js';

type Stages<C extends Call> = Pick<Behaviour<C>, StageName | 'stages' | 'typed' | 'read'>;

/**
 * Returns the steps that may refuse a request, as the contract says. `whole` is the complete behaviour.
 *
 * @param admits whether a request has the right key
 * @param challenge the value of the header WWW-Authenticate
 */
export function stagesOf<C extends Call>(
  contract: ServiceContract,
  behaviour: Behaviour<C>,
  admits: (call: C) => boolean,
  challenge: string,
): Stages<C> {
  return {
    stages: ['route', 'key', 'query', 'body', 'schema', 'resource'],

    key(call) {
      if (call.operation?.isOpen || admits(call)) return undefined;
      return withHeader(behaviour.refuse(call, 401, 'Send a known key.'), 'WWW-Authenticate', challenge);
    },

    route(call) {
      if (call.template === undefined) return behaviour.refuse(call, 404, 'This address does not exist.');
      if (call.operation) return undefined;
      const refusal = behaviour.refuse(call, 405, 'This method is not supported here.');
      return withHeader(refusal, 'Allow', contract.allowedAt(call.template).join(', '));
    },

    query(call) {
      const { operation, origin, target } = call;
      const search = new URL(target, origin).searchParams;
      const mistakes: Mistake[] = [];
      for (const parameter of operation?.query ?? []) {
        const texts = search.getAll(parameter.name).map((text) => behaviour.typed(parameter.type, text));
        const value = texts.length > 1 ? texts : (texts[0] ?? parameter.default);
        if (value === undefined) continue;
        mistakes.push(...mistakesIn('query', parameter, value));
        call.query[parameter.name] = value;
      }
      return mistakes.length > 0 ? behaviour.refuse(call, findStatus(call, 422, 400), mistakes) : undefined;
    },

    body(call) {
      const { operation, headers, bytes } = call;
      if (!operation?.body) return undefined;
      const [media = ''] = (headers['content-type'] ?? '').split(';');
      if (operation.body.media !== '*/*' && media.trim().toLowerCase() !== operation.body.media)
        return behaviour.refuse(call, findStatus(call, 415, 400, 422), isNot(operation.body.media));
      try {
        call.body = behaviour.read(call, new TextDecoder('utf-8', { fatal: true }).decode(bytes));
      } catch {
        return behaviour.refuse(call, findStatus(call, 400, 422), isNot(operation.body.media));
      }
      return undefined;
    },

    resource: () => undefined,

    schema(call) {
      const { operation, body } = call;
      if (!operation?.body || operation.body.validate(body)) return undefined;
      const mistakes = (operation.body.validate.errors ?? []).map(({ instancePath, message = '' }) => ({
        at: ['body', ...instancePath.split('/').slice(1)],
        text: message,
      }));
      return behaviour.refuse(call, findStatus(call, 422, 400), mistakes);
    },

    read: (_, text) => JSON.parse(text) as Json,

    typed(type, text) {
      if ((type === 'integer' || type === 'number') && /^-?\d{1,15}$/.test(text)) return Number(text);
      if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
      return text;
    },
  };
}

const isNot = (media: string): Mistake[] => [{ at: ['body'], text: `is not ${media}` }];

/** Returns the first given status that the operation lists; if it lists none, the first given status. */
export function findStatus({ operation }: Call, ...statuses: [number, ...number[]]): number {
  return statuses.find((status) => operation?.statuses.includes(status)) ?? statuses[0];
}

/** Returns the mistake of a parameter, if its value does not fit. */
export function mistakesIn(place: 'path' | 'query', { name, validate }: ServiceParameter, value: Json): Mistake[] {
  return validate(value) ? [] : [{ at: [place, name], text: validate.errors?.[0]?.message ?? 'does not fit' }];
}

export function withHeader(response: Reply, name: string, value: string): Reply {
  return { ...response, headers: { ...response.headers, [name]: value } };
}
