// @module-tag slow
import { expect, it } from 'vitest';
import { accusations } from './run.js';
import type { Json, JsonObject } from './service/contract.js';
import { documentNamed } from './service/document.js';
import { checkDocument } from './service/resources.js';

const document = documentNamed('loads');
const resources: Record<string, JsonObject> = {
  '/lamps/a1': { id: 'a1', label: 'Desk' },
  '/lamps/b2': { id: 'b2', label: 'Hall' },
};

/** Numbers that depend only on the seed and on the count of earlier numbers. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed + 1; ; state = (state * 48271) % 2147483647) yield state >> 8;
}

it.each(Array.from({ length: 12 }, (_, seed) => seed))(
  'a service whose responses vary is not accused of what variations change (seed %i)',
  async (seed) => {
    const random = numbers(seed);
    const { report } = await checkDocument(
      document,
      {
        resources,
        change: ({ show, send }) => ({
          show: (call, each) => show(call, { ...each, load: (random.next().value as number) % 2 === 0 ? 5 : 1000 }),
          send: (call, response) =>
            send(
              call,
              Array.isArray(response.body) && (random.next().value as number) % 2 === 0
                ? { ...response, body: (response.body as Json[]).slice(0, 1) }
                : response,
            ),
        }),
      },
      { writes: 'none' },
    );
    const values = accusations(report).filter((line) => /^(?:request\.variant|head)/.test(line));
    expect(values).toEqual([]);
  },
);
