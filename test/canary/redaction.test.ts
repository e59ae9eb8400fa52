import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Exchange } from '../../scripts/check/model/exchange.js';
import type { KeyUse } from '../../scripts/check/model/near-key.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { renderReport, reportFormats, terminalReport } from '../../scripts/check/reports/index.js';
import { containsKey } from '../../scripts/check/reports/key-free-file.js';
import {
  getKeySearch,
  hasKeyInText,
  readKey,
  registerSecretValue,
  withoutKey,
} from '../../scripts/check/transport/key.js';
import type { Security } from '../../scripts/contract/security.js';
import { reportWith } from '../check/reports/hostile.js';
import { canaryKey, credentials, encodings, searchFor } from './canary.js';

const key = canaryKey();

beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', key));

/** Paths to the report values that can contain outside text. `file` and values from a fixed set are left out. */
function placesOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value === 'string') return [[...path]];
  if (typeof value !== 'object' || value === null) return [];
  const words = ['verdict', 'kind', 'writes', 'include', 'started', 'standing', 'severity', 'method', 'case', 'file'];
  return Object.entries(value)
    .filter(([name]) => !words.includes(name))
    .flatMap(([name, innerValue]) => placesOf(innerValue, [...path, name]));
}

const exchangeWith = (headers: Record<string, string | string[]>, body: string): Exchange => ({
  request: { method: 'GET', path: '/', headers: {}, key: 'right' },
  response: { status: 200, headers, bytes: Buffer.from(body, 'latin1') },
  milliseconds: 1,
  attempts: 1,
});

/** Returns a report that contains a text at exactly one place. */
function withAt(report: CheckReport, [name = '', ...rest]: readonly string[], text: string): CheckReport {
  const set = (at: unknown, [first, ...otherValues]: readonly string[]): unknown => {
    if (first === undefined) return text;
    if (Array.isArray(at)) return at.map((item, index) => (String(index) === first ? set(item, otherValues) : item));
    return { ...(at as object), [first]: set((at as Record<string, unknown>)[first], otherValues) };
  };
  return set(report, [name, ...rest]) as CheckReport;
}

function allOf(report: CheckReport): [name: string, text: string][] {
  const terminals = [40, 100].map((width): [string, string] => [
    `terminal of ${width}`,
    terminalReport(report, { width, colour: width === 40, verbose: true }),
  ]);
  return [...reportFormats.map((format): [string, string] => [format, renderReport(format, report)]), ...terminals];
}

it('the final search finds the key in each format, wherever it is in the report', { tags: 'slow' }, () => {
  const { isKeyIn: leaks } = getKeySearch();
  const plain = reportWith('x');
  let shownCount = 0;
  for (const path of placesOf(plain)) {
    // A format shows this place if another text there changes the output.
    const [one, other, held] = ['a'.repeat(48), 'b'.repeat(48), key].map((text) => allOf(withAt(plain, path, text)));
    for (const [index, [name, text]] of (held ?? []).entries()) {
      if (one?.[index]?.[1] === other?.[index]?.[1]) continue;
      shownCount += 1;
      expect(containsKey(text, leaks), `${name} at ${path.join('/')}`).toBe(true);
    }
  }
  expect(shownCount).toBeGreaterThan(150);
});

describe('a response that repeats the key', () => {
  it('is not copied if it does not contain the key', () => {
    const exchange = exchangeWith({ a: 'b' }, 'nothing');
    expect(getKeySearch().clean(exchange)).toBe(exchange);
    const { response: _, ...parts } = exchange;
    const failedExchange: Exchange = { ...parts, failure: { code: 'transport.reset', message: 'It is gone.' } };
    expect(getKeySearch().clean(failedExchange)).toBe(failedExchange);
  });

  it('has only the header names that it had before', () => {
    const { response } = getKeySearch().clean(
      exchangeWith(JSON.parse(`{"__proto__":"a","b":${JSON.stringify(key)}}`) as Record<string, string>, ''),
    );
    expect(Object.getPrototypeOf(response?.headers)).toBeNull();
    expect({ ...response?.headers }).toEqual(JSON.parse('{"__proto__":"a","b":"[key]"}'));
  });
});

describe('the key in a text', () => {
  const pointer = (text: string): string => text.replaceAll('~', '~0').replaceAll('/', '~1');
  const braces = (text: string): string => [...text].map((each) => `\\u{${each.charCodeAt(0).toString(16)}}`).join('');
  const shell = (text: string): string => text.replaceAll("'", `'\\''`);
  const named = (text: string): string =>
    text.replaceAll('+', '&plus;').replaceAll('=', '&equals;').replaceAll('/', '&sol;').replaceAll('_', '&lowbar;');

  it.each([
    ['in small letters', (text: string) => text.toLowerCase()],
    ['in capitals', (text: string) => encodeURIComponent(text).toUpperCase()],
    ['in a JSON pointer', pointer],
    ['as invisible characters are displayed', braces],
    ['in quotes of a shell', shell],
    ['in names of HTML', named],
    ['in base64 in small letters', (text: string) => btoa(text).toLowerCase()],
  ])('is found and removed %s', (_, form) => {
    const wrongText = readKey().toRequestAuth('wrong', { kind: 'header', name: 'a' }).headers[0]?.[1] ?? '';
    for (const text of [key, wrongText].map(form)) {
      expect(hasKeyInText(`--a=${text}`)).toBe(true);
      expect(withoutKey(`a "${text}" b`)).toMatch(/^a ".{0,4}\[key\].{0,4}" b$/);
    }
  });

  it('is found and removed even if it cannot be sent', () => {
    vi.stubEnv('DIRECTORY_API_KEY', 'line-break-key\n');
    expect(withoutKey('a line-break-key b')).toBe('a [key] b');
    expect(hasKeyInText('a line-break-key\n b')).toBe(true);
  });

  it.each(['', 'short-7'])('is not searched for if it is %j', (value) => {
    vi.stubEnv('DIRECTORY_API_KEY', value);
    expect(withoutKey('a short-7 b')).toBe('a short-7 b');
    expect(hasKeyInText('a short-7 b')).toBe(false);
  });

  it('is always the current key', () => {
    expect(hasKeyInText('another-key-of-the-tests')).toBe(false);
    vi.stubEnv('DIRECTORY_API_KEY', 'another-key-of-the-tests');
    expect(hasKeyInText('another-key-of-the-tests')).toBe(true);
    expect(hasKeyInText(key)).toBe(false);
  });
});

const inHeader: Security = { kind: 'header', name: 'Authorization' };

describe.each(credentials)('a key %s', (_, credential, secret) => {
  const search = searchFor(secret);

  beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', credential));

  it.each(Object.entries(encodings))(
    'safety 25, key-redacted: is found by its part and removed: %s',
    (_name, encode) => {
      const text = `a "${encode(secret)}" b`;
      expect(getKeySearch().isKeyIn(text)).toBe(true);
      expect(search(getKeySearch().redact(text))).toEqual([]);
      expect(search(withoutKey(text))).toEqual([]);
      const { clean } = getKeySearch();
      const inBody = clean(exchangeWith({ a: 'b' }, `\u00ff{"a":"${encode(secret)}"}\u00fe`));
      expect(inBody.repeatsKey).toBe(true);
      expect(Buffer.from(inBody.response?.bytes ?? []).toString('latin1')).toMatch(
        /^\u00ff\{"a":".{0,4}\[key\].{0,4}"\}\u00fe$/,
      );
      const inHeaders = clean(exchangeWith({ one: text, more: ['a', text], [text]: 'b' }, ''));
      expect(inHeaders.repeatsKey).toBe(true);
      expect(search(JSON.stringify(inHeaders.response?.headers))).toEqual([]);
      expect(inHeaders.response?.headers['more']).toEqual(['a', expect.stringContaining('[key]')]);
    },
  );

  it('safety 25, key-argument: ends a run that has its secret part in an argument', () => {
    for (const text of [secret, `--only=${secret}`, `--only=${encodings['base64']?.(secret)}`])
      expect(hasKeyInText(text)).toBe(true);
    expect(hasKeyInText('--only=listDirectories')).toBe(false);
  });

  it('safety 25: is also found in the value of a header', () => {
    vi.stubEnv('DIRECTORY_API_KEY', undefined);
    expect(search(registerSecretValue(credential)?.redact(`a "${secret}" b`) ?? secret)).toEqual([]);
  });

  it.each<KeyUse>(['wrong', 'longer', 'shorter', 'other-end', 'other-beginning'])(
    'safety 25: is found by its part in what is sent as %s',
    (use) => {
      const [, value = ''] = readKey().toRequestAuth(use, inHeader).headers[0] ?? [];
      const sentText = value.slice(/^\S+ +/.exec(value)?.[0].length ?? 0);
      expect(getKeySearch().isKeyIn(`You sent ${sentText}.`)).toBe(true);
    },
  );
});

describe('a key with a word before a short or common part', () => {
  it('is found as a whole; its part is found only as a whole argument, like a short key', () => {
    vi.stubEnv('DIRECTORY_API_KEY', 'Token test');
    expect(withoutKey('Token test, a test')).toBe('[key], a test');
    expect(hasKeyInText('a test')).toBe(false);
    expect(['test', '--x=test', 'a=Token test'].map(hasKeyInText)).toEqual([true, true, true]);
  });

  it('is not split if it is the value of another header', () => {
    expect(registerSecretValue('Acme production')?.redact('Acme production in production')).toBe('[key] in production');
  });

  it('is not split if the word is not a scheme', () => {
    vi.stubEnv('DIRECTORY_API_KEY', 'user:some pass-word');
    expect(withoutKey('some pass-word')).toBe('some pass-word');
  });
});

it('safety 25: the password of a key for Basic is found after the key has been sent', () => {
  const password = canaryKey();
  vi.stubEnv('DIRECTORY_API_KEY', `user:${password}`);
  readKey().toRequestAuth('right', { kind: 'basic' });
  for (const encode of Object.values(encodings)) expect(getKeySearch().isKeyIn(`a ${encode(password)} b`)).toBe(true);
});

describe('the wrong key', () => {
  it.each([
    ['Token abcdef123456', /^Token [a-f]{6}\d{6}$/],
    ['Bearer  sk_live_4eC39HqLyjWD', /^Bearer {2}sk_live_\d[a-z][A-Z]\d\d[A-Z][a-z][A-Z][a-z]{2}[A-Z]{2}$/],
    ['Api-Key A', /^Api-Key [B-F]$/],
    ['Token token="ab12"', /^Token token="[a-f]{2}\d\d"$/],
    ['Key id="x1", secret=y2', /^Key id="[a-z]\d", secret=[a-z]\d$/],
    ['correct horse battery', /^(?!correct)[a-z]{7} [a-z]{5} [a-z]{7}$/],
  ])('made from %s has only the scheme in common with the key', (credential, pattern) => {
    vi.stubEnv('DIRECTORY_API_KEY', credential);
    const [, value] = readKey().toRequestAuth('wrong', inHeader).headers[0] ?? [];
    expect(value).toMatch(pattern);
    expect(value).not.toBe(credential);
  });

  it('made from a key for Basic has another user and another password', () => {
    vi.stubEnv('DIRECTORY_API_KEY', `Basic ${btoa('alice:pass-word')}`);
    const [, value = ''] = readKey().toRequestAuth('wrong', inHeader).headers[0] ?? [];
    const [scheme, encodedText = ''] = value.split(' ');
    expect(scheme).toBe('Basic');
    expect(atob(encodedText)).toMatch(/^[a-z]{5}:[a-z]{4}-[a-z]{4}$/);
    expect(atob(encodedText)).not.toContain('alice');
  });

  it('made by changing letter case is not used for hexadecimal after a scheme, where servers may ignore case', () => {
    vi.stubEnv('DIRECTORY_API_KEY', 'Token 0fd4340ac3c4');
    const [, value = ''] = readKey().toRequestAuth('in-other-case', inHeader).headers[0] ?? [];
    expect(value.toLowerCase()).not.toContain('0fd4340ac3c4');
  });
});
