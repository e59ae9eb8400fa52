import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import { faults } from '../../scripts/sandbox/faults/index.js';
import { type Listening, listenHere } from '../listen-here.js';
import { publishedProgram } from '../published-program.js';
import { temporaryFile, temporaryFolder } from '../temporary-folder.js';
import { yamlBeside } from '../yaml-beside.js';
import { ids } from './fixture.js';
import { type Running, runCommand, send, startCommand, stopCommand } from './program.js';

let cli: string;
beforeAll(async () => {
  cli = await publishedProgram();
});

/** Runs the curl line that the command printed, with additional options. */
async function curl({ output }: Running, options: string): Promise<string> {
  const [line = ''] = /^curl .*$/m.exec(output) ?? [];
  return (await promisify(execFile)('/bin/sh', ['-c', `${line} ${options}`])).stdout;
}

describe('the command sandbox', () => {
  let command: Running;
  beforeAll(async () => {
    command = await startCommand(cli);
  });
  afterAll(() => stopCommand(command));

  it('prints its address, the key and ids of the initial data', () => {
    for (const name of ['Directory', 'PartnerEntry', 'Filter', 'Tier'])
      expect(command.output).toContain(initialState.collections[name]?.[0]?.id);
    expect(command.output).toMatch(/^key +sandbox-key$/m);
  });

  it('prints a curl line that works if it is pasted', async () => {
    const [body = '', status] = (await curl(command, "-s -w '\\n%{http_code}'")).split('\n');
    expect(status).toBe('200');
    expect(JSON.parse(body)).toMatchObject({ headline: 'Changed by hand' });
  });

  it('prints which pages it allows, and each refusal only once', async () => {
    expect(command.output).toContain(
      '\nWeb pages from this machine may call the sandbox; --allow-origin allows others.\n',
    );
    const origins = ['--allow-origin', 'https://app.example', '--allow-origin', '*'];
    const open = await startCommand(cli, ...origins, '--allow-host', 'sandbox:4020');
    const statusFor = async (headers: Record<string, string>): Promise<number> =>
      (await send(`${open.url}/__sandbox/state`, { headers })).status;
    try {
      const message = '\nAny web page may read and change the sandbox, because of --allow-origin "*".\n';
      expect(open.output).toContain(message);
      expect(await statusFor({ host: 'sandbox:4020', origin: 'https://pages.example' })).toBe(200);
      for (const host of ['another', 'another']) expect(await statusFor({ host })).toBe(403);
    } finally {
      await stopCommand(open);
    }
    expect(open.said.stderr.match(/^Refused: .*--allow-host another\.$/gm)).toHaveLength(1);
  });
});

describe('the command sandbox in a container', () => {
  it.each(['recipes/Dockerfile', 'openapi/docs/mock-and-sandbox.md'])(
    'accepts its name as a host, with the options in %s',
    { tags: 'slow' },
    async (file) => {
      const [, options = ''] = /\bsandbox (--host .* --allow-host sandbox)\b/.exec(readFileSync(file, 'utf8')) ?? [];
      const command = await startCommand(cli, ...options.split(' '));
      try {
        for (const [host, status] of [
          ['sandbox:4020', 401],
          ['localhost:4020', 401],
          ['rebound.example', 403],
        ] as const)
          expect(await send(command.url, { headers: { host } })).toMatchObject({ status });
      } finally {
        await stopCommand(command);
      }
    },
  );
});

describe('a signal', () => {
  it.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)(
    'ends the command with 0 at %s, even with open connections',
    { tags: 'slow' },
    async (signal) => {
      const command = await startCommand(cli);
      const agent = new Agent({ keepAlive: true });
      const keptRequest = request(command.url, { agent }).end();
      const [response] = (await once(keptRequest, 'response')) as [NodeJS.ReadableStream];
      response.resume();
      await once(response, 'end');
      // A stream that never ends by itself, besides the idle connection.
      const stream = request(`${command.url}/__sandbox/events`, { agent })
        .on('error', () => undefined)
        .end();
      const [events] = (await once(stream, 'response')) as [NodeJS.ReadableStream];
      events.on('error', () => undefined).resume();
      // The command would never end if it waited for its connections.
      expect(await stopCommand(command, signal)).toEqual([0, null]);
      agent.destroy();
    },
  );
});

it('--fault list prints every fault with a sentence about it', async () => {
  const { code, stdout } = await runCommand(cli, '--fault', 'list');
  const names = stdout.split('\n').flatMap((line) => /^ {2}(\S+)$/.exec(line)?.[1] ?? []);
  expect(names).toEqual([...faults.keys()]);
  expect(stdout).toContain('\n      The `featured` of an entry is a string.\n');
  expect(code).toBe(0);
});

describe('wrong usage ends with exit code 2 and one sentence', () => {
  let otherServer: Listening;
  beforeAll(async () => {
    otherServer = await listenHere(createServer());
  });
  afterAll(() => otherServer.close());

  it('for a port in use', async () => {
    const { port } = otherServer;
    const message = `Port ${port} on 127.0.0.1 is in use. Choose another with --port, or 0 for any free port.\n`;
    expect(await runCommand(cli, '--port', String(port))).toMatchObject({ code: 2, stderr: message });
  });

  const mistakes = yamlBeside<{ given: string; says: string }[]>(import.meta.url, 'command-mistakes.yaml');

  it.each(mistakes)('$given', { tags: 'slow' }, async ({ given, says }) => {
    const result = await runCommand(cli, '--port', '0', ...given.split(' '));
    expect(result).toEqual({ code: 2, stdout: '', stderr: `${says}\n` });
  });

  it('for an unknown option, with the nearest name', async () => {
    const { code, stderr } = await runCommand(cli, '--sate', 'x');
    expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean --state?')]);
  });
});

describe('files', () => {
  it('given with --data are the initial state, also after a reset', async () => {
    const Directory = [{ id: ids.directory, parents: {}, value: { name: 'From a file' } }];
    const data = temporaryFile('data.json', JSON.stringify({ ...initialState, collections: { Directory } }));
    const command = await startCommand(cli, '--data', data);
    try {
      expect(command.output).toContain('From a file');
      const body = await curl(command, '-s');
      expect(JSON.parse(body)).toMatchObject([{ name: 'From a file' }]);
      await send(`${command.url}/__sandbox/reset`, { method: 'POST' });
      expect(await curl(command, '-s')).toBe(body);
    } finally {
      await stopCommand(command);
    }
  });

  it('given with --state store the state, for one process at a time', { tags: 'long' }, async () => {
    const state = join(temporaryFolder(), 'state.jsonl');
    const first = await startCommand(cli, '--state', state);
    const inUse = `${state} is in use by process ${first.child.pid}.`;
    const stderr = `${inUse} End the process that uses the file, or choose another file with --state.\n`;
    try {
      await send(`${first.url}/__sandbox/reset`, { method: 'POST' });
      expect(await runCommand(cli, '--port', '0', '--state', state)).toMatchObject({ code: 2, stderr });
    } finally {
      await stopCommand(first);
    }
    const second = await startCommand(cli, '--state', state);
    await stopCommand(second);
    expect(second.output).toContain('was loaded from there');
  });

  it('must not be a folder', async () => {
    const { code, stderr } = await runCommand(cli, '--port', '0', '--state', temporaryFolder());
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^[^\n]*it is a folder, not a file[^\n]*\n$/)]);
  });
});
