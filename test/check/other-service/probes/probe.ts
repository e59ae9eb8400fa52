import { type Ask, type Asked, author, type Received } from '../ask.js';
import type { Json, JsonObject } from '../store.js';

/** Requests to which a faulty and the correct service respond differently, and the result from the faulty one. */
export type Probe = readonly [name: string, see: (ask: Ask) => Promise<unknown>, wrong: unknown];

type See = (received: Received) => unknown;

/** Returns the status of a response. */
export const status =
  (request: string, asked?: Asked): Probe[1] =>
  async (ask) =>
    (await ask(request, asked)).status;

/** Returns a part of a response. */
export const of =
  (request: string, see: See, asked?: Asked): Probe[1] =>
  async (ask) =>
    see(await ask(request, asked));

/** Returns a field of a response. */
export const field =
  (name: string): See =>
  ({ body }) =>
    body[name];

/** Returns a field of the response to this body. */
export const shown = (name: string, request: string, body?: Json): Probe[1] =>
  of(request, field(name), { ...(body !== undefined && { body }) });

/** Returns a part of the second response. */
export const after =
  (first: string, asked: Asked, second: string, see: See): Probe[1] =>
  async (ask) => {
    await ask(first, asked);
    return see(await ask(second));
  };

/** A valid new book, with additional or replaced fields. */
export const newBook = (fields: JsonObject = {}): JsonObject => ({
  title: 'Low Tide',
  authorId: author(0),
  language: 'en',
  year: 2024,
  ...fields,
});
