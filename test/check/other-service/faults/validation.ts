import { mergePatch } from '../acts.js';
import type { Replacement, ShelfFault } from '../behaviour.js';
import { isObject, type Json } from '../store.js';
import { breaking, changed, failure, faults, invalid, isOf, patching, type Replacing, taking } from './parts.js';

/** Accepts a wrong value of a field in these operations, by putting a valid value in its place before validation. */
function tolerating(
  ids: string[],
  field: string,
  isTolerated: (value: Json | undefined) => boolean,
  good: Json,
): Replacement {
  return (before) => ({
    schema(call) {
      const { body } = call;
      if (!isOf(call, ...ids) || !isObject(body) || !isTolerated(body[field])) return before.schema(call);
      return before.schema({ ...call, body: { ...body, [field]: good } });
    },
  });
}

/** Stores the valid fields of a patch that it refuses. */
const partlyApplied: Replacing = (before, id) => ({
  schema(call) {
    const refused = before.schema(call);
    if (!refused || !isOf(call, id) || !isObject(call.body)) return refused;
    const fits = Object.entries(call.body).filter(
      ([name, value]) => !before.schema({ ...call, body: { [name]: value } }),
    );
    const book = call.store.book.get(call.parameters['bookId'] ?? '');
    if (book && fits.length > 0) before.keep(call, 'book', mergePatch(book, Object.fromEntries(fits)));
    return refused;
  },
});

const refusing =
  (ids: string[], field: string, isRefused: (value: Json) => boolean): Replacing =>
  (before) => ({
    schema(call) {
      const value = isObject(call.body) ? call.body[field] : undefined;
      const refused = before.schema(call);
      if (refused || value === undefined || !isOf(call, ...ids)) return refused;
      return isRefused(value) ? invalid(`/${field}`, 'This value is not allowed.') : undefined;
    },
  });

const authorWrites = ['createAuthor', 'replaceAuthor', 'updateAuthor'];
const bookWrites = ['createBook', 'replaceBook', 'updateBook'];
const isText = (value: Json | undefined): boolean => typeof value === 'string';

/** Invalid bodies that are accepted, and valid bodies that are refused. */
export const validationFaults: readonly ShelfFault[] = faults({
  'w createBook validation-500: An invalid book returns 500.': breaking('schema', 422),
  'w createBook accepts-too-long: A title of more than 200 characters is accepted.': tolerating(
    bookWrites,
    'title',
    (value) => typeof value === 'string' && value.length > 200,
    'Any',
  ),

  'w updateBook accepts-unknown-language: A language other than the five is accepted.': tolerating(
    ['updateBook'],
    'language',
    isText,
    'en',
  ),

  'w createBook accepts-missing-part: A book without a year is accepted, with the current year.': (before) => ({
    schema(call) {
      if (isOf(call, 'createBook') && isObject(call.body) && !('year' in call.body))
        call.body = { ...call.body, year: 2025 };
      return before.schema(call);
    },
  }),

  'w createBook accepts-bad-isbn: Any string is accepted as an ISBN.': tolerating(bookWrites, 'isbn', isText, null),

  'w updateBook accepts-wrong-type: A string is accepted for `available`, and counts as true.': (before) => ({
    ...tolerating(bookWrites, 'available', isText, true)(before),
    ...taking('book', (fields) => changed(fields, 'available', Boolean))(before),
    ...patching('book', (patch) => changed(patch, 'available', Boolean))(before),
  }),

  'w createReview accepts-out-of-bounds: A rating over 5 is treated as 5.': (before) => ({
    ...tolerating(['createReview'], 'rating', (value) => Number.isInteger(value) && Number(value) > 5, 5)(before),
    ...taking('review', (fields) => ({ ...fields, rating: Math.min(5, Number(fields['rating'])) }))(before),
  }),

  'w updateAuthor accepts-bad-date: Any string is accepted for `bornOn`.': tolerating(
    authorWrites,
    'bornOn',
    isText,
    null,
  ),
  'w createAuthor accepts-bad-email: Any string is accepted for `email`.': tolerating(
    authorWrites,
    'email',
    isText,
    null,
  ),

  'w replaceAuthor accepts-empty-name: An author with an empty name is accepted.': tolerating(
    authorWrites,
    'name',
    (value) => value === '',
    'Any',
  ),

  'w updateBook accepts-equal-tags: The same tag is accepted twice, and stored once.': (before) => ({
    schema(call) {
      if (isOf(call, ...bookWrites) && isObject(call.body) && Array.isArray(call.body['tags'])) {
        call.body = { ...call.body, tags: [...new Set(call.body['tags'])] };
      }
      return before.schema(call);
    },
  }),

  'w updateBook rejects-empty-list: An empty list of tags is refused.': refusing(
    bookWrites,
    'tags',
    (value) => Array.isArray(value) && value.length === 0,
  ),

  'w createBook rejects-zero: A price of 0 is refused.': refusing(bookWrites, 'price', (value) => value === 0),

  'w createAuthor rejects-longest: A name of more than 80 characters is refused.': refusing(
    authorWrites,
    'name',
    (value) => String(value).length > 80,
  ),

  'w createReview unicode-500: An emoji in a review returns 500.': (before) => ({
    schema(call) {
      const hasEmoji = /\p{Extended_Pictographic}/u.test(JSON.stringify(call.body));
      return before.schema(call) ?? (isOf(call, 'createReview') && hasEmoji ? failure() : undefined);
    },
  }),

  'w updateBook refused-patch-applies: A refused patch still stores the valid fields.': partlyApplied,
});
