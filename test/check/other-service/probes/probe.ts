import { type Ask, type Asked, author, type Told } from '../ask.js';
import type { Json, JsonObject } from '../store.js';

/** A question to which a service with the fault has another answer than the right one, and its answer. */
export type Probe = readonly [name: string, see: (ask: Ask) => Promise<unknown>, wrong: unknown];

type See = (told: Told) => unknown;

/** The status of an answer. */
export const status =
  (request: string, asked?: Asked): Probe[1] =>
  async (ask) =>
    (await ask(request, asked)).status;

/** Something of an answer. */
export const of =
  (request: string, see: See, asked?: Asked): Probe[1] =>
  async (ask) =>
    see(await ask(request, asked));

/** A field of the answer. */
export const field =
  (name: string): See =>
  ({ body }) =>
    body[name];

/** A field of the answer to this body. */
export const shown = (name: string, request: string, body?: Json): Probe[1] =>
  of(request, field(name), { ...(body !== undefined && { body }) });

/** Something of the second answer. */
export const after =
  (first: string, asked: Asked, second: string, see: See): Probe[1] =>
  async (ask) => {
    await ask(first, asked);
    return see(await ask(second));
  };

/** A book that can be added, with these fields besides. */
export const newBook = (fields: JsonObject = {}): JsonObject => ({
  title: 'Low Tide',
  authorId: author(0),
  language: 'en',
  year: 2024,
  ...fields,
});
