import dns from 'node:dns';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deliver } from '../../../scripts/check/reports/deliver.js';
import { readTarget } from '../../../scripts/check/transport/target.js';
import type { GivenFlags } from '../../../scripts/commands/check/settings.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { sampleReport } from '../../check/reports/sample.js';
import { addressOfNobody } from '../../listen-here.js';
import { longPattern } from '../../long-pattern.js';
import { temporaryFile, temporaryFolder } from '../../temporary-folder.js';
import { words } from '../../words.js';
import { checked, collector, countingServer, key, sandboxAt } from './fixture.js';

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', key);
});

const entry = 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9';

describe('the command check', () => {
  it('safety exit-0: ends with 0 against a right server, and says what it has tested', async () => {
    const { code, output, errors } = await checked({ baseUrl: await sandboxAt(), only: ['getPartnerEntry'] });
    expect(output).toMatch(/^Success tested 1\/1, refusals 1\/1/m);
    expect(output).toMatch(/\nPassed: /);
    expect(errors).toBe('');
    expect(code).toBe(0);
  });

  it('safety exit-1: ends with 1 where the contract is violated, and shows how to see it again', async () => {
    const { code, output } = await checked({ baseUrl: await sandboxAt('wrong-type'), only: ['getPartnerEntry'] });
    expect(output).toContain('openapi/components/schemas/partner-entries/PartnerEntry.yaml');
    expect(output).toContain('$DIRECTORY_API_KEY');
    expect(output).not.toContain(key);
    expect(code).toBe(1);
  });

  it('safety exit-9: ends with 9 where less was tested than asked for', async () => {
    const { code } = await checked({
      baseUrl: await sandboxAt(),
      only: ['updatePartnerEntry', 'getPartnerEntry'],
      minCoverage: '100',
    });
    expect(code).toBe(9);
  });

  it('takes the address from the environment, ids from flags, and the rest from a file', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'directory-contract.config.json'),
      JSON.stringify({ only: ['getPartnerEntry'], report: { json: 'out/report.json' } }),
    );
    const { code } = await checked({ entry }, { environment: { DIRECTORY_BASE_URL: await sandboxAt() }, folder });
    expect(code).toBe(0);
    const report = JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8')) as {
      operations: { operationId: string; inScope: boolean }[];
    };
    expect(report.operations.filter(({ inScope }) => inScope).map(({ operationId }) => operationId)).toEqual([
      'getPartnerEntry',
    ]);
  });

  it('writes a report to standard output, and its own words to the other stream', async () => {
    const { output, errors } = await checked({
      baseUrl: await sandboxAt(),
      only: ['listDirectories'],
      report: ['json=-'],
    });
    expect(JSON.parse(output)).toMatchObject({ verdict: 'passed' });
    expect(errors).toMatch(/\nPassed: /);
  });

  it('shows on a terminal how far it is, and takes that away at the end', async () => {
    const { output } = await checked(
      { baseUrl: await sandboxAt(), only: ['listDirectories'] },
      { isOneTerminal: true },
    );
    expect(output).toMatch(
      longPattern(
        /^\r\u001b\[2K\d+ of about \d+ requests, none failing, now: /,
        /[^\r\n]*(\r\u001b\[2K[^\r\n]*)*\r\u001b\[2K\u001b\[1mhttp:[^\r]*$/,
      ),
    );
  });

  it('shows no colours where NO_COLOR is set', async () => {
    const { output } = await checked(
      { baseUrl: await sandboxAt(), only: ['listDirectories'] },
      { isTTY: true, environment: { NO_COLOR: '1' } },
    );
    expect(output).not.toContain('\u001b[');
  });

  it('judges recorded traffic without an address and without a key', async () => {
    vi.stubEnv('DIRECTORY_API_KEY', undefined);
    const url = 'https://directory.example.com/api/directory/private/v1alpha/directories/';
    const content = { mimeType: 'application/json', text: '{}', size: 2 };
    const response = { status: 200, headers: [{ name: 'Content-Type', value: 'application/json' }], content };
    const har = temporaryFile(
      'recorded.har',
      JSON.stringify({ log: { entries: [{ request: { method: 'GET', url, headers: [] }, response, time: 1 }] } }),
    );
    const { code, output } = await checked({ har });
    expect(output).toContain('schema.type  listDirectories');
    expect(code).toBe(0);
  });
});

describe('safety exit-3: no verdict: exit 3', () => {
  it('where nothing listens, with one sentence', async () => {
    const { url } = await addressOfNobody();
    const { code, output } = await checked({ baseUrl: url });
    expect(output).toBe(
      'No verdict: The host of the base URL accepts no connection ' +
        'at this port. Start the server, or correct the port.\n',
    );
    expect(code).toBe(3);
  });

  it('where the key is refused', async () => {
    vi.stubEnv('DIRECTORY_API_KEY', 'not-the-right-one');
    const { code, output } = await checked({ baseUrl: await sandboxAt(), only: ['listDirectories'] });
    expect(output).toContain('No verdict: The server refuses the key');
    expect(code).toBe(3);
  });

  it('where another service answers 404 to everything', async () => {
    const { url } = await countingServer((_request, response) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Nothing here</h1>'),
    );
    const { code, output } = await checked({ baseUrl: url });
    expect(output.replace(/\s+/g, ' ')).toContain(`No verdict: Nothing at ${url} answers as the contract says`);
    expect(code).toBe(3);
  });
});

describe('safety exit-2: bad input ends with 2 and one sentence, and nothing is sent', () => {
  it.each<[GivenFlags, string]>([
    [
      { only: ['updatePartnerEntri'] },
      'There is no operation "updatePartnerEntri" in the contract. Did you mean updatePartnerEntry?',
    ],
    [
      { directory: 'not-a-uuid' },
      'Expected a UUID for directory_id, found "not-a-uuid". Take it from a thing that is there.',
    ],
    [
      { entry: '..' },
      'Expected an id that can stand in a path, not empty, "." or "..", and without slashes for entry_id, found "..".',
    ],
    [{ entry: '.' }, 'found ".".'],
    [{ param: ['tier_id='] }, 'for tier_id, found "".'],
    [{ param: ['tier_id=a/b'] }, 'for tier_id, found "a/b".'],
    [{ param: ['tier_id=a\\b'] }, 'for tier_id, found "a\\b".'],
    [{ param: ['updateTier.tier_id=1'] }, 'Expected a UUID for updateTier.tier_id, found "1".'],
    [{ param: ['teir_id=1'] }, 'There is no parameter "teir_id" in the paths of the contract. Did you mean tier_id?'],
    [
      { param: ['updateTier.entry_id=1'] },
      'There is no parameter "updateTier.entry_id" in the paths of the contract. Did you mean updateTier.tier_id?',
    ],
    [{ shard: '5/4' }, 'Expected --shard'],
    [{ contract: 'no-such.yaml' }, 'no-such.yaml'],
    [{ changedFrom: 'no-such.yaml' }, 'no-such.yaml'],
    [{ baseline: 'no-such.json' }, 'Expected a baseline at no-such.json, found no such file.'],
    [{ har: 'no-such.har' }, 'found no such file'],
    [{ report: ['json=/'] }, 'The report json cannot be written to /: it is a folder. Name another place.'],
    [
      { writes: 'disposable', confirmHost: 'staging.example.com' },
      '--writes disposable creates, changes and deletes things of 127.0.0.1, and another host is confirmed.',
    ],
  ])('%j', async (flags, says) => {
    const { url, asked } = await countingServer((_request, response) => response.end());
    const { code, output, errors } = await checked({ baseUrl: url, ...flags });
    expect(errors).toContain(says);
    expect(errors).not.toMatch(/^\s+at /m);
    expect({ code, output, asked }).toEqual({ code: 2, output: '', asked: [] });
  });

  it.each<[string, string, string]>([
    ['contract', 'openapi: 3.0.0\n', 'openapi'],
    ['contract', 'openapi: [\n', ':'],
    ['baseline', '{ "format": 1, }', ':1:16: Expected a name in double quotes'],
    ['har', '<html>', ':1:1: Expected a value'],
    ['config', '{ "bseUrl": "x" }', 'Did you mean baseUrl?'],
  ])('for a broken file with --%s: %j', async (name, content, says) => {
    const { url, asked } = await countingServer((_request, response) => response.end());
    const path = temporaryFile('broken', content);
    const { code, errors } = await checked({ baseUrl: url, [name]: path });
    expect(errors).toContain(path);
    expect(errors).toContain(says);
    expect({ code, asked }).toEqual({ code: 2, asked: [] });
  });

  it.each([
    ['', 'Expected the key of the server in the environment variable DIRECTORY_API_KEY, found none.'],
    ['line\nbreak-key', 'Expected DIRECTORY_API_KEY to be printable ASCII'],
  ])('for the key %j', async (value, says) => {
    vi.stubEnv('DIRECTORY_API_KEY', value);
    const { url, asked } = await countingServer((_request, response) => response.end());
    const { code, errors } = await checked({ baseUrl: url });
    expect(errors).toContain(says);
    expect(errors).not.toContain('break-key');
    expect({ code, asked }).toEqual({ code: 2, asked: [] });
  });

  it.each([
    [undefined, 'Expected the address of the server with --base-url or DIRECTORY_BASE_URL, found none.'],
    ['directory.example.com', 'Expected --base-url as https://host[:port][/path], found no URL.'],
    ['ftp://directory.example.com', 'found another scheme.'],
    ['https://user:secret@directory.example.com', 'found a user, a query or a fragment in it.'],
    ['https://directory.example.com/?page=1', 'found a user, a query or a fragment in it.'],
    [
      'http://nas.example.com',
      'Expected https for nas.example.com, found http: over it anybody on the way could read the key.',
    ],
    ['http://127.0.0.1.example.com', 'Expected https for 127.0.0.1.example.com'],
    ['http://0.0.0.0:4020', 'Expected https for 0.0.0.0:4020'],
  ])('for the address %s', async (baseUrl, says) => {
    const { code, errors } = await checked({ ...(baseUrl !== undefined && { baseUrl }) });
    expect(errors).toContain(says);
    expect(errors).not.toContain('secret');
    expect(code).toBe(2);
  });
});

describe('a report that cannot be written', () => {
  it('is known before the first request where its place is below a file', async () => {
    const { url, asked } = await countingServer((_request, response) => response.end());
    const file = temporaryFile('file', 'a file');
    const { code, errors } = await checked({ baseUrl: url, report: [`json=${file}/report.json`] });
    expect(errors).toContain(`${file} is no folder. Name another place.`);
    expect({ code, asked }).toEqual({ code: 2, asked: [] });
  });

  it('ends the run with 2, after the others were written', async () => {
    const folder = temporaryFolder();
    const url = await sandboxAt();
    const lost = join(folder, 'lost.json');
    const { code, errors } = await checked(
      { baseUrl: url, only: ['listDirectories'], report: [`json=${lost}`, `junit=${folder}/report.xml`] },
      {
        // The place is free when the run begins, and a folder when it ends.
        environment: new Proxy(
          {},
          {
            get: (_target, name) => {
              if (name === 'NO_COLOR') mkdirSync(lost, { recursive: true });
              return undefined;
            },
          },
        ),
        isTTY: true,
      },
    );
    expect(errors).toContain(`Cannot write the report ${lost}`);
    expect(existsSync(join(folder, 'report.xml'))).toBe(true);
    expect(code).toBe(2);
  });
});

describe('an address', () => {
  it.each([
    ...words`
      http://nas.example.com http://127.0.0.1.example.com http://0.0.0.0:4020 ftp://127.0.0.1
      https://user@nas.example.com https://:secret@nas.example.com nas
    `,
    '',
  ])('%s is refused without a transport', (address) => {
    expect(() => readTarget(address)).toThrow(UsageError);
  });

  it.each([
    ['http://localhost:4020/', 'http://localhost:4020', 'localhost', true],
    ['http://127.1:4020', 'http://127.1:4020', '127.0.0.1', true],
    ['http://[::1]:4020', 'http://[::1]:4020', '[::1]', true],
    ['https://NAS.example.com:8443/base/', 'https://NAS.example.com:8443/base', 'nas.example.com', false],
  ])('%s is taken', (address, baseUrl, host, isLoopback) => {
    expect(readTarget(address)).toEqual({ baseUrl, host, isLoopback });
  });
});

describe('a report that the key stands in', () => {
  it('is not written, and ends the run with 8', () => {
    const report = sampleReport();
    const told = { ...report, notes: [`The server answered ${key}.`] };
    const path = join(temporaryFolder(), 'report.json');
    const [output, errors] = [collector(false), collector(false)];
    expect(
      deliver(
        told,
        [
          { format: 'json', path },
          { format: 'github', path: '-' },
        ],
        false,
        { output, errors, environment: {} },
      ),
    ).toBe(8);
    expect(existsSync(path)).toBe(false);
    expect(output.text() + errors.text()).not.toContain(key);
    expect(errors.text()).toContain(
      'The key was found in what the terminal shows and the report json, which was not written.',
    );
  });
});

describe('real writes', () => {
  it('on another machine are refused before its name is looked up, unless its host is confirmed', async () => {
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((
      _host: string,
      _options: object,
      done: (error: Error) => void,
    ) => {
      done(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
    }) as unknown as typeof dns.lookup);
    const there = {
      baseUrl: 'https://nas.example.com:8443/api',
      writes: 'disposable',
      only: ['getFilter'],
      timeout: '1',
    };
    for (const confirmHost of [undefined, 'nas2.example.com', 'example.com', '']) {
      const { code, errors } = await checked({ ...there, ...(confirmHost !== undefined && { confirmHost }) });
      expect(errors).toMatch(
        /add --confirm-host nas\.example\.com; nothing was sent\.|Expected --confirm-host with a host/,
      );
      expect(code).toBe(2);
    }
    expect(lookup).not.toHaveBeenCalled();
    const { code, output } = await checked({ ...there, confirmHost: 'NAS.example.com' });
    expect(output).toContain('No address is known for the host of the base URL.');
    expect(code).toBe(3);
    expect(lookup).toHaveBeenCalled();
    lookup.mockRestore();
  });

  it('safety 11: no host but this machine is called by http, unless --allow-insecure-host names it', async () => {
    const { port } = new URL(await sandboxAt());
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((
      _host: string,
      options: { all?: boolean },
      done: (error: null, ...found: unknown[]) => void,
    ) => {
      if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
      else done(null, '127.0.0.1', 4);
    }) as unknown as typeof dns.lookup);
    const there = { baseUrl: `http://shelf:${port}`, only: ['listDirectories'], runs: '0' };
    for (const allowInsecureHost of [undefined, 'other', 'shelf2']) {
      const { code, errors } = await checked({
        ...there,
        ...(allowInsecureHost !== undefined && { allowInsecureHost }),
      });
      expect(errors).toContain(`Expected https for shelf:${port}, found http`);
      expect(errors).toContain('add --allow-insecure-host shelf; nothing was sent.');
      expect(code).toBe(2);
    }
    expect(lookup).not.toHaveBeenCalled();
    // The sandbox was not told that it has this name, and says so.
    const { code, output } = await checked({ ...there, allowInsecureHost: 'Shelf' });
    expect(output).toContain('403');
    expect(code).toBe(3);
    lookup.mockRestore();
  });

  it('cannot be confirmed by a file in the folder', async () => {
    const config = temporaryFile(
      'settings.json',
      JSON.stringify({ baseUrl: 'https://nas.example.com', writes: 'disposable', confirmHost: 'nas.example.com' }),
    );
    const { code, errors } = await checked({ config });
    expect(errors).toContain('"confirmHost" is asked for by whoever runs the check');
    expect(code).toBe(2);
  });

  it('on this machine need no confirmation', async () => {
    const { code, output } = await checked({
      baseUrl: await sandboxAt(),
      writes: 'disposable',
      only: ['updateFilter'],
      runs: '0',
    });
    expect(output).toContain('writes disposable');
    expect(output).toMatch(/^Success tested 1\/1/m);
    expect(code).toBe(0);
  });
});
