import { createServer } from 'node:http';
import { initTRPC } from '@trpc/server';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import { afterAll, expect, it } from 'vitest';
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

async function call(path: string, body?: object): Promise<{ status: number; answer: unknown }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/${path}`, body && { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, answer: await response.json() };
}

it('a tRPC router accepts a validator for inputs, and rejects invalid inputs with its issues', async () => {
  const input = { title: 'Fjordline', resources: [{ url: 'https://example.com' }] };
  const answer = { result: { data: { title: 'Fjordline', links: 1 } } };
  expect(await call('update', input)).toEqual({ status: 200, answer });
  const { issues } = partnerEntryUpdate.validate({ title: 1, nowhere: 2 });
  expect(issues).toHaveLength(2);
  expect(await call('update', { title: 1, nowhere: 2 })).toMatchObject({ status: 400, answer: { error: { issues } } });
});

it('a tRPC router accepts a validator for outputs', async () => {
  const answer = { result: { data: { title: 'Gold', order: 1 } } };
  expect(await call('tier')).toMatchObject({ status: 200, answer });
  expect(await call('wrongTier')).toMatchObject({ status: 500 });
});
