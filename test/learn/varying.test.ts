import { beforeEach, describe, expect, it, vi } from 'vitest';
import { taughtOwnContract } from '../../scripts/answers/own-contract.js';
import type { Learnt } from '../../scripts/learn/learnt.js';
import { learn } from '../../scripts/learn/rounds.js';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import { defaultKey } from '../../scripts/sandbox/sandbox.js';
import { withMany } from '../check/evidence/many-resources.js';
import { varyingServer } from './varying-server.js';
import { type VaryingServer, varyingServers } from './varying-servers.js';

async function learnt({ vary, options = {}, answers }: VaryingServer): Promise<{ found: Learnt; again: Learnt }> {
  const served = await varyingServer(vary(), {
    ...(answers !== undefined && { taught: taughtOwnContract('a.yaml', answers) }),
    ...(answers === undefined && { data: withMany(initialState) }),
  });
  try {
    const usual = { file: 'directory.answers.yaml', today: '2026-11-23', baseUrl: served.url, runs: 1, ...options };
    const found = await learn({ ...usual, text: '', acceptLikely: true });
    return { found, again: await learn({ ...usual, text: found.draft.text, acceptLikely: true }) };
  } finally {
    await served.close();
  }
}

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
});

describe('a server that varies', () => {
  it.each(Object.entries(varyingServers))('%s', async (_, server) => {
    const { found, again } = await learnt(server);
    const answers = found.taken.map(({ question, certainty, answer }) => [question, [certainty, answer.value]]);
    expect(Object.fromEntries(answers)).toEqual(server.taken);
    expect(found.taken.filter(({ answer }) => answer.except)).toEqual([]);
    expect([found.refused, found.likely]).toEqual([[], []]);
    expect(readingsIn(found)).toEqual(sorted(server.conflicting ?? {}));
    // What was learnt holds for the same server later.
    expect(again).toMatchObject({ taken: [], refused: [], contradictions: [] });
    expect(readingsIn(again)).toEqual(sorted(server.conflicting ?? {}));
  });
});

function readingsIn({ conflicting }: Learnt): Record<string, unknown[]> {
  return sorted(
    Object.fromEntries(
      conflicting.map(({ question, readings }) => [question, readings.map(({ answer }) => answer.value)]),
    ),
  );
}

/** The order of readings has no meaning. */
function sorted(conflicts: Record<string, unknown[]>): Record<string, unknown[]> {
  const text = (value: unknown): string => JSON.stringify(value);
  return Object.fromEntries(
    Object.entries(conflicts).map(([question, values]) => [
      question,
      [...values].sort((one, other) => (text(one) < text(other) ? -1 : 1)),
    ]),
  );
}
