import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faults } from '../../scripts/sandbox/faults/index.js';
import { createSandbox } from '../../scripts/sandbox/sandbox.js';
import { type Listening, listenHere } from '../listen-here.js';
import { publishedProgram } from '../published-program.js';
import { temporaryFolder } from '../temporary-folder.js';
import { type Raw, type Running, runCommand, send, startCommand, stopCommand } from './program.js';

let cli: string;
beforeAll(async () => {
  cli = await publishedProgram();
});

describe('the command sandbox', () => {
  let running: Running;
  beforeAll(async () => {
    running = await startCommand(cli);
  });
  afterAll(() => stopCommand(running));

  it('prints its address, the key and ids of the initial data', () => {
    const { collections } = createSandbox().snapshot();
    for (const name of ['Directory', 'PartnerEntry', 'Filter', 'Tier'])
      expect(running.printed).toContain(collections[name]?.[0]?.id);
    expect(running.printed).toMatch(/^key +sandbox-key$/m);
  });

  it('prints a curl line that works when it is pasted', async () => {
    const [line = ''] = /^curl .*$/m.exec(running.printed) ?? [];
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', `${line} -s -w '\\n%{http_code}'`]);
    const [body = '', status] = stdout.split('\n');
    expect(status).toBe('200');
    expect(JSON.parse(body)).toMatchObject({ headline: 'Changed by hand' });
  });

  it('prints which pages it allows, and each refusal once', async () => {
    expect(running.printed).toContain('\nWeb pages from this machine may call it; --allow-origin allows others.\n');
    const open = await startCommand(
      cli,
      '--allow-origin',
      'https://app.example',
      '--allow-origin',
      '*',
      '--allow-host',
      'sandbox:4020',
    );
    let complaint = '';
    open.child.stderr?.on('data', (text: string) => (complaint += text));
    try {
      expect(open.printed).toContain(
        '\nWeb pages of every site may read and change it, because of --allow-origin "*".\n',
      );
      const state = `${open.url}/__sandbox/state`;
      expect((await send(state, { headers: { host: 'sandbox:4020', origin: 'https://pages.example' } })).status).toBe(
        200,
      );
      for (const host of ['another', 'another']) expect((await send(state, { headers: { host } })).status).toBe(403);
    } finally {
      await stopCommand(open);
    }
    expect(complaint.match(/^Refused: .*--allow-host another\.$/gm)).toHaveLength(1);
  });
});

describe('the command sandbox in a container', () => {
  it.each(['recipes/Dockerfile', 'openapi/docs/mock-and-sandbox.md'])(
    'accepts its name as a host, with the options in %s',
    { tags: 'slow' },
    async (file) => {
      const [, options = ''] = /\bsandbox (--host .* --allow-host sandbox)\b/.exec(readFileSync(file, 'utf8')) ?? [];
      const running = await startCommand(cli, ...options.split(' '));
      try {
        const requested = (host: string): Promise<Raw> => send(running.url, { headers: { host } });
        expect(
          [await requested('sandbox:4020'), await requested('localhost:4020'), await requested('rebound.example')].map(
            ({ status }) => status,
          ),
        ).toEqual([401, 401, 403]);
      } finally {
        await stopCommand(running);
      }
    },
  );
});

describe('a signal', () => {
  it.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)(
    'ends the command with 0 at %s, even with open connections',
    { tags: 'slow' },
    async (signal) => {
      const stopped = async (running: Awaited<ReturnType<typeof startCommand>>): Promise<number> => {
        const begun = performance.now();
        expect(await stopCommand(running, signal)).toEqual([0, null]);
        return performance.now() - begun;
      };
      const alone = await stopped(await startCommand(cli));
      const running = await startCommand(cli);
      const agent = new Agent({ keepAlive: true });
      const kept = request(running.url, { agent }).end();
      const [response] = (await once(kept, 'response')) as [NodeJS.ReadableStream];
      response.resume();
      await once(response, 'end');
      // A stream that never ends by itself, besides the idle connection.
      const stream = request(`${running.url}/__sandbox/events`, { agent })
        .on('error', () => undefined)
        .end();
      const [events] = (await once(stream, 'response')) as [NodeJS.ReadableStream];
      events.on('error', () => undefined).resume();
      // The command would never end if it waited for its connections.
      expect(await stopped(running)).toBeLessThan(20 * alone);
      agent.destroy();
    },
  );
});

it('--fault list prints every fault with a sentence', async () => {
  const { code, stdout } = await runCommand(cli, '--fault', 'list');
  const names = stdout.split('\n').flatMap((line) => /^ {2}(\S+)$/.exec(line)?.[1] ?? []);
  expect(names).toEqual([...faults.keys()]);
  expect(stdout).toContain('\n      An entry has `featured` as a string.\n');
  expect(code).toBe(0);
});

describe('wrong usage ends with exit code 2 and one sentence', () => {
  let other: Listening;
  beforeAll(async () => {
    other = await listenHere(createServer());
  });
  afterAll(() => other.close());

  it('for a port in use', async () => {
    const { port } = other;
    const { code, stderr } = await runCommand(cli, '--port', String(port));
    expect(stderr).toBe(`Port ${port} on 127.0.0.1 is in use. Choose another with --port, or 0 for any free port.\n`);
    expect(code).toBe(2);
  });

  const [fault = ''] = faults.keys();
  it.each([
    [['--port', 'x'], 'Expected --port with a whole number from 0 to 65535, found "x".\n'],
    ...['-1', '200..20', '1..60001'].map((value): [string[], string] => [
      ['--latency', value],
      `Expected --latency with milliseconds from 0 to 60000, or a range such as 20..200, found "${value}".\n`,
    ]),
    [['--entries', '11'], 'Expected --entries with a whole number from 12 to 100000, found "11".\n'],
    [['--seed', '-1'], 'Expected --seed with a whole number from 0 to 4294967295, found "-1".\n'],
    [['--seed', '4294967296'], 'Expected --seed with a whole number from 0 to 4294967295, found "4294967296".\n'],
    [
      ['--data', 'a.json', '--from', 'b.har'],
      '--data is the whole state, so --from cannot add to it. Leave one of them out.\n',
    ],
    [
      ['--data', 'a.json', '--entries', '50'],
      '--data is the whole state, so --entries cannot add to it. Leave one of them out.\n',
    ],
    [
      ['--from', 'no-such.har'],
      'Expected recorded traffic, a HAR or a JSON report with exchanges, at no-such.har, but the file does not ' +
        'exist. Correct the path.\n',
    ],
    [
      ['--scenario', 'no-such.yaml'],
      'The scenario no-such.yaml cannot be read: the file or folder does not exist. Correct its path.\n',
    ],
    [
      ['--port', '0', '--host', '192.0.2.1'],
      '192.0.2.1 is not an address of this machine. Choose another with --host.\n',
    ],
    [
      ['--port', '0', '--allow-origin', 'pages.example'],
      'Expected --allow-origin with an origin such as ' +
        'https://app.example.com:8443, with null or with *, found "pages.example".\n',
    ],
    [
      ['--port', '0', '--fault', `${fault}x`],
      `Unknown fault "${fault}x". Did you mean ${fault}? --fault list has them all.\n`,
    ],
    [
      ['--port', '0', '--data', 'no-such-file.json'],
      'Expected the state of a sandbox at no-such-file.json, but the file does not exist. Correct the path.\n',
    ],
  ])('%j', { tags: 'slow' }, async (args, says) => {
    const { code, stdout, stderr } = await runCommand(cli, ...args);
    expect(stderr).toBe(says);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  it('for an unknown option, with the nearest name', async () => {
    const { code, stderr } = await runCommand(cli, '--sate', 'x');
    expect(stderr).toContain('Did you mean --state?');
    expect(code).toBe(2);
  });
});

describe('files', () => {
  it('given with --data are the initial state, also after a reset', async () => {
    const data = join(temporaryFolder(), 'data.json');
    const state = createSandbox().snapshot();
    const [directory] = state.collections['Directory'] ?? [];
    if (!directory) throw new Error('The initial state has no directory.');
    writeFileSync(
      data,
      JSON.stringify({ ...state, collections: { Directory: [{ ...directory, value: { name: 'From a file' } }] } }),
    );
    const running = await startCommand(cli, '--data', data);
    try {
      expect(running.printed).toContain('From a file');
      const [line = ''] = /^curl .*$/m.exec(running.printed) ?? [];
      const { stdout } = await promisify(execFile)('/bin/sh', ['-c', `${line} -s`]);
      expect(JSON.parse(stdout)).toMatchObject([{ name: 'From a file' }]);
    } finally {
      await stopCommand(running);
    }
  });

  it('are reported with the place of a mistake', async () => {
    const data = join(temporaryFolder(), 'data.json');
    writeFileSync(data, '{\n  "format": 1,\n}\n');
    const { code, stderr } = await runCommand(cli, '--port', '0', '--data', data);
    expect(stderr).toBe(
      `${data}:3:1: Expected a name in double quotes, found "}". The file must hold the state of a sandbox in JSON.\n`,
    );
    expect(code).toBe(2);
    expect(readFileSync(data, 'utf8')).toBe('{\n  "format": 1,\n}\n');
  });

  it('given with --state keep the state, for one process at a time', { tags: 'long' }, async () => {
    const state = join(temporaryFolder(), 'state.jsonl');
    const first = await startCommand(cli, '--state', state);
    const reset = (url: string): Promise<unknown> => send(`${url}/__sandbox/reset`, { method: 'POST' });
    try {
      await reset(first.url);
      const { code, stderr } = await runCommand(cli, '--port', '0', '--state', state);
      expect(stderr).toBe(
        `${state} is in use by process ${first.child.pid}. End that process, or choose another file with --state.\n`,
      );
      expect(code).toBe(2);
    } finally {
      await stopCommand(first);
    }
    const second = await startCommand(cli, '--state', state);
    await stopCommand(second);
    expect(second.printed).toContain('continues from there');
  });

  it('cannot be folders', async () => {
    const folder = join(temporaryFolder(), 'folder');
    mkdirSync(folder);
    const { code, stderr } = await runCommand(cli, '--port', '0', '--state', folder);
    expect(stderr).toContain('it is a folder, not a file');
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(code).toBe(2);
  });
});
