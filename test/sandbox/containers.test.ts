// @module-tag slow
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { canUnshare, inNamespaces } from '../namespaces.js';
import { publishedProgram } from '../published-program.js';
import { type Program, startProgram } from '../run-program.js';
import { isWhole } from '../sample.js';
import { temporaryFolder } from '../temporary-folder.js';
import { entryPath } from './fixture.js';
import { jsonHeaders, patch } from './http.js';

let cli: string;
beforeAll(async () => {
  cli = await publishedProgram();
});

/** Starts a sandbox in a container that shares only the folder of the state file and the network. */
function inContainer(state: string): Program {
  const line = [process.execPath, cli, 'sandbox', '--port', '0', '--state', state];
  const startedProgram = startProgram(...inNamespaces(['pid', 'uts'], line));
  onTestFinished(() => void startedProgram.child.kill('SIGKILL'));
  return startedProgram;
}

/** Returns the address once the sandbox is ready; undefined if it ends earlier. */
async function ready({ waitFor }: Program): Promise<string | undefined> {
  return waitFor(/^curl .*\n/m).then(
    (text) => /http:\S+/.exec(text)?.[0],
    () => undefined,
  );
}

async function headline(url: string): Promise<unknown> {
  const response = await fetch(url + entryPath, { headers: jsonHeaders });
  return ((await response.json()) as Record<string, unknown>)['headline'];
}

const rounds = isWhole ? 20 : 4;

describe.runIf(canUnshare)('safety 7: of two sandboxes in two containers with one state file', () => {
  it(
    'the second is refused, round after round, and no confirmed write is lost with a kill',
    async () => {
      const state = join(temporaryFolder(), 'state.jsonl');
      let confirmed: string | undefined;
      for (let round = 1; round <= rounds; round += 1) {
        const pair = [inContainer(state), inContainer(state)];
        const urls = await Promise.all(pair.map(ready));
        const first = urls.findIndex((url) => url !== undefined);
        const url = urls[first] ?? '';
        expect(urls[1 - first], `round ${round}`).toBeUndefined();
        expect(await pair[1 - first]?.exit).toMatchObject({
          code: 2,
          stderr: expect.stringContaining(`${state} is in use by another process (it calls itself process `) as string,
        });
        if (confirmed !== undefined) expect(await headline(url)).toBe(confirmed);
        for (const part of ['a', 'b', 'c']) {
          confirmed = `${round} ${part}`;
          expect((await patch(url + entryPath, { headline: confirmed })).status).toBe(200);
        }
        expect(pair[first]?.said.stderr).not.toContain('incomplete');
        const closeEvent = once(pair[first]?.child ?? process, 'close');
        pair[first]?.child.kill('SIGKILL');
        await closeEvent;
      }
      const last = inContainer(state);
      expect(await headline((await ready(last)) ?? '')).toBe(confirmed);
      expect(readdirSync(dirname(state)).filter((name) => !name.includes('.lock-'))).toEqual([basename(state)]);
    },
    300_000 + rounds * 10_000,
  );
});
