import dns from 'node:dns';
import { beforeEach, describe, expect, it, type MockInstance, onTestFinished, vi } from 'vitest';
import { readTarget } from '../../../scripts/check/transport/target.js';
import { temporaryFile } from '../../temporary-folder.js';
import { checked, key, sandboxAt } from './fixture.js';

beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', key));

type Done = (error: Error | null, ...found: unknown[]) => void;

/** Replaces the lookup of host names until the test ends. */
function lookingUp(answer: (options: { all?: boolean }, done: Done) => void): MockInstance {
  const lookup = vi.spyOn(dns, 'lookup');
  onTestFinished(() => lookup.mockRestore());
  const look = (_host: string, options: { all?: boolean }, done: Done): void => answer(options, done);
  return lookup.mockImplementation(look as unknown as typeof dns.lookup);
}

describe('safety exit-2: bad input ends with 2 and one sentence, and nothing is sent', () => {
  const noHttps = 'Expected https for nas.example.com';
  it.each([
    [undefined, 'The address of the server is missing. Set --base-url or DIRECTORY_BASE_URL'],
    ['directory.example.com', 'Expected --base-url as https://host[:port][/path], but it is not a URL.'],
    ['ftp://directory.example.com', 'found the scheme ftp.'],
    ['localhost:4010', 'found the scheme localhost.'],
    ['https://user:secret@directory.example.com', 'without a user, a query or a fragment.'],
    ['https://user@nas.example.com', 'without a user, a query or a fragment.'],
    ['https://:secret@nas.example.com', 'without a user, a query or a fragment.'],
    ['https://directory.example.com/?page=1', 'without a user, a query or a fragment.'],
    ['http://nas.example.com', `${noHttps}, found http. With http anybody on the network path could read the key`],
    ['http://127.0.0.1.example.com', 'Expected https for 127.0.0.1.example.com'],
    ['http://0.0.0.0:4020', 'Expected https for 0.0.0.0:4020'],
  ])('for the address %s', async (baseUrl, says) => {
    const { code, errors } = await checked({ ...(baseUrl !== undefined && { baseUrl }) });
    expect(errors).toContain(says);
    expect(errors).not.toContain('secret');
    expect(code).toBe(2);
  });
});

describe('an address', () => {
  it.each([
    ['http://localhost:4020/', 'http://localhost:4020', 'localhost', true],
    ['http://127.1:4020', 'http://127.1:4020', '127.0.0.1', true],
    ['http://[::1]:4020', 'http://[::1]:4020', '[::1]', true],
    ['https://NAS.example.com:8443/base/', 'https://NAS.example.com:8443/base', 'nas.example.com', false],
  ])('%s is accepted', (address, baseUrl, host, isLoopback) => {
    expect(readTarget(address)).toEqual({ baseUrl, host, isLoopback });
  });
});

describe('real writes', () => {
  it('on another machine are refused before its name is looked up, unless its host is confirmed', async () => {
    const lookup = lookingUp((_options, done) => done(Object.assign(new Error('none'), { code: 'ENOTFOUND' })));
    const baseUrl = 'https://nas.example.com:8443/api';
    const there = { baseUrl, writes: 'disposable', only: ['getFilter'], timeout: '1' };
    for (const confirmHost of [undefined, 'nas2.example.com', 'example.com', '']) {
      const { code, errors } = await checked({ ...there, ...(confirmHost !== undefined && { confirmHost }) });
      expect(errors).toMatch(
        /Nothing was sent\. .* add --confirm-host nas\.example\.com\.|Expected --confirm-host with a host/,
      );
      expect(code).toBe(2);
    }
    expect(lookup).not.toHaveBeenCalled();
    const { code, output } = await checked({ ...there, confirmHost: 'NAS.example.com' });
    expect(output).toContain('The host of the base URL has no known address.');
    expect(code).toBe(3);
    expect(lookup).toHaveBeenCalled();
  });

  it('safety 11: only this machine is called by http, unless --allow-insecure-host names the host', async () => {
    const { port } = new URL(await sandboxAt());
    const lookup = lookingUp(({ all }, done) => {
      if (all) done(null, [{ address: '127.0.0.1', family: 4 }]);
      else done(null, '127.0.0.1', 4);
    });
    const there = { baseUrl: `http://shelf:${port}`, only: ['listDirectories'], runs: '0' };
    for (const allowInsecureHost of [undefined, 'other', 'shelf2']) {
      const { code, errors } = await checked({ ...there, ...(allowInsecureHost && { allowInsecureHost }) });
      expect(errors).toContain(`Expected https for shelf:${port}, found http`);
      expect(errors).toContain('add --allow-insecure-host shelf.');
      expect(code).toBe(2);
    }
    expect(lookup).not.toHaveBeenCalled();
    // The sandbox refuses this name of its host, since --allow-host does not list it.
    for (const allowInsecureHost of ['Shelf', ['other', `shelf:${port}`]]) {
      const { code, output } = await checked({ ...there, allowInsecureHost });
      expect(output).toContain('403');
      expect(code).toBe(3);
    }
    const config = temporaryFile('settings.json', JSON.stringify({ allowInsecureHosts: ['other', 'shelf'] }));
    expect(await checked({ ...there, config })).toMatchObject({ code: 3, output: expect.stringContaining('403') });
  });

  it.each([
    [['shelf:4021'], false],
    [['shelf:4020'], true],
    [['SHELF'], true],
    [['shel', 'helf', '*'], false],
  ])('safety 11: the names in allowInsecureHosts are exact: %j', (hosts, isAllowed) => {
    const read = (): unknown => readTarget('http://shelf:4020', hosts);
    if (isAllowed) expect(read()).toMatchObject({ host: 'shelf' });
    else expect(read).toThrow('--allow-insecure-host names another host');
  });

  it('cannot be confirmed by a file in the folder', async () => {
    const settings = { baseUrl: 'https://nas.example.com', writes: 'disposable', confirmHost: 'nas.example.com' };
    const { code, errors } = await checked({ config: temporaryFile('settings.json', JSON.stringify(settings)) });
    expect(errors).toContain('"confirmHost" may not be in a file');
    expect(code).toBe(2);
  });

  it('on this machine need no confirmation', async () => {
    const baseUrl = await sandboxAt();
    const { code, output } = await checked({ baseUrl, writes: 'disposable', only: ['updateFilter'], runs: '0' });
    expect(output).toContain('writes disposable');
    expect(output).toMatch(/^Success tested 1\/1/m);
    expect(code).toBe(0);
  });
});
