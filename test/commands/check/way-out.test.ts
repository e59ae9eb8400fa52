import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runAgain } from '../../../scripts/commands/again/run.js';
import { runLearn } from '../../../scripts/commands/learn/run.js';
import { runUndo } from '../../../scripts/commands/undo/run.js';
import { createSandbox } from '../../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../../scripts/sandbox/server/serve.js';
import { get } from '../../check/engine/contract-texts.js';
import { eachHasOwnState, filesBelow, leaveJournal } from '../../check/restore/own-state.js';
import { clientFiles } from '../../check/transport/certificates.js';
import { listenAsProxy, listenWithTls, type TestProxy } from '../../check/transport/proxy-server.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { checked, countingServer, key, ranWith } from './fixture.js';

const { ca } = clientFiles;
const [user, password] = ['check-proxy-user', 'password-4711-only-here'];
const host = 'directory.test';
const home = eachHasOwnState();

let proxy: TestProxy;
let url: string;

/** A sandbox that only a proxy with a login can reach, and that wants a client certificate. */
beforeEach(async () => {
  vi.stubEnv('DIRECTORY_API_KEY', key);
  const sandbox = await serveSandbox({ sandbox: createSandbox({ faults: ['wrong-type'] }), allowHosts: [host] });
  onTestFinished(() => sandbox.close());
  const wantsCertificate = { ca: readFileSync(ca), requestCert: true, rejectUnauthorized: true };
  const { port } = await listenWithTls(Number(new URL(sandbox.url).port), wantsCertificate);
  proxy = await listenAsProxy({ login: `${user}:${password}` });
  url = `https://${host}:${port}`;
  vi.stubEnv('HTTPS_PROXY', proxy.url.replace('//', `//${user}:${password}@`));
});

/** Expects that neither the proxy nor a text has seen a secret. */
function expectNoSecret(texts: readonly string[]): void {
  expect(proxy.received()).toContain(`CONNECT ${url.slice('https://'.length)}`);
  expect(proxy.received()).not.toContain(key);
  for (const text of texts) expect(text).not.toMatch(new RegExp(`${key}|${user}|${password}|${btoa(`${user}:`)}`));
}

const only = ['listDirectories', 'getPartnerEntry', 'listPartnerEntries', 'updatePartnerEntry'];

describe('safety key-origin: a server behind a proxy, a private authority and client certificates', () => {
  it('can be checked, and a finding can be shown again', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'check.json');
    const flags = { baseUrl: url, only: ['getPartnerEntry'], strict: true, ...clientFiles };
    const { code, output, errors } = await checked({
      ...flags,
      report: [`json=${file}`],
      exchanges: true,
      rate: '500',
    });
    expect(code, errors).toBe(1);
    const again = await ranWith((streams) =>
      runAgain('1', { baseUrl: url, ...clientFiles, report: file }, { ...streams, environment: {}, folder }),
    );
    expect(again.output, again.errors).toContain('The finding occurred again');
    expectNoSecret([output, errors, again.output, again.errors, readFileSync(file, 'utf8')]);
  });

  it('can be written to', { tags: 'slow' }, async () => {
    const writes = { writes: 'roundtrip', confirmHost: host, writeInterval: '0', settle: '0', rate: '500' };
    const flags = { baseUrl: url, only: ['updateFilter'], runs: '0', ...clientFiles };
    const { output, errors } = await checked({ ...flags, ...writes });
    expect(output, errors).toMatch(/--writes roundtrip: \d+ writes to \d+ resources?/);
    expectNoSecret([output, errors]);
  });

  it('can be learnt from, and writes to it can be undone', async () => {
    const folder = temporaryFolder();
    const learned = await ranWith((streams) =>
      runLearn(
        { baseUrl: url, only: ['listDirectories'], ...clientFiles, dryRun: true },
        {
          ...streams,
          environment: {},
          folder,
        },
      ),
    );
    expect(learned.code, learned.errors).toBe(0);
    await leaveJournal({ url });
    const undone = await ranWith((streams) => runUndo({ baseUrl: url, settle: 0, ...clientFiles }, streams));
    // The sandbox expects the key in another form than this journal.
    expect(undone.errors).toContain('GET /filters/1 returned 401.');
    const journals = filesBelow(home()).map((path) => readFileSync(path, 'utf8'));
    expect(journals.join()).toContain('"kind":"write"');
    expectNoSecret([learned.output, learned.errors, undone.output, undone.errors, ...journals]);
  });

  it('ends with 3 and the flags if the certificate is missing', async () => {
    const { code, output, errors } = await checked({ baseUrl: url, only, runs: '0', ca });
    expect(code).toBe(3);
    expect(output.replace(/\s+/g, ' ')).toContain('The server requires a client certificate. Name the file of your');
    expectNoSecret([output, errors]);
  });

  it('ends with 3 if the login is missing', async () => {
    vi.stubEnv('HTTPS_PROXY', proxy.url);
    const { code, output } = await checked({ baseUrl: url, only, runs: '0', ...clientFiles });
    expect(code).toBe(3);
    expect(output.replace(/\s+/g, ' ')).toContain('(from HTTPS_PROXY) requires a login (407). Set HTTPS_PROXY to');
  });
});

it('a contract at an address comes through the proxy, without the certificate of the client', async () => {
  const { url: plainUrl, requests } = await countingServer((_, response) => response.end(get('{ type: string }')));
  let certificate: unknown = 'none yet';
  const { port } = await listenWithTls(Number(new URL(plainUrl).port), {
    ca: readFileSync(ca),
    requestCert: true,
    rejectUnauthorized: false,
    onSocket: (socket) => (certificate = socket.getPeerCertificate()),
  });
  const contract = `https://${host}:${port}/api.yaml`;
  const { code, output, errors } = await checked({ list: true, contract, ...clientFiles });
  expect({ code, output }, errors).toMatchObject({ code: 0, output: expect.stringContaining('/a') });
  expect(requests).toEqual(['GET /api.yaml']);
  expect(proxy.lines).toEqual([`CONNECT ${host}:${port}`]);
  expect(certificate).toEqual({});
});

it('--proxy with a password is refused, and the message does not quote it', async () => {
  const flags = { baseUrl: url, proxy: 'http://another-user-1:another-password-1@127.0.0.1:1' };
  const { code, errors } = await checked(flags);
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringMatching(/^--proxy contains a user name or a/) });
  expect(errors).not.toContain('another');
  expect(proxy.connections).toBe(0);
});
