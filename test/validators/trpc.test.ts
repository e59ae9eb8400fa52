import { createServer } from 'node:http';
import { initTRPC } from '@trpc/server';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import { afterAll, describe, expect, it } from 'vitest';
import { partnerEntryUpdate, tier } from '../../scripts/validators/index.js';
import { listenHere } from '../listen-here.js';

const t = initTRPC.create({
  errorFormatter: ({ shape, error }) => ({
    ...shape,
    issues: (error.cause as { issues?: unknown } | undefined)?.issues,
  }),
});
const router = t.router({
  update: t.procedure
    .input(partnerEntryUpdate)
    .mutation(({ input }) => ({ title: input.title ?? 'none', links: input.resources?.length ?? 0 })),
  tier: t.procedure.output(tier).query(() => ({ title: 'Gold', order: 1 })),
  wrongTier: t.procedure.output(tier).query(() => ({ title: 1 }) as never),
});

const { url, close } = await listenHere(createServer(createHTTPHandler({ router })));
afterAll(close);

async function call(path: string, body?: unknown): Promise<{ status: number; answer: unknown }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(
    `${url}/${path}`,
    body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) },
  );
  return { status: response.status, answer: await response.json() };
}

describe('a tRPC router', () => {
  it('accepts a validator for inputs, and passes on valid ones', async () => {
    const { status, answer } = await call('update', {
      title: 'Fjordline',
      resources: [{ url: 'https://example.com' }],
    });
    expect([status, answer]).toEqual([200, { result: { data: { title: 'Fjordline', links: 1 } } }]);
  });

  it('rejects invalid inputs, with the issues of the validator', async () => {
    const { status, answer } = await call('update', { title: 1, nowhere: 2 });
    expect(status).toBe(400);
    expect(answer).toMatchObject({
      error: {
        issues: [
          { message: 'Expected a string, found a number.', path: ['title'], pointer: '/title' },
          {
            message: 'Expected only declared fields, found an undeclared one.',
            path: ['nowhere'],
            pointer: '/nowhere',
          },
        ],
      },
    });
  });

  it('accepts a validator for outputs', async () => {
    expect(await call('tier')).toMatchObject({
      status: 200,
      answer: { result: { data: { title: 'Gold', order: 1 } } },
    });
    expect(await call('wrongTier')).toMatchObject({ status: 500 });
  });
});
