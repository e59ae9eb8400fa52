import { beforeEach, describe, expect, it, vi } from 'vitest';
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

const key = 'shelf-key-0123456789';
const tenant = 'tenant-77-of-the-north';
const admits = ({ headers }: Received): boolean => headers['x-key'] === key && headers['x-tenant'] === tenant;
const headers = { 'X-Tenant': '$TENANT' };

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', key);
  vi.stubEnv('TENANT', tenant);
});

describe('a header of every request', () => {
  it('is sent with all requests, also without a key and to operations that require no key', async () => {
    const { shelf, ...report } = await checkNewShelf(admits, shelfDocument(), { headers });
    expect(accusations(report)).toEqual([]);
    expect(shelf.requests.filter((request) => request.headers['x-tenant'] !== tenant)).toEqual([]);
    expect(shelf.requests.some((request) => request.headers['x-key'] === undefined)).toBe(true);
    expect(askedFor(shelf, '/health').length).toBeGreaterThan(0);
  });

  it('is in curl lines as a variable, and its value is nowhere in the report', async () => {
    const { shelf, ...report } = await checkNewShelf(
      () => true,
      shelfDocument(),
      { headers, exchanges: true },
      { extra: { tenant } },
    );
    const curls = report.findings.map(({ curl }) => curl);
    expect(curls).toContain(`curl -H "X-Tenant: $TENANT" '${shelf.url}/items'`);
    expect(report.exchanges?.length).toBeGreaterThan(0);
    expect(JSON.stringify(report)).not.toContain(tenant);
    expect(JSON.stringify(report)).toContain('[key]');
  });

  it('may have its value in responses: that is no fault, and does not change how they are judged', async () => {
    const shelf = await shelfService(admits, { extra: { tenant } });
    const document = JSON.stringify(shelfDocument()).replaceAll(
      '"name":{"type":"string"}',
      '"name":{"type":"string"},"tenant":{"const":"tenant-77-of-the-north"}',
    );
    expect(accusations(await checkShelf(shelf, JSON.parse(document) as object as never, { headers }))).toEqual([]);
  });

  it('replaces a parameter of the document with the same name', async () => {
    const shelf = await shelfService(admits);
    const parameter = { name: 'X-Tenant', in: 'header', required: true, schema: { type: 'string' }, example: 'other' };
    expect(accusations(await checkShelf(shelf, shelfDocument({}, [parameter]), { headers }))).toEqual([]);
  });

  it('has a value that the check does not search for in responses if it is short or one word', async () => {
    vi.stubEnv('TENANT', 'north');
    const { notes } = await checkNewShelf(() => true, shelfDocument(), { headers }, { extra: { tenant: 'north' } });
    expect(notes).toContain(
      'The value of TENANT is short or a single word, so it cannot be recognised and may appear in reports.',
    );
  });

  it.each(refusedOptions.headers)('is refused before the first request: %j', async (givenHeaders, message) => {
    vi.stubEnv('BROKEN', `${tenant}\n`);
    const shelf = await shelfService(admits);
    const error = await checkShelf(shelf, shelfDocument(), { headers: givenHeaders }).catch((caught: Error) => caught);
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain(tenant);
    expect(shelf.requests).toEqual([]);
  });
});
