import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildClient, DirectoryRequestError } from '../../scripts/client/index.js';
import { words } from '../words.js';
import { table } from './fixture.js';

const good = { baseUrl: 'https://directory.example.com', apiKey: 'secret-key-123' };

function failing(options: unknown): Error {
  try {
    buildClient(table, options as typeof good);
  } catch (error) {
    expect(error).toBeInstanceOf(DirectoryRequestError);
    return error as Error;
  }
  throw new Error('Expected a throw; found a client.');
}

describe('the options', () => {
  it.each(
    words`
      https://directory.example.com https://directory.example.com:8443/prefix/ HTTPS://DIRECTORY.EXAMPLE.COM
      http://localhost:3000 http://127.0.0.1:3000/a/b http://127.9.8.7 http://[::1]:3000
    `,
  )('accept %s as baseUrl, with spaces inside a key', (baseUrl) => {
    expect(buildClient(table, { baseUrl, apiKey: 'Token abc' })).toHaveProperty('raw');
  });

  it.each(
    words`
      https://user:word@directory.example.com https://directory.example.com/? https://directory.example.com/#
      http://directory.example.com http://127.0.0.1.example.com http://localhost.example.com http://128.0.0.1
      http://0.0.0.0 http://[::2] http:\\\\directory.example.com
    `,
  )('reject %s as baseUrl', (baseUrl) => {
    const message = expect.stringMatching(/^baseUrl (is|has|contains|uses) /);
    expect(failing({ ...good, baseUrl })).toMatchObject({ code: 'invalid-options', message });
  });

  it.each([
    ['a space before', ' secret-key-123'],
    ['a line feed after', 'secret-key-123\n'],
    ['a header in it', 'secret-key-123\r\nX-A: b'],
    ['not ASCII', 'secret-kéy-123'],
    ['a control character', 'secret-key\x7f123'],
  ])('reject an unusable apiKey (%s) without quoting it', (_, apiKey) => {
    const error = failing({ ...good, apiKey });
    expect(error).toMatchObject({ code: 'invalid-options', message: expect.stringMatching(/^apiKey (is|has) /) });
    expect(`${error.message}${error.stack}`).not.toContain('secret-k');
  });

  it('do not quote a key that was passed as baseUrl', () => {
    const error = failing({ baseUrl: good.apiKey, apiKey: good.baseUrl });
    expect(`${error.message}${error.stack}`).not.toContain(good.apiKey);
  });

  it.each([
    [undefined, 'baseUrl is undefined. Set DIRECTORY_BASE_URL, or pass baseUrl.'],
    [{ baseUrl: '' }, 'baseUrl is empty. Set DIRECTORY_BASE_URL, or pass baseUrl.'],
    [{ baseUrl: 'directory.example.com' }, 'baseUrl has no scheme. Begin it with https://.'],
    [{ baseUrl: '/api' }, 'baseUrl has no scheme. Begin it with https://.'],
    [{ baseUrl: 'localhost:4020' }, 'baseUrl has no scheme. Begin it with https://.'],
    [{ baseUrl: 'https://' }, 'baseUrl is not an https URL. Pass one such as https://directory.example.com.'],
    [{ baseUrl: 'ftp://a.example' }, 'baseUrl is not an https URL. Pass one such as https://directory.example.com.'],
    [{ baseUrl: 'https://a.example?a' }, 'baseUrl contains @, ? or #. Pass only scheme, host and path.'],
    [
      { baseUrl: 'http://sandbox:4020/v1' },
      "baseUrl uses plain http to another machine. Use https, or allow this host: allowInsecure: ['sandbox:4020'].",
    ],
    [{ apiKey: undefined }, 'apiKey is undefined. Set DIRECTORY_API_KEY, or pass apiKey.'],
    [{ apiKey: null }, 'apiKey is null. Set DIRECTORY_API_KEY, or pass apiKey.'],
    [{ apiKey: '' }, 'apiKey is empty. Set DIRECTORY_API_KEY, or pass apiKey.'],
    [{ apiKey: 7 }, 'apiKey is a number. Set DIRECTORY_API_KEY, or pass apiKey.'],
    [{ apiKey: 'secret\n' }, 'apiKey is not printable ASCII, or begins or ends with a space. Correct it.'],
    [{ timeout: 0 }, 'timeout is not a number of milliseconds from 1 to 2147483647 (24 days).'],
    [{ retries: -1 }, 'retries is not a whole number from 0 to 9.'],
    [{ retries: 10 }, 'retries is not a whole number from 0 to 9.'],
    [{ retries: 1.5 }, 'retries is not a whole number from 0 to 9.'],
    [{ fetch: {} }, 'fetch is an object. Pass a function, or leave it out.'],
    [{ headers: { 'X-Key': 'a\n\0' } }, 'headers has a name or a value that HTTP does not allow. Correct it.'],
  ])('%j are refused in words', (options, message) => {
    expect(failing(options && { ...good, ...options })).toMatchObject({ code: 'invalid-options', message });
  });

  it.each([
    [['sandbox:4020'], true],
    [['sandbox'], true],
    [['other', 'SANDBOX:4020'], true],
    [['sandbox:4021'], false],
    [['sand'], false],
    [['box:4020'], false],
  ])('let plain http reach the hosts in allowInsecure, such as %j, and no others', (allowInsecure, isAllowed) => {
    const options = { ...good, baseUrl: 'http://sandbox:4020', allowInsecure };
    if (isAllowed) expect(buildClient(table, options)).toHaveProperty('raw');
    else expect(failing(options)).toMatchObject({ code: 'invalid-options' });
  });

  it('accept the default port of http, written or not, as the same host', () => {
    const options = { ...good, baseUrl: 'http://[fd00::1]', allowInsecure: ['[fd00::1]:80'] };
    expect(buildClient(table, options)).toHaveProperty('raw');
    expect(failing({ ...options, baseUrl: 'http://[fd00::1]:8080' })).toMatchObject({ code: 'invalid-options' });
  });

  it.each([['*'], ['http://sandbox'], ['sandbox/'], [7, '', null], 7, {}])(
    'accept no host for %j in allowInsecure',
    (hosts) => {
      const error = failing({ ...good, baseUrl: 'http://sandbox', allowInsecure: hosts });
      expect(error).toMatchObject({ message: expect.stringMatching(/^baseUrl uses plain http to another machine\./) });
    },
  );

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '30000'])('reject %j as timeout', (timeout) => {
    expect(failing({ ...good, timeout })).toMatchObject({ code: 'invalid-options' });
  });
});

describe('a platform that is too old', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    ['Request', () => vi.stubGlobal('Request', undefined)],
    ['URL.canParse', () => vi.stubGlobal('URL', Object.assign(class extends URL {}, { canParse: undefined }))],
  ])('is detected by the lack of %s, before any other check', (_, remove) => {
    remove();
    const message = 'This platform is too old. Use Node.js 20.19 or later, or a browser from 2024 or later.';
    expect(failing({ ...good, apiKey: '' })).toMatchObject({ code: 'invalid-options', message });
  });
});
