import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import { yamlBeside } from '../yaml-beside.js';
import { accusations } from './run.js';
import {
  askedFor,
  checkNewShelf,
  checkShelf,
  type Received,
  refusedOptions,
  shelfDocument,
  shelfService,
} from './shelf-service.js';

/** The first scheme in the document sends the key in a header, which the service does not accept. */
const schemes = yamlBeside<Record<string, object>>(import.meta.url, 'schemes.yaml');

const key = 'user-0123:password-456789';

beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', key));

const inCookie = ({ headers }: Received): boolean => headers.cookie?.split('; ').includes(`sid=${key}`) === true;
const inQuery = ({ url }: Received): boolean => {
  const values = new URL(url, 'http://a').searchParams.getAll('access');
  return values.length === 1 && values[0] === key;
};
const inAuthorization =
  (value: string) =>
  ({ headers }: Received): boolean =>
    headers.authorization === value;

describe('the key is sent', () => {
  it.each<[auth: string, admits: (request: Received) => boolean]>([
    ['scheme=Session', inCookie],
    ['scheme=Access', inQuery],
    ['scheme=Login', inAuthorization(`Basic ${btoa(key)}`)],
    ['scheme=Token', inAuthorization(`Bearer ${key}`)],
    ['scheme=Word', inAuthorization(`Word ${key}`)],
    ['bearer', inAuthorization(`Bearer ${key}`)],
    ['basic', inAuthorization(`Basic ${btoa(key)}`)],
    ['cookie=sid', inCookie],
    ['query=access', inQuery],
    ['header=X-Api', ({ headers }) => headers['x-api'] === key],
  ])('by the scheme of --auth %s, whatever the document says', { tags: 'slow' }, async (auth, admits) => {
    const { shelf, ...report } = await checkNewShelf(admits, shelfDocument({ components: schemes }), { auth });
    expect({ auth, found: accusations(report), code: report.exitCode }).toEqual({ auth, found: [], code: 0 });
    // Operations that need no key get none.
    expect(askedFor(shelf, '/health').some(admits)).toBe(false);
    const without = await checkShelf(await shelfService(() => true), shelfDocument({ components: schemes }), { auth });
    expect(accusations(without)).toContain('auth.no-key-accepted listItems ');
  });

  it('by the first scheme that a request can use, without --auth', async () => {
    const shelf = await shelfService(inCookie);
    const security = [{ Certificate: [] }, { Session: [] }, { Key: [] }];
    expect(accusations(await checkShelf(shelf, shelfDocument({ components: schemes, security })))).toEqual([]);
  });

  it('with all requests, if no operation of the document requires a key', async () => {
    const shelf = await shelfService(inAuthorization(`Bearer ${key}`), { isOpen: /(?!)/ });
    const { security: _, components: _c, ...document } = shelfDocument();
    const paths = JSON.parse(JSON.stringify(document['paths']).replace('"security":[],', '')) as object;
    const report = await checkShelf(shelf, { ...document, paths }, { auth: 'bearer' });
    expect(accusations(report)).toEqual([]);
    expect(report.coverage.successTested).toBe(3);
    expect(report.coverage.refusalTested).toBe(3);
  });

  it('in a cookie besides the cookies of the operation, also in curl lines', async () => {
    const shelf = await shelfService(() => true);
    const document = shelfDocument({ components: schemes }, [
      { name: 'lang', in: 'cookie', schema: { type: 'string' } },
    ]);
    const report = await checkShelf(shelf, document, { auth: 'scheme=Session', parameters: { lang: 'de' } });
    expect(askedFor(shelf, '/items/a1')[0]?.headers.cookie).toBe(`lang=de; sid=${key}`);
    const curls = report.findings.map(({ curl }) => curl);
    expect(curls).toContain(`curl -H "Cookie: lang=de; sid=not-the-key" '${shelf.url}/items'`);
    expect(curls.join('\n')).not.toContain(key);
  });
});

describe('--auth is refused', () => {
  it.each(refusedOptions.auth)('%s', async (auth, message) => {
    const shelf = await shelfService(() => true);
    const options: Partial<CheckOptions> = { auth };
    await expect(checkShelf(shelf, shelfDocument({ components: schemes }), options)).rejects.toThrow(message);
    expect(shelf.requests).toEqual([]);
  });
});
