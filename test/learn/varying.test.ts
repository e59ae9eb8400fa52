import { beforeEach, describe, expect, it, vi } from 'vitest';
import { teachOwnContract } from '../../scripts/answers/own-contract.js';
import type { LearnResult } from '../../scripts/learn/learn-result.js';
import { learn } from '../../scripts/learn/rounds.js';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import { defaultKey } from '../../scripts/sandbox/sandbox.js';
import { withMany } from '../check/evidence/many-resources.js';
import { sample } from '../sample.js';
import { varyingServer } from './varying-server.js';
import { type VaryingServer, varyingServers } from './varying-servers.js';

/** One server of each kind is learnt from again, with the learnt answers. None has a conflict, since no file can. */
const askedAgain = new Set([
  'a field is sometimes null',
  'an envelope is only around long lists',
  'a field is only in every 20th response',
  'a read shows what was before the last write',
  'refusals have one of two forms',
  'the number of all items is an estimate',
  'all times are times',
]);

async function learnt(
  { vary, options = {}, answers }: VaryingServer,
  twice: boolean,
): Promise<{ found: LearnResult; again: LearnResult | undefined }> {
  const served = await varyingServer(vary(), {
    ...(answers !== undefined && { taught: teachOwnContract('a.yaml', answers) }),
    ...(answers === undefined && { data: withMany(initialState) }),
  });
  try {
    const usual = { file: 'directory.answers.yaml', today: '2026-11-23', baseUrl: served.url, runs: 1, ...options };
    const found = await learn({ ...usual, text: '', acceptLikely: true });
    const again = twice ? await learn({ ...usual, text: found.draft.text, acceptLikely: true }) : undefined;
    return { found, again };
  } finally {
    await served.close();
  }
}

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
});

describe('a server that varies', () => {
  it('is in the list if it is asked again', () => {
    expect([...askedAgain].filter((name) => varyingServers[name] === undefined)).toEqual([]);
  });

  // A normal run tests every sixth server, the long run all of them.
  it.each(sample(Object.entries(varyingServers), 6))('%s', { tags: 'slow' }, async (name, server) => {
    const { found, again } = await learnt(server, askedAgain.has(name));
    const answers = found.taken.map(({ question, certainty, answer }) => [question, [certainty, answer.value]]);
    expect(Object.fromEntries(answers)).toEqual(server.taken);
    expect(found.taken.filter(({ answer }) => answer.except)).toEqual([]);
    expect([found.refused, found.likely]).toEqual([[], []]);
    expect(readingsIn(found)).toEqual(sorted(server.conflicting ?? {}));
    if (!again) return;
    // The learnt answers also hold when the same server is asked later.
    expect(again).toMatchObject({ taken: [], refused: [], contradictions: [] });
    expect(readingsIn(again)).toEqual(sorted(server.conflicting ?? {}));
  });
});

function readingsIn({ conflicting }: LearnResult): Record<string, unknown[]> {
  return sorted(
    Object.fromEntries(
      conflicting.map(({ question, readings }) => [question, readings.map(({ answer }) => answer.value)]),
    ),
  );
}

/** The order of readings does not matter. */
function sorted(conflicts: Record<string, unknown[]>): Record<string, unknown[]> {
  const text = (value: unknown): string => JSON.stringify(value);
  return Object.fromEntries(
    Object.entries(conflicts).map(([question, values]) => [
      question,
      [...values].sort((one, other) => (text(one) < text(other) ? -1 : 1)),
    ]),
  );
}
