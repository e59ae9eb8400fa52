import { afterAll, beforeAll, expect, it } from 'vitest';
import { findVariants, pickEvenly } from '../../scripts/bench/check/find-variants.js';
import { type HostedServices, hostServices, type RunningService } from '../../scripts/bench/check/services.js';
import type { Tester } from '../../scripts/bench/check/tester.js';
import type { CommandResult } from '../../scripts/bench/frame/processes.js';

let services: HostedServices;
beforeAll(async () => {
  services = await hostServices();
});
afterAll(() => services.end());

const read = (service: RunningService, path = '/v1/books?limit=1'): Promise<Response> =>
  fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${service.key}` } });

it('each service that is opened is in its initial state, and counts its requests', async () => {
  const service = await services.open('shelf');
  const createdResponse = await fetch(`${service.url}/v1/authors`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: '{"name":"Ottoline Marsh"}',
  });
  expect(createdResponse.status).toBe(201);
  const { headers } = await read(service, '/v1/authors');
  expect(headers.get('x-total-count')).toBe('9');
  const otherService = await services.open('shelf');
  expect((await read(otherService, '/v1/authors')).headers.get('x-total-count')).toBe('8');
  expect(await services.close(service)).toBe(2);
  expect(await services.close(otherService)).toBe(1);
});

it('a service far away responds like a local one, only later', { tags: 'slow' }, async () => {
  const [far, near] = [await services.open('shelf', '', 1500), await services.open('shelf')];
  const order: string[] = [];
  const responses = await Promise.all(
    [far, near].map(async (service) => {
      const response = await read(service);
      order.push(service === far ? 'far' : 'near');
      return response;
    }),
  );
  expect(order).toEqual(['near', 'far']);
  for (const response of responses) expect(await response.json()).toMatchObject({ total: 30, limit: 1 });
  expect(await services.close(far)).toBe(1);
  expect(await services.close(near)).toBe(1);
});

/** A subject that reports years which are not numbers, and one failure that it reports for every service. */
const ofYears = {
  name: 'years',
  async run(service, { seed }) {
    const { items } = (await (await read(service)).json()) as { items: { year: unknown }[] };
    const isOdd = seed === 2 && items.some(({ year }) => typeof year !== 'number');
    return { failures: ['always', ...(isOdd ? ['a year is no number'] : [])], result: {} as CommandResult };
  },
} satisfies Pick<Tester, 'name' | 'run'>;

it('a variant is found if a run with any seed reports something new compared to the unmodified service', async () => {
  const variants = ['year-as-text', 'bad-email', 'ok-charset'].map(
    (wantedText) => services.variants.find(({ name }) => name === wantedText)!,
  );
  const foundVariants = await findVariants(ofYears, variants, services, { seeds: [1, 2], say: () => undefined });
  expect(foundVariants.map(({ name }) => name)).toEqual(['year-as-text']);
});

it('a sample is spread evenly over all items', () => {
  expect(pickEvenly([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 3)).toEqual([0, 3, 6]);
  expect(pickEvenly([0, 1], 5)).toEqual([0, 1]);
});
