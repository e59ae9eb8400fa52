import dns from 'node:dns';
import { beforeEach, describe, expect, it, type MockInstance, onTestFinished, vi } from 'vitest';
import { readTarget } from '../../../scripts/check/transport/target.js';
import { temporaryFile } from '../../temporary-folder.js';
import { checked, key, sandboxAt } from './fixture.js';
import { mistakes } from './mistakes.js';

beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', key));

type Done = (error: Error | null, ...results: unknown[]) => void;

/** Replaces the lookup of host names until the test ends. */
function lookingUp(answer: (options: { all?: boolean }, callback: Done) => void): MockInstance {
  const lookup = vi.spyOn(dns, 'lookup');
  onTestFinished(() => lookup.mockRestore());
  const look = (_host: string, options: { all?: boolean }, callback: Done): void => answer(options, callback);
  return lookup.mockImplementation(look as unknown as typeof dns.lookup);
}

it.each(mistakes.addresses)(
  'safety exit-2: the address %s ends with 2 and one sentence, and nothing is sent',
  async (baseUrl, message) => {
    const { code, errors } = await checked({ ...(baseUrl !== null && { baseUrl }) });
    expect(errors).toContain(message);
    expect(errors).not.toContain('secret');
    expect(code).toBe(2);
  },
);

it.each(mistakes.accepted)('the address %s is accepted', (address, baseUrl, host, isLoopback) => {
  expect(readTarget(address)).toEqual({ baseUrl, host, isLoopback });
});

describe('real writes', () => {
  it('to another machine are refused before its name is looked up, unless the user confirms its host', async () => {
    const lookup = lookingUp((_options, callback) => callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' })));
    const baseUrl = 'https://nas.example.com:8443/api';
    const flags = { baseUrl, writes: 'disposable', only: ['getFilter'], timeout: '1' };
    for (const confirmHost of [undefined, 'nas2.example.com', 'example.com', '']) {
      const { code, errors } = await checked({ ...flags, ...(confirmHost !== undefined && { confirmHost }) });
      expect(errors).toMatch(
        /Nothing was sent\. .* add --confirm-host nas\.example\.com\.|Expected --confirm-host with/,
      );
      expect(code).toBe(2);
    }
    expect(lookup).not.toHaveBeenCalled();
    const { code, output } = await checked({ ...flags, confirmHost: 'NAS.example.com' });
    expect(output).toContain('The host of the base URL has no known address.');
    expect(code).toBe(3);
    expect(lookup).toHaveBeenCalled();
  });

  it('safety 11: reach only this machine by http, unless --allow-insecure-host names the host', async () => {
    const { port } = new URL(await sandboxAt());
    const lookup = lookingUp(({ all }, callback) => {
      if (all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
      else callback(null, '127.0.0.1', 4);
    });
    const flags = { baseUrl: `http://shelf:${port}`, only: ['listDirectories'], runs: '0' };
    for (const allowInsecureHost of [undefined, 'other', 'shelf2']) {
      const { code, errors } = await checked({ ...flags, ...(allowInsecureHost && { allowInsecureHost }) });
      expect(errors).toContain(`Expected https for shelf:${port}, found http`);
      expect(errors).toContain('add --allow-insecure-host shelf.');
      expect(code).toBe(2);
    }
    expect(lookup).not.toHaveBeenCalled();
    // The sandbox refuses requests to this host name, since --allow-host does not list it.
    for (const allowInsecureHost of ['Shelf', ['other', `shelf:${port}`]]) {
      const { code, output } = await checked({ ...flags, allowInsecureHost });
      expect(output).toContain('403');
      expect(code).toBe(3);
    }
    const config = temporaryFile('settings.json', JSON.stringify({ allowInsecureHosts: ['other', 'shelf'] }));
    expect(await checked({ ...flags, config })).toMatchObject({ code: 3, output: expect.stringContaining('403') });
  });

  it.each(mistakes.insecureHosts)('safety 11: the names in allowInsecureHosts are exact: %j', (hosts, isAllowed) => {
    const read = (): unknown => readTarget('http://shelf:4020', hosts);
    if (isAllowed) expect(read()).toMatchObject({ host: 'shelf' });
    else expect(read).toThrow('--allow-insecure-host names another host');
  });
});
