import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Exchange } from '../../scripts/check/model/exchange.js';
import type { KeyUse } from '../../scripts/check/model/near-key.js';
import { reportFormats } from '../../scripts/check/reports/index.js';
import { getKeySearch, holdsKey, holdValue, readKey, withoutKey } from '../../scripts/check/transport/key.js';
import { runCheck } from '../../scripts/commands/check/run.js';
import type { GivenFlags } from '../../scripts/commands/check/settings.js';
import type { Security } from '../../scripts/contract/security.js';
import { writeReport } from '../../scripts/files/whole-file.js';
import { checked, collector } from '../commands/check/fixture.js';
import { isWhole } from '../sample.js';
import { temporaryFolder } from '../temporary-folder.js';
import { canaryKey, encodings, searchFolder, searchFor } from './canary.js';
import { echoes, echoOf, echoServer } from './echo.js';

/** A secret with every punctuation mark, and one that parameters can contain. */
const [part, simple] = [canaryKey(), `canary${randomBytes(16).toString('hex')}`];

/** Credentials, each with the part that is a secret by itself. */
const credentials: [name: string, credential: string, part: string][] = [
  ['bare', part, part],
  ...['Token', 'Bearer', 'ApiKey', 'token', 'Api-Key', 'Token '].map((word): [string, string, string] => [
    `after "${word}"`,
    `${word} ${part}`,
    part,
  ]),
  ['in Basic, as the password', `Basic ${btoa(`user:${part}`)}`, part],
  ['in Basic, as user and password', `basic ${btoa(part)}`, part],
  ['in Basic, in base64', `Basic ${btoa(`user:${part}`)}`, btoa(`user:${part}`)],
  ['in a parameter', `Token token="${simple}"`, simple],
  ['in one of several parameters', `Key id="a7", secret="${simple}"`, simple],
  ['in Digest', `Digest username="mufasa", nonce="7", response="${simple}"`, simple],
];
const forms = Object.entries(encodings);
const inHeader: Security = { kind: 'header', name: 'Authorization' };

beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', undefined));

describe.each(credentials)('a key %s', (_, credential, secret) => {
  const search = searchFor(secret);

  beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', credential));

  it.each(forms)('safety 25, key-redacted: is found by its part and removed: %s', (_name, encode) => {
    const text = `a "${encode(secret)}" b`;
    expect(getKeySearch().isKeyIn(text)).toBe(true);
    expect(search(getKeySearch().redact(text))).toEqual([]);
    expect(search(withoutKey(text))).toEqual([]);
    const exchange: Exchange = {
      request: { method: 'GET', path: '/', headers: {}, key: 'right' },
      response: { status: 200, headers: { 'x-a': text }, bytes: Buffer.from(text) },
      milliseconds: 1,
      attempts: 1,
    };
    const { response, repeatsKey: isHeld } = getKeySearch().clean(exchange);
    expect(isHeld).toBe(true);
    expect(search(`${response?.headers['x-a']} ${Buffer.from(response?.bytes ?? [])}`)).toEqual([]);
  });

  it('safety 25, key-argument: ends a run that has its part in an argument', () => {
    for (const text of [secret, `--only=${secret}`, `--only=${encodings['base64']?.(secret)}`])
      expect(holdsKey(text)).toBe(true);
    expect(holdsKey('--only=listDirectories')).toBe(false);
  });

  it('safety 25: is found in the value of a header as well', () => {
    vi.stubEnv('DIRECTORY_API_KEY', undefined);
    expect(search(holdValue(credential)?.redact(`a "${secret}" b`) ?? secret)).toEqual([]);
  });

  it.each<KeyUse>(['wrong', 'longer', 'shorter', 'other-end', 'other-beginning'])(
    'safety 25: is found by its part in what is sent as %s',
    (use) => {
      const [, value = ''] = readKey().toRequestAuth(use, inHeader).headers[0] ?? [];
      const sent = value.slice(/^\S+ +/.exec(value)?.[0].length ?? 0);
      expect(getKeySearch().isKeyIn(`You sent ${sent}.`)).toBe(true);
    },
  );
});

describe('a word and a short or usual part', () => {
  it('is found whole, and the part only as a whole argument, as a short key is', () => {
    vi.stubEnv('DIRECTORY_API_KEY', 'Token test');
    expect(withoutKey('Token test, a test')).toBe('[key], a test');
    expect(holdsKey('a test')).toBe(false);
    expect(['test', '--x=test', 'a=Token test'].map(holdsKey)).toEqual([true, true, true]);
  });

  it('is no part of the value of another header', () => {
    expect(holdValue('Acme production')?.redact('Acme production in production')).toBe('[key] in production');
  });

  it('without a scheme is not split', () => {
    vi.stubEnv('DIRECTORY_API_KEY', 'user:some pass-word');
    expect(withoutKey('some pass-word')).toBe('some pass-word');
  });
});

describe('the password of a key for Basic', () => {
  it('safety 25: is found once it was sent', () => {
    vi.stubEnv('DIRECTORY_API_KEY', `user:${part}`);
    readKey().toRequestAuth('right', { kind: 'basic' });
    for (const [, encode] of forms) expect(getKeySearch().isKeyIn(`a ${encode(part)} b`)).toBe(true);
  });
});

describe('the wrong key', () => {
  it.each([
    ['Token abcdef123456', /^Token [a-f]{6}\d{6}$/],
    ['Bearer  sk_live_4eC39HqLyjWD', /^Bearer {2}sk_live_\d[a-z][A-Z]\d\d[A-Z][a-z][A-Z][a-z]{2}[A-Z]{2}$/],
    ['Api-Key A', /^Api-Key [B-F]$/],
    ['Token token="ab12"', /^Token token="[a-f]{2}\d\d"$/],
    ['Key id="x1", secret=y2', /^Key id="[a-z]\d", secret=[a-z]\d$/],
    ['correct horse battery', /^(?!correct)[a-z]{7} [a-z]{5} [a-z]{7}$/],
  ])('of %s keeps the scheme alone', (credential, form) => {
    vi.stubEnv('DIRECTORY_API_KEY', credential);
    const [, value] = readKey().toRequestAuth('wrong', inHeader).headers[0] ?? [];
    expect(value).toMatch(form);
    expect(value).not.toBe(credential);
  });

  it('of Basic has another user and another password', () => {
    vi.stubEnv('DIRECTORY_API_KEY', `Basic ${btoa('alice:pass-word')}`);
    const [, value = ''] = readKey().toRequestAuth('wrong', inHeader).headers[0] ?? [];
    const [scheme, encoded = ''] = value.split(' ');
    expect(scheme).toBe('Basic');
    expect(atob(encoded)).toMatch(/^[a-z]{5}:[a-z]{4}-[a-z]{4}$/);
    expect(atob(encoded)).not.toContain('alice');
  });

  it('in the other case is none for hexadecimal after a scheme, whose case may be ignored', () => {
    vi.stubEnv('DIRECTORY_API_KEY', 'Token 0fd4340ac3c4');
    const [, value = ''] = readKey().toRequestAuth('in-other-case', inHeader).headers[0] ?? [];
    expect(value.toLowerCase()).not.toContain('0fd4340ac3c4');
  });
});

/** Runs the check with every report, and returns all places of the secret in its output and files. */
async function leaksOf(secret: string, flags: GivenFlags): Promise<{ code: number; leaks: string[]; errors: string }> {
  const folder = temporaryFolder();
  vi.stubEnv('XDG_STATE_HOME', join(folder, 'state'));
  const search = searchFor(secret);
  const report = reportFormats.map((format) => `${format}=${join(folder, `report.${format}`)}`);
  const baseline = join(folder, 'baseline.json');
  const ran = await checked(
    { verbose: true, exchanges: true, report, baseline, updateBaseline: true, runs: '0', ...flags },
    { folder, isTTY: true },
  );
  const leaks = [
    ...search(ran.output).map((name) => `output: ${name}`),
    ...search(ran.errors).map((name) => `errors: ${name}`),
    ...searchFolder(folder, search),
  ];
  expect(readFileSync(join(folder, 'report.json'), 'utf8')).toContain('"verdict"');
  return { code: ran.code, leaks, errors: ran.errors };
}

const some = ['listDirectories', 'getPartnerEntry', 'listTiers', 'updateFilter', 'createTier', 'deleteTier'];

/** Each way to repeat a part, with different credentials; the long run tries every third combination. */
const runs = Object.entries(echoes).flatMap(([way, [echo, code]], row) =>
  credentials
    .filter((_, index) => (isWhole ? (index + row) % 3 === 0 : index === row + 1))
    .map(([name, credential, secret]) => ({ way, echo, code, name, credential, secret })),
);

describe('a server that repeats the part after the scheme', () => {
  it.each(runs)(
    'safety 25, key-redacted, key-files: $way, a key $name, gets it into no output or file',
    { tags: 'slow' },
    async ({ echo, code, credential, secret }) => {
      vi.stubEnv('DIRECTORY_API_KEY', credential);
      await using server = await echoServer(credential, echo, [], secret);
      const ran = await leaksOf(secret, {
        baseUrl: server.url,
        only: some,
        include: ['named', 'inferred'],
        writes: 'disposable',
      });
      expect(ran.leaks).toEqual([]);
      expect(ran.code, ran.errors).toBe(code);
      expect(server.spoken()).toBeGreaterThan(0);
    },
  );

  it('safety 25, key-disk: gets it into no journal', { tags: 'slow' }, async () => {
    vi.stubEnv('DIRECTORY_API_KEY', `Token ${part}`);
    const note = echoOf((json) =>
      typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json, note: part } : json,
    );
    await using server = await echoServer(`Token ${part}`, note, ['patch-touches-other'], part);
    const { leaks } = await leaksOf(part, {
      baseUrl: server.url,
      only: ['getPartnerEntry', 'updatePartnerEntry'],
      writes: 'roundtrip',
      settle: '0',
      writeInterval: '0',
    });
    expect(leaks).toEqual([]);
  });

  it('safety 25, key-files, exit-8: ends with 8 if the part was written after all', async () => {
    vi.stubEnv('DIRECTORY_API_KEY', `Token ${part}`);
    const folder = temporaryFolder();
    const [output, errors] = [collector(false), collector(false)];
    await using server = await echoServer(`Token ${part}`, (response) => Promise.resolve(response));
    const flags: GivenFlags = {
      baseUrl: server.url,
      only: ['listDirectories'],
      report: [`json=${join(folder, 'report.json')}`],
      baseline: join(folder, 'baseline.json'),
      updateBaseline: true,
    };
    const write: typeof writeReport = (path, text) => writeReport(path, text + encodings['base64']?.(part));
    expect(await runCheck(flags, { output, errors, environment: {}, folder, write })).toBe(8);
    expect(searchFolder(folder, searchFor(part))).toEqual([]);
  });
});
