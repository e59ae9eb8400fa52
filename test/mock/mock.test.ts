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
import { type Listening, listenHere } from '../listen-here.js';
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

function send(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Response> {
  return fetch(mock.url + path, {
    method,
    headers: { Authorization: key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
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
  it.each(operations)('rejects $id without a key', { tags: 'slow' }, async ({ id, method, url, operation }) => {
    const body = operation.requestBody ? '{}' : undefined;
    const headers = { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
    const answer = await fetch(mock.url + url, { method, headers, ...(body === undefined ? {} : { body }) });
    expect(answer.status, id).toBe(401);
    await answer.text();
  });

  // An unusable schema would silently disable the validation of a body, so each operation gets an invalid body.
  it.each(operations.filter(({ operation }) => operation.requestBody))(
    'rejects a body of $id that is not an object or array',
    async ({ method, url }) => {
      const answer = await send(method, url, {}, '"a text"');
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      await answer.text();
    },
  );

  const update = operations.find(({ id }) => id === 'updatePartnerEntry');
  const url = update?.url ?? '';

  it('responds to the update of a partner entry with 404 on request', async () => {
    const answer = await send('PATCH', url, { Prefer: 'code=404' }, '{"status":"hidden"}');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ detail: 'Record not found.' });
  });

  it('returns the requested example', async () => {
    const answer = await send('PATCH', url, { Prefer: 'example=PartnerEntryUpdated' }, '{"status":"hidden"}');
    expect(await answer.json()).toMatchObject({ headline: 'Stock that is right every morning' });
  });

  it('rejects an update with a field of the wrong type, and names the place', async () => {
    const answer = await send('PATCH', url, {}, '{"featured":"yes"}');
    expect(answer.status).toBe(422);
    expect(answer.headers.get('sl-violations')).toContain('featured');
    await answer.text();
  });

  it('does not know a path without the final slash', async () => {
    const answer = await send('GET', url.replace(/\/$/, ''));
    expect(answer.status).toBe(404);
    await answer.text();
  });
});

describe('the command mock', () => {
  it('prints its address and a curl command that works', { tags: 'slow' }, async () => {
    const { child, printed, ended } = startProgram(
      process.execPath,
      [await publishedProgram(), 'mock', '--port', '0'],
      {
        cwd: project,
      },
    );
    try {
      const [, header = '', address = ''] = /^curl -H '([^']*)' (\S+)$/m.exec(await printed(/^curl .*$/m)) ?? [];
      const [name = '', value = ''] = header.split(': ');
      const answer = await fetch(address, { headers: { [name]: value } });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ title: 'Fjordline Data' });
    } finally {
      child.kill('SIGTERM');
      expect(await ended).toMatchObject({ code: 0 });
    }
  });

  describe('with a port that is taken', () => {
    let other: Listening;
    beforeAll(async () => {
      other = await listenHere(createServer());
    });
    afterAll(() => other.close());

    it('prints one sentence and ends with 2', async () => {
      const { port } = other;
      const { code, stderr } = await runCli('mock', '--port', String(port));
      expect(stderr).toBe(`Port ${port} on 127.0.0.1 is in use. Choose another with --port, or 0 for any free port.\n`);
      expect(code).toBe(2);
    });
  });

  it.each([
    [['mock', '--prot', '1'], 'Did you mean --port?'],
    [['mokc'], 'Did you mean mock?'],
    [['mock', '--port', 'x'], 'Expected --port with a whole number from 0 to 65535, found "x".'],
    [['mock', 'now'], 'too many arguments'],
  ])('responds to %j with a suggestion, and ends with 2', { tags: 'slow' }, async (args, message) => {
    const { code, stderr } = await runCli(...args);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(code).toBe(2);
  });
});

/** The published command starts faster than the source. */
async function runCli(...args: string[]): Promise<Ended> {
  return runProgram(process.execPath, [await publishedProgram(), ...args]);
}

it('a check that takes the mock for a server says so in at most 60 lines', { tags: 'long' }, async () => {
  process.env['DIRECTORY_API_KEY'] = key;
  // A normal run leaves out the random requests, for which Prism needs long.
  const report = await check({ baseUrl: mock.url, timeout: 5, ...(!isWhole && { runs: 0 }) });
  const text = terminalReport(report, { width: 80, colour: false, verbose: false });
  expect(report.verdict).toBe('failed');
  expect(text).toMatch(/^The server takes any key and finds any id, as a mock does .*\n.*--target mock\.$/m);
  expect(text.split('\n').length).toBeLessThanOrEqual(60);
});
