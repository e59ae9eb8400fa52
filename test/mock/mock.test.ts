import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectoryClient } from '../../generated/client.js';
import { operationTable } from '../../generated/operation-table.js';
import { check } from '../../scripts/check/engine/check.js';
import { terminalReport } from '../../scripts/check/reports/index.js';
import { pathParameters } from '../../scripts/contract/example-walk.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { type Mock, startMock } from '../../scripts/mock/index.js';
import { callEveryOperation, type OperationVerdict } from '../call-every-operation.js';
import { listenHere } from '../listen-here.js';
import { publishedProgram } from '../published-program.js';
import { type Ended, runProgram, startProgram } from '../run-program.js';
import { isWhole } from '../sample.js';
import { bundle } from '../spec/bundle.js';

const project = fileURLToPath(new URL('../../', import.meta.url));
const key = 'mock-key';
const operations = [...eachOperation(bundle)].map(({ path, method, operation }) => ({
  id: operation.operationId,
  method: method.toUpperCase(),
  operation,
  url: path.replace(/\{(\w+)\}/g, (_, name: string) => pathParameters(bundle, operation)[name] ?? ''),
}));

let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

/** Sends a request with the key, and reads the response. */
async function send(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const response = await fetch(mock.url + path, {
    method,
    headers: { Authorization: key, ...type, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('the mock, called through the generated client', () => {
  const verdicts = new Map<string, OperationVerdict>();
  beforeAll(async () => {
    const client = createDirectoryClient({ baseUrl: mock.url, apiKey: key });
    for await (const verdict of callEveryOperation(client, bundle)) verdicts.set(verdict.operationId, verdict);
  });

  it.each(Object.entries(operationTable))(
    'responds to %s with its success status and a valid body',
    (id, { success }) => {
      expect(verdicts.get(id)).toEqual({ operationId: id, status: success, faults: [] });
    },
  );
});

describe('the mock', () => {
  it.each(operations)('rejects $id without a key', { tags: 'slow' }, async ({ method, url, operation }) => {
    const init = operation.requestBody && { headers: { 'Content-Type': 'application/json' }, body: '{}' };
    const response = await fetch(mock.url + url, { method, ...init });
    expect(response.status).toBe(401);
    await response.text();
  });

  // An unusable schema would silently disable the validation of a body, so each operation gets an invalid body.
  it.each(operations.filter(({ operation }) => operation.requestBody))(
    'rejects a body of $id that is not an object or array',
    async ({ method, url }) => {
      expect(String((await send(method, url, '"a text"')).status)).toMatch(/^4/);
    },
  );

  const update = operations.find(({ id }) => id === 'updatePartnerEntry');
  const url = update?.url ?? '';

  it('responds to the update of a partner entry with 404 on request', async () => {
    const { status, text } = await send('PATCH', url, '{"status":"hidden"}', { Prefer: 'code=404' });
    expect([status, JSON.parse(text)]).toEqual([404, { detail: 'Record not found.' }]);
  });

  it('returns the requested example', async () => {
    const { text } = await send('PATCH', url, '{"status":"hidden"}', { Prefer: 'example=PartnerEntryUpdated' });
    expect(JSON.parse(text)).toMatchObject({ headline: 'Stock that is right every morning' });
  });

  it('rejects an update with a field of the wrong type, and names the place', async () => {
    const { status, headers } = await send('PATCH', url, '{"featured":"yes"}');
    expect([status, headers.get('sl-violations')]).toEqual([422, expect.stringContaining('featured')]);
  });

  it('returns 404 for a path without the final slash', async () => {
    expect((await send('GET', url.replace(/\/$/, ''))).status).toBe(404);
  });
});

describe('the command mock', () => {
  it('prints its address and a curl command that works', { tags: 'slow' }, async () => {
    const args = [await publishedProgram(), 'mock', '--port', '0'];
    const { child, waitFor, exit } = startProgram(process.execPath, args, { cwd: project });
    try {
      const [, header = '', address = ''] = /^curl -H '([^']*)' (\S+)$/m.exec(await waitFor(/^curl .*$/m)) ?? [];
      const [name = '', value = ''] = header.split(': ');
      const response = await fetch(address, { headers: { [name]: value } });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ title: 'Fjordline Data' });
    } finally {
      child.kill('SIGTERM');
      expect(await exit).toMatchObject({ code: 0 });
    }
  });

  it('prints one sentence and ends with 2 if the port is taken', async () => {
    const { port, close } = await listenHere(createServer());
    const stderr = `Port ${port} on 127.0.0.1 is in use. Choose another with --port, or 0 for any free port.\n`;
    expect(await runCli('mock', '--port', String(port))).toMatchObject({ code: 2, stderr });
    await close();
  });

  it.each([
    [['mock', '--prot', '1'], 'Did you mean --port?'],
    [['mokc'], 'Did you mean mock?'],
    [['mock', '--port', 'x'], 'Expected --port with a whole number from 0 to 65535, found "x".'],
    [['mock', 'now'], 'too many arguments'],
  ])('responds to %j with a suggestion, and ends with 2', { tags: 'slow' }, async (args, message) => {
    const { code, stderr } = await runCli(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

/** The published command starts faster than the source. */
async function runCli(...args: string[]): Promise<Ended> {
  return runProgram(process.execPath, [await publishedProgram(), ...args]);
}

it('a check that is run on the mock as if it were a server says so in at most 60 lines', { tags: 'long' }, async () => {
  process.env['DIRECTORY_API_KEY'] = key;
  // A normal run leaves out the random requests, which take Prism a long time.
  const report = await check({ baseUrl: mock.url, timeout: 5, ...(!isWhole && { runs: 0 }) });
  const text = terminalReport(report, { width: 80, colour: false, verbose: false });
  expect(report.verdict).toBe('failed');
  expect(text).toMatch(/^The server accepts any key and finds any id, like a mock .*\n.*--target mock\.$/m);
  expect(text.split('\n').length).toBeLessThanOrEqual(60);
});
