import { readdirSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runCheck } from '../../../scripts/commands/check/run.js';
import { runUndo } from '../../../scripts/commands/undo/run.js';
import { defaultKey } from '../../../scripts/sandbox/sandbox.js';
import { checked, collector, countingServer } from '../../commands/check/fixture.js';
import { eachHasOwnState, journalOf, leaveJournal } from './own-state.js';
import { status, streams, undo } from './undo-command.js';
import { filter, watchWrite } from './watched.js';

const home = eachHasOwnState();
beforeAll(() => {
  process.env['DIRECTORY_API_KEY'] = defaultKey;
});

describe('a host that is not this machine', () => {
  it.each([
    ['https://directory.example.com', undefined, 'add --confirm-host directory.example.com.'],
    ['https://directory.example.com', 'example.com', '--confirm-host names another host'],
    ['http://directory.example.com', 'directory.example.com', 'Expected https for directory.example.com, found http'],
    ['https://127.0.0.1.example.com', undefined, 'add --confirm-host 127.0.0.1.example.com'],
  ])('safety 11: is not written to without its confirmation and https: %s, %s', async (baseUrl, confirmHost, says) => {
    const flags = { baseUrl, writes: 'roundtrip', ...(confirmHost && { confirmHost }) };
    const { code, output, errors } = await checked(flags);
    expect(errors).toContain(says);
    expect({ code, output, files: readdirSync(home()) }).toEqual({ code: 2, output: '', files: [] });
  });

  it.each([
    ['directory.example.com\n', '--confirm-host names another host', false],
    ['LOCALHOST.\n', 'Type the host to go on', true],
  ])('can be confirmed at a terminal: %j', async (typedText, message, goesOn) => {
    const input = Object.assign(new PassThrough(), { isTTY: true, fd: 0 }) as unknown as NodeJS.ReadStream;
    const errors = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns: 80 });
    let shownText = '';
    errors.on('data', (text: string) => (shownText += text));
    // The final dot makes the host count as another machine. Nothing listens on the port.
    const run = runCheck(
      { baseUrl: 'https://localhost.:1', writes: 'roundtrip' },
      { output: collector(true), errors: errors as unknown as NodeJS.WriteStream, input, environment: {}, folder: '' },
    );
    input.push(typedText);
    if (goesOn) expect(await run).toBe(3);
    else await expect(run).rejects.toThrow(message);
    expect(shownText).toContain('--writes roundtrip changes resources on localhost.. Type the host to continue: ');
  });
});

describe('a field to write', () => {
  it('must be a field of an update; otherwise the error suggests the nearest name', async () => {
    const flags = { baseUrl: 'http://127.0.0.1:9', writes: 'noop', writeFields: 'slag' };
    await expect(runCheck(flags, { ...streams(), environment: {} })).rejects.toThrow(
      'No update in the contract has a field "slag". Did you mean slug?',
    );
  });
});

describe('the undo command', () => {
  it('safety undo: is printed before the first write, and not in a run without writes', async () => {
    let atFirst = '';
    const errors = collector(false, 100);
    const server = await watchWrite(1, (_, perform) => {
      atFirst = errors.text();
      return perform();
    });
    const run = (writes: string): Promise<number> =>
      runCheck(
        { baseUrl: server.url, writes, only: `${filter},getFilter`, settle: '0.1' },
        { output: collector(false), errors, environment: {}, folder: '' },
      );
    expect(await run('none')).toBe(0);
    expect(errors.text()).not.toContain('undo');
    expect(await run('noop')).toBe(0);
    expect(atFirst.replace(/\s+/g, ' ')).toContain(
      `this command undoes the remaining changes: directory-contract undo --base-url ${server.url} `,
    );
  });
});

describe('undo', () => {
  it('sends the given headers, and the key that the given command prints', async () => {
    const requests: unknown[] = [];
    const server = await countingServer(({ headers }, response) => {
      requests.push([headers['x-tenant'], headers.authorization]);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"as it was"}');
    });
    vi.stubEnv('DIRECTORY_API_KEY', undefined);
    vi.stubEnv('TENANT', 'tenant-77-of-the-north');
    onTestFinished(() => void vi.unstubAllEnvs());
    await leaveJournal(server);
    const [output, errors] = [collector(false), collector(false)];
    const keyCommand = `"${process.execPath}" -p "'key-of-a-command'"`;
    const flags = { baseUrl: server.url, settle: 0, header: ['X-Tenant: $TENANT'], keyCommand };
    expect({ code: await runUndo(flags, { output, errors }), errors: errors.text() }).toEqual({ code: 0, errors: '' });
    expect(new Set(requests.map(String))).toEqual(new Set(['tenant-77-of-the-north,Bearer key-of-a-command']));
  });

  it('safety undo, exit-7: keeps the journal if the server cannot be reached, and says so', async () => {
    // Nothing listens on this port.
    const server = { url: 'http://127.0.0.1:1' };
    await leaveJournal(server);
    const bytes = readFileSync(journalOf(server));
    expect((await checked({ baseUrl: server.url, writes: 'noop' })).code).toBe(7);
    const { code, errors } = await undo(server);
    expect(code).toBe(3);
    expect(errors).toMatch(/^The host of the base URL refuses connections/);
    expect(readFileSync(journalOf(server))).toEqual(bytes);
    expect((await status(server)).code).toBe(7);
  });
});
