import { afterAll, beforeAll, expect, it } from 'vitest';
import { foundBy } from '../../scripts/bench/faults/found.js';
import { type HostedServices, hostServices, type OpenService } from '../../scripts/bench/faults/hosted-services.js';
import { replayed } from '../../scripts/bench/faults/replayed.js';
import type { Tester } from '../../scripts/bench/faults/tester.js';

let services: HostedServices;
beforeAll(async () => {
  services = await hostServices();
});
afterAll(() => services.end());

const read = (service: OpenService, path = '/v1/books?limit=1'): Promise<Response> =>
  fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${service.key}` } });

it('each opened service is in its first state, and counts its requests', async () => {
  const one = await services.open('shelf');
  const made = await fetch(`${one.url}/v1/authors`, {
    method: 'POST',
    headers: { authorization: `Bearer ${one.key}`, 'content-type': 'application/json' },
    body: '{"name":"Ottoline Marsh"}',
  });
  expect(made.status).toBe(201);
  const { headers } = await read(one, '/v1/authors');
  expect(headers.get('x-total-count')).toBe('9');
  const other = await services.open('shelf');
  expect((await read(other, '/v1/authors')).headers.get('x-total-count')).toBe('8');
  expect(await services.close(one)).toBe(2);
  expect(await services.close(other)).toBe(1);
});

it('a service far away responds as it does here, only later', async () => {
  const far = await services.open('shelf', '', 150);
  const begun = performance.now();
  const response = await read(far);
  expect(await response.json()).toMatchObject({ total: 30, limit: 1 });
  expect(performance.now() - begun).toBeGreaterThan(149);
  expect(await services.close(far)).toBe(1);
});

/** Finds years that are no numbers; it also reports, at every service, what is accepted as the usual. */
const ofYears: Tester = {
  name: 'years',
  kind: 'peer',
  seeds: [1, 2],
  async run(service, { seed }) {
    const { items } = (await (await read(service)).json()) as { items: { year: unknown }[] };
    const isOdd = seed === 2 && items.some(({ year }) => typeof year !== 'number');
    return { failures: ['always', ...(isOdd ? ['a year is no number'] : [])] };
  },
};

it('a variant is found if one of the seeds reports what the usual service does not show', async () => {
  const variants = ['year-as-text', 'bad-email', 'ok-charset'].map(
    (wanted) => services.variants.find(({ name }) => name === wanted)!,
  );
  const { accepted, variants: found } = await foundBy(ofYears, variants, services, () => undefined);
  expect(accepted).toEqual(['always']);
  expect(found.map(({ name }) => name)).toEqual(['year-as-text']);
});

it('recorded requests are sent again as they were, in their order', async () => {
  const service = await services.open('shelf');
  const headers = [{ name: 'Authorization', value: `Bearer ${service.key}` }];
  const json = [...headers, { name: 'Content-Type', value: 'application/json' }];
  const url = 'http://127.0.0.1:1/v1/authors';
  const text = Buffer.from('{"name":"Ottoline Marsh"}').toString('base64');
  const entries = [
    { request: { method: 'POST', url, headers: json, postData: { text } } },
    { request: { method: 'GET', url, headers } },
    { request: { method: 'GET', url, headers: [] } },
  ];
  const { responses, silent } = await replayed(service.url, entries, new Set([2]));
  expect(responses.map(({ method, status }) => `${method} ${status}`)).toEqual(['POST 201', 'GET 200']);
  expect(responses[1]?.headers['x-total-count']).toBe('9');
  expect(silent.size).toBe(0);
  await services.close(service);
});

it('a request without a response is told, for the next time', async () => {
  const gone = await services.open('shelf');
  await services.close(gone);
  const { responses, silent } = await replayed(gone.url, [{ request: { method: 'GET', url: gone.url, headers: [] } }]);
  expect(responses).toEqual([]);
  expect([...silent]).toEqual([0]);
});
