import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Exchange } from '../../scripts/check/model/exchange.js';
import type { CheckReport } from '../../scripts/check/model/report.js';
import { renderReport, reportFormats, terminalReport } from '../../scripts/check/reports/index.js';
import { standsIn } from '../../scripts/check/reports/key-kept-out.js';
import { keyInUse, readKey } from '../../scripts/check/transport/key.js';
import { holdsKey, withoutKey } from '../../scripts/check/transport/key-in-text.js';
import { reportWith } from '../check/reports/hostile.js';
import { canaryKey, encodings, searchFor } from './canary.js';

const key = canaryKey();
const search = searchFor(key);
const spoken = Object.entries(encodings).map(([name, encode]) => [name, encode(key)] as const);

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', key);
});

/**
 * Where a text from outside can stand in a report: paths of members. Words of the report itself are left out, and the
 * file, whose separators change.
 */
function placesOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value === 'string') return [[...path]];
  if (typeof value !== 'object' || value === null) return [];
  const own = ['verdict', 'kind', 'writes', 'include', 'started', 'standing', 'severity', 'method', 'case', 'file'];
  return Object.entries(value)
    .filter(([name]) => !own.includes(name))
    .flatMap(([name, inner]) => placesOf(inner, [...path, name]));
}

/** A report in which a text stands at one place alone. */
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
  it('finds the key in each format, at whichever place it stands alone', () => {
    const { leaks } = keyInUse();
    const plain = reportWith('x');
    let shown = 0;
    for (const place of placesOf(plain)) {
      // A format shows a place where another text there makes another report.
      const [one, other, held] = ['a'.repeat(48), 'b'.repeat(48), key].map((text) => allOf(withAt(plain, place, text)));
      for (const [index, [name, text]] of (held ?? []).entries()) {
        if (one?.[index]?.[1] === other?.[index]?.[1]) continue;
        shown += 1;
        expect(standsIn(text, leaks), `${name} at ${place.join('/')}`).toBe(true);
      }
    }
    expect(shown).toBeGreaterThan(150);
  });
});

describe('an answer that repeats the key', () => {
  const exchangeWith = (headers: Record<string, string | string[]>, body: string): Exchange => ({
    request: { method: 'GET', path: '/', headers: {}, key: 'right' },
    response: { status: 200, headers, bytes: Buffer.from(body, 'latin1') },
    milliseconds: 1,
    attempts: 1,
  });

  it.each(spoken)('is cleaned before anybody else sees it: %s', (_, said) => {
    const inBody = keyInUse().cleaned(exchangeWith({ a: 'b' }, `\u00ff{"a":"${said}"}\u00fe`));
    expect(inBody.holdsKey).toBe(true);
    expect(Buffer.from(inBody.response?.bytes ?? []).toString('latin1')).toMatch(
      /^\u00ff\{"a":".{0,4}\[key\].{0,4}"\}\u00fe$/,
    );
    const inHeaders = keyInUse().cleaned(exchangeWith({ one: said, more: ['a', said], [said]: 'b' }, ''));
    expect(inHeaders.holdsKey).toBe(true);
    expect(search(JSON.stringify(inHeaders.response?.headers))).toEqual([]);
    expect(inHeaders.response?.headers['more']).toEqual(['a', expect.stringContaining('[key]')]);
  });

  it('is the same exchange where it does not', () => {
    const exchange = exchangeWith({ a: 'b' }, 'nothing');
    expect(keyInUse().cleaned(exchange)).toBe(exchange);
    const failed: Exchange = {
      request: exchange.request,
      failure: { code: 'transport.reset', message: 'It is gone.' },
      milliseconds: 0,
      attempts: 1,
    };
    expect(keyInUse().cleaned(failed)).toBe(failed);
  });

  it('has no names but those that came', () => {
    const { response: answer } = keyInUse().cleaned(
      exchangeWith(JSON.parse(`{"__proto__":"a","b":${JSON.stringify(key)}}`) as Record<string, string>, ''),
    );
    expect(Object.getPrototypeOf(answer?.headers)).toBeNull();
    expect({ ...answer?.headers }).toEqual(JSON.parse('{"__proto__":"a","b":"[key]"}'));
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
    ['as what cannot be seen is shown', braces],
    ['in quotes of a shell', shell],
    ['in names of HTML', named],
    ['in base64 in small letters', (text: string) => btoa(text).toLowerCase()],
  ])('is found and taken out %s', (_, form) => {
    const wrong = readKey().show('wrong', { kind: 'header', name: 'a' }).header?.[1] ?? '';
    for (const said of [key, wrong].map(form)) {
      expect(holdsKey(`--a=${said}`)).toBe(true);
      expect(withoutKey(`a "${said}" b`)).toMatch(/^a ".{0,4}\[key\].{0,4}" b$/);
    }
  });

  it('is found and taken out where it is none that could be sent', () => {
    vi.stubEnv('DIRECTORY_API_KEY', 'line-break-key\n');
    expect(withoutKey('a line-break-key b')).toBe('a [key] b');
    expect(holdsKey('a line-break-key\n b')).toBe(true);
  });

  it.each(['', 'short-7'])('is not looked for where it is %j', (value) => {
    vi.stubEnv('DIRECTORY_API_KEY', value);
    expect(withoutKey('a short-7 b')).toBe('a short-7 b');
    expect(holdsKey('a short-7 b')).toBe(false);
  });

  it('is that of the moment', () => {
    expect(holdsKey('another-key-of-the-tests')).toBe(false);
    vi.stubEnv('DIRECTORY_API_KEY', 'another-key-of-the-tests');
    expect(holdsKey('another-key-of-the-tests')).toBe(true);
    expect(holdsKey(key)).toBe(false);
  });
});
