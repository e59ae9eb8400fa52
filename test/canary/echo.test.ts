import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runCheck } from '../../scripts/commands/check/run.js';
import type { GivenFlags } from '../../scripts/commands/check/settings.js';
import { runMergeReports } from '../../scripts/commands/merge-reports/run.js';
import { runStatus } from '../../scripts/commands/undo/run.js';
import { writeReport } from '../../scripts/files/whole-file.js';
import { checked, countingServer, ranWith } from '../commands/check/fixture.js';
import { isWhole, sample } from '../sample.js';
import { temporaryFile, temporaryFolder } from '../temporary-folder.js';
import { canaryKey, credentials, encodings, searchFolder, searchFor } from './canary.js';
import { echoes, echoOf, echoServer } from './echo.js';
import { everyReport, leaksOf, reportIn } from './leaks.js';

const key = canaryKey();
const search = searchFor(key);
const value = canaryKey();
const part = canaryKey();

/** A secret, the text that a server repeats, and the key of the server. */
interface Secret {
  name: string;
  text: string;
  key: string;
}

/** A command that prints the value without containing it. */
function printing(): string {
  const script = temporaryFile('print.cjs', 'process.stdout.write(process.env.CANARY)');
  return `"${process.execPath}" "${script}"`;
}

const ofKey: Secret = { name: 'a key', text: key, key };
const ofHeader: Secret = { ...ofKey, name: 'the value of a header', text: value };
const ofOther: Secret = { ...ofKey, name: 'the key of another identity', text: value };
const ofCommand: Secret = { name: 'the key of a command', text: value, key: value };
const ofParts = credentials.map(
  ([name, credential, text]): Secret => ({ name: `a part ${name}`, text, key: credential }),
);
const ofPart: Secret = { name: 'the part after a scheme', text: part, key: `Token ${part}` };

/** The settings that give the secret to the check. */
const flagsOf = (secret: Secret): GivenFlags => ({
  ...(secret !== ofKey && { exchanges: true }),
  ...(secret === ofHeader && { header: ['X-Canary: $CANARY'] }),
  ...(secret === ofCommand && { keyCommand: printing() }),
});

function given(secret: Secret): void {
  vi.stubEnv('DIRECTORY_API_KEY', secret === ofCommand ? undefined : secret.key);
  vi.stubEnv('DIRECTORY_OTHER_API_KEY', secret === ofOther ? value : undefined);
  vi.stubEnv('CANARY', value);
}

beforeEach(() => given(ofKey));

/** A normal run tries some ways of repeating each secret; together they cover all ways. */
const ways = Object.entries(echoes);
const fourth = (rest: number): typeof ways => ways.filter((_, index) => isWhole || index % 4 === rest);
const runs = [
  ...sample(ways, 9).map((echo) => [ofKey, echo] as const),
  ...sample(ways, 9).map((echo) => [ofOther, echo] as const),
  ...fourth(1).map((echo) => [ofHeader, echo] as const),
  ...fourth(3).map((echo) => [ofCommand, echo] as const),
  ...ways.flatMap((way, row) =>
    ofParts
      .filter((_, index) => (isWhole ? (index + row) % 3 === 0 : index === row + 1))
      .map((secret) => [secret, way] as const),
  ),
].map(([secret, [method, [echo, code]]]) => ({ name: secret.name, way: method, secret, echo, code }));

describe('a server that repeats a secret', () => {
  it.each(runs)(
    'safety 25, key-redacted, key-files, key-disk: $name gets into no output or file, repeated $way',
    { tags: 'slow' },
    async ({ secret, echo, code }) => {
      given(secret);
      await using server = await echoServer(secret.key, echo, [], secret.text);
      const writing = { include: ['named', 'inferred'], writes: 'disposable' };
      const leaks = await leaksOf(searchFor(secret.text), { baseUrl: server.url, ...writing, ...flagsOf(secret) });
      expect(leaks.leaks).toEqual([]);
      // The value of a header is not a key, so a server may refuse the key that is sent with it.
      expect(secret === ofHeader ? [0, 1, 3] : [code], leaks.errors).toContain(leaks.code);
      expect(server.spoken()).toBeGreaterThan(0);
      // If the server refuses the key, the check judges no response.
      const rules = reportIn(leaks.folder).findings.map(({ rule }) => rule);
      if (secret !== ofHeader && rules.length > 0) expect(rules).toContain('safety.key-echoed');
    },
  );

  it('does not put the secret into a merged report', { tags: 'slow' }, async () => {
    await using server = await echoServer(key, echoes['in values'][0]);
    const folder = temporaryFolder();
    const only = ['listDirectories', 'getPartnerEntry', 'listTiers', 'listFilters'];
    const paths = ['1', '2'].map((index) => join(folder, `${index}.json`));
    for (const [index, path] of paths.entries())
      await checked(
        { baseUrl: server.url, only, shard: `${index + 1}/2`, runs: '0', report: [`json=${path}`] },
        { folder },
      );
    const options = { report: everyReport(folder), verbose: true };
    const result = await ranWith((streams) => runMergeReports(paths, options, { ...streams, environment: {} }));
    const leaks = [...search(result.output + result.errors), ...searchFolder(folder, search)];
    expect({ code: result.code, leaks }).toEqual({ code: 1, leaks: [] });
  });

  it.each([
    [ofKey, ['patch-touches-other'], 1],
    [ofHeader, [], undefined],
    [ofPart, ['patch-touches-other'], 1],
  ] as const)('safety 25, key-disk: $name in a resource gets into no journal', { tags: 'slow' }, async (...row) => {
    const [secret, faults, wantedCode] = row;
    given(secret);
    // Each read must return the same, since the check does not write to a resource that differs between two reads.
    const note = echoOf((json) =>
      typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json, note: secret.text } : json,
    );
    await using server = await echoServer(secret.key, note, faults, secret.text);
    const only = ['getPartnerEntry', 'updatePartnerEntry'];
    const flags = { only, writes: 'roundtrip', settle: '0', writeInterval: '0', ...flagsOf(secret) };
    const { code, errors, leaks } = await leaksOf(searchFor(secret.text), { baseUrl: server.url, ...flags });
    expect(leaks).toEqual([]);
    if (wantedCode !== undefined) expect(code, errors).toBe(wantedCode);
    const { code: status, output, errors: messages } = await ranWith((streams) => runStatus({}, streams));
    expect({ status, leaks: searchFor(secret.text)(output + messages) }).toEqual({ status: 0, leaks: [] });
  });

  it('safety key-origin, redirect: does not send the secret to another origin by a redirect', async () => {
    const otherServer = await countingServer((_request, response) => response.end());
    const redirect = (target: string): Response => new Response(null, { status: 307, headers: { location: target } });
    await using server = await echoServer(key, async (_, speak) =>
      redirect(`${otherServer.url}/?key=${encodeURIComponent(speak())}`),
    );
    const { code, leaks } = await leaksOf(search, { baseUrl: server.url });
    expect({ code, leaks, asked: otherServer.requests }).toEqual({ code: 3, leaks: [], asked: [] });
  });
});

it.each([ofKey, ofPart])(
  'safety 25, key-files, exit-8: a file is deleted if $name was written with it, and the run ends with 8',
  async (secret) => {
    given(secret);
    const folder = temporaryFolder();
    await using server = await echoServer(secret.key, (response) => Promise.resolve(response));
    const write = (path: string, text: string): void => writeReport(path, text + encodings['base64']?.(secret.text));
    const files = { report: [`json=${join(folder, 'report.json')}`], baseline: join(folder, 'baseline.json') };
    const flags = { baseUrl: server.url, only: ['listDirectories'], ...files, updateBaseline: true };
    const result = await ranWith((streams) => runCheck(flags, { ...streams, environment: {}, folder, write }));
    expect({ code: result.code, files: readdirSync(folder) }).toEqual({ code: 8, files: [] });
    expect(result.errors).toContain('The API key was in the baseline, so this text was not written.');
  },
);

it('a listing of the planned requests does not contain the key', { tags: 'slow' }, async () => {
  const { code, output, errors } = await checked({ list: true, writes: 'disposable', include: ['named', 'inferred'] });
  expect({ code, leaks: search(output + errors) }).toEqual({ code: 0, leaks: [] });
});

it('a recording that contains the key in each encoding does not put the key into any output or file', async () => {
  const url = 'https://directory.example.com/api/directory/private/v1alpha/directories/';
  const json = (body: unknown): object => ({ mimeType: 'application/json', text: JSON.stringify(body) });
  const request = {
    method: 'GET',
    url: `${url}?page=1&api_key=${encodeURIComponent(key)}`,
    headers: [{ name: 'Authorization', value: key }],
  };
  const entries = Object.values(encodings).flatMap((encode) => {
    const text = encode(key);
    const headers = [
      { name: 'Content-Type', value: 'application/json' },
      { name: 'X-Echo', value: text },
    ];
    const bodies = [json([{ id: text, name: text, [text]: 1 }]), json({ detail: `${'x'.repeat(60)}${text}` })];
    return [...bodies, { ...json([]), text }].map((content) => ({
      request,
      response: { status: 200, headers, content },
      time: 1,
    }));
  });
  const har = temporaryFile('recorded.har', JSON.stringify({ log: { entries } }));
  const { code, errors, leaks } = await leaksOf(search, { har });
  expect(leaks).toEqual([]);
  expect(code, errors).toBe(1);
});

it.each(Object.entries(encodings))('the value of a header is not repeated in another encoding: %s', async (...row) => {
  const [, encode] = row;
  const flags = { baseUrl: 'http://127.0.0.1:1', header: [`X-Canary: ${encode(value)}`] };
  expect(await leaksOf(searchFor(value), flags)).toMatchObject({ leaks: [], code: 2 });
});
