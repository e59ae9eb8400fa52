import { describe, expect, it } from 'vitest';
import type { CheckedContract } from '../../../scripts/check/model/contract/contract.js';
import type { CheckedOperation } from '../../../scripts/check/model/contract/operations.js';
import type { Exchange } from '../../../scripts/check/model/exchange.js';
import type { KeyUse } from '../../../scripts/check/model/near-key.js';
import type { NoVerdict } from '../../../scripts/check/model/no-verdict.js';
import { Health, type HealthSign } from '../../../scripts/check/session/health.js';
import { yamlBeside } from '../../yaml-beside.js';

/** Reads at `/a` to `/f`, a read of a resource and its deletion, a public read, and a creation. */
const operations = [...'abcdef', 'x/{x}', 'open', 'make', 'drop'].map((path) => ({
  id: path.slice(0, 4).replace(/\W.*/, ''),
  method: { make: 'post', drop: 'delete' }[path] ?? 'get',
  path: path === 'drop' ? '/x/{x}' : `/${path}`,
  pathParameters: path.includes('{') ? ['x'] : [],
  parameters: [],
  responses: [],
  security: { kind: path === 'open' ? 'none' : 'bearer' },
})) as unknown as CheckedOperation[];
const contract = {
  operations,
  resolve: (schema: unknown) => schema,
  operation: (id: string) => operations.find((operation) => operation.id === id),
} as unknown as CheckedContract;

/** Parses `a 429 none waited`: an operation, a status or a failure, the key unless it is the right one, and notes. */
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
      ...(more.includes('waited') && { earlierOutcomes: [429] }),
    } as Exchange,
    moment: { operationId: id, request: index + 1, seconds: index, goodAnswers: 0 },
  };
}

/** Returns the signs of texts, each of which may name several operations. */
function signsOf(texts: readonly string[]): HealthSign[] {
  return texts
    .flatMap((text) => {
      const [ids = '', ...more] = text.split(' ');
      return ids.split('+').map((id) => [id, ...more].join(' '));
    })
    .map(signOf);
}

function healthOf(...texts: readonly string[]): Health {
  const health = new Health(contract);
  for (const sign of signsOf(texts)) health.note(sign);
  return health;
}

const { verdicts, controls, called, skips, stalls } = yamlBeside<{
  verdicts: [what: string, signs: string[], code?: string][];
  controls: [what: string, signs: string[], isNeeded: boolean][];
  called: [what: string, signs: string[], ids: string[]][];
  skips: [what: string, signs: string[], reason?: string | null, later?: string[]][];
  stalls: [what: string, signs: string[], next: string, isDoubtful: boolean][];
}>(import.meta.url, 'health.yaml');

describe('the health of a server', () => {
  it.each(verdicts)('gives a verdict if it %s', (_, signs, code) => {
    const health = new Health(contract);
    const ends = signsOf(signs).map((sign) => health.note(sign));
    const end: NoVerdict | undefined = ends.find((otherEnd) => otherEnd !== undefined) ?? health.verdict;
    expect(end?.code).toBe(code);
  });

  it.each(controls)('needs a control read after %s: %s', (_, signs, isNeeded) => {
    expect(healthOf(...signs).needsControlRead).toBe(isNeeded);
  });

  it.each(called)('is tested with control reads of %s', async (_, signs, ids) => {
    const requests: string[] = [];
    await healthOf(...signs).runControlRead(
      ({ operationId }) => {
        requests.push(operationId);
        return Promise.resolve(signOf('a 404', 0).exchange);
      },
      () => true,
    );
    expect(requests).toEqual(ids);
  });

  it.each(skips)('decides whether to skip an operation %s', async (_, signs, reason, laterValues) => {
    const health = healthOf(...signs);
    if (laterValues)
      await health.runControlRead(
        ({ request }) => Promise.resolve({ ...signOf('f 200', 0).exchange, request }),
        () => true,
      );
    for (const sign of signsOf(laterValues ?? [])) health.note(sign);
    const text = health.whySkipped(signOf('b 200', 0).testCase);
    if (reason == null) expect(text).toBeUndefined();
    else expect(text).toContain(reason);
  });

  it.each(stalls)('decides whether to doubt that %s is permanent', (_, signs, next, isDoubtful) => {
    const { testCase, exchange } = signOf(next, signs.length);
    expect(healthOf(...signs).mayBeTransientFailure(testCase, exchange)).toBe(isDoubtful);
  });

  it('names the operations that refused the key, or that had no useful response', () => {
    const health = healthOf('a 200', 'c 403', 'b 401', 'd 429', 'e 429', 'e 200', 'd transport.timeout');
    expect(health.refusalNote()).toMatch(
      /^2 operations, such as c, could not be checked: the server refused the key \(403\)/,
    );
    expect(health.incompleteVerdict(operations, () => true)?.message).toMatch(
      /^Since request 4 .*, no usable response .* for d, .*: the requests got 429 and no response \(transport\./,
    );
    const [a] = operations;
    expect(health.incompleteVerdict(a ? [a] : [], () => true)).toBeUndefined();
  });
});
