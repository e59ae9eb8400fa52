import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Exchange } from '../../scripts/check/model/exchange.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { containsKey } from '../../scripts/check/reports/deliver.js';
import { renderReport, reportFormats, terminalReport } from '../../scripts/check/reports/index.js';
import { getKeySearch, holdsKey, readKey, withoutKey } from '../../scripts/check/transport/key.js';
import { reportWith } from '../check/reports/hostile.js';
import { canaryKey, encodings, searchFor } from './canary.js';

const key = canaryKey();
const search = searchFor(key);
const encoded = Object.entries(encodings).map(([name, encode]) => [name, encode(key)] as const);

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', key);
});

/** Paths to the values of a report that can contain text from outside. `file` and fixed words are left out. */
function placesOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value === 'string') return [[...path]];
  if (typeof value !== 'object' || value === null) return [];
  const own = ['verdict', 'kind', 'writes', 'include', 'started', 'standing', 'severity', 'method', 'case', 'file'];
  return Object.entries(value)
    .filter(([name]) => !own.includes(name))
    .flatMap(([name, inner]) => placesOf(inner, [...path, name]));
}

/** Returns a report that contains a text at exactly one place. */
function withAt(report: CheckReport, [name = '', ...rest]: readonly string[], text: string): CheckReport {
  const set = (at: unknown, [first, ...others]: readonly string[]): unknown => {
    if (first === undefined) return text;
    if (Array.isArray(at)) return at.map((item, index) => (String(index) === first ? set(item, others) : item));
    return { ...(at as object), [first]: set((at as Record<string, unknown>)[first], others) };
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

describe('the last search, before anything is shown or written', () => {
  it('finds the key in each format, at each single place', { tags: 'slow' }, () => {
    const { isKeyIn: leaks } = getKeySearch();
    const plain = reportWith('x');
    let shown = 0;
    for (const place of placesOf(plain)) {
      // A format shows this place if another text at it changes the report.
      const [one, other, held] = ['a'.repeat(48), 'b'.repeat(48), key].map((text) => allOf(withAt(plain, place, text)));
      for (const [index, [name, text]] of (held ?? []).entries()) {
        if (one?.[index]?.[1] === other?.[index]?.[1]) continue;
        shown += 1;
        expect(containsKey(text, leaks), `${name} at ${place.join('/')}`).toBe(true);
      }
    }
    expect(shown).toBeGreaterThan(150);
  });
});

describe('a response that repeats the key', () => {
  const exchangeWith = (headers: Record<string, string | string[]>, body: string): Exchange => ({
    request: { method: 'GET', path: '/', headers: {}, key: 'right' },
    response: { status: 200, headers, bytes: Buffer.from(body, 'latin1') },
    milliseconds: 1,
    attempts: 1,
  });

  it.each(encoded)('is cleaned before any other code sees it: %s', (_, text) => {
    const inBody = getKeySearch().clean(exchangeWith({ a: 'b' }, `\u00ff{"a":"${text}"}\u00fe`));
    expect(inBody.repeatsKey).toBe(true);
    expect(Buffer.from(inBody.response?.bytes ?? []).toString('latin1')).toMatch(
      /^\u00ff\{"a":".{0,4}\[key\].{0,4}"\}\u00fe$/,
    );
    const inHeaders = getKeySearch().clean(exchangeWith({ one: text, more: ['a', text], [text]: 'b' }, ''));
    expect(inHeaders.repeatsKey).toBe(true);
    expect(search(JSON.stringify(inHeaders.response?.headers))).toEqual([]);
    expect(inHeaders.response?.headers['more']).toEqual(['a', expect.stringContaining('[key]')]);
  });

  it('is not copied if it does not repeat the key', () => {
    const exchange = exchangeWith({ a: 'b' }, 'nothing');
    expect(getKeySearch().clean(exchange)).toBe(exchange);
    const failed: Exchange = {
      request: exchange.request,
      failure: { code: 'transport.reset', message: 'It is gone.' },
      milliseconds: 0,
      attempts: 1,
    };
    expect(getKeySearch().clean(failed)).toBe(failed);
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
    const wrong = readKey().toRequestAuth('wrong', { kind: 'header', name: 'a' }).headers[0]?.[1] ?? '';
    for (const text of [key, wrong].map(form)) {
      expect(holdsKey(`--a=${text}`)).toBe(true);
      expect(withoutKey(`a "${text}" b`)).toMatch(/^a ".{0,4}\[key\].{0,4}" b$/);
    }
  });

  it('is found and removed even if it cannot be sent', () => {
    vi.stubEnv('DIRECTORY_API_KEY', 'line-break-key\n');
    expect(withoutKey('a line-break-key b')).toBe('a [key] b');
    expect(holdsKey('a line-break-key\n b')).toBe(true);
  });

  it.each(['', 'short-7'])('is not searched for if it is %j', (value) => {
    vi.stubEnv('DIRECTORY_API_KEY', value);
    expect(withoutKey('a short-7 b')).toBe('a short-7 b');
    expect(holdsKey('a short-7 b')).toBe(false);
  });

  it('is the current one', () => {
    expect(holdsKey('another-key-of-the-tests')).toBe(false);
    vi.stubEnv('DIRECTORY_API_KEY', 'another-key-of-the-tests');
    expect(holdsKey('another-key-of-the-tests')).toBe(true);
    expect(holdsKey(key)).toBe(false);
  });
});
