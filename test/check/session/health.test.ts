import { describe, expect, it } from 'vitest';
import type { CheckedContract } from '../../../scripts/check/model/contract/contract.js';
import type { CheckedOperation } from '../../../scripts/check/model/contract/operations.js';
import type { Exchange } from '../../../scripts/check/model/exchange.js';
import type { KeyUse } from '../../../scripts/check/model/near-key.js';
import type { NoVerdict } from '../../../scripts/check/model/no-verdict.js';
import { Health, type HealthSign } from '../../../scripts/check/session/health.js';

/** Reads at `/a` to `/f`, a read below another resource, a public read, and a creation. */
const operations = [...'abcdef', 'x/{x}', 'open', 'make'].map((path) => ({
  id: path.slice(0, 4).replace(/\W.*/, ''),
  method: path === 'make' ? 'post' : 'get',
  path: `/${path}`,
  pathParameters: path.includes('{') ? ['x'] : [],
  parameters: [],
  security: { kind: path === 'open' ? 'none' : 'bearer' },
})) as unknown as CheckedOperation[];
const contract = {
  operations,
  resolve: (schema: unknown) => schema,
  operation: (id: string) => operations.find((each) => each.id === id),
} as unknown as CheckedContract;

/** Parses `a 429 none waited`: an operation, a status or a failure, the key unless it is the right one, and more. */
function signOf(text: string, index: number): HealthSign {
  const [id = '', result = '', ...more] = text.split(' ');
  const operation = contract.operation(id);
  if (!operation) throw new Error(`There is no operation ${id}.`);
  const key = (more.find((each) => ['none', 'wrong'].includes(each)) ?? 'right') as KeyUse;
  const request = { method: operation.method.toUpperCase(), path: operation.path, headers: {}, key };
  const headers: Record<string, string> = more.includes('retry-after') ? { 'retry-after': '1' } : {};
  const exchange = /^\d+$/.test(result)
    ? { response: { status: Number(result), headers, bytes: new Uint8Array() } }
    : { failure: { code: result, message: result } };
  return {
    testCase: { id: `${id}/read`, operationId: id, kind: 'read', about: '', request, expect: 'success' },
    operation,
    exchange: {
      request,
      ...exchange,
      milliseconds: 10,
      attempts: 1,
      ...(more.includes('waited') && { earlier: [429] }),
    } as Exchange,
    at: { operationId: id, request: index + 1, seconds: index, goodAnswers: 0 },
  };
}

function healthOf(...texts: readonly string[]): Health {
  const health = new Health(contract);
  for (const [index, text] of texts.entries()) health.note(signOf(text, index));
  return health;
}

/** Returns the health after these signs, a control read that succeeds, and then further signs. */
async function recovered(texts: readonly string[], ...more: readonly string[]): Promise<Health> {
  const health = healthOf('f 200', ...texts);
  await health.runControl(
    (testCase) => Promise.resolve(signOf(`f 200`, 0).exchange).then((each) => ({ ...each, request: testCase.request })),
    () => true,
  );
  for (const text of more) health.note(signOf(text, 99));
  return health;
}

const each = (result: string, ids = 'abcde'): string[] => [...ids].map((id) => `${id} ${result}`);

describe('the health of a server', () => {
  it.each<[string, string[], string | undefined]>([
    ['refuses the first key', ['a 401'], 'key.refused'],
    ['refuses it later', ['a 200', 'b 403'], undefined],
    ['refuses no key', ['a 401 none'], undefined],
    ['has been busy from the first request, after waits', ['a 429 waited'], 'target.busy'],
    ['is busy once', ['a 503 retry-after'], undefined],
    ['cannot be reached', ['a target.refused'], 'target.refused'],
    ['has a wrong certificate', ['a tls.certificate none'], 'tls.certificate'],
    ['is gone later, which a control read shows', ['a 200', ...each('target.refused')], undefined],
    ['is silent from the beginning', each('transport.reset'), 'run.broken-server'],
    ['fails on five operations in a row', ['a 200', ...each('500')], 'run.broken-server'],
    ['is unavailable later, which a control read shows', ['a 200', ...each('503')], undefined],
    ['is unavailable from the beginning', each('503'), 'run.broken-server'],
    ['fails on four', ['a 200', ...each('500', 'abcd')], undefined],
    ['fails five times on one', ['a 200', ...each('500', 'aaaaa')], undefined],
    ['fails, but not always', ['a 200', ...each('500', 'abc'), 'f 404', ...each('500', 'de')], undefined],
    ['fails without the key', ['a 200', ...each('500 none')], undefined],
    ['asks to wait', ['a 200', ...each('503 retry-after')], undefined],
  ])('gives a verdict if it %s', (_, signs, code) => {
    const health = new Health(contract);
    const ends = signs.map((text, index) => health.note(signOf(text, index)));
    const end: NoVerdict | undefined = ends.find((each) => each !== undefined) ?? health.verdict;
    expect(end?.code).toBe(code);
  });

  it.each<[string, string[], boolean]>([
    ['five refusals of the key', ['a 200', ...each('401', 'bcdef')], true],
    ['four', ['a 200', ...each('401', 'bcde')], false],
    ['refusals without the key', ['a 200', ...each('401 none', 'bcdef')], false],
    ['a success between them', ['a 200', ...each('403', 'bc'), 'a 200', ...each('403', 'def')], false],
    [
      'the success of what is public between them',
      ['a 200', ...each('403', 'bc'), 'open 200', ...each('403', 'def')],
      true,
    ],
    ['a missing resource between them', ['a 200', ...each('403', 'bc'), 'a 404', ...each('403', 'def')], true],
    ['requests to wait, with any key', ['a 200', ...each('429 wrong', 'bbb'), ...each('503', 'cc')], true],
    ['redirects once a read has succeeded', ['a 200', ...each('302')], true],
    ['redirects before that', ['make 201', ...each('302')], false],
    ['missing responses once a read has succeeded', ['a 200', ...each('transport.reset')], true],
  ])('needs a control read after %s: %s', (_, signs, isNeeded) => {
    expect(healthOf(...signs).needsControl).toBe(isNeeded);
  });

  it.each<[string, string[], string[]]>([
    ['the last successful reads', ['b 200', 'a 200', 'c 401'], ['a', 'b']],
    ['three at most', [...each('200', 'abcd'), 'e 401'], ['d', 'c', 'b']],
    ['none that succeeds without the key', ['b 200', 'a 200', 'a 200 none', 'c 401'], ['b']],
    ['any read if none needs the key', ['open 200', ...each('429', 'a')], ['open']],
    ['a read without ids if none has succeeded', ['make 201', 'open 200 none', ...each('403', 'a')], ['a']],
  ])('is controlled by %s', async (_, signs, ids) => {
    const asked: string[] = [];
    const missing = signOf('a 404', 0).exchange;
    await healthOf(...signs).runControl(
      (testCase) => {
        asked.push(testCase.operationId);
        return Promise.resolve(missing);
      },
      () => true,
    );
    expect(asked).toEqual(ids);
  });

  it.each<[string, Promise<Health> | Health, RegExp | undefined]>([
    ['that timed out', healthOf('a 200', 'b transport.timeout'), /timed out/],
    ['that asked to wait', healthOf('a 200', 'b 503 retry-after'), /asked to wait/],
    ['that failed', healthOf('a 200', 'b 503'), undefined],
    ['when the server has recovered', recovered(['b 429', 'c 429']), undefined],
    ['when only it was busy', recovered(['b 429']), /asked to wait/],
    ['after its second chance', recovered(['b 429', 'c 429'], 'b 429', 'c 429', 'f 200'), /asked to wait/],
  ])('decides whether to skip an operation %s', async (_, health, reason) => {
    const found = (await health).whySkipped(signOf('b 200', 0).testCase);
    if (reason) expect(found).toMatch(reason);
    else expect(found).toBeUndefined();
  });

  it.each<[string, string[], string, boolean]>([
    ['the first failure of a read', ['a 200'], 'a 500', true],
    ['the second', ['a 500'], 'a 502', false],
    ['a failure of a write', [], 'make 500', false],
    ['a request to wait', [], 'a 503 retry-after', false],
    ['a refusal', [], 'a 400', false],
  ])('decides whether to doubt %s', (_, signs, next, isDoubtful) => {
    const { testCase, exchange } = signOf(next, signs.length);
    expect(healthOf(...signs).mayBeStall(testCase, exchange)).toBe(isDoubtful);
  });

  it('names the operations that refused the key, or that had no useful response', () => {
    const health = healthOf('a 200', 'c 403', 'b 401', 'd 429', 'e 429', 'e 200', 'd transport.timeout');
    expect(health.refusalNote()).toMatch(/^2 operations, such as c, refused the key \(403\)/);
    expect(health.incompleteVerdict(operations, () => true)?.message).toMatch(
      /^d got nothing but 429 and no response \(transport\.timeout\) since request 4 /,
    );
    const [a] = operations;
    expect(health.incompleteVerdict(a ? [a] : [], () => true)).toBeUndefined();
  });
});
