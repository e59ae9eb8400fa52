import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { words } from '../../words.js';
import { type Ask, asking, author, book, departures, noAuthor, noBook, type Received, withShelf } from './ask.js';
import { contractFile, operations } from './contract.js';
import { rightVariants, shelfFaults } from './faults.js';
import { creationProbes } from './probes/creations.js';
import { credentialProbes } from './probes/credentials.js';
import { httpProbes } from './probes/http.js';
import { listProbes } from './probes/lists.js';
import { methodProbes } from './probes/methods.js';
import { neighbourProbes } from './probes/neighbours.js';
import { newBook, type Probe } from './probes/probe.js';
import { refusalProbes } from './probes/refusals.js';
import { removalProbes } from './probes/removals.js';
import { replacementProbes } from './probes/replacements.js';
import { responseProbes } from './probes/responses.js';
import { statusProbes } from './probes/statuses.js';
import { unknownIdProbes } from './probes/unknown-ids.js';
import { updateProbes } from './probes/updates.js';
import { variationProbes } from './probes/variations.js';
import { createShelfServer, type ShelfServer } from './server.js';
import { allSteps, readingSteps, walk } from './walk.js';

const probes: readonly Probe[] = [
  ...responseProbes,
  ...listProbes,
  ...refusalProbes,
  ...statusProbes,
  ...updateProbes,
  ...creationProbes,
  ...httpProbes,
  ...neighbourProbes,
  ...replacementProbes,
  ...removalProbes,
  ...credentialProbes,
  ...methodProbes,
  ...variationProbes,
  ...unknownIdProbes,
];

let shelf: ShelfServer;
let ask: Ask;
beforeAll(async () => {
  shelf = await createShelfServer();
  ask = asking(shelf);
});
afterAll(() => shelf.close());

/** Sends requests to the correct service, which is reset before. */
async function fromTheBeginning<T>(use: (ask: Ask) => Promise<T>): Promise<T> {
  shelf.reset();
  return use(ask);
}

describe('the document', () => {
  it('is OpenAPI 3.1 without extensions', () => {
    const text = readFileSync(contractFile, 'utf8');
    expect(text).toMatch(/^openapi: 3\.1\.0\n/);
    expect(text).not.toMatch(/^\s*(- )?x-/m);
  });

  it('gives each body examples that fit', () => {
    const bodies = operations.flatMap(({ id, body }) => (body ? [{ id, ...body }] : []));
    expect(bodies.map(({ id }) => id)).toEqual(
      words`createAuthor replaceAuthor updateAuthor createBook replaceBook updateBook createReview`,
    );
    for (const { examples, validate } of bodies) {
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples)
        expect([example, validate(example), validate.errors]).toEqual([example, true, null]);
    }
  });
});

describe('the correct service', () => {
  it('keeps its contract in each operation, with each status', async () => {
    const seen = new Set<string>();
    const found: string[] = [];
    await fromTheBeginning((asked) =>
      walk(asked, allSteps, (id, received) => {
        seen.add(`${id} ${received.status}`);
        if (id !== 'none') found.push(...departures(id, received));
      }),
    );
    expect(found).toEqual([]);
    const documented = operations.flatMap(({ id, responses }) =>
      [...responses.keys()].map((status) => `${id} ${status}`),
    );
    expect(documented.filter((each) => !seen.has(each))).toEqual([]);
  });

  it('starts again after a reset, with the same ids and times', async () => {
    const made = (asked: Ask): Promise<Received> => asked('POST /v1/books', { body: newBook() });
    const first = await fromTheBeginning(made);
    expect((await fromTheBeginning(made)).text).toBe(first.text);
    expect((await fromTheBeginning((asked) => asked('GET /v1/books'))).body['total']).toBe(30);
  });

  it('responds to HEAD like GET, without the body', async () => {
    const read = [
      'authors?per_page=2',
      `authors/${author(0)}`,
      'books?limit=2',
      `books/${book(0)}/reviews/1`,
      `books/${noBook}`,
    ];
    const received = ({ status, headers }: Received): unknown[] => [
      status,
      ...['content-type', 'content-length', 'link', 'x-total-count'].map((name) => headers.get(name)),
    ];
    for (const path of read) {
      const head = await ask(`HEAD /v1/${path}`);
      expect(head.text).toBe('');
      expect(received(head)).toEqual(received(await ask(`GET /v1/${path}`)));
    }
  });

  it('names the methods of a path', async () => {
    const allowed = async (request: string): Promise<unknown> => {
      const received = await ask(request);
      return [received.status, received.headers.get('allow')];
    };
    expect(await allowed('PUT /v1/authors')).toEqual([405, 'GET, HEAD, POST']);
    expect(await allowed(`POST /v1/books/${noBook}`)).toEqual([405, 'GET, HEAD, PUT, PATCH, DELETE']);
    expect(await allowed(`PATCH /v1/books/${book(0)}/reviews/1`)).toEqual([405, 'GET, HEAD, DELETE']);
    expect(await allowed('GET /v1/shelves')).toEqual([404, null]);
  });

  it('links to the neighbouring pages of authors', async () => {
    expect((await ask('GET /v1/authors?per_page=3&page=2')).headers.get('link')).toBe(
      '</v1/authors?per_page=3&page=1>; rel="prev", </v1/authors?per_page=3&page=3>; rel="next"',
    );
  });

  it('sorts without regard to case, and puts authors without a date of birth last', async () => {
    shelf.reset();
    const titles = (await ask('GET /v1/books?sort=-title&limit=3')).body['items']?.map(({ title }) => title);
    expect(titles).toEqual(['Zugvögel & Fahrpläne', 'Yesterday, by Appointment', 'Winter Accounts']);
    for (const order of ['asc', 'desc']) {
      const born = (await ask(`GET /v1/authors?sort=bornOn&order=${order}`)).body.map(({ bornOn }) => bornOn);
      expect([born.at(-1), born.at(-2)]).toEqual([null, null]);
    }
  });

  it('ignores read-only fields of an author', async () => {
    const received = await fromTheBeginning((asked) =>
      asked(`PUT /v1/authors/${author(0)}`, { body: { name: 'A', id: noAuthor, createdAt: '2001-01-01T00:00:00Z' } }),
    );
    expect(received.body).toMatchObject({ id: author(0), createdAt: '2025-01-06T08:30:00.000Z' });
  });

  it('never returns the address of a reviewer', async () => {
    const received = await fromTheBeginning((asked) =>
      asked(`POST /v1/books/${book(0)}/reviews`, {
        body: { rating: 1, reviewer: 'A', reviewerEmail: 'a@example.com' },
      }),
    );
    expect([received.status, received.text.includes('a@example.com')]).toEqual([201, false]);
  });

  it('refuses an unknown fault', async () => {
    await expect(createShelfServer({ faults: ['limit-ignore'] })).rejects.toThrow(
      new RangeError('The service Shelf has no fault and no variant "limit-ignore"; faults.ts lists them.'),
    );
  });
});

describe('the faults', () => {
  const names = shelfFaults.map(({ name }) => name);

  it('have a unique name, a sentence, an operation of the document, and a probe', () => {
    expect(new Set([...names, ...rightVariants.map(({ name }) => name)]).size).toBe(
      shelfFaults.length + rightVariants.length,
    );
    for (const { about } of [...shelfFaults, ...rightVariants]) expect(about).toMatch(/^[A-Z0-9`].*\.$/);
    for (const { operationId } of shelfFaults) expect(operations.map(({ id }) => id)).toContain(operationId);
    expect(probes.map(([name]) => name).sort()).toEqual([...names].sort());
  });

  for (const { name, about, mode } of shelfFaults) {
    it(`${name}: ${about}`, { tags: 'slow' }, async () => {
      const [, see, wrong] = probes.find(([probed]) => probed === name) as Probe;
      const requests: string[] = [];
      const received = await withShelf([name], (asked) =>
        see((request, ...rest) => {
          requests.push(request);
          return asked(request, ...rest);
        }),
      );
      expect(received).toEqual(wrong);
      expect(await fromTheBeginning(see)).not.toEqual(wrong);
      const isHarmless = (request: string): boolean =>
        /^(GET|HEAD|OPTIONS|TRACE|M-SEARCH) /.test(request) ||
        (!request.startsWith('PUT ') && [noAuthor, noBook].some((id) => request.includes(id)));
      expect(requests.every(isHarmless)).toBe(mode !== 'w');
    });
  }

  it('that need writes do not show in reads, or in writes to unknown ids', { tags: 'long' }, async () => {
    const received = async (asked: Ask): Promise<unknown[]> => {
      const responses: unknown[] = [];
      await walk(asked, readingSteps, (id, { status, headers, text }) => {
        // Correct services may refuse the same write with different statuses, so only the refusal is compared.
        const isRefusedWrite = /^(replace|update|delete)/.test(id) && status >= 400 && status < 500;
        const seen = ['content-type', 'allow', 'location', 'x-total-count'].map((name) => headers.get(name));
        responses.push(isRefusedWrite ? [id, 'refused'] : [id, status, text, ...seen]);
      });
      return responses;
    };
    const usual = await fromTheBeginning(received);
    for (const { name, mode } of shelfFaults) {
      if (mode === 'w') expect([name, await withShelf([name], received)]).toEqual([name, usual]);
    }
  });
});

describe('a correct variant of the service', () => {
  const line = (id: string, { status, headers, text }: Received): string =>
    JSON.stringify([id, status, [...headers].filter(([header]) => header !== 'date'), text]);
  const usual: string[] = [];
  beforeAll(() => fromTheBeginning((asked) => walk(asked, allSteps, (id, received) => usual.push(line(id, received)))));

  for (const { name, about } of rightVariants) {
    it(`${name}: ${about}`, { tags: 'slow' }, async () => {
      const found: string[] = [];
      const other: string[] = [];
      await withShelf([name], (asked) =>
        walk(asked, allSteps, (id, received) => {
          other.push(line(id, received));
          if (id !== 'none') found.push(...departures(id, received));
        }),
      );
      expect(found).toEqual([]);
      expect(other).not.toEqual(usual);
    });
  }
});
