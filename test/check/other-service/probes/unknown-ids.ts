import { book } from '../ask.js';
import { type Probe, status } from './probe.js';

const bookOf = (id: string): Probe[1] => status(`GET /v1/books/${id}`);
const authorOf = (id: string): Probe[1] => status(`GET /v1/authors/${id}`);
const reviewOf = (id: string): Probe[1] => status(`GET /v1/books/${book(0)}/reviews/${id}`);

export const unknownIdProbes: readonly Probe[] = [
  ['long-id-500', bookOf('a'.repeat(2000)), 500],
  ['null-byte-500', bookOf('a%00'), 500],
  ['decoded-twice-500', authorOf('a%25E0'), 500],
  ['broken-id-500', authorOf('a%E0%A4%A'), 500],
  ['emoji-id-500', bookOf('%F0%9F%A6%89'), 500],
  ['quote-id-500', authorOf('a%27'), 500],
  ['slash-id-500', bookOf('a%2Fb'), 500],
  ['huge-id-500', reviewOf('9'.repeat(30)), 500],
  ['negative-id-500', reviewOf('-1'), 500],
  ['id-read-as-number', reviewOf('1abc'), 200],
  ['id-cut', bookOf(`${book(0)}abc`), 200],
  ['id-until-zero', bookOf('a%00'), 200],
];
