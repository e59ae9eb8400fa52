import { mergePatch } from '../acts.js';
import type { Replacement, ShelfFault } from '../behaviour.js';
import { isObject, type Json } from '../store.js';
import { breaking, changed, failure, faults, invalid, isOf, patching, type Replacing, taking } from './parts.js';

/** Lets a wrong value of a field pass in these operations: judges the body as if a good one stood there. */
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

/** Keeps what fits of a patch that is refused. */
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
      return isRefused(value) ? invalid(`/${field}`, 'It is not allowed.') : undefined;
    },
  });

const authorWrites = ['createAuthor', 'replaceAuthor', 'updateAuthor'];
const bookWrites = ['createBook', 'replaceBook', 'updateBook'];
const isText = (value: Json | undefined): boolean => typeof value === 'string';

/** Bodies that are taken though they do not fit, or refused though they do. */
export const validationFaults: readonly ShelfFault[] = faults({
  'w createBook validation-500: A book that does not fit brings 500.': breaking('schema', 422),
  'w createBook accepts-too-long: A title of more than 200 characters is kept.': tolerating(
    bookWrites,
    'title',
    (value) => typeof value === 'string' && value.length > 200,
    'Any',
  ),

  'w updateBook accepts-unknown-language: A language that is none of the five is kept.': tolerating(
    ['updateBook'],
    'language',
    isText,
    'en',
  ),

  'w createBook accepts-missing-part: A book without a year is taken, with this year.': (before) => ({
    schema(call) {
      if (isOf(call, 'createBook') && isObject(call.body) && !('year' in call.body))
        call.body = { ...call.body, year: 2025 };
      return before.schema(call);
    },
  }),

  'w createBook accepts-bad-isbn: Any text will do as ISBN.': tolerating(bookWrites, 'isbn', isText, null),

  'w updateBook accepts-wrong-type: A text is taken for `available`, and counts as true.': (before) => ({
    ...tolerating(bookWrites, 'available', isText, true)(before),
    ...taking('book', (fields) => changed(fields, 'available', Boolean))(before),
    ...patching('book', (patch) => changed(patch, 'available', Boolean))(before),
  }),

  'w createReview accepts-out-of-bounds: A rating over 5 is taken for 5.': (before) => ({
    ...tolerating(['createReview'], 'rating', (value) => Number.isInteger(value) && Number(value) > 5, 5)(before),
    ...taking('review', (fields) => ({ ...fields, rating: Math.min(5, Number(fields['rating'])) }))(before),
  }),

  'w updateAuthor accepts-bad-date: Any text will do for `bornOn`.': tolerating(authorWrites, 'bornOn', isText, null),
  'w createAuthor accepts-bad-email: Any text will do for `email`.': tolerating(authorWrites, 'email', isText, null),

  'w replaceAuthor accepts-empty-name: An author may have an empty name.': tolerating(
    authorWrites,
    'name',
    (value) => value === '',
    'Any',
  ),

  'w updateBook accepts-equal-tags: The same tag may be sent twice, and is kept once.': (before) => ({
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

  'w createReview unicode-500: An emoji in a review brings 500.': (before) => ({
    schema(call) {
      const hasEmoji = /\p{Extended_Pictographic}/u.test(JSON.stringify(call.body));
      return before.schema(call) ?? (isOf(call, 'createReview') && hasEmoji ? failure() : undefined);
    },
  }),

  'w updateBook refused-patch-applies: Of a patch that is refused, the fields that fit are kept.': partlyApplied,
});
