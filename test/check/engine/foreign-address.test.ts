import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { check } from '../../../scripts/check/engine/check.js';
import { fetchContract, loadContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { listenHere } from '../../listen-here.js';
import { fileWith, get, head } from './contract-texts.js';

const key = 'key-of-the-address-test';
beforeAll(() => {
  process.env['DIRECTORY_API_KEY'] = key;
});

/** Serves on this machine until the test ends. Returns the address and the requests that it received. */
async function serving(answer: RequestListener): Promise<{ address: string; got: IncomingMessage[] }> {
  const messages: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    messages.push(request);
    answer(request, response);
  });
  const { url, close } = await listenHere(server);
  onTestFinished(close);
  return { address: url, got: messages };
}

async function messageOf(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UsageError);
  return (error as Error).message;
}

describe('a contract at an address', () => {
  it('safety key-origin: is fetched without the key, and its address is the place of findings', async () => {
    const { address, got } = await serving((_, response) => response.end(get('{ type: string }')));
    const contract = await loadContract(`${address}/api.yaml`);
    expect(contract.placeOf('/paths/~1a/get')).toMatchObject({ file: `${address}/api.yaml`, line: 5 });
    expect(got).toHaveLength(1);
    expect(JSON.stringify(got[0]?.headers)).not.toMatch(new RegExp(`authorization|${key}`));
  });

  it('safety redirect: is not fetched from another address', async () => {
    const server = await serving((_, response) => response.end(get('{}')));
    const { address } = await serving((_, response) => response.writeHead(302, { location: server.address }).end());
    expect(await messageOf(loadContract(address))).toBe(
      `The contract ${address} cannot be fetched: it redirects to ${server.address}, and redirects are not followed. ` +
        'Use the final address.',
    );
    expect(server.got).toHaveLength(0);
  });

  it('safety references: may not refer to other addresses', async () => {
    const otherServer = await serving((_, response) => response.end('{}'));
    const text = get(`{ $ref: "${otherServer.address}/a.json" }`);
    const { address } = await serving((_, response) => response.end(text));
    expect(await messageOf(loadContract(address))).toContain('leads to another file, which is not loaded.');
    expect(otherServer.got).toHaveLength(0);
  });

  it('has a size limit, after decoding', async () => {
    const bomb = gzipSync(Buffer.alloc(2_000_000, ' '));
    const { address } = await serving((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    expect(await messageOf(fetchContract(address, 1_000_000))).toBe(
      `The contract ${address} cannot be fetched: it is larger than 1 MB. Use a smaller document.`,
    );
  });

  it('has a deadline for the whole download', async () => {
    const { address } = await serving((_, response) => void response.writeHead(200).write('openapi'));
    expect(await messageOf(fetchContract(address, 1000, {}, 100))).toBe(
      `The contract ${address} cannot be fetched: the server did not send it within 0.1 s. ` +
        'Try again, or use a downloaded file.',
    );
  });

  it('has to arrive complete, with status 200', async () => {
    const torn = await serving((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('openapi');
      response.socket?.end();
    });
    expect(await messageOf(loadContract(torn.address))).toMatch(/cannot be fetched: .* download the document/);
    const missing = await serving((_, response) => response.writeHead(404).end('openapi: 3.1.0'));
    expect(await messageOf(loadContract(missing.address))).toContain(
      'the server responded with status 404, expected 200.',
    );
  });

  it('may not contain a user', async () => {
    expect(await messageOf(loadContract('http://me:secret@127.0.0.1:1/'))).toContain(
      'the address contains a user name or',
    );
    expect(await messageOf(loadContract('http://'))).toContain('the address is not a URL. Correct it.');
  });
});

describe('the servers of a contract', () => {
  const contract = (servers: string, item = '', operation = ''): string =>
    `${head}servers: ${servers}\npaths:\n  /a:\n    ${item}\n    get: { ${operation} ` +
    'responses: { "200": { description: ok, content: { application/json: { schema: { type: string } } } } } }\n' +
    '  /b: { get: { responses: { "200": { description: ok } } } }\n';

  async function run(text: string, path = ''): Promise<{ paths: string[]; notes: string[]; curl: string }> {
    const { address, got } = await serving((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('1'),
    );
    const report = await check({ contract: fileWith(text), baseUrl: `${address}${path}`, runs: 0 });
    const paths = got.filter(({ method }) => method === 'GET').map(({ url = '' }) => url.split('?')[0] ?? '');
    const { curl = '' } = report.findings.find(({ rule }) => rule === 'schema.type') ?? {};
    // The check also sends other spellings of each path, which are left out.
    const spelled = paths.filter((otherPath) => otherPath === otherPath.toLowerCase() && !/%|\/\/|\/$/.test(otherPath));
    return { paths: [...new Set(spelled)].sort(), notes: [...report.notes], curl: curl.replaceAll(address, '') };
  }

  const v3 = 'https://api.example.com/v3';
  const variables = '{ v: { default: v4 }, host: { default: a.example } }';
  it.each([
    ['an address', `[{ url: ${v3} }]`, '', '/v3'],
    ['an address, for a typed slash', `[{ url: ${v3}/ }]`, '/', '/v3'],
    ['an address, replaced by the typed path', `[{ url: ${v3} }]`, '/x', '/x'],
    ['a path', '[{ url: /v3 }]', '', '/v3'],
    ['a word', '[{ url: v3 }]', '', '/v3'],
    ['variables', `[{ url: "{scheme}://{host}/{v}/x", variables: ${variables} }]`, '', '/v4/x'],
    ['none', '[]', '', ''],
  ])('%s: their path is a prefix of the paths of operations', { tags: 'slow' }, async (_, servers, typedText, path) => {
    const result = await run(contract(servers), typedText);
    expect(result.paths).toEqual([`${path}/a`, `${path}/b`]);
    expect(result.curl).toContain(`'${path}/a'`);
  });

  it('may be several: the first is used, and a note says so', async () => {
    const { paths, notes } = await run(contract('[{ url: /v3 }, { url: /v4 }, { url: https://a.example/v3 }]'));
    expect(paths).toEqual(['/v3/a', '/v3/b']);
    expect(notes).toContain(
      'Requests go to /v3, the path of the server in the contract. The contract has servers with different paths ' +
        '(/v3, /v4); the first is used. To use another path, write it at the end of --base-url.',
    );
  });

  it.each([
    ['path item', 'servers: [{ url: /own }]', ''],
    ['operation', 'servers: [{ url: /other }]', 'servers: [{ url: /own }],'],
  ])('may belong to a single %s', async (_, item, operation) => {
    const { paths, curl, notes } = await run(contract('[{ url: /v3 }]', item, operation));
    expect(paths).toEqual(['/own/a', '/v3/b']);
    expect(curl).toContain("'/own/a'");
    expect(notes.join(' ')).toContain(
      'Each operation uses the server path that the contract declares for the operation: /own, /v3.',
    );
  });
});
