import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildClient, DirectoryRequestError } from '../../scripts/client/index.js';
import { words } from '../words.js';
import { table } from './fixture.js';

const good = { baseUrl: 'https://directory.example.com', apiKey: 'secret-key-123' };

function failing(options: unknown): unknown {
  try {
    buildClient(table, options as typeof good);
  } catch (error) {
    return error;
  }
  throw new Error('Expected a throw; found a client.');
}

describe('the options', () => {
  it.each(
    words`
      https://directory.example.com https://directory.example.com:8443/prefix/ HTTPS://DIRECTORY.EXAMPLE.COM
      http://localhost:3000 http://127.0.0.1:3000/a/b http://127.9.8.7 http://[::1]:3000
    `,
  )('accept %s as baseUrl', (baseUrl) => {
    expect(buildClient(table, { ...good, baseUrl })).toHaveProperty('raw');
  });

  it.each([
    undefined,
    '',
    'directory.example.com',
    '/api',
    'ftp://directory.example.com',
    'https://user:word@directory.example.com',
    'https://user@directory.example.com',
    'https://directory.example.com?a=1',
    'https://directory.example.com/?',
    'https://directory.example.com/#',
    'https://',
    'http://directory.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://128.0.0.1',
    'http://0.0.0.0',
    'http://[::2]',
    'http:\\\\directory.example.com',
  ])('reject %s as baseUrl', (baseUrl) => {
    const error = failing({ ...good, baseUrl });
    expect(error).toBeInstanceOf(DirectoryRequestError);
    expect(error).toMatchObject({
      code: 'invalid-options',
      message: expect.stringMatching(/^Expected baseUrl to be /),
    });
  });

  it.each([
    ['missing', undefined],
    ['a number', 7],
    ['empty', ''],
    ['a space before', ' secret-key-123'],
    ['a line feed after', 'secret-key-123\n'],
    ['a header in it', 'secret-key-123\r\nX-A: b'],
    ['not ASCII', 'secret-kéy-123'],
    ['a control character', 'secret-key\x7f123'],
  ])('reject an unusable apiKey (%s) without quoting it', (_, apiKey) => {
    const error = failing({ ...good, apiKey }) as Error;
    expect(error).toMatchObject({ code: 'invalid-options', message: expect.stringMatching(/^Expected apiKey to be /) });
    expect(`${error.message}${error.stack}`).not.toContain('secret-k');
  });

  it('do not quote a key that was passed as baseUrl', () => {
    const error = failing({ baseUrl: good.apiKey, apiKey: good.baseUrl }) as Error;
    expect(`${error.message}${error.stack}`).not.toContain(good.apiKey);
  });

  it('accept a key with spaces inside', () => {
    expect(buildClient(table, { ...good, apiKey: 'Token abc' })).toHaveProperty('raw');
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, 'soon'])('reject %s as timeout', (timeout) => {
    expect(failing({ ...good, timeout })).toMatchObject({ code: 'invalid-options' });
  });

  it('reject a fetch that is not a function, and missing options', () => {
    expect(failing({ ...good, fetch: {} })).toMatchObject({ code: 'invalid-options' });
    expect(failing(undefined)).toMatchObject({ code: 'invalid-options' });
  });
});

describe('a platform that is too old', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    ['Request', () => vi.stubGlobal('Request', undefined)],
    ['URL.canParse', () => vi.stubGlobal('URL', Object.assign(class extends URL {}, { canParse: undefined }))],
  ])('is detected by the lack of %s, before any other check', (_, remove) => {
    remove();
    const error = failing({ ...good, apiKey: '' });
    expect(error).toBeInstanceOf(DirectoryRequestError);
    expect(error).toMatchObject({ code: 'invalid-options' });
    expect((error as Error).message).toBe(
      'Expected Node.js 20.19+ or a browser of 2024+; found another one. Correct it.',
    );
  });
});
