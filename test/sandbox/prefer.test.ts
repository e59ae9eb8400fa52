import { beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../scripts/sandbox/sandbox.js';
import { type Asked, bodyOf, open } from './fixture.js';

let sandbox: Asked;
beforeEach(() => {
  sandbox = open();
});

const prefer = (value: string) => ({ headers: { prefer: value } });

describe('Prefer', () => {
  it('selects a response by its status, with its example', async () => {
    const missing = await sandbox.call('updatePartnerEntry', { body: { title: 'A' }, ...prefer('code=404') });
    expect([missing.status, missing.json]).toEqual([404, { detail: 'Record not found.' }]);
    expect((await sandbox.call('listFilters', prefer('code=503'))).status).toBe(503);
    expect(sandbox.snapshot().serial).toBe(0);
  });

  it.each([
    'example=PartnerEntryHidden',
    'example="PartnerEntryHidden"',
    'respond-async, code=200; example=PartnerEntryHidden',
  ])('selects a response by the name of its example: %s', async (value) => {
    const hidden = await sandbox.call('getPartnerEntry', prefer(value));
    expect([hidden.status, hidden.json]).toMatchObject([200, { status: 'hidden', title: 'Fjordline Data' }]);
  });

  it('changes nothing', async () => {
    for (const operation of operations.filter(({ method }) => method !== 'get')) {
      const body = operation.takesBody ? bodyOf(operation) : undefined;
      const received = await sandbox.call(operation.id, { body, ...prefer(`code=${operation.successStatus}`) });
      expect(received.status, operation.id).toBe(operation.successStatus);
    }
    expect(sandbox.snapshot().serial).toBe(0);
  });

  it('with an unknown example gets the names of the examples', async () => {
    const received = await sandbox.call('getPartnerEntry', prefer('example=Nothing'));
    expect(received.status).toBe(404);
    expect(received.text).toContain('PartnerEntryPublic');
  });

  it.each(['100', '101', '201', '204', '205', '301', '304'])(
    'does not select %s, which the contract does not list',
    async (code) => {
      expect((await sandbox.call('getPartnerEntry', prefer(`code=${code}`))).status).toBe(404);
    },
  );

  it.each(['0', '99', '600', '2e2', 'none', ''])('with the status "%s" is refused', async (code) => {
    expect((await sandbox.call('getPartnerEntry', prefer(`code=${code}`))).status).toBe(400);
  });

  it.each(['return=minimal', 'wait=10', '=', ',;,'])(
    'with another preference changes no response: %s',
    async (value) => {
      const plain = await sandbox.call('getPartnerEntry');
      expect((await sandbox.call('getPartnerEntry', prefer(value))).text).toBe(plain.text);
    },
  );

  it('does not replace the API key', async () => {
    expect(
      (await sandbox.call('getPartnerEntry', { headers: { prefer: 'code=200', authorization: 'x' } })).status,
    ).toBe(401);
  });
});
