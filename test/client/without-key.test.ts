import { afterEach, describe, expect, it, vi } from 'vitest';
import { withPrefix } from '../../scripts/client/index.js';
import { json, open, rejection, serve } from './fixture.js';

describe('a client without a key', () => {
  it('sends no Authorization, also with a prefix or a header of its own', async () => {
    await using server = await serve(json([]));
    const { fetch } = withPrefix('Bearer', { baseUrl: server.url, apiKey: false });
    for (const options of [{}, { fetch: fetch! }, { headers: { authorization: 'mine' } }])
      await open(server.url, { ...options, apiKey: false }).listEntries();
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, undefined]);
  });

  it('may call another machine by plain http, since it sends no key', () => {
    expect(open('http://sandbox:4020', { apiKey: false })).toHaveProperty('raw');
  });
});

describe('a path as baseUrl', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it.each(['/', '/proxy', '/proxy/'])('%j begins at the origin of the page', async (baseUrl) => {
    await using server = await serve(json([]));
    vi.stubGlobal('location', { origin: server.url });
    expect(await open(baseUrl, { apiKey: false }).listEntries()).toMatchObject({ ok: true });
    expect(server.requests[0]?.url).toBe(`${baseUrl.replace(/\/$/, '')}/v1/entries/`);
  });

  it.each(['null', undefined])('is refused where the origin is %j', async (origin) => {
    vi.stubGlobal('location', { origin });
    expect(await rejection((async () => open('/', { apiKey: false }))())).toMatchObject({
      code: 'invalid-options',
      message: expect.stringContaining('nor, in a page, a path'),
    });
  });
});
