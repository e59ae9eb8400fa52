import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import { reasonOf } from './run.js';
import { checkNewShelf, checkShelf, type Received, shelfDocument, shelfService } from './shelf-service.js';

type Json = Record<string, unknown>;
type Paths = Record<string, Record<string, Json>>;

const key = 'shelf-key-0123456789';

beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', key));

/** The document without any security. */
function openDocument(): Json {
  const { security: _, components: _c, ...rest } = shelfDocument();
  return rest;
}

/** The document in another order, with `/health` first. All operations need a key, or none does. */
function healthFirst(security?: Json[]): Json {
  const { paths, components, ...rest } = shelfDocument() as { paths: Paths; components: Json };
  const { '/health': item, ...others } = paths;
  const { security: _, ...health } = item?.['get'] ?? {};
  const tags = { ...health, operationId: 'listTags' };
  return {
    ...rest,
    security: security ?? [],
    paths: { '/health': { get: health }, ...others, '/tags': { get: tags } },
    ...(security && { components }),
  };
}

const wantingEverywhere = (): Json => healthFirst([{ Key: [] }]);

describe('a key that the service refuses throughout ends the run with 3', () => {
  it.each<[string, RegExp, Json, Partial<CheckOptions>]>([
    ['at once', /(?!)/, wantingEverywhere(), {}],
    ['where the document says that some operations want none', /^\/health/, shelfDocument(), {}],
    [
      'where only reads of known ids want one',
      /^\/health/,
      shelfDocument(),
      { parameters: { item_id: 'a1' }, only: ['getHealth', 'getItem'] },
    ],
  ])('%s', async (_, isOpen, document, options) => {
    const report = await checkNewShelf(() => false, document, options, { isOpen });
    expect(report).toMatchObject({ exitCode: 3, verdict: 'no-verdict', stopped: { code: 'key.refused' } });
    expect(report.why).toMatch(/Set DIRECTORY_API_KEY to a key that the server accepts\.$/);
  });

  it.each<[string, Partial<CheckOptions>, RegExp?]>([
    ['all operations', {}],
    ['the first and the last operation', {}, /^\/(?:health|tags)/],
    ['few operations', { only: ['getHealth', 'listItems'] }],
    ['one operation', { only: ['getHealth', 'getItem'], parameters: { item_id: 'a1' } }],
  ])(
    'also if operations that should want one are open to all, and succeed: %s',
    { tags: 'slow' },
    async (_, options, isOpen = /^\/health/) => {
      const report = await checkNewShelf(() => false, wantingEverywhere(), options, { isOpen });
      // Leaving the operation open is a violation, which outweighs the missing verdict; the sentence names both.
      expect(report).toMatchObject({ exitCode: 1, stopped: { code: 'key.refused' } });
      expect(report.why).toMatch(/the run is incomplete: .*refused the key.* Set DIRECTORY_API_KEY/);
    },
  );

  it('unless one operation accepts it', async () => {
    const admits = ({ url, headers }: Received): boolean => url.startsWith('/items') && headers['x-key'] === key;
    const report = await checkNewShelf(admits, wantingEverywhere());
    expect(report.stopped).toBeUndefined();
    expect(report.notes.join(' ')).toContain(
      'listTags could not be checked: the server refused the key (401), although it accepts the key for other',
    );
  });
});

describe('a key that all operations accept and none requires', () => {
  const { components, paths, ...rest } = shelfDocument() as { components: Json; paths: Paths };
  const scheme = { type: 'apiKey', in: 'header', name: 'X-Other' };
  const tags = { ...paths['/health']?.['get'], operationId: 'listTags', security: [{ Other: [] }] };
  const document: Json = {
    ...rest,
    security: [{ Key: [] }, {}],
    components: { securitySchemes: { ...(components['securitySchemes'] as Json), Other: scheme } },
    paths: { ...paths, '/tags': { get: tags } },
  };
  const stoppedWhere = async (admits: (request: Received) => boolean): Promise<string | undefined> =>
    (await checkNewShelf(admits, document, { parameters: { item_id: 'c3' } }, { unknown: 403 })).stopped?.code;

  it('counts as refused only if reads that accepted it refuse it, not if unknown ids get 403', async () => {
    const admits = ({ url, headers }: Received): boolean =>
      !url.startsWith('/tags') && (headers['x-key'] ?? key) === key;
    expect(await stoppedWhere(admits)).toBeUndefined();
    let calls = 6;
    expect(await stoppedWhere(({ headers }) => headers['x-key'] === undefined || calls-- > 0)).toBe('key.refused');
  });
});

describe('no key is needed', () => {
  beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', undefined));

  it.each<[string, boolean, Json, Partial<CheckOptions>, number]>([
    ['no operation of the document wants one', true, openDocument(), { exchanges: true }, 3],
    ['the operations to check want none', false, shelfDocument(), { only: ['getHealth'] }, 1],
    ['each operation accepts requests without one', true, shelfDocument({ security: [{}, { Key: [] }] }), {}, 3],
  ])('if %s', async (_, isAdmitted, document, options, successTested) => {
    const report = await checkNewShelf(() => isAdmitted, document, options);
    expect(report).toMatchObject({ exitCode: 0, verdict: 'passed', coverage: { successTested } });
  });

  it.each<[string, Json, Partial<CheckOptions>]>([
    ['an operation wants one', shelfDocument(), {}],
    ['a read that finds ids wants one', shelfDocument(), { only: ['getItem'] }],
    ['--auth says how to send it', openDocument(), { auth: 'bearer' }],
  ])('unless %s', async (_, document, options) => {
    const shelf = await shelfService(() => true);
    await expect(checkShelf(shelf, document, options)).rejects.toThrow(
      'The environment variable DIRECTORY_API_KEY is not set.',
    );
    expect(shelf.requests).toEqual([]);
  });

  it('but the report says what is missing if the service refuses requests without a key', async () => {
    const report = await checkNewShelf(() => false, healthFirst());
    expect(report).toMatchObject({ exitCode: 0, verdict: 'passed' });
    expect(reasonOf(report, 'listItems')).toMatch(
      /^No response was a success: 401 .* Use --auth to say how to send the key\. The server said: .*\.$/,
    );
    expect(await checkNewShelf(() => false, openDocument())).toMatchObject({
      exitCode: 3,
      why:
        'GET /items returned 401. The check sent no key, because the contract declares no kind of key that the ' +
        'check supports: bearer or basic authentication, or a key in a header, a query or a cookie. Use --auth to ' +
        'say how to send the key.',
    });
  });
});
