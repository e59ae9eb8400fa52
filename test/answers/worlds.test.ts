import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { taughtOwnContract } from '../../scripts/answers/own-contract.js';
import { compiled } from '../../scripts/answers/questions/index.js';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import { createSandboxFor, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { ServedResponse, serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { accusations, everything } from '../check/run.js';
import { temporaryFolder } from '../temporary-folder.js';

const folder = 'recipes/worlds';
const worlds = readdirSync(folder).sort();
const taughtWorlds = new Map(worlds.map((name) => [name, taughtOwnContract(join(folder, name))]));

describe.each(worlds)('the world %s', (name) => {
  const taught = taughtWorlds.get(name);
  if (!taught) throw new Error(name);
  const contract = join(temporaryFolder('world'), 'openapi.json');
  writeFileSync(contract, JSON.stringify(taught.document));
  const sandbox = createSandboxFor(taught.document, taught.validators)({ Response: ServedResponse });
  const serving = serveSandbox({ sandbox });
  afterAll(async () => (await serving).close());
  const report = async (key: string, options: Partial<CheckOptions>) => {
    process.env['DIRECTORY_API_KEY'] = key;
    return check({ baseUrl: (await serving).url, runs: 2, ...options });
  };

  it('differs from the contract in 6 to 12 answers', () => {
    const { length } = Object.keys(taught.answers.answers);
    expect(length).toBeGreaterThanOrEqual(6);
    expect(length).toBeLessThanOrEqual(12);
  });

  it('is as its answers say, in reads and in all writes', async () => {
    expect(accusations(await report(defaultKey, { contract }))).toEqual([]);
    expect(accusations(await report(defaultKey, { contract, writes: 'disposable', ...everything }))).toEqual([]);
  });

  it('departs from the contract without answers only in what was a guess', async () => {
    // Who does not know the answer puts the word before the key.
    const prefix = taught.answers.answers['auth.scheme-prefix']?.value;
    const key = typeof prefix === 'string' && prefix !== '' ? `${prefix} ${defaultKey}` : defaultKey;
    const { findings } = await report(key, { writes: 'disposable', ...everything });
    expect(
      findings.filter(({ severity }) => severity === 'violation').map(({ id, actual }) => `${id} ${actual}`),
    ).toEqual([]);
    expect(findings.some(({ severity }) => severity === 'drift')).toBe(true);
  });
});

it('every question whose answer changes the contract has a world', () => {
  const asked = new Set([...taughtWorlds.values()].flatMap(({ answers }) => Object.keys(answers.answers)));
  expect(Object.keys(compiled).filter((id) => !asked.has(id))).toEqual([]);
});
