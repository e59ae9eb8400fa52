import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { words } from '../../words.js';
import { type Ask, asking, author, book, departures, noAuthor, noBook, type Told, withShelf } from './ask.js';
import { contractFile, operations } from './contract.js';
import { rightVariants, shelfFaults } from './faults.js';
import { answerProbes } from './probes/answers.js';
import { creationProbes } from './probes/creations.js';
import { httpProbes } from './probes/http.js';
import { listProbes } from './probes/lists.js';
import { newBook, type Probe } from './probes/probe.js';
import { refusalProbes } from './probes/refusals.js';
import { updateProbes } from './probes/updates.js';
import { createShelfServer, type ShelfServer } from './server.js';
import { allSteps, readingSteps, walk } from './walk.js';

const probes: readonly Probe[] = [
  ...answerProbes,
  ...listProbes,
  ...refusalProbes,
  ...updateProbes,
  ...creationProbes,
  ...httpProbes,
];

let shelf: ShelfServer;
let ask: Ask;
beforeAll(async () => {
  shelf = await createShelfServer();
  ask = asking(shelf);
});
afterAll(() => shelf.close());

/** What the right service tells to the same requests, from its beginning. */
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

describe('the right service', () => {
  it('keeps its contract in each operation, with each status', async () => {
    const seen = new Set<string>();
    const found: string[] = [];
    await fromTheBeginning((asked) =>
      walk(asked, allSteps, (id, told) => {
        seen.add(`${id} ${told.status}`);
        if (id !== 'none') found.push(...departures(id, told));
      }),
    );
    expect(found).toEqual([]);
    const documented = operations.flatMap(({ id, answers }) => [...answers.keys()].map((status) => `${id} ${status}`));
    expect(documented.filter((each) => !seen.has(each))).toEqual([]);
  });

  it('begins anew after a reset, with the same ids and times', async () => {
    const made = (asked: Ask): Promise<Told> => asked('POST /v1/books', { body: newBook() });
    const first = await fromTheBeginning(made);
    expect((await fromTheBeginning(made)).text).toBe(first.text);
    expect((await fromTheBeginning((asked) => asked('GET /v1/books'))).body['total']).toBe(30);
  });

  it('tells to HEAD what it tells to GET, without the body', async () => {
    const read = [
      'authors?per_page=2',
      `authors/${author(0)}`,
      'books?limit=2',
      `books/${book(0)}/reviews/1`,
      `books/${noBook}`,
    ];
    const told = ({ status, headers }: Told): unknown[] => [
      status,
      ...['content-type', 'content-length', 'link', 'x-total-count'].map((name) => headers.get(name)),
    ];
    for (const path of read) {
      const head = await ask(`HEAD /v1/${path}`);
      expect(head.text).toBe('');
      expect(told(head)).toEqual(told(await ask(`GET /v1/${path}`)));
    }
  });

  it('names the methods that a path has', async () => {
    const allowed = async (request: string): Promise<unknown> => {
      const told = await ask(request);
      return [told.status, told.headers.get('allow')];
    };
    expect(await allowed('PUT /v1/authors')).toEqual([405, 'GET, HEAD, POST']);
    expect(await allowed(`POST /v1/books/${noBook}`)).toEqual([405, 'GET, HEAD, PUT, PATCH, DELETE']);
    expect(await allowed(`PATCH /v1/books/${book(0)}/reviews/1`)).toEqual([405, 'GET, HEAD, DELETE']);
    expect(await allowed('GET /v1/shelves')).toEqual([404, null]);
  });

  it('links the pages of authors', async () => {
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

  it('ignores fields of an author that can only be read', async () => {
    const told = await fromTheBeginning((asked) =>
      asked(`PUT /v1/authors/${author(0)}`, { body: { name: 'A', id: noAuthor, createdAt: '2001-01-01T00:00:00Z' } }),
    );
    expect(told.body).toMatchObject({ id: author(0), createdAt: '2025-01-06T08:30:00.000Z' });
  });

  it('never shows the address of a reviewer', async () => {
    const told = await fromTheBeginning((asked) =>
      asked(`POST /v1/books/${book(0)}/reviews`, {
        body: { rating: 1, reviewer: 'A', reviewerEmail: 'a@example.com' },
      }),
    );
    expect([told.status, told.text.includes('a@example.com')]).toEqual([201, false]);
  });

  it('says which fault it does not know', async () => {
    await expect(createShelfServer({ faults: ['limit-ignore'] })).rejects.toThrow(
      new RangeError('The service Shelf has no fault and no variant "limit-ignore"; faults.ts lists them.'),
    );
  });
});

describe('the faults', () => {
  const names = shelfFaults.map(({ name }) => name);

  it('have names of their own, a sentence, an operation of the document, and a probe', () => {
    expect(new Set([...names, ...rightVariants.map(({ name }) => name)]).size).toBe(
      shelfFaults.length + rightVariants.length,
    );
    for (const { about } of [...shelfFaults, ...rightVariants]) expect(about).toMatch(/^[A-Z0-9`].*\.$/);
    for (const { operationId } of shelfFaults) expect(operations.map(({ id }) => id)).toContain(operationId);
    expect(probes.map(([name]) => name).sort()).toEqual([...names].sort());
  });

  for (const { name, about, mode } of shelfFaults) {
    it(`${name}: ${about}`, async () => {
      const [, see, wrong] = probes.find(([probed]) => probed === name) as Probe;
      const requests: string[] = [];
      const told = await withShelf([name], (asked) =>
        see((request, ...rest) => {
          requests.push(request);
          return asked(request, ...rest);
        }),
      );
      expect(told).toEqual(wrong);
      expect(await fromTheBeginning(see)).not.toEqual(wrong);
      const isHarmless = (request: string): boolean =>
        /^(GET|HEAD) /.test(request) ||
        (!request.startsWith('PUT ') && [noAuthor, noBook].some((id) => request.includes(id)));
      expect(requests.every(isHarmless)).toBe(mode !== 'w');
    });
  }

  it('that need writes show nothing to reads, and to writes at ids that are not there', async () => {
    const told = async (asked: Ask): Promise<unknown[]> => {
      const answers: unknown[] = [];
      await walk(asked, readingSteps, (id, { status, headers, text }) => {
        // Whatever a right service refuses a write with, another right one may refuse otherwise.
        const isRefusedWrite = /^(replace|update|delete)/.test(id) && status >= 400 && status < 500;
        const seen = ['content-type', 'allow', 'location', 'x-total-count'].map((name) => headers.get(name));
        answers.push(isRefusedWrite ? [id, 'refused'] : [id, status, text, ...seen]);
      });
      return answers;
    };
    const usual = await fromTheBeginning(told);
    for (const { name, mode } of shelfFaults) {
      if (mode === 'w') expect([name, await withShelf([name], told)]).toEqual([name, usual]);
    }
  });
});

describe('a service that is right in another way', () => {
  const line = (id: string, { status, headers, text }: Told): string =>
    JSON.stringify([id, status, [...headers].filter(([header]) => header !== 'date'), text]);
  const usual: string[] = [];
  beforeAll(() => fromTheBeginning((asked) => walk(asked, allSteps, (id, told) => usual.push(line(id, told)))));

  for (const { name, about } of rightVariants) {
    it(`${name}: ${about}`, async () => {
      const found: string[] = [];
      const other: string[] = [];
      await withShelf([name], (asked) =>
        walk(asked, allSteps, (id, told) => {
          other.push(line(id, told));
          if (id !== 'none') found.push(...departures(id, told));
        }),
      );
      expect(found).toEqual([]);
      expect(other).not.toEqual(usual);
    });
  }
});
