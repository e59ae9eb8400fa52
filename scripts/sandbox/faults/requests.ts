import type { Json } from '../../contract/json.js';
import { isObject } from '../../contract/json.js';
import type { Behaviour, Fault } from '../behaviour/behaviour.js';
import { uuid } from '../behaviour/not-found.js';
import { bodyObject } from '../model/call.js';
import type { SandboxOperation } from '../model/operations.js';
import { Refusal } from '../model/response.js';
import { type Replacement, showing, without, wrong } from './parts.js';

const brokenDown = (): Refusal => new Refusal(500, 'Internal Server Error');

function isMalformed(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

/** The body is parsed before anything else, so that it does not matter which thing the path names. */
const parsedFirst: Replacement = (behaviour) => {
  const texts = new WeakMap<Request, Promise<string>>();
  return {
    async arrive(exchange) {
      await behaviour.arrive(exchange);
      if (!exchange.operation?.takesBody) return;
      const text = behaviour.readText(exchange);
      texts.set(exchange.request, text);
      // A body that could not be read is refused when its time comes.
      if (isMalformed(await text.catch(() => '{}'))) throw brokenDown();
    },
    readText: (exchange) => texts.get(exchange.request) ?? behaviour.readText(exchange),
  };
};

const malformedFilter =
  (status: number, detail: string): Replacement =>
  ({ parse }) => ({
    parse(exchange, text) {
      if (exchange.operation?.id === 'updateFilter' && isMalformed(text)) throw new Refusal(status, detail);
      return parse(exchange, text);
    },
  });

/** Stores and shows what one field of an update of an entry holds, where a right server would find it wrong. */
const accepting =
  (field: string, shown: string): Replacement =>
  ({ judgeRequest, judgeOutcome }) => {
    const isUpdate = ({ id }: SandboxOperation): boolean => id === 'updatePartnerEntry';
    return {
      judgeRequest: (operation, body) =>
        judgeRequest(operation, isUpdate(operation) && isObject(body) ? without(body, field) : body),
      judgeOutcome: (operation, resource) =>
        judgeOutcome(operation, isUpdate(operation) && isObject(resource) ? without(resource, shown) : resource),
      judgesAnswers: false,
    };
  };

/**
 * The tier is looked up only where it could be the id of one; an entry shows what else was sent as the id of its tier.
 */
const acceptingTier: Replacement = (behaviour) => {
  const isWord = (tier: Json | undefined): tier is string => typeof tier === 'string' && !uuid.test(tier);
  const accepted = accepting('tier', 'tier')(behaviour);
  const judgeRequest: Behaviour['judgeRequest'] = (operation, body) =>
    isObject(body) && isWord(body['tier'])
      ? (accepted.judgeRequest?.(operation, body) ?? [])
      : behaviour.judgeRequest(operation, body);
  return {
    ...accepted,
    judgeRequest,
    perform(call) {
      const { tier } = bodyObject(call);
      if (call.operation.id !== 'updatePartnerEntry' || !isWord(tier)) return behaviour.perform(call);
      const { changes, show } = behaviour.perform({ ...call, body: without(bodyObject(call), 'tier') });
      return {
        changes: changes.map((change) =>
          change[0] === 'put' ? ['put', change[1], { ...change[2], hidden: { ...change[2].hidden, tier } }] : change,
        ),
        show,
      };
    },
    ...showing('PartnerEntry', (entry, { store }) => {
      const tier = store.get('PartnerEntry', String(entry['id']))?.hidden?.['tier'];
      return isWord(tier) ? { ...entry, tier: { id: tier } } : entry;
    })(behaviour),
  };
};

/** Breaks down over what is in a body. */
const breakingOver =
  (isTooMuch: (body: Json) => boolean): Replacement =>
  ({ judgeRequest }) => ({
    judgeRequest(operation, body) {
      if (isTooMuch(body)) throw brokenDown();
      return judgeRequest(operation, body);
    },
  });

function* stringsOf(value: Json): Iterable<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const below of Object.values(value)) yield* stringsOf(below);
}

const some =
  (isSuch: (text: string) => boolean) =>
  (body: Json): boolean => {
    for (const text of stringsOf(body)) if (isSuch(text)) return true;
    return false;
  };

/** Bodies of requests that are to be refused, or taken. */
export const requestFaults: readonly Fault[] = [
  wrong('malformed-json-500', 'Malformed JSON brings 500, whatever the path names.', parsedFirst),

  wrong('malformed-json-200', 'Malformed JSON is taken for an empty object.', ({ parse }) => ({
    parse: (exchange, text) => (isMalformed(text) ? {} : parse(exchange, text)),
  })),

  wrong('wrong-content-type-200', 'The body of a form is taken for an empty object.', ({ readText }) => ({
    readText: async (exchange) =>
      /^\s*(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(
        exchange.request.headers.get('content-type') ?? '',
      )
        ? '{}'
        : readText(exchange),
  })),

  wrong('bad-filter-500', 'Malformed JSON for a filter brings 500.', malformedFilter(500, 'Internal Server Error')),

  wrong(
    'bad-filter-422',
    'Malformed JSON for a filter brings 422.',
    malformedFilter(422, 'The body is not well-formed JSON.'),
  ),

  wrong(
    'accepts-wrong-type',
    'An update of an entry takes anything for `featured`.',
    accepting('featured', 'featured'),
  ),

  wrong('accepts-bad-uuid', 'An update of an entry takes any word for `tier`.', acceptingTier),

  wrong(
    'accepts-bad-url',
    'An update of an entry takes anything for `externalUrl`.',
    accepting('externalUrl', 'external_url'),
  ),

  wrong(
    'long-string-500',
    'A string of 10,000 characters or more brings 500.',
    breakingOver(some((text) => text.length >= 10_000)),
  ),

  // Of two code units in UTF-16, four bytes in UTF-8.
  wrong(
    'unicode-500',
    'A character beyond the basic plane, as emoji are, brings 500.',
    breakingOver(some((text) => /[\u{10000}-\u{10ffff}]/u.test(text))),
  ),

  wrong(
    'null-500',
    'A null in a field brings 500.',
    breakingOver((body) => isObject(body) && Object.values(body).includes(null)),
  ),

  wrong('rejects-valid', 'A `customSlug` with a hyphen is refused.', ({ judgeRequest }) => ({
    judgeRequest(operation, body) {
      const slug = isObject(body) ? body['customSlug'] : undefined;
      const mistakes = judgeRequest(operation, body);
      if (typeof slug !== 'string' || !slug.includes('-')) return mistakes;
      return [...mistakes, { pointer: '/customSlug', message: 'holds something else than letters and digits' }];
    },
  })),
];
