import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Exchange } from '../../scripts/check/model/exchange.js';
import type { KeyUse } from '../../scripts/check/model/near-key.js';
import { getKeySearch, holdsKey, holdValue, readKey, withoutKey } from '../../scripts/check/transport/key.js';
import type { Security } from '../../scripts/contract/security.js';
import { canaryKey, encodings, searchFor } from './canary.js';
import { credentials } from './credentials.js';

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

it('safety 25: the password of a key for Basic is found once it was sent', () => {
  const password = canaryKey();
  vi.stubEnv('DIRECTORY_API_KEY', `user:${password}`);
  readKey().toRequestAuth('right', { kind: 'basic' });
  for (const [, encode] of forms) expect(getKeySearch().isKeyIn(`a ${encode(password)} b`)).toBe(true);
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
