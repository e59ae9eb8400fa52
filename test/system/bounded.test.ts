import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { transformSync } from 'esbuild';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import { readContract } from '../../scripts/check/engine/foreign-contract.js';
import { ownContract } from '../../scripts/check/engine/own-contract.js';
import { stackTraceIn } from '../../scripts/check/judge/leaks.js';
import { likeness, sameItems } from '../../scripts/check/model/likeness.js';
import type { CheckedOperation } from '../../scripts/check/model/operations.js';
import { matches } from '../../scripts/check/values/matching.js';
import type { Schema } from '../../scripts/contract/schema.js';
import { bounded, stoppable } from '../../scripts/system/bounded.js';
import { countingServer, key } from '../commands/check/fixture.js';
import { ownEnvironment } from '../own-machine.js';
import { startProgram } from '../run-program.js';
import { temporaryFile, temporaryFolder } from '../temporary-folder.js';
import { words } from '../words.js';

const exploding = '^(a+)+$';
const bait = `${'a'.repeat(40)}!`;
const explode = (): boolean => new RegExp(exploding).test(bait);

describe('bounded work', () => {
  it('gives its value', () => {
    expect(bounded(() => 7, { milliseconds: 1000 })).toEqual({ value: 7 });
  });

  it('throws what it throws, untouched', () => {
    const error = new TypeError('It is mine.');
    const { stack } = error;
    let thrown: unknown;
    try {
      bounded(
        () => {
          throw error;
        },
        { milliseconds: 1000 },
      );
    } catch (caught) {
      thrown = caught;
    }
    expect(thrown).toBe(error);
    expect(error.stack).toBe(stack);
  });

  it('is stopped inside of one regular expression', () => {
    const begin = performance.now();
    expect(bounded(explode, { milliseconds: 100 })).toEqual({ stopped: 'time' });
    expect(performance.now() - begin).toBeGreaterThan(100);
  });

  it('binds what it calls, which binds nothing that comes after', () => {
    expect(bounded(() => bounded(explode, { milliseconds: 1 }), { milliseconds: 50 })).toEqual({ stopped: 'time' });
    expect(bounded(() => bounded(() => 7, { milliseconds: 1000 }), { milliseconds: 1000 })).toEqual({
      value: { value: 7 },
    });
  });

  it('is stopped in another thread, too', async () => {
    const source = transformSync(readFileSync('scripts/system/bounded.ts', 'utf8'), {
      loader: 'ts',
      format: 'esm',
    }).code;
    const use =
      `import { parentPort } from 'node:worker_threads';\n` +
      `parentPort.postMessage(bounded(() => /${exploding}/.test('${bait}'), { milliseconds: 50 }));`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source + use)}`));
    expect(await once(worker, 'message')).toEqual([{ stopped: 'time' }]);
  });
});

describe('work that a signal stops', () => {
  function countingSignals(): () => number {
    let heard = 0;
    const listener = (): void => void ++heard;
    process.on('SIGINT', listener);
    onTestFinished(() => void process.off('SIGINT', listener));
    return () => heard;
  }
  const interrupt = (): true => process.kill(process.pid, 'SIGINT');

  it('gives its value, after a second try where it is not done in a moment', async () => {
    expect(await stoppable(() => 7, { milliseconds: 1000 })).toEqual({ value: 7 });
    let rounds = 0;
    const work = (): number => {
      rounds += 1;
      for (const end = performance.now() + 510; performance.now() < end; );
      return rounds;
    };
    expect(await stoppable(work, { milliseconds: 20_000 })).toEqual({ value: 2 });
    expect(await stoppable(explode, { milliseconds: 100 })).toEqual({ stopped: 'time' });
  });

  it('leaves to the listeners the signal that stopped it', async () => {
    const heard = countingSignals();
    const before = process.listeners('SIGINT');
    let rounds = 0;
    const work = (): never => {
      rounds += 1;
      if (rounds === 2) interrupt();
      for (;;);
    };
    expect(await stoppable(work, { milliseconds: 20_000 })).toEqual({ stopped: 'signal' });
    expect(heard()).toBe(1);
    expect(process.listeners('SIGINT')).toEqual(before);
    // They hear the next one as ever.
    interrupt();
    await once(process, 'SIGINT');
    expect(heard()).toBe(2);
  });

  const keepsSignal =
    'safety "a value that makes a pattern explode": does not ' +
    'lose the signal that comes while nobody watches for it';
  it(keepsSignal, async () => {
    const heard = countingSignals();
    const controller = new AbortController();
    process.once('SIGINT', () => controller.abort());
    let rounds = 0;
    const work = (): never => {
      rounds += 1;
      if (rounds === 1) interrupt();
      for (;;);
    };
    expect(await stoppable(work, { milliseconds: 20_000, signal: controller.signal })).toEqual({ stopped: 'signal' });
    expect({ heard: heard(), rounds }).toEqual({ heard: 1, rounds: 1 });
  });
});

const refusal = { description: 'Refused.' };
const media = (schema: object): object => ({ 'application/json': { schema } });

/** A contract whose things have this schema, listed at `/things/`, and updated where it is wanted. */
function contractOf(thing: object, update?: object): string {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    security: [{ key: [] }],
    paths: {
      '/things/': {
        get: {
          operationId: 'listThings',
          responses: {
            200: { description: 'Things.', content: media({ type: 'array', items: thing }) },
            default: refusal,
          },
        },
      },
      ...(update && {
        '/things/{id}/': {
          patch: {
            operationId: 'updateThing',
            parameters: [id],
            requestBody: { content: media(update) },
            responses: { 200: { description: 'It.' }, 404: refusal, default: refusal },
          },
        },
      }),
    },
  });
}

/** A server with a list of things; it refuses whoever has no key, and knows nothing else. */
async function serverOf(
  body: string | Buffer,
  answered: () => void = () => undefined,
): Promise<{ url: string; asked: string[] }> {
  return countingServer((request: IncomingMessage, response: ServerResponse) => {
    const isKnown = request.url === '/things/';
    const status =
      request.headers.authorization !== key
        ? 401
        : !isKnown
          ? 404
          : request.method === 'GET' || request.method === 'HEAD'
            ? 200
            : 405;
    response.writeHead(status, { 'content-type': 'application/json', ...(status === 405 && { allow: 'GET, HEAD' }) });
    response.end(status === 200 ? body : '{}', answered);
  });
}

describe('a check of a server that means harm', () => {
  beforeAll(() => {
    process.env['DIRECTORY_API_KEY'] = key;
  });

  it('safety pattern: ends over a text that no pattern can decide, and says so, and calls nothing passed', async () => {
    const contract = readContract(temporaryFile('api.json', contractOf({ type: 'string', pattern: exploding })));
    const { url } = await serverOf(JSON.stringify([bait]));
    const begin = performance.now();
    const report = await check({ baseUrl: url, contract });
    // The same body again is not judged again, and what else is sent takes no time; on a busy machine, some.
    expect(performance.now() - begin).toBeLessThan(2000 + 8000);
    expect(report.findings.filter(({ rule }) => rule === 'body.too-slow')).toMatchObject([
      {
        severity: 'drift',
        operationId: 'listThings',
        expected: 'a body that can be judged within 2 s',
        message: expect.stringContaining(`for the pattern "${exploding}"`) as string,
      },
    ]);
    expect(report.operations.map(({ success }) => success.tested)).toEqual([false]);
    expect(report.verdict).toBe('no-verdict');
  });

  it('safety pattern: hears Ctrl-C in the middle of it', async () => {
    const file = temporaryFile('api.json', contractOf({ type: 'string', pattern: exploding }));
    let signalled = Infinity;
    // Time has to pass: before, the body has not arrived, or is still tried for a moment.
    const { url } = await serverOf(
      JSON.stringify([bait]),
      () =>
        void setTimeout(() => {
          if (signalled !== Infinity) return;
          signalled = performance.now();
          child.kill('SIGINT');
        }, 300),
    );
    const args = [
      '--import',
      import.meta.resolve('tsx'),
      resolve('scripts/cli.ts'),
      'check',
      '--base-url',
      url,
      '--contract',
      file,
    ];
    const env = ownEnvironment({ DIRECTORY_API_KEY: key });
    const { child, ended } = startProgram(process.execPath, args, { cwd: temporaryFolder(), env });
    const { code, stdout, stderr } = await ended;
    const said = stdout + stderr;
    // Sooner than the 2 s are over: else there would be the finding.
    expect(said).toContain('No verdict: The run was stopped.');
    expect(said).not.toContain('body.too-slow');
    expect(performance.now() - signalled).toBeLessThan(5000);
    expect(code).toBe(130);
  });

  it('makes requests by a pattern that explodes, or does without', async () => {
    // No text matches, and each that is tried takes for ever.
    const never = '^(?:\\w+[ .,:-]*)+\\n$';
    const contract = readContract(
      temporaryFile(
        'api.json',
        contractOf(
          { type: 'object' },
          {
            type: 'object',
            properties: { name: { type: 'string', pattern: exploding }, code: { type: 'string', pattern: never } },
          },
        ),
      ),
    );
    const operation = contract.operation('updateThing') as CheckedOperation;
    expect(contract.judge.request(operation, { name: bait })).toMatchObject([{ keyword: 'too-slow' }]);
    expect(contract.judge.request(operation, { name: 'a' })).toEqual([]);
    const { url } = await serverOf('[]');
    const begin = performance.now();
    const report = await check({ baseUrl: url, contract, include: ['named', 'inferred'] });
    expect(report.operations.find(({ operationId }) => operationId === 'updateThing')?.requests).toBeGreaterThan(0);
    expect(performance.now() - begin).toBeLessThan(10_000);
  });

  it('does not fall over a text that is too long for a format', async () => {
    const contract = readContract(temporaryFile('api.json', contractOf({ type: 'string', format: 'uri' })));
    const { url } = await serverOf(JSON.stringify([`http://${'a'.repeat(9_000_000)}^`]));
    const report = await check({ baseUrl: url, contract });
    expect(report.findings.filter(({ rule }) => rule.startsWith('body.'))).toMatchObject([
      { rule: 'body.too-long', severity: 'drift' },
    ]);
    expect(report.verdict).toBe('no-verdict');
  });

  it('judges a million wrong items by the first of them', async () => {
    const contract = readContract(temporaryFile('api.json', contractOf({ type: 'object' })));
    const { url } = await serverOf(Buffer.from(`[${'1,'.repeat(999_999)}1]`));
    const report = await check({ baseUrl: url, contract });
    expect(report.findings.filter(({ severity }) => severity === 'violation')).toMatchObject([
      { rule: 'schema.type', pointer: '/*' },
    ]);
    expect(report.verdict).toBe('failed');
  });
});

describe('a pattern', () => {
  it('decides what it can, and is given up after the fifth text that it cannot', () => {
    const pattern = '^(b+)+$';
    expect(matches(pattern, 'bbb')).toBe(true);
    expect(matches(pattern, 'bb!')).toBe(false);
    expect([40, 41, 42, 43, 44].map((length) => matches(pattern, `${'b'.repeat(length)}!`))).toEqual(
      Array(5).fill(undefined),
    );
    expect(matches(pattern, 'bbb')).toBeUndefined();
    expect(matches('(', 'a')).toBeUndefined();
  });
});

/** Texts that make patterns for words, numbers, addresses and dates try again and again. */
const attacks = [
  ...words`a 0 1. a. a- a@ @ a: / a/ //a %41 %4 : :: 0: [ [:: ( ?a # é 0-0 T http://a urn:a: a=& ~!$`,
  ' ',
  '\\',
  '\n',
].flatMap((piece) => {
  const long = piece.repeat(Math.floor(16_000 / piece.length));
  return ['', '!', '\n', '^'].flatMap((end) =>
    ['', 'http://', 'a@', '/', '2024-01-01T'].map((start) => `${start}${long}${end}`),
  );
});

describe('the contract of this package', () => {
  it('has no pattern and no format over which a text of 16 kB takes long', () => {
    const contract = ownContract();
    const places = new Map<string, { operation: CheckedOperation; within(text: string): unknown }>();
    const walk = (
      operation: CheckedOperation,
      node: Schema,
      within: (value: unknown) => unknown,
      depth: number,
    ): void => {
      const schema = contract.resolve(node);
      for (const rule of [schema.pattern, schema.format])
        if (rule !== undefined && !places.has(rule)) places.set(rule, { operation, within });
      if (depth === 0) return;
      for (const [name, below] of Object.entries(schema.properties ?? {}))
        walk(operation, below, (value) => within({ [name]: value }), depth - 1);
      if (schema.items) walk(operation, schema.items, (value) => within([value]), depth - 1);
      for (const part of [schema.allOf, schema.anyOf, schema.oneOf].flat())
        if (part) walk(operation, part, within, depth - 1);
    };
    for (const operation of contract.operations)
      walk(operation, operation.success?.bodies[0]?.schema ?? {}, (value) => value, 5);
    const text = JSON.stringify(contract.document.components['schemas']);
    const all = new Set(
      [...text.matchAll(/"(?:pattern|format)":("(?:[^"\\]|\\.)*")/g)].map(
        ([, rule = '""']) => JSON.parse(rule) as string,
      ),
    );
    expect([...places.keys()].sort()).toEqual([...all].sort());
    for (const [rule, { operation, within }] of places) {
      const judge = (attack: string): unknown =>
        contract.judge.answer(operation, operation.success?.status ?? '200', within(attack));
      expect({ rule, ...bounded(() => attacks.map(judge).length, { milliseconds: 2000 }) }).toEqual({
        rule,
        value: attacks.length,
      });
    }
  });
});

describe('what is looked for in texts and arrays', () => {
  it('finds no stack trace in ten million characters, and soon', () => {
    for (const piece of ['at ', 'at a.', 'at a(', 'at a(b) in ', 'File "', '#1 a/', 'a.rb', 'Stack trace: ', 'a']) {
      const text = piece.repeat(10_000_000 / piece.length);
      expect({ piece, ...bounded(() => stackTraceIn(text), { milliseconds: 1000 }) }).toEqual({
        piece,
        value: undefined,
      });
    }
    expect(stackTraceIn(`${'at '.repeat(1000)}at Object.<anonymous> (file:///srv/app/main.mjs:3:11)`)).toBe(
      'JavaScript',
    );
  });

  it('compares tens of thousands of items in any order', () => {
    const items = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `Thing ${id}`, none: null }));
    const other = items.map(({ id, name }) => ({ name, id })).reverse();
    const alike = { resolve: (schema: Schema) => schema, saysReflection: false };
    expect(bounded(() => sameItems(items, other), { milliseconds: 10_000 })).toEqual({ value: true });
    expect(
      bounded(() => sameItems(items, [...other.slice(1), { id: 1, name: 'Thing 1' }]), { milliseconds: 10_000 }),
    ).toEqual({ value: false });
    expect(bounded(() => likeness(alike, {}, items, other), { milliseconds: 10_000 })).toEqual({ value: 'same' });
    expect(
      bounded(
        () =>
          likeness(
            alike,
            {},
            items,
            items.map((item) => ({ ...item, more: true })),
          ),
        { milliseconds: 10_000 },
      ),
    ).toEqual({ value: 'same' });
  });
});
