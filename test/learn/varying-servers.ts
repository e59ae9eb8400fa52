import { expect } from 'vitest';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import { numberOf, resourcesOf, type Shown } from './varying-server.js';

/** The certainty and the value of each answer. */
type Answers = Record<string, [certainty: unknown, value: unknown]>;

/** A server whose responses vary, and the answers that are learnt from it. */
export interface VaryingServer {
  /** Returns a function that changes the responses of one server. */
  vary(): (shown: Shown) => void;
  options?: Partial<CheckOptions>;
  answers?: string;
  /** All learnt answers. A field that has two names, for example, has no answer. */
  taken: Answers;
  /** Questions with several readings, and the values of these. */
  conflicting?: Record<string, unknown[]>;
}

const ofEntries: Partial<CheckOptions> = { only: ['listPartnerEntries', 'getPartnerEntry'] };
const ofTiers: Partial<CheckOptions> = { only: ['listTiers', 'getTier', 'createTier', 'updateTier', 'deleteTier'] };
const ofBoth: Partial<CheckOptions> = { only: [...(ofEntries.only ?? []), ...(ofTiers.only ?? [])] };
const withWrites: Partial<CheckOptions> = {
  ...ofTiers,
  writes: 'disposable',
  include: ['named', 'inferred'],
  confirmHost: '127.0.0.1',
};

const directory = { Directory: { properties: { name: { type: 'string' } } } };

/** Fields that are always present; it does not matter which. */
const anyRequired = { required: expect.arrayContaining(['id']) };

/** Answers that every sandbox shows if it has enough resources for claims about all. */
const everywhere: Answers = {
  'resources.fields': ['shown', directory],
  'lists.envelope': ['likely', 'bare'],
  'auth.scheme-prefix': ['shown', ''],
  'auth.refusal-status': ['shown', 401],
  'errors.body': [expect.any(String), expect.objectContaining({ properties: { detail: { type: 'string' } } })],
  'errors.other-statuses': ['shown', expect.anything()],
};
const onEntries: Answers = {
  ...everywhere,
  'media.type-values': ['shown', ['P', 'V']],
  'partner-entry.required': ['likely', expect.arrayContaining(['id', 'headline', 'the service', 'metadata'])],
};

const withTiers: Answers = {
  ...everywhere,
  'errors.body': ['likely', expect.anything()],
  'resources.fields': ['likely', { ...directory, Tier: anyRequired }],
};

function without(answers: Answers, question: string): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([id]) => id !== question));
}

/** Changes each partner entry in a response. */
function ofEachEntry(change: (entry: Record<string, unknown>, shown: Shown) => void): (shown: Shown) => void {
  return (shown) => {
    if (ofEntries.only?.includes(shown.operationId))
      for (const entry of resourcesOf(shown)) change(entry as Record<string, unknown>, shown);
  };
}

const time = (entry: object): string => `2026-01-02T03:04:${10 + (numberOf(entry as never) % 50)}Z`;

export const varyingServers: Record<string, VaryingServer> = {
  'a field is sometimes null': {
    vary: () =>
      ofEachEntry((entry, { beforeOfOperation }) => {
        if (beforeOfOperation % 3 === 1) entry['headline'] = null;
      }),
    options: ofEntries,
    taken: { ...onEntries, 'partner-entry.nullability': ['shown', ['headline']] },
  },
  'an envelope is only around long lists': {
    vary: () => (shown) => {
      if (Array.isArray(shown.body) && shown.body.length > 20) shown.body = { results: shown.body };
    },
    options: { only: ['listPartnerEntries', 'listTiers', 'listCallouts', 'listBadges'] },
    taken: {
      ...without(everywhere, 'lists.envelope'),
      'media.type-values': ['shown', ['P', 'V']],
      'resources.fields': ['likely', { ...directory, Badge: anyRequired, Callout: anyRequired, Tier: anyRequired }],
    },
    conflicting: { 'lists.envelope': ['bare', { items: '/results' }] },
  },
  'a wrong key is refused with 401 or 403': {
    vary: () => (shown) => {
      if (shown.status === 401 && shown.before % 2 === 1) shown.status = 403;
    },
    options: ofEntries,
    taken: without(onEntries, 'auth.refusal-status'),
    conflicting: { 'auth.refusal-status': [401, 403] },
  },
  'a field is only in every 20th response': {
    vary: () =>
      ofEachEntry((entry, { before }) => {
        if (before % 20 === 19) entry['score'] = 5;
      }),
    options: ofEntries,
    taken: {
      ...onEntries,
      'partner-entry.fields': ['shown', { score: { type: 'integer' } }],
      'partner-entry.required': ['likely', expect.not.arrayContaining(['score'])],
    },
  },
  'a new field has another name in another kind of resource': {
    vary: () => (shown) => {
      const name = ofEntries.only?.includes(shown.operationId) ? 'created_at' : 'createdAt';
      if (!/Director/.test(shown.operationId)) for (const each of resourcesOf(shown)) each[name] = time(each);
    },
    options: ofBoth,
    taken: {
      ...onEntries,
      'partner-entry.fields': ['likely', { created_at: { type: 'string', format: 'date-time' } }],
      'resources.fields': [
        'likely',
        { ...directory, Tier: { ...anyRequired, properties: { createdAt: { type: 'string', format: 'date-time' } } } },
      ],
    },
  },
  'a read shows what was before the last write': {
    vary: () => {
      const known = new Map<string, unknown[]>();
      return (shown) => {
        if (shown.request.method !== 'GET' || shown.status !== 200 || !shown.operationId.startsWith('get')) return;
        const states = [...(known.get(shown.request.url) ?? []), structuredClone(shown.body)];
        known.set(shown.request.url, states);
        shown.body = states.at(-2) ?? shown.body;
      };
    },
    options: withWrites,
    taken: withTiers,
  },
  'half of the resources have another name for a field': {
    vary: () =>
      ofEachEntry((entry) => {
        if (numberOf(entry as never) % 2 === 0) return;
        entry['website'] = entry['the service'];
        delete entry['the service'];
      }),
    options: ofEntries,
    taken: {
      ...onEntries,
      'partner-entry.fields': ['shown', { website: { type: 'string' } }],
      'partner-entry.required': ['likely', expect.not.arrayContaining(['website'])],
    },
  },
  'a field is a text or a number': {
    vary: () =>
      ofEachEntry((entry, { beforeOfOperation }) => {
        entry['score'] = beforeOfOperation % 2 === 0 ? '5' : 5;
      }),
    options: ofEntries,
    taken: { ...onEntries, 'partner-entry.fields': ['shown', { score: { type: ['string', 'integer'] } }] },
  },
  'a create succeeds with 200 or 201': {
    vary: () => (shown) => {
      if (shown.status === 201 && shown.beforeOfOperation % 2 === 1) shown.status = 200;
    },
    options: withWrites,
    taken: withTiers,
    conflicting: { 'operations.success-status': [{ createTier: 201 }, { createTier: 200 }] },
  },
  'refusals are objects or lists': {
    vary: () => (shown) => {
      if (shown.status >= 400) shown.body = shown.before % 2 === 0 ? { message: 'No.' } : [{ text: 'No.' }];
    },
    options: ofEntries,
    taken: without(onEntries, 'errors.body'),
    conflicting: {
      'errors.body': [
        { type: 'object', properties: { message: { type: 'string' } } },
        { type: 'array', items: { type: 'object', properties: { text: { type: 'string' } } } },
      ],
    },
  },
  'refusals have one of two forms': {
    vary: () => (shown) => {
      if (shown.status >= 400) shown.body = shown.before % 2 === 0 ? { message: 'No.' } : { error: { code: 5 } };
    },
    options: ofEntries,
    taken: {
      ...onEntries,
      'errors.body': [
        'shown',
        {
          type: 'object',
          properties: {
            error: { type: 'object', properties: { code: { type: 'integer' } } },
            message: { type: 'string' },
          },
        },
      ],
    },
  },
  'the number of all items is an estimate': {
    vary: () => (shown) => {
      const body = shown.body as { count?: number };
      if (shown.status === 200 && body.count !== undefined) body.count += (shown.before % 3) * 7;
    },
    answers:
      'answers:\n  lists.envelope: { value: { items: /results, next: /next, total: /count, page: { query: page } } }\n',
    options: { only: ['listPartnerEntries', 'listTiers', 'listEntries', 'listCallouts', 'listBadges'] },
    taken: {
      ...everywhere,
      'media.type-values': ['shown', ['P', 'V']],
      'lists.envelope': ['shown', { items: '/results', next: '/next', page: { query: 'page' } }],
    },
  },
  'only some operations want a word before the key': {
    vary: () => (shown) => {
      if (!/Tier/.test(shown.operationId) || shown.request.headers.get('authorization')?.startsWith('Bearer ')) return;
      shown.status = 401;
      shown.body = { detail: 'No.' };
      shown.headers['www-authenticate'] = 'Bearer realm="tiers"';
    },
    options: ofBoth,
    taken: without(onEntries, 'auth.scheme-prefix'),
    conflicting: { 'auth.scheme-prefix': ['', 'Bearer'] },
  },
  'one of many times is no time': {
    vary: () =>
      ofEachEntry((entry) => {
        entry['seen_at'] = numberOf(entry as never) % 13 === 0 ? 'yesterday' : time(entry);
      }),
    options: ofEntries,
    taken: { ...onEntries, 'partner-entry.fields': ['shown', { seen_at: { type: 'string' } }] },
  },
  'all times are times': {
    vary: () =>
      ofEachEntry((entry) => {
        entry['seen_at'] = time(entry);
      }),
    options: ofEntries,
    taken: { ...onEntries, 'partner-entry.fields': ['likely', { seen_at: { type: 'string', format: 'date-time' } }] },
  },
};
