import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildClient, DirectoryRequestError } from '../../scripts/client/index.js';
import { table } from './fixture.js';
import { inputs } from './inputs.js';

const { baseUrls, apiKeys, options: refused, insecureHosts } = inputs;
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
  it.each(baseUrls.accepted)('accept %s as baseUrl, with spaces inside a key', (baseUrl) => {
    expect(buildClient(table, { baseUrl, apiKey: 'Token abc' })).toHaveProperty('raw');
  });

  it.each(baseUrls.rejected)('reject %s as baseUrl', (baseUrl) => {
    const message = expect.stringMatching(/^baseUrl (is|has|contains|uses) /);
    expect(failing({ ...good, baseUrl })).toMatchObject({ code: 'invalid-options', message });
  });

  it.each(Object.entries(apiKeys))('reject an unusable apiKey (%s) without quoting it', (_, apiKey) => {
    const error = failing({ ...good, apiKey });
    expect(error).toMatchObject({
      code: 'invalid-options',
      message: expect.stringMatching(/^apiKey must be printable ASCII /),
    });
    expect(`${error.message}${error.stack}`).not.toContain('secret-k');
  });

  it('do not quote a key that was passed as baseUrl', () => {
    const error = failing({ baseUrl: good.apiKey, apiKey: good.baseUrl });
    expect(`${error.message}${error.stack}`).not.toContain(good.apiKey);
  });

  it.each([
    [undefined, 'baseUrl is undefined. Set DIRECTORY_BASE_URL, or pass baseUrl.'],
    [{ apiKey: undefined }, 'apiKey is undefined. Set DIRECTORY_API_KEY, or pass apiKey.'],
    ...refused,
  ])('%j are refused with a sentence', (options, message) => {
    expect(failing(options && { ...good, ...options })).toMatchObject({ code: 'invalid-options', message });
  });

  it.each(insecureHosts)(
    'let plain http reach the hosts in allowInsecure, such as %j, and no others',
    (allowInsecure, isAllowed) => {
      const options = { ...good, baseUrl: 'http://sandbox:4020', allowInsecure };
      if (isAllowed) expect(buildClient(table, options)).toHaveProperty('raw');
      else expect(failing(options)).toMatchObject({ code: 'invalid-options' });
    },
  );

  it('accept http with and without its default port as the same host', () => {
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
  ])('is detected by the lack of %s, before any other test', (_, remove) => {
    remove();
    const message = 'This platform is too old. Use at least Node.js 20.19 or a browser from 2024.';
    expect(failing({ ...good, apiKey: '' })).toMatchObject({ code: 'invalid-options', message });
  });
});
