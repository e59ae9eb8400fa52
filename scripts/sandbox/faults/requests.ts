import type { Json } from '../../contract/json.js';
import { isObject } from '../../contract/json.js';
import type { Behaviour, Fault } from '../behaviour/behaviour.js';
import { uuid } from '../behaviour/parameters.js';
import { bodyObject } from '../model/call.js';
import { Refusal } from '../model/response.js';
import { internalError, type Replacement, showing, without, wrong } from './parts.js';

function isMalformed(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

/** Parses the body before the path is checked, so that the error does not depend on the resource in the path. */
const parsedFirst: Replacement = (behaviour) => {
  const texts = new WeakMap<Request, Promise<string>>();
  return {
    async arrive(exchange) {
      await behaviour.arrive(exchange);
      if (!exchange.operation?.takesBody) return;
      const text = behaviour.readText(exchange);
      texts.set(exchange.request, text);
      // An unreadable body is refused later, by the regular step.
      if (isMalformed(await text.catch(() => '{}'))) throw internalError();
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

/** Stores and returns any value of one field in an update of an entry; a correct server refuses invalid values. */
const accepting =
  (field: string, shown: string): Replacement =>
  ({ judgeRequest, judgeOutcome }) => {
    const isUpdate = (id: string): boolean => id === 'updatePartnerEntry';
    return {
      judgeRequest: (operation, body) =>
        judgeRequest(operation, isUpdate(operation.id) && isObject(body) ? without(body, field) : body),
      judgeOutcome: (id, resource) =>
        judgeOutcome(id, isUpdate(id) && isObject(resource) ? without(resource, shown) : resource),
      judgesResponses: false,
    };
  };

/** Looks up the tier only if it is a UUID; the entry returns any other string as the id of its tier. */
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

/** Returns 500 for some bodies. */
const failingOn =
  (isFatal: (body: Json) => boolean): Replacement =>
  ({ judgeRequest }) => ({
    judgeRequest(operation, body) {
      if (isFatal(body)) throw internalError();
      return judgeRequest(operation, body);
    },
  });

const some =
  (matches: (text: string) => boolean) =>
  (body: Json): boolean => {
    let isFound = false;
    JSON.stringify(body, (_, value: Json) => {
      isFound ||= typeof value === 'string' && matches(value);
      return value;
    });
    return isFound;
  };

/** Request bodies that a correct server refuses, or accepts. */
export const requestFaults: readonly Fault[] = [
  wrong('malformed-json-500', 'The server returns 500 for malformed JSON, even for an unknown resource.', parsedFirst),

  wrong('malformed-json-200', 'Malformed JSON is treated as an empty object.', ({ parse }) => ({
    parse: (exchange, text) => (isMalformed(text) ? {} : parse(exchange, text)),
  })),

  wrong('wrong-content-type-200', 'The body of a form is treated as an empty object.', ({ readText }) => ({
    readText: async (exchange) =>
      /^\s*(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(
        exchange.request.headers.get('content-type') ?? '',
      )
        ? '{}'
        : readText(exchange),
  })),

  wrong(
    'bad-filter-500',
    'Updating a filter with malformed JSON returns 500.',
    malformedFilter(500, 'Internal Server Error'),
  ),

  wrong(
    'bad-filter-422',
    'Updating a filter with malformed JSON returns 422.',
    malformedFilter(422, 'The body is not well-formed JSON.'),
  ),

  wrong(
    'accepts-wrong-type',
    'An update of an entry accepts any value for `featured`.',
    accepting('featured', 'featured'),
  ),

  wrong('accepts-bad-uuid', 'An update of an entry accepts any string for `tier`.', acceptingTier),

  wrong(
    'accepts-bad-url',
    'An update of an entry accepts any value for `externalUrl`.',
    accepting('externalUrl', 'external_url'),
  ),

  wrong(
    'long-string-500',
    'The server returns 500 for a string of 10,000 characters or more.',
    failingOn(some((text) => text.length >= 10_000)),
  ),

  // Such a character has two code units in UTF-16 and four bytes in UTF-8.
  wrong(
    'unicode-500',
    'The server returns 500 for an emoji or another character above U+FFFF.',
    failingOn(some((text) => /[\u{10000}-\u{10ffff}]/u.test(text))),
  ),

  wrong(
    'null-500',
    'The server returns 500 if a field of the body is null.',
    failingOn((body) => isObject(body) && Object.values(body).includes(null)),
  ),

  wrong('rejects-valid', 'The server refuses a `customSlug` with a hyphen.', ({ judgeRequest }) => ({
    judgeRequest(operation, body) {
      const slug = isObject(body) ? body['customSlug'] : undefined;
      const mistakes = judgeRequest(operation, body);
      if (typeof slug !== 'string' || !slug.includes('-')) return mistakes;
      return [...mistakes, { pointer: '/customSlug', message: 'contains characters other than letters and digits' }];
    },
  })),
];
