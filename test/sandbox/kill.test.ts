// @module-tag slow
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import { createRandom } from '../../scripts/sandbox/model/random.js';
import type { SandboxState } from '../../scripts/sandbox/model/store.js';
import { publishedProgram } from '../published-program.js';
import { amountOf } from '../sample.js';
import { temporaryFolder } from '../temporary-folder.js';
import { partnersPath } from './fixture.js';
import { jsonHeaders } from './http.js';
import { type Running, startCommand, stopCommand } from './program.js';

const kills = amountOf('sandboxKills');
const writers = 4;

let cli: string;
beforeAll(async () => {
  cli = await publishedProgram();
});

let command: Running | undefined;
afterEach(() => {
  command?.child.kill('SIGKILL');
});

const ids = (initialState.collections['PartnerEntry'] ?? []).slice(0, writers).map(({ id }) => id);
const sum = (numbers: number[]): number => numbers.reduce((total, value) => total + value, 0);

it(
  `contains, after each of ${kills} kills, every confirmed change and at most the one in progress`,
  async () => {
    const random = createRandom(7);
    const state = join(temporaryFolder(), 'state.jsonl');
    /** The last confirmed number and the last sent number of each entry. */
    const confirmed = ids.map(() => 0);
    const sentCounts = ids.map(() => 0);
    let serial = 0;
    for (let round = 0; round <= kills; round++) {
      command = await startCommand(cli, '--state', state);
      const { url } = command;
      const foundState = (await (await fetch(`${url}/__sandbox/state`)).json()) as SandboxState;
      const entries = foundState.collections['PartnerEntry'];
      const held = ids.map((id) => Number(entries?.find((entry) => entry.id === id)?.value['headline']) || 0);
      for (const [index, value] of held.entries()) {
        expect(value, `round ${round}`).toBeGreaterThanOrEqual(confirmed[index] ?? 0);
        expect(value, `round ${round}`).toBeLessThanOrEqual(sentCounts[index] ?? 0);
      }
      // Each stored change was stored exactly once, and was sent before.
      expect(foundState.serial).toBe(sum(held));
      expect(foundState.serial).toBeGreaterThanOrEqual(serial);
      serial = foundState.serial;
      if (round === kills) {
        await stopCommand(command);
        break;
      }
      // A change that was lost in the kill is not sent again, so its number is free.
      for (const index of sentCounts.keys()) sentCounts[index] = confirmed[index] = held[index] ?? 0;
      const agent = new Agent({ keepAlive: true });
      let stopped = false;
      const load = ids.map(async (id, index) => {
        while (!stopped) {
          const value = (sentCounts[index] ?? 0) + 1;
          sentCounts[index] = value;
          if (await update(`${url}${partnersPath}${id}/`, value, agent)) confirmed[index] = value;
          else stopped = true;
        }
      });
      // The kill comes when a few changes are confirmed and others are in progress.
      const enough = sum(confirmed) + 2 + Math.floor(random() * 20);
      await expect.poll(() => sum(confirmed), { interval: 2, timeout: 60_000 }).toBeGreaterThan(enough);
      await new Promise((resolve) => setTimeout(resolve, random() * 20));
      await stopCommand(command, 'SIGKILL');
      await Promise.all(load);
      agent.destroy();
    }
    expect(serial).toBeGreaterThan(kills);
  },
  300_000 + kills * 5_000,
);

/** Returns true if the update was confirmed, and false if the connection ended earlier. */
function update(url: string, value: number, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    const outgoing = request(url, { method: 'PATCH', headers: jsonHeaders, agent }, (incoming) => {
      incoming.resume();
      // The status is proof enough, since the sandbox stores the change before it responds.
      incoming.once('error', () => undefined);
      resolve(incoming.statusCode === 200);
    });
    outgoing.once('error', () => resolve(false));
    outgoing.end(JSON.stringify({ headline: String(value) }));
  });
}
