import { beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../scripts/sandbox/sandbox.js';
import { type Asked, bodyOf, open, read } from './fixture.js';

let sandbox: Asked;
beforeEach(() => {
  sandbox = open();
});

const prefer = (value: string) => ({ headers: { prefer: value } });

describe('Prefer', () => {
  it('selects a response by its status, with its example', async () => {
    const missing = await sandbox.call('updatePartnerEntry', { body: { title: 'A' }, ...prefer('code=404') });
    expect(missing).toMatchObject({ status: 404, json: { detail: 'Record not found.' } });
    expect(await sandbox.status('listFilters', prefer('code=503'))).toBe(503);
    expect(sandbox.snapshot().serial).toBe(0);
  });

  it.each([
    'example=PartnerEntryHidden',
    'example="PartnerEntryHidden"',
    'respond-async, code=200; example=PartnerEntryHidden',
  ])('selects a response by the name of its example: %s', async (value) => {
    expect(await read(sandbox, 'getPartnerEntry', prefer(value))).toMatchObject({ status: 'hidden' });
  });

  it('changes nothing', async () => {
    for (const operation of operations.filter(({ method }) => method !== 'get')) {
      const body = operation.takesBody ? bodyOf(operation) : undefined;
      await read(sandbox, operation.id, { body, ...prefer(`code=${operation.successStatus}`) });
    }
    expect(sandbox.snapshot().serial).toBe(0);
  });

  it('with an unknown example gets the names of the examples', async () => {
    const { status, text } = await sandbox.call('getPartnerEntry', prefer('example=Nothing'));
    expect([status, text]).toEqual([404, expect.stringContaining('PartnerEntryPublic')]);
  });

  // The contract does not list these statuses for the operation, or they are none at all.
  it.each([
    ['100', 404],
    ['201', 404],
    ['204', 404],
    ['304', 404],
    ['99', 400],
    ['600', 400],
    ['2e2', 400],
    ['', 400],
  ])('with the status "%s" is refused with %i', async (code, status) => {
    expect(await sandbox.status('getPartnerEntry', prefer(`code=${code}`))).toBe(status);
  });

  it.each(['return=minimal', 'wait=10', '=', ',;,'])(
    'with another preference changes no response: %s',
    async (value) => {
      const plain = await sandbox.call('getPartnerEntry');
      expect((await sandbox.call('getPartnerEntry', prefer(value))).text).toBe(plain.text);
    },
  );

  it('does not replace the API key', async () => {
    const headers = { prefer: 'code=200', authorization: 'x' };
    expect(await sandbox.status('getPartnerEntry', { headers })).toBe(401);
  });
});
