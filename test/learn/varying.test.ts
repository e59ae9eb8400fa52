import { beforeEach, describe, expect, it, vi } from 'vitest';
import { teachOwnContract } from '../../scripts/answers/own-contract.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { LearnResult } from '../../scripts/learn/learn-result.js';
import { learn } from '../../scripts/learn/rounds.js';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import { defaultKey } from '../../scripts/sandbox/sandbox.js';
import { withMany } from '../check/evidence/many-resources.js';
import { sample } from '../sample.js';
import { yamlBeside } from '../yaml-beside.js';
import { numberOf, resourcesOf, type Shown, varyingServer } from './varying-server.js';

/** A server whose responses vary, and the answers that `learn` takes from them. */
interface VaryingServer {
  options: Partial<CheckOptions>;
  answers?: string;
  /** The certainty and the value of each learnt answer, except the one that `without` names. */
  taken: Record<string, unknown>;
  without?: string;
  /** Questions with several readings, and the values of these readings. */
  conflicting?: Record<string, unknown[]>;
  /** Questions with an answer that a response contradicts. */
  disproved?: string[];
  /** `learn` runs again on one server of each kind, with the learnt answers. No file can contain a conflict. */
  isAskedAgain?: boolean;
}

const { servers } = yamlBeside<{ servers: Record<string, VaryingServer> }>(import.meta.url, 'varying.yaml');

/** Returns a matcher for an answer. */
function matcherOf(value: unknown): unknown {
  if (value === '~') return expect.anything();
  if (Array.isArray(value)) return value.map(matcherOf);
  if (typeof value !== 'object' || value === null) return value;
  const { has, lacks, part } = value as { has?: string[]; lacks?: string[]; part?: object };
  if (has) return expect.arrayContaining(has);
  if (lacks) return expect.not.arrayContaining(lacks);
  if (part) return expect.objectContaining(part);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, matcherOf(each)]));
}

const ofEntries = ['listPartnerEntries', 'getPartnerEntry'];
const ofTiers = ['listTiers', 'getTier', 'createTier', 'updateTier', 'deleteTier'];

/** Changes each partner entry in a response. */
function ofEachEntry(change: (entry: Record<string, unknown>, reply: Shown) => void): (reply: Shown) => void {
  return (reply) => {
    if (ofEntries.includes(reply.operationId))
      for (const entry of resourcesOf(reply)) change(entry as Record<string, unknown>, reply);
  };
}

const timeOf = (entry: object): string => `2026-01-02T03:04:${10 + (numberOf(entry as never) % 50)}Z`;

/** For each server, a function that returns a function that changes its responses. */
const varying: Record<string, () => (reply: Shown) => void> = {
  'a field is sometimes null': () =>
    ofEachEntry((entry, { beforeOfOperation }) => {
      if (beforeOfOperation % 3 === 1) entry['headline'] = null;
    }),
  'an envelope is only around long lists': () => (reply) => {
    if (Array.isArray(reply.body) && reply.body.length > 20) reply.body = { results: reply.body };
  },
  'a wrong key is refused with 401 or 403': () => (reply) => {
    if (reply.status === 401 && reply.before % 2 === 1) reply.status = 403;
  },
  'a field is only in every 20th response': () =>
    ofEachEntry((entry, { before }) => {
      if (before % 20 === 19) entry['score'] = 5;
    }),
  'a new field has another name in another kind of resource': () => (reply) => {
    const name = ofEntries.includes(reply.operationId) ? 'created_at' : 'createdAt';
    if (!/Director/.test(reply.operationId)) for (const each of resourcesOf(reply)) each[name] = timeOf(each);
  },
  'a read shows what was before the last write': () => {
    const knownValues = new Map<string, unknown[]>();
    return (reply) => {
      if (reply.request.method !== 'GET' || reply.status !== 200 || !reply.operationId.startsWith('get')) return;
      const states = [...(knownValues.get(reply.request.url) ?? []), structuredClone(reply.body)];
      knownValues.set(reply.request.url, states);
      reply.body = states.at(-2) ?? reply.body;
    };
  },
  'half of the resources have another name for a field': () =>
    ofEachEntry((entry) => {
      if (numberOf(entry as never) % 2 === 0) return;
      entry['website'] = entry['the service'];
      delete entry['the service'];
    }),
  'refusals have one of two forms': () => (reply) => {
    if (reply.status >= 400) reply.body = reply.before % 2 === 0 ? { message: 'No.' } : { error: { code: 5 } };
  },
  'the number of all items is an estimate': () => (reply) => {
    const body = reply.body as { count?: number };
    if (reply.status === 200 && body.count !== undefined) body.count += (reply.before % 3) * 7;
  },
  'only some operations want a word before the key': () => (reply) => {
    if (!/Tier/.test(reply.operationId) || reply.request.headers.get('authorization')?.startsWith('Bearer ')) return;
    reply.status = 401;
    reply.body = { detail: 'No.' };
    reply.headers['www-authenticate'] = 'Bearer realm="tiers"';
  },
  'all times are times': () =>
    ofEachEntry((entry) => {
      entry['seen_at'] = timeOf(entry);
    }),
  'creations succeed with 200 or 201': () => (reply) => {
    if (reply.operationId === 'createTier' && reply.status === 201 && reply.beforeOfOperation % 2 === 0)
      reply.status = 200;
  },
  'only the first list lacks a field': () =>
    ofEachEntry((entry, { operationId, beforeOfOperation }) => {
      if (operationId === 'listPartnerEntries' && beforeOfOperation === 0) delete entry['headline'];
    }),
  'a map has names as its keys': () =>
    ofEachEntry((entry) => {
      const number = numberOf(entry as never);
      entry['visits'] = { [`client-${number}`]: number, [`guest-${number}`]: 1 };
    }),
  'attributes of tiers are beside their type and id': () => (reply) => {
    if (reply.status !== 200 || !ofTiers.includes(reply.operationId)) return;
    const wrap = ({ id, ...attributes }: Record<string, unknown>): object => ({ type: 'tiers', id, attributes });
    reply.body = Array.isArray(reply.body) ? reply.body.map(wrap) : wrap(reply.body as Record<string, unknown>);
  },
};

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
});

describe('a server that varies', () => {
  // A normal run tests every sixth server, the long run all of them.
  it.each(sample(Object.entries(servers), 6))('%s', { tags: 'slow' }, async (name, server) => {
    const { answers, options, without = '', conflicting = {}, disproved = [], isAskedAgain = false } = server;
    const { [without]: _, ...taken } = server.taken;
    const served = await varyingServer(
      varying[name]?.() ?? expect.fail(name),
      answers === undefined
        ? { data: withMany(initialState) }
        : { taughtContract: teachOwnContract('a.yaml', answers) },
    );
    const usual = { file: 'directory.answers.yaml', today: '2026-11-23', baseUrl: served.url, runs: 1, ...options };
    try {
      const learnResult = await learn({ ...usual, text: '', acceptLikely: true });
      const learnt = learnResult.taken.map(({ question, certainty, answer }) => [question, [certainty, answer.value]]);
      expect(Object.fromEntries(learnt)).toEqual(matcherOf(taken));
      expect(learnResult.taken.filter(({ answer }) => answer.except)).toEqual([]);
      expect([learnResult.refused, learnResult.likely]).toEqual([[], []]);
      expect(learnResult.disproved.map(({ offer }) => offer.question)).toEqual(disproved);
      expect(readingsIn(learnResult)).toEqual(conflicting);
      if (!isAskedAgain) return;
      // The learnt answers also hold if the same server is read later.
      const secondLearnResult = await learn({ ...usual, text: learnResult.draft.text, acceptLikely: true });
      expect(secondLearnResult).toMatchObject({ taken: [], refused: [], contradictions: [] });
      expect(readingsIn(secondLearnResult)).toEqual(conflicting);
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
      readings.map(({ answer }) => answer.value).sort((a, b) => (text(a) < text(b) ? -1 : 1)),
    ]),
  );
}
