import { describe, expect, it, onTestFinished } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import { createSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { isWhole } from '../sample.js';
import { everything } from './run.js';

interface Sent {
  method: string;
  path: string;
  authorization: string | null;
}

/** Checks a sandbox in the default mode; returns the requests, and whether the state of the sandbox is unchanged. */
async function sentTo(faults: readonly string[]): Promise<{ sent: Sent[]; isUnchanged: boolean; state: string }> {
  process.env['DIRECTORY_API_KEY'] = defaultKey;
  const sandbox = createSandbox({ faults });
  const sent: Sent[] = [];
  const before = JSON.stringify(sandbox.snapshot());
  const watched = {
    ...sandbox,
    fetch: (request: Request) => {
      sent.push({
        method: request.method,
        path: new URL(request.url).pathname,
        authorization: request.headers.get('authorization'),
      });
      return sandbox.fetch(request);
    },
  };
  const served = await serveSandbox({ sandbox: watched });
  try {
    await check({ ...everything, baseUrl: served.url, runs: 2 });
  } finally {
    await served.close();
  }
  return { sent, isUnchanged: JSON.stringify(sandbox.snapshot()) === before, state: before };
}

/** A run of all operations takes seconds, so the tests share one run on the correct sandbox. */
let ofRight: ReturnType<typeof sentTo> | undefined;
const sentToRight = (): ReturnType<typeof sentTo> => (ofRight ??= sentTo([]));

/** Faults that make a server accept wrong requests. A normal run tries every third, the long run all of them. */
const lenient = [
  'auth-ignored',
  'malformed-json-200',
  'wrong-content-type-200',
  'unknown-id-200',
  'accepts-wrong-type',
  'method-200',
];
const step = isWhole ? 1 : 3;

describe('the default mode', () => {
  it('safety mode-none: sends no POST, and each write only to an id that does not exist', async () => {
    const { sent, isUnchanged, state } = await sentToRight();
    // The safe methods of RFC 9110 §9.2.1.
    const writes = sent.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method));
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(writes.length).toBeGreaterThan(200);
    for (const { method, path } of writes) {
      const ids = path.match(/[0-9a-f]{8}-[0-9a-f-]{27}|not-a-uuid/g) ?? [];
      expect(
        ids.some((id) => !state.includes(id)),
        `${method} ${path}`,
      ).toBe(true);
    }
    expect(isUnchanged).toBe(true);
  });

  it.each(lenient.filter((_, index) => index % step === 0))(
    'does not change a server with the fault %s',
    { tags: 'slow' },
    async (fault) => {
      const { sent, isUnchanged } = await sentTo([fault]);
      expect(sent.length).toBeGreaterThan(500);
      expect(isUnchanged).toBe(true);
    },
  );

  it('sends the right key, no key, an empty one, one wrong one, and both in any order', async () => {
    const { sent } = await sentToRight();
    const keys = new Set(sent.map(({ authorization }) => authorization));
    expect(keys.size).toBe(7);
    const both = [...keys].filter((each) => each?.includes(', '));
    expect(both.map((each) => each?.split(', ').indexOf(defaultKey)).sort()).toEqual([0, 1]);
    expect(keys).toContain(defaultKey);
    expect(keys).toContain(`Bearer ${defaultKey}`);
    expect(keys).toContain(null);
    expect(keys).toContain('');
  });
});

describe('safety "--writes disposable"', () => {
  it('tests each operation by at most 150 requests, and changes nothing that was there before', {
    tags: 'slow',
  }, async () => {
    process.env['DIRECTORY_API_KEY'] = defaultKey;
    const sandbox = createSandbox();
    const before = sandbox.snapshot();
    const served = await serveSandbox({ sandbox });
    onTestFinished(() => served.close());
    const options = { ...everything, writes: 'disposable', runs: 0 } as const;
    const { coverage, operations } = await check({ ...options, baseUrl: served.url });
    expect(coverage).toMatchObject({ successTested: 117, refusalTested: 117 });
    expect(
      operations
        .filter(({ requests }) => requests > 150)
        .map(({ operationId, requests }) => `${operationId} ${requests}`),
    ).toEqual([]);
    expect(Math.max(...operations.map(({ requests }) => requests))).toBeGreaterThan(100);
    const { collections } = sandbox.snapshot();
    for (const [name, resources] of Object.entries(before.collections))
      expect(collections[name], name).toEqual(expect.arrayContaining(resources));
  });
});
