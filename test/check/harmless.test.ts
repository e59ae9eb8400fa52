import { describe, expect, it } from 'vitest';
import { createSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { sample } from '../sample.js';
import { words } from '../words.js';
import { checkServed, everything } from './run.js';

interface Outcome {
  requests: { method: string; path: string; key: string | null }[];
  isUnchanged: boolean;
  state: string;
}

/** Checks a sandbox in the default mode; returns the requests, and whether the state of the sandbox is unchanged. */
async function sentTo(faults: readonly string[]): Promise<Outcome> {
  const sandbox = createSandbox({ faults });
  const requests: Outcome['requests'] = [];
  const state = JSON.stringify(sandbox.snapshot());
  const watched = {
    ...sandbox,
    fetch: (request: Request) => {
      const { method, url, headers } = request;
      requests.push({ method, path: new URL(url).pathname, key: headers.get('authorization') });
      return sandbox.fetch(request);
    },
  };
  await checkServed(watched, { ...everything, runs: 2 });
  return { requests, isUnchanged: JSON.stringify(sandbox.snapshot()) === state, state };
}

/** A run of all operations takes seconds, so the tests share one run on the correct sandbox. */
let ofRight: Promise<Outcome> | undefined;
const sentToRight = (): Promise<Outcome> => (ofRight ??= sentTo([]));

/** Faults that make a server accept wrong requests. A normal run tries every third, the long run all of them. */
const lenientValues = words`
  auth-ignored malformed-json-200 wrong-content-type-200 unknown-id-200 accepts-wrong-type method-200
`;

describe('the default mode', () => {
  it('safety mode-none: sends no POST, and each write only to an id that does not exist', {
    tags: 'slow',
  }, async () => {
    const { requests, isUnchanged, state } = await sentToRight();
    // The safe methods of RFC 9110 §9.2.1.
    const writes = requests.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method));
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(writes.length).toBeGreaterThan(200);
    for (const { method, path } of writes) {
      const ids = path.match(/[0-9a-f]{8}-[0-9a-f-]{27}|not-a-uuid/g) ?? [];
      const isNew = ids.some((id) => !state.includes(id));
      expect({ method, path, isNew }).toEqual({ method, path, isNew: true });
    }
    expect(isUnchanged).toBe(true);
  });

  it.each(sample(lenientValues, 3))('does not change a server with the fault %s', { tags: 'slow' }, async (fault) => {
    const { requests, isUnchanged } = await sentTo([fault]);
    expect(requests.length).toBeGreaterThan(500);
    expect(isUnchanged).toBe(true);
  });

  it('sends the right key, no key, an empty key, one wrong key, and both keys in either order', async () => {
    const { requests } = await sentToRight();
    const keys = new Set(requests.map(({ key }) => key));
    expect(keys.size).toBe(7);
    const bothKeys = [...keys].filter((key) => key?.includes(', '));
    expect(bothKeys.map((text) => text?.split(', ').indexOf(defaultKey)).sort()).toEqual([0, 1]);
    expect([...keys]).toEqual(expect.arrayContaining([defaultKey, `Bearer ${defaultKey}`, null, '']));
  });
});

describe('safety "--writes disposable"', () => {
  it('tests each operation by at most 150 requests, and changes nothing that was there before', {
    tags: 'slow',
  }, async () => {
    const sandbox = createSandbox();
    const stateBefore = sandbox.snapshot();
    const options = { ...everything, writes: 'disposable', runs: 0 } as const;
    const { coverage, operations } = await checkServed(sandbox, options);
    expect(coverage).toMatchObject({ successTested: 117, refusalTested: 117 });
    const maximum = Math.max(...operations.map(({ requests }) => requests));
    expect(maximum).toBeLessThanOrEqual(150);
    expect(maximum).toBeGreaterThan(100);
    const { collections } = sandbox.snapshot();
    for (const [name, resources] of Object.entries(stateBefore.collections))
      expect(collections[name], name).toEqual(expect.arrayContaining(resources));
  });
});
