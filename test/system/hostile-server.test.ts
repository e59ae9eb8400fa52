// @module-tag slow
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import { readContract } from '../../scripts/check/engine/contract/foreign-contract.js';
import type { CheckedOperation } from '../../scripts/check/model/contract/operations.js';
import { countingServer, key } from '../commands/check/fixture.js';
import { ownEnvironment } from '../own-machine.js';
import { publishedProgram } from '../published-program.js';
import { startProgram } from '../run-program.js';
import { temporaryFile, temporaryFolder } from '../temporary-folder.js';

const exploding = '^(a+)+$';
const bait = `${'a'.repeat(40)}!`;

const refusal = { description: 'Refused.' };
const media = (schema: object): object => ({ 'application/json': { schema } });

/** Returns the path of a contract with a list of resources of this schema, and optionally an update of them. */
function contractOf(resource: object, update?: object): string {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
  const list = { description: 'Things.', content: media({ type: 'array', items: resource }) };
  const patch = {
    operationId: 'updateThing',
    parameters: [id],
    requestBody: { content: media(update ?? {}) },
    responses: { 200: { description: 'It.' }, 404: refusal, default: refusal },
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    security: [{ key: [] }],
    paths: {
      '/things/': { get: { operationId: 'listThings', responses: { 200: list, default: refusal } } },
      ...(update && { '/things/{id}/': { patch } }),
    },
  };
  return temporaryFile('api.json', JSON.stringify(document));
}

/** A server that serves only the list, and refuses requests without the key. */
function serverOf(body: string, onAnswer: () => void = () => undefined): ReturnType<typeof countingServer> {
  return countingServer(({ headers, url, method = '' }, response) => {
    const statusOfList = ['GET', 'HEAD'].includes(method) ? 200 : 405;
    const status = headers.authorization !== key ? 401 : url === '/things/' ? statusOfList : 404;
    response.writeHead(status, { 'content-type': 'application/json', ...(status === 405 && { allow: 'GET, HEAD' }) });
    response.end(status === 200 ? body : '{}', onAnswer);
  });
}

describe('a check of a hostile server', () => {
  beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', key));

  it('safety pattern: ends if a pattern takes too long for a text, and does not pass the text', async () => {
    const contract = readContract(contractOf({ type: 'string', pattern: exploding }));
    const { url } = await serverOf(JSON.stringify([bait]));
    const report = await check({ baseUrl: url, contract });
    expect(report.findings.filter(({ rule }) => rule === 'body.too-slow')).toMatchObject([
      {
        severity: 'drift',
        operationId: 'listThings',
        expected: 'a body that the check can judge within 2 s',
        message: expect.stringContaining(`because of the pattern "${exploding}"`) as string,
      },
    ]);
    expect(report.operations.map(({ success }) => success.tested)).toEqual([false]);
    expect(report.verdict).toBe('no-verdict');
  });

  it('safety pattern: reacts to Ctrl-C while a pattern is tried', async () => {
    const file = contractOf({ type: 'string', pattern: exploding });
    let isSignalled = false;
    // Waits until the body has arrived and the first, short attempt is over.
    const { url } = await serverOf(
      JSON.stringify([bait]),
      () =>
        void setTimeout(() => {
          if (!isSignalled) child.kill('SIGINT');
          isSignalled = true;
        }, 300),
    );
    const args = [await publishedProgram(), 'check', '--base-url', url, '--contract', file];
    const env = ownEnvironment({ DIRECTORY_API_KEY: key });
    const { child, exit } = startProgram(process.execPath, args, { cwd: temporaryFolder(), env });
    const { code, stdout, stderr } = await exit;
    const said = stdout + stderr;
    // The signal stopped the attempt before the limit of 2 s, which would have led to the finding.
    expect(said).toContain('No verdict: The run was stopped.');
    expect(said).not.toContain('body.too-slow');
    expect(code).toBe(130);
  });

  it('makes requests with texts for an exploding pattern, or without them', async () => {
    // The pattern matches no text, and each attempt takes forever.
    const never = '^(?:\\w+[ .,:-]*)+\\n$';
    const properties = { name: { type: 'string', pattern: exploding }, code: { type: 'string', pattern: never } };
    const contract = readContract(contractOf({ type: 'object' }, { type: 'object', properties }));
    const operation = contract.operation('updateThing') as CheckedOperation;
    expect(contract.judge.request(operation, { name: bait })).toMatchObject([{ keyword: 'too-slow' }]);
    expect(contract.judge.request(operation, { name: 'a' })).toEqual([]);
    const { url } = await serverOf('[]');
    const report = await check({ baseUrl: url, contract, include: ['named', 'inferred'] });
    expect(report.operations.find(({ operationId }) => operationId === 'updateThing')?.requests).toBeGreaterThan(0);
  });

  it('survives a text that is too long for a format', { tags: 'long' }, async () => {
    const contract = readContract(contractOf({ type: 'string', format: 'uri' }));
    const { url } = await serverOf(JSON.stringify([`http://${'a'.repeat(9_000_000)}^`]));
    const report = await check({ baseUrl: url, contract });
    expect(report.findings.filter(({ rule }) => rule.startsWith('body.'))).toMatchObject([
      { rule: 'body.too-long', severity: 'drift' },
    ]);
    expect(report.verdict).toBe('no-verdict');
  });
});
