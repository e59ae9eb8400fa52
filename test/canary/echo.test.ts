import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { reportFormats } from '../../scripts/check/reports/index.js';
import { runCheck } from '../../scripts/commands/check/run.js';
import type { GivenFlags } from '../../scripts/commands/check/settings.js';
import { runMergeReports } from '../../scripts/commands/merge-reports/run.js';
import { runStatus } from '../../scripts/commands/undo/run.js';
import { writeReport } from '../../scripts/files/whole-file.js';
import { checked, collector, countingServer, type Ran } from '../commands/check/fixture.js';
import { sample } from '../sample.js';
import { temporaryFile, temporaryFolder } from '../temporary-folder.js';
import { canaryKey, encodings, searchFolder, searchFor } from './canary.js';
import { echoes, echoOf, echoServer } from './echo.js';

const key = canaryKey();
const search = searchFor(key);

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', key);
});

/** Reads of each kind, an update that is stated, and a resource that is created and deleted. */
const some = ['listDirectories', 'getPartnerEntry', 'listTiers', 'updateFilter', 'createTier', 'deleteTier'];

const everyFormat = (folder: string): string[] =>
  reportFormats.map((format) => `${format}=${join(folder, `report.${format}`)}`);

/** Runs the check with every report, and returns all places of the key in its output and files. */
async function leaksOf(
  flags: GivenFlags,
  folder = temporaryFolder(),
): Promise<{ ran: Ran; leaks: string[]; report: CheckReport }> {
  const ran = await checked(
    {
      verbose: true,
      report: everyFormat(folder),
      baseline: join(folder, 'baseline.json'),
      updateBaseline: true,
      ...flags,
    },
    { folder, isTTY: true },
  );
  const leaks = [
    ...search(ran.output).map((name) => `output: ${name}`),
    ...search(ran.errors).map((name) => `errors: ${name}`),
    ...searchFolder(folder, search),
  ];
  return { ran, leaks, report: JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as CheckReport };
}

describe('a server that repeats the key', () => {
  // A normal run tries every ninth echo, in addition to those of `held.test.ts`.
  it.each(sample(Object.entries(echoes), 9))(
    'safety key-redacted, key-disk: %s does not get it into any output or file',
    { tags: 'slow' },
    async (_, [echo, expected]) => {
      await using server = await echoServer(key, echo);
      const {
        ran: { code, errors },
        leaks,
        report,
      } = await leaksOf({
        baseUrl: server.url,
        only: some,
        include: ['named', 'inferred'],
        writes: 'disposable',
        runs: '0',
      });
      expect(leaks).toEqual([]);
      expect(code, errors).toBe(expected);
      expect(server.spoken()).toBeGreaterThan(0);
      // If the server refuses the key, the check judges no response.
      if (report.findings.length > 0) expect(report.findings.map(({ rule }) => rule)).toContain('safety.key-echoed');
    },
  );

  it('does not get it into a merged report', { tags: 'slow' }, async () => {
    await using server = await echoServer(key, echoes['in values'][0]);
    const folder = temporaryFolder();
    const shards = ['1/2', '2/2'].map((shard) => ({ shard, path: join(folder, `${shard.replace('/', '-')}.json`) }));
    for (const { shard, path } of shards)
      await checked(
        {
          baseUrl: server.url,
          only: ['listDirectories', 'getPartnerEntry', 'listTiers', 'listFilters'],
          shard,
          runs: '0',
          report: [`json=${path}`],
        },
        { folder },
      );
    const [output, errors] = [collector(false), collector(false)];
    const code = runMergeReports(
      shards.map(({ path }) => path),
      { report: everyFormat(folder), verbose: true },
      { output, errors, environment: {} },
    );
    expect({
      code,
      leaks: [...search(output.text()), ...search(errors.text()), ...searchFolder(folder, search)],
    }).toEqual({ code: 1, leaks: [] });
  });

  it('safety key-disk: in a resource that cannot be restored does not get it into a journal', {
    tags: 'slow',
  }, async () => {
    const folder = temporaryFolder();
    vi.stubEnv('XDG_STATE_HOME', join(folder, 'state'));
    // Each read must return the same, since a resource that differs between two reads is not written to.
    const note = echoOf((json) =>
      typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json, note: key } : json,
    );
    await using server = await echoServer(key, note, ['patch-touches-other']);
    const {
      ran: { code, errors },
      leaks,
    } = await leaksOf(
      {
        baseUrl: server.url,
        only: ['getPartnerEntry', 'updatePartnerEntry'],
        writes: 'roundtrip',
        settle: '0',
        writeInterval: '0',
      },
      folder,
    );
    expect(leaks).toEqual([]);
    expect(code, errors).toBe(1);
    const [output, messages] = [collector(false), collector(false)];
    expect(await runStatus({}, { output, errors: messages })).toBe(0);
    expect([...search(output.text()), ...search(messages.text())]).toEqual([]);
  });

  it('safety key-origin, redirect: in a redirect does not get it to another origin', async () => {
    const other = await countingServer((_request, response) => response.end());
    await using server = await echoServer(
      key,
      async (_, speak) =>
        new Response(null, { status: 307, headers: { location: `${other.url}/?key=${encodeURIComponent(speak())}` } }),
    );
    const {
      ran: { code },
      leaks,
    } = await leaksOf({ baseUrl: server.url, only: some });
    expect({ code, leaks, asked: other.asked }).toEqual({ code: 3, leaks: [], asked: [] });
  });
});

describe('a baseline', () => {
  it('is deleted if the key was written with it, and the run ends with 8', async () => {
    const folder = temporaryFolder();
    const [output, errors] = [collector(false), collector(false)];
    await using server = await echoServer(key, (response) => Promise.resolve(response));
    const flags: GivenFlags = {
      baseUrl: server.url,
      only: ['listDirectories'],
      baseline: join(folder, 'baseline.json'),
      updateBaseline: true,
    };
    const code = await runCheck(flags, {
      output,
      errors,
      environment: {},
      folder,
      write: (path, text) => writeReport(path, text + encodings['base64']?.(key)),
    });
    expect({ code, files: readdirSync(folder) }).toEqual({ code: 8, files: [] });
    expect(errors.text()).toContain('The API key was in the baseline, so that was not written.');
  });
});

describe('a listing', () => {
  it('of the planned requests does not contain the key', { tags: 'slow' }, async () => {
    const { code, output, errors } = await checked({
      list: true,
      writes: 'disposable',
      include: ['named', 'inferred'],
    });
    expect({ code, leaks: [...search(output), ...search(errors)] }).toEqual({ code: 0, leaks: [] });
  });
});

describe('a recording that contains the key', () => {
  it('in each encoding does not get it into any output or file', async () => {
    const url = 'https://directory.example.com/api/directory/private/v1alpha/directories/';
    const json = (value: unknown): object => ({ mimeType: 'application/json', text: JSON.stringify(value) });
    const entries = Object.values(encodings)
      .map((encode) => encode(key))
      .flatMap((text) => {
        const contents = [
          json([{ id: text, name: text, [text]: 1 }]),
          json({ detail: `${'x'.repeat(60)}${text}` }),
          { ...json([]), text },
        ];
        return contents.map((content) => ({
          request: {
            method: 'GET',
            url: `${url}?page=1&api_key=${encodeURIComponent(key)}`,
            headers: [{ name: 'Authorization', value: key }],
          },
          response: {
            status: 200,
            headers: [
              { name: 'Content-Type', value: 'application/json' },
              { name: 'X-Echo', value: text },
            ],
            content,
          },
          time: 1,
        }));
      });
    const {
      ran: { code, errors },
      leaks,
    } = await leaksOf({ har: temporaryFile('recorded.har', JSON.stringify({ log: { entries } })) });
    expect(leaks).toEqual([]);
    expect(code, errors).toBe(1);
  });
});
