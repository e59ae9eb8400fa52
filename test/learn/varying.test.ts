import { beforeEach, describe, expect, it, vi } from 'vitest';
import { teachOwnContract } from '../../scripts/answers/own-contract.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { LearnResult } from '../../scripts/learn/learn-result.js';
import { learn } from '../../scripts/learn/rounds.js';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import { defaultKey } from '../../scripts/sandbox/sandbox.js';
import { withMany } from '../check/evidence/many-resources.js';
import { sample } from '../sample.js';
import { numberOf, resourcesOf, type Shown, varyingServer } from './varying-server.js';

/** The certainty and the value of each answer. */
type Answers = Record<string, [certainty: unknown, value: unknown]>;

/** A server whose responses vary, and the answers that are learnt from it. */
interface VaryingServer {
  name: string;
  /** Returns a function that changes the responses of one server. */
  vary(): (shown: Shown) => void;
  options: Partial<CheckOptions>;
  answers?: string;
  /** All learnt answers. A field that has two names, for example, has no answer. */
  taken: Answers;
  /** Questions with several readings, and the values of these. */
  conflicting?: Record<string, unknown[]>;
  /** Questions with an answer against which a response speaks. */
  disproved?: string[];
  /** One server of each kind is learnt from again, with the learnt answers. No file can have a conflict. */
  isAskedAgain?: boolean;
}

const ofEntries = ['listPartnerEntries', 'getPartnerEntry'];
const ofTiers = ['listTiers', 'getTier', 'createTier', 'updateTier', 'deleteTier'];
const lists = ['listPartnerEntries', 'listTiers', 'listCallouts', 'listBadges'];

const directory = { Directory: { properties: { name: { type: 'string' } } } };
const time = { type: 'string', format: 'date-time' };

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
const onMedia: Answers = { ...everywhere, 'media.type-values': ['shown', ['P', 'V']] };
const onEntries: Answers = {
  ...onMedia,
  'partner-entry.required': ['likely', expect.arrayContaining(['id', 'headline', 'the service', 'metadata'])],
};

function without(answers: Answers, question: string): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([id]) => id !== question));
}

/** Changes each partner entry in a response. */
function ofEachEntry(change: (entry: Record<string, unknown>, shown: Shown) => void): (shown: Shown) => void {
  return (shown) => {
    if (ofEntries.includes(shown.operationId))
      for (const entry of resourcesOf(shown)) change(entry as Record<string, unknown>, shown);
  };
}

const timeOf = (entry: object): string => `2026-01-02T03:04:${10 + (numberOf(entry as never) % 50)}Z`;

const servers: VaryingServer[] = [
  {
    name: 'a field is sometimes null',
    vary: () =>
      ofEachEntry((entry, { beforeOfOperation }) => {
        if (beforeOfOperation % 3 === 1) entry['headline'] = null;
      }),
    options: { only: ofEntries },
    taken: { ...onEntries, 'partner-entry.nullability': ['shown', ['headline']] },
    isAskedAgain: true,
  },
  {
    name: 'an envelope is only around long lists',
    vary: () => (shown) => {
      if (Array.isArray(shown.body) && shown.body.length > 20) shown.body = { results: shown.body };
    },
    options: { only: lists },
    // Two lists of each kind are too few for a claim about required fields.
    taken: without(onMedia, 'lists.envelope'),
    conflicting: { 'lists.envelope': ['bare', { items: '/results' }] },
    isAskedAgain: true,
  },
  {
    name: 'a wrong key is refused with 401 or 403',
    vary: () => (shown) => {
      if (shown.status === 401 && shown.before % 2 === 1) shown.status = 403;
    },
    options: { only: ofEntries },
    taken: without(onEntries, 'auth.refusal-status'),
    conflicting: { 'auth.refusal-status': [401, 403] },
  },
  {
    name: 'a field is only in every 20th response',
    vary: () =>
      ofEachEntry((entry, { before }) => {
        if (before % 20 === 19) entry['score'] = 5;
      }),
    options: { only: ofEntries },
    taken: {
      ...onEntries,
      'partner-entry.fields': ['shown', { score: { type: 'integer' } }],
      'partner-entry.required': ['likely', expect.not.arrayContaining(['score'])],
    },
    isAskedAgain: true,
  },
  {
    name: 'a new field has another name in another kind of resource',
    vary: () => (shown) => {
      const name = ofEntries.includes(shown.operationId) ? 'created_at' : 'createdAt';
      if (!/Director/.test(shown.operationId)) for (const each of resourcesOf(shown)) each[name] = timeOf(each);
    },
    options: { only: [...ofEntries, ...ofTiers] },
    taken: {
      ...onEntries,
      'partner-entry.fields': ['likely', { created_at: time }],
      'resources.fields': ['likely', { ...directory, Tier: { ...anyRequired, properties: { createdAt: time } } }],
    },
  },
  {
    name: 'a read shows what was before the last write',
    vary: () => {
      const known = new Map<string, unknown[]>();
      return (shown) => {
        if (shown.request.method !== 'GET' || shown.status !== 200 || !shown.operationId.startsWith('get')) return;
        const states = [...(known.get(shown.request.url) ?? []), structuredClone(shown.body)];
        known.set(shown.request.url, states);
        shown.body = states.at(-2) ?? shown.body;
      };
    },
    options: { only: ofTiers, writes: 'disposable', include: ['named', 'inferred'], confirmHost: '127.0.0.1' },
    taken: {
      ...everywhere,
      'errors.body': ['likely', expect.anything()],
      'resources.fields': ['likely', { ...directory, Tier: anyRequired }],
    },
    isAskedAgain: true,
  },
  {
    name: 'half of the resources have another name for a field',
    vary: () =>
      ofEachEntry((entry) => {
        if (numberOf(entry as never) % 2 === 0) return;
        entry['website'] = entry['the service'];
        delete entry['the service'];
      }),
    options: { only: ofEntries },
    taken: {
      ...onEntries,
      'partner-entry.fields': ['shown', { website: { type: 'string' } }],
      'partner-entry.required': ['likely', expect.not.arrayContaining(['website'])],
    },
  },
  {
    name: 'refusals have one of two forms',
    vary: () => (shown) => {
      if (shown.status >= 400) shown.body = shown.before % 2 === 0 ? { message: 'No.' } : { error: { code: 5 } };
    },
    options: { only: ofEntries },
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
    isAskedAgain: true,
  },
  {
    name: 'the number of all items is an estimate',
    vary: () => (shown) => {
      const body = shown.body as { count?: number };
      if (shown.status === 200 && body.count !== undefined) body.count += (shown.before % 3) * 7;
    },
    answers:
      'answers:\n  lists.envelope: { value: { items: /results, next: /next, total: /count, page: { query: page } } }\n',
    options: { only: [...lists, 'listEntries'] },
    taken: {
      ...onMedia,
      'lists.envelope': ['shown', { items: '/results', next: '/next', page: { query: 'page' } }],
    },
    isAskedAgain: true,
  },
  {
    name: 'only some operations want a word before the key',
    vary: () => (shown) => {
      if (!/Tier/.test(shown.operationId) || shown.request.headers.get('authorization')?.startsWith('Bearer ')) return;
      shown.status = 401;
      shown.body = { detail: 'No.' };
      shown.headers['www-authenticate'] = 'Bearer realm="tiers"';
    },
    options: { only: [...ofEntries, ...ofTiers] },
    taken: without(onEntries, 'auth.scheme-prefix'),
    conflicting: { 'auth.scheme-prefix': ['', 'Bearer'] },
  },
  {
    name: 'all times are times',
    vary: () =>
      ofEachEntry((entry) => {
        entry['seen_at'] = timeOf(entry);
      }),
    options: { only: ofEntries },
    taken: { ...onEntries, 'partner-entry.fields': ['likely', { seen_at: time }] },
    isAskedAgain: true,
  },
  {
    name: 'creations succeed with 200 or 201',
    vary: () => (shown) => {
      if (shown.operationId === 'createTier' && shown.status === 201 && shown.beforeOfOperation % 2 === 0)
        shown.status = 200;
    },
    options: { only: ofTiers, writes: 'disposable', include: ['named', 'inferred'], confirmHost: '127.0.0.1' },
    taken: {
      ...everywhere,
      'errors.body': ['likely', expect.anything()],
      'resources.fields': ['likely', { ...directory, Tier: anyRequired }],
    },
    conflicting: {
      'operations.success-status': [{ createTier: 200 }, { createTier: 201 }, { createTier: [200, 201] }],
    },
  },
  {
    name: 'only the first list lacks a field',
    vary: () =>
      ofEachEntry((entry, { operationId, beforeOfOperation }) => {
        if (operationId === 'listPartnerEntries' && beforeOfOperation === 0) delete entry['headline'];
      }),
    options: { only: ofEntries },
    taken: { ...onEntries, 'partner-entry.required': ['likely', expect.not.arrayContaining(['headline'])] },
    disproved: ['partner-entry.required'],
  },
  {
    name: 'a map has names as its keys',
    vary: () =>
      ofEachEntry((entry) => {
        const number = numberOf(entry as never);
        entry['visits'] = { [`client-${number}`]: number, [`guest-${number}`]: 1 };
      }),
    options: { only: ofEntries },
    taken: { ...onEntries, 'partner-entry.fields': ['shown', { visits: { type: 'object' } }] },
  },
  {
    name: 'attributes of tiers are beside their type and id',
    vary: () => (shown) => {
      if (shown.status !== 200 || !ofTiers.includes(shown.operationId)) return;
      const wrap = ({ id, ...attributes }: Record<string, unknown>): object => ({ type: 'tiers', id, attributes });
      shown.body = Array.isArray(shown.body) ? shown.body.map(wrap) : wrap(shown.body as Record<string, unknown>);
    },
    options: { only: ['listTiers', 'getTier'] },
    taken: without(everywhere, 'lists.envelope'),
  },
];

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
});

describe('a server that varies', () => {
  // A normal run tests every sixth server, the long run all of them.
  it.each(sample(servers, 6).map((each) => [each.name, each] as const))('%s', { tags: 'slow' }, async (_, server) => {
    const { vary, answers, options, taken, conflicting = {}, disproved = [], isAskedAgain = false } = server;
    const served = await varyingServer(
      vary(),
      answers === undefined ? { data: withMany(initialState) } : { taught: teachOwnContract('a.yaml', answers) },
    );
    const usual = { file: 'directory.answers.yaml', today: '2026-11-23', baseUrl: served.url, runs: 1, ...options };
    try {
      const found = await learn({ ...usual, text: '', acceptLikely: true });
      const learnt = found.taken.map(({ question, certainty, answer }) => [question, [certainty, answer.value]]);
      expect(Object.fromEntries(learnt)).toEqual(taken);
      expect(found.taken.filter(({ answer }) => answer.except)).toEqual([]);
      expect([found.refused, found.likely]).toEqual([[], []]);
      expect(found.disproved.map(({ offer }) => offer.question)).toEqual(disproved);
      expect(readingsIn(found)).toEqual(conflicting);
      if (!isAskedAgain) return;
      // The learnt answers also hold when the same server is asked later.
      const again = await learn({ ...usual, text: found.draft.text, acceptLikely: true });
      expect(again).toMatchObject({ taken: [], refused: [], contradictions: [] });
      expect(readingsIn(again)).toEqual(conflicting);
    } finally {
      await served.close();
    }
  });
});

/** Returns the values of the readings by question, in the order of their texts. */
function readingsIn({ conflicting }: LearnResult): Record<string, unknown[]> {
  const text = (value: unknown): string => JSON.stringify(value);
  return Object.fromEntries(
    conflicting.map(({ question, readings }) => [
      question,
      readings.map(({ answer }) => answer.value).sort((one, other) => (text(one) < text(other) ? -1 : 1)),
    ]),
  );
}
