import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import type { MediaType } from '../../scripts/contract/document.js';
import { successOf } from '../../scripts/contract/operations.js';
import { dereference } from '../../scripts/contract/references.js';
import { operations, type SandboxOptions } from '../../scripts/sandbox/sandbox.js';
import { open } from '../sandbox/fixture.js';

/** Operations whose example shows only some items of the response, each with a reason. */
const excerpts = new Map([['assignTierEntries', 'two of the four entries of the tier: one of each kind']]);

/** Returns the examples of a body in order. The n-th example of a request belongs to the n-th of the response. */
function examplesOf(content: Record<string, MediaType> | undefined): [name: string, value: unknown][] {
  const examples = Object.values(content ?? {}).flatMap((media) => Object.entries(media.examples ?? {}));
  return examples.map(([name, example]) => [name, dereference<{ value?: unknown }>(contract, example).value]);
}

const pairs = operations.flatMap(({ id, operation }) => {
  const requests = examplesOf(operation.requestBody?.content);
  const responses = examplesOf(successOf(contract, operation)?.[1].content);
  return requests.length === 0 ? [] : [{ id, requests, responses }];
});

/** The examples of requests, each with the example of a response that the docs show beside it. */
const stories = pairs.flatMap(({ id, requests, responses }) =>
  requests.map(([request, sentBody], index) => {
    const [response = '', shownBody] = responses[index] ?? [];
    return { id, request, response, sent: sentBody, shown: shownBody };
  }),
);

/** Makes the sandbox use the ids and the time of the example, so that the rest can be compared exactly. */
function asShown(value: unknown): SandboxOptions {
  const text = JSON.stringify(value);
  const knownText = JSON.stringify(open().snapshot());
  const ids = new Set([...text.matchAll(/"id":"([^"]+)"/g)].map(([, id = '']) => id));
  const fresh = [...ids].filter((id) => !knownText.includes(`"id":"${id}","parents"`));
  const [, time] = /"created":"([^"]+)"/.exec(text) ?? [];
  return { ids: () => fresh.shift() ?? crypto.randomUUID(), ...(time !== undefined && { now: () => time }) };
}

describe('the examples of an operation with a request', () => {
  it('are equal in number for request and response', () => {
    expect(pairs.length).toBeGreaterThan(35);
    const uneven = pairs.filter(({ requests, responses }) => requests.length !== responses.length);
    expect(uneven.map(({ id }) => id)).toEqual([]);
  });

  it.each(stories)('tell one story: $id, $request, $response', async ({ id, sent, shown }) => {
    const { status, json } = await open(asShown(shown)).call(id, { body: sent });
    expect(status).toBeLessThan(300);
    if (excerpts.has(id)) expect(json).toEqual(expect.arrayContaining(shown as unknown[]));
    else expect(json).toEqual(shown);
  });

  const updates = stories.filter(({ id }) => /^(update(?!.*RecommendedOrder)|set)/.test(id));
  it.each(updates)('change existing data: $id, $request', async ({ id, sent }) => {
    const sandbox = open();
    const collectionsBefore = sandbox.snapshot().collections;
    await sandbox.call(id, { body: sent });
    expect(sandbox.snapshot().collections).not.toEqual(collectionsBefore);
  });
});
