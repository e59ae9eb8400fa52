import { createHash } from 'node:crypto';
import { yamlBeside } from '../../yaml-beside.js';
import type { JsonObject } from './store.js';

/** Returns a UUID that looks random, but is always the same for the same number. */
export function authorIdOf(number: number): string {
  const hex = createHash('sha256').update(`author ${number}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns the shelf on which the service puts a book. */
export function shelfOf(id: string): string {
  return `${id.slice(3, 4).toUpperCase()}-${id.slice(-2)}`;
}

export function bookIdOf(number: number): string {
  const hex = createHash('sha256').update(`book ${number}`).digest('hex');
  return `bk_${BigInt(`0x${hex}`).toString(36).slice(0, 10)}`;
}

/** The fields of the authors, and the title, language and year of the books. */
const { authors, books } = yamlBeside<{
  authors: JsonObject[];
  books: { title: string; language: string; year: number }[];
}>(import.meta.url, 'seed.yaml');

const brandt = { name: 'Lio Brandt', role: 'translator' };
const penrose = { name: 'Kit Penrose', role: 'editor' };

const reviewers = ['Ines Calder', 'Marek Olsza', 'B. Tuan', 'Sanne', 'O’Malley', '村上'];
const comments = ['Could not put it down.', null, 'Too long by half.', 'My copy lacks a page.', 'Again!'];

const day = 86_400_000;
const time = Date.UTC(2025, 0, 6, 8, 30);

const at = (days: number, minutes: number): string => new Date(time + days * day + minutes * 60_000).toISOString();

export interface Seed {
  authors: JsonObject[];
  books: JsonObject[];
  reviews: JsonObject[];
}

/** 8 authors, the last one without a book; 30 books; reviews of every third book. Each call returns new objects. */
export function seed(): Seed {
  return {
    authors: authors.map((fields, index) => ({ id: authorIdOf(index), ...fields, createdAt: at(index, index * 7) })),
    books: books.map(({ title, language, year }, index) => ({
      id: bookIdOf(index),
      title,
      authorId: authorIdOf((index * 3) % 7),
      language,
      year,
      available: index % 3 !== 1,
      ...detailsOf(index, year),
      owner: 'library',
      shelf: shelfOf(bookIdOf(index)),
      createdAt: at(30 + index, index * 11),
      updatedAt: at(60 + index * 2, index * 13),
    })),
    reviews: books
      .flatMap((_, index) => reviewsOf(index))
      .map((review, index) => ({ id: index + 1, ...review, createdAt: at(150, index * 97) })),
  };
}

function detailsOf(index: number, year: number): JsonObject {
  return {
    ...(index % 2 === 0 && { isbn: `978${String(1_234_567_000 + index * 7919)}` }),
    ...(index % 5 !== 4 && { pages: 96 + index * 17 }),
    ...(index % 4 !== 3 && { price: 8.5 + (index % 7) * 1.45 }),
    ...(index % 3 === 0 && { coverUrl: `https://covers.example.com/${index}.jpg` }),
    ...(index % 4 !== 2 && { publishedOn: `${year}-0${1 + (index % 9)}-${10 + (index % 18)}` }),
    ...(index % 3 !== 2 && { tags: ['novel', 'sea', 'night', 'letters', 'work'].slice(index % 4, (index % 4) + 2) }),
    ...(index % 2 === 1 && { dimensions: { width: 11 + (index % 4), height: 18.5, depth: 1.5 + (index % 5) / 2 } }),
    ...(index % 6 === 0 && { contributors: [brandt, penrose] }),
    ...(index % 5 === 0 && { edition: { kind: 'print', shelfMark: `SH-${1000 + index}` } }),
    ...(index % 5 === 3 && {
      edition: { kind: 'file', url: `https://files.example.com/${index}.epub`, bytes: 400_000 + index },
    }),
  };
}

function reviewsOf(index: number): JsonObject[] {
  if (index % 3 !== 0) return [];
  return Array.from({ length: 1 + (index % 5) }, (_, nth) => ({
    bookId: bookIdOf(index),
    rating: 1 + ((index + nth * 2) % 5),
    reviewer: reviewers[(index + nth) % reviewers.length] ?? '',
    comment: comments[(index + nth) % comments.length] ?? null,
  }));
}
