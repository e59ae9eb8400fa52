// @module-tag slow
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { createSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { publishedProgram } from '../published-program.js';
import { amountOf } from '../sample.js';
import { temporaryFolder } from '../temporary-folder.js';
import { type Running, startCommand, stopCommand } from './program.js';

/** Number of times that the command is killed. */
const kills = amountOf('sandboxKills');
/** Number of concurrent clients. */
const writers = 4;

let cli: string;
beforeAll(async () => {
  cli = await publishedProgram();
});

let running: Running | undefined;
afterEach(() => {
  running?.child.kill('SIGKILL');
});

const entries = (createSandbox().snapshot().collections['PartnerEntry'] ?? []).slice(0, writers);

/** Returns numbers from 0 to 1 that are the same in each run (mulberry32). */
function numbers(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let word = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 4_294_967_296;
  };
}

it(
  `contains, after each of ${kills} kills, every confirmed change and at most the one in progress`,
  async () => {
    const random = numbers(7);
    const state = join(temporaryFolder(), 'state.jsonl');
    /** For each entry, the last confirmed number, and the last sent number. */
    const confirmed = entries.map(() => 0);
    const sent = entries.map(() => 0);
    let serial = 0;
    for (let round = 0; round <= kills; round++) {
      running = await startCommand(cli, '--state', state);
      const { url } = running;
      const found = (await (await fetch(`${url}/__sandbox/state`)).json()) as ReturnType<
        ReturnType<typeof createSandbox>['snapshot']
      >;
      const held = entries.map(
        ({ id }) => Number(found.collections['PartnerEntry']?.find((entry) => entry.id === id)?.value['headline']) || 0,
      );
      for (const [index, value] of held.entries()) {
        expect(value, `round ${round}`).toBeGreaterThanOrEqual(confirmed[index] ?? 0);
        expect(value, `round ${round}`).toBeLessThanOrEqual(sent[index] ?? 0);
      }
      // Each change was stored exactly once, and only changes that were sent.
      expect(found.serial).toBe(held.reduce((sum, value) => sum + value, 0));
      expect(found.serial).toBeGreaterThanOrEqual(serial);
      serial = found.serial;
      if (round === kills) {
        await stopCommand(running);
        break;
      }
      // A change that was lost in the kill is not sent again, so its number is free.
      for (const index of sent.keys()) sent[index] = confirmed[index] = held[index] ?? 0;
      const agent = new Agent({ keepAlive: true });
      let stopped = false;
      const load = entries.map(async (entry, index) => {
        while (!stopped) {
          const value = (sent[index] ?? 0) + 1;
          sent[index] = value;
          const path =
            '/api/directory/private/v1alpha/directories/' +
            `${entry.parents['directory_id']}/entries/partners/${entry.id}/`;
          if (await update(url + path, value, agent)) confirmed[index] = value;
          else stopped = true;
        }
      });
      // The kill comes when a few changes are confirmed and others are in progress.
      const enough = confirmed.reduce((sum, value) => sum + value, 2 + Math.floor(random() * 20));
      await expect
        .poll(() => confirmed.reduce((sum, value) => sum + value), { interval: 2, timeout: 60_000 })
        .toBeGreaterThan(enough);
      await new Promise((resolve) => setTimeout(resolve, random() * 20));
      await stopCommand(running, 'SIGKILL');
      await Promise.all(load);
      agent.destroy();
    }
    expect(serial).toBeGreaterThan(kills);
  },
  300_000 + kills * 5_000,
);

/** Returns true if the update was confirmed, and false if the connection ended before. */
function update(url: string, value: number, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { authorization: defaultKey, 'content-type': 'application/json' };
    const outgoing = request(url, { method: 'PATCH', headers, agent }, (incoming) => {
      incoming.resume();
      // The status is proof enough, since the change is stored before the response.
      incoming.once('error', () => undefined);
      resolve(incoming.statusCode === 200);
    });
    outgoing.once('error', () => resolve(false));
    outgoing.end(JSON.stringify({ headline: String(value) }));
  });
}
