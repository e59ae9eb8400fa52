import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportFormats } from '../../scripts/check/reports/index.js';
import type { GivenFlags } from '../../scripts/commands/check/settings.js';
import { checked } from '../commands/check/fixture.js';
import { ownEnvironment } from '../own-machine.js';
import { publishedProgram } from '../published-program.js';
import { startProgram } from '../run-program.js';
import { isWhole } from '../sample.js';
import { temporaryFolder } from '../temporary-folder.js';
import { canaryKey, encodings, searchFolder, searchFor } from './canary.js';
import { echoes, echoOf, echoServer } from './echo.js';

const key = canaryKey();
const value = canaryKey();
const search = searchFor(value);

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', key);
  vi.stubEnv('CANARY', value);
});

const some = ['listDirectories', 'getPartnerEntry', 'listTiers', 'updateFilter', 'createTier', 'deleteTier'];

/** A command that prints the canary but does not contain it. */
function printing(): string {
  const script = join(temporaryFolder('canary'), 'print.cjs');
  writeFileSync(script, 'process.stdout.write(process.env.CANARY)');
  return `"${process.execPath}" "${script}"`;
}

/** Runs the check with every report, and returns all places of the canary in its output and files. */
async function leaksOf(
  flags: GivenFlags,
  folder = temporaryFolder(),
): Promise<{ code: number; leaks: string[]; errors: string }> {
  const report = reportFormats.map((format) => `${format}=${join(folder, `report.${format}`)}`);
  const baseline = join(folder, 'baseline.json');
  const ran = await checked(
    { verbose: true, exchanges: true, report, baseline, updateBaseline: true, runs: '0', only: some, ...flags },
    { folder, isTTY: true },
  );
  const leaks = [
    ...search(ran.output).map((name) => `output: ${name}`),
    ...search(ran.errors).map((name) => `errors: ${name}`),
    ...searchFolder(folder, search),
  ];
  return { code: ran.code, leaks, errors: ran.errors };
}

const writing = { include: ['named', 'inferred'], writes: 'disposable' } as const;

/** A normal run tries every fourth way to repeat a text; for the key from a command it tries other ways. */
const ways = Object.entries(echoes);
const [ofValues, ofKeys] = [1, 3].map((rest) => ways.filter((_, index) => isWhole || index % 4 === rest));

describe('the value of a header', () => {
  it.each(ofValues ?? [])(
    'safety key-redacted, key-disk: is in no output and no file: %s',
    { tags: 'slow' },
    async (_, [echo]) => {
      await using server = await echoServer(key, echo, [], value);
      const { leaks, code, errors } = await leaksOf({ baseUrl: server.url, header: ['X-Canary: $CANARY'], ...writing });
      expect(leaks).toEqual([]);
      expect([0, 1, 3], errors).toContain(code);
      expect(server.spoken()).toBeGreaterThan(0);
    },
  );

  it('safety key-disk: is in no journal, where a resource contains it', { tags: 'slow' }, async () => {
    const folder = temporaryFolder();
    vi.stubEnv('XDG_STATE_HOME', join(folder, 'state'));
    const note = echoOf((json) =>
      typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json, note: value } : json,
    );
    await using server = await echoServer(key, note, [], value);
    const flags = {
      only: ['getPartnerEntry', 'updatePartnerEntry'],
      writes: 'roundtrip',
      settle: '0',
      writeInterval: '0',
    };
    const { leaks } = await leaksOf({ baseUrl: server.url, header: ['X-Canary: $CANARY'], ...flags }, folder);
    expect(leaks).toEqual([]);
  });

  it.each(Object.entries(encodings))('is not repeated if it is written out: %s', async (_, encode) => {
    const { leaks, code } = await leaksOf({ baseUrl: 'http://127.0.0.1:1', header: [`X-Canary: ${encode(value)}`] });
    expect({ leaks, code }).toEqual({ leaks: [], code: 2 });
  });
});

describe('the key of a command', () => {
  beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', undefined));

  it.each(ofKeys ?? [])(
    'safety key-redacted, key-disk: is in no output and no file: %s',
    { tags: 'slow' },
    async (_, [echo, expected]) => {
      await using server = await echoServer(value, echo);
      const { leaks, code, errors } = await leaksOf({ baseUrl: server.url, keyCommand: printing(), ...writing });
      expect(leaks).toEqual([]);
      expect(code, errors).toBe(expected);
    },
  );
});

describe('the program', () => {
  let cli: string;
  beforeAll(async () => {
    cli = await publishedProgram();
  });

  it('safety key-redacted, key-disk: shows neither the key nor the value of the header', { tags: 'slow' }, async () => {
    await using server = await echoServer(value, echoes['in values'][0]);
    const folder = temporaryFolder();
    const reports = reportFormats.flatMap((format) => ['--report', `${format}=report.${format}`]);
    const args = [
      'check',
      '--base-url',
      server.url,
      '--only',
      'listDirectories,getPartnerEntry',
      '--verbose',
      ...reports,
    ];
    const program = startProgram(
      process.execPath,
      [cli, ...args, '--header', 'X-Canary: $CANARY', '--key-command', printing()],
      { cwd: folder, env: ownEnvironment({ CANARY: value }) },
    );
    const { code, stdout, stderr } = await program.ended;
    expect(stdout + stderr).toContain('safety.key-echoed');
    expect({ code, leaks: [...search(stdout + stderr), ...searchFolder(folder, search)] }).toEqual({
      code: 1,
      leaks: [],
    });
  });
});
