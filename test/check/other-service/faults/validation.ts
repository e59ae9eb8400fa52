import type { ShelfFault } from '../behaviour.js';
import { isObject, type Json, type JsonObject } from '../store.js';
import { adjust, bodyOf, faults, inStage, invalid, isOf, type Replacing } from './parts.js';

const authorWrites = ['createAuthor', 'replaceAuthor', 'updateAuthor'];
const bookWrites = ['createBook', 'replaceBook', 'updateBook'];
const isText = (value: Json | undefined): boolean => typeof value === 'string';

/** Accepts a wrong value of a field in these operations, by putting a valid value in its place before validation. */
const tolerating = (
  ids: string[],
  field: string,
  isTolerated: (value: Json | undefined) => boolean,
  good: Json,
): Replacing =>
  inStage('schema', (call, usual) => {
    const isMeant = isOf(call, ...ids) && isTolerated(bodyOf(call)[field]);
    return usual(isMeant ? { ...call, body: { ...bodyOf(call), [field]: good } } : call);
  });

/** Edits the body before validation. */
const editing = (ids: string[], edit: (body: JsonObject) => JsonObject): Replacing =>
  inStage('schema', (call, usual) => {
    if (isOf(call, ...ids) && isObject(call.body)) call.body = edit(call.body);
    return usual();
  });

/** Refuses a valid value of a field. */
const refusing = (ids: string[], field: string, isRefused: (value: Json) => boolean): Replacing =>
  inStage('schema', (call, usual) => {
    const value = bodyOf(call)[field];
    const isMeant = value !== undefined && isOf(call, ...ids) && isRefused(value);
    return usual() ?? (isMeant ? invalid(`/${field}`, 'This value is not allowed.') : undefined);
  });

/** Invalid bodies that are accepted, and valid bodies that are refused. */
export const validationFaults: readonly ShelfFault[] = faults({
  'w createBook accepts-too-long refusal.out-of-bounds-accepted: A title of more than 200 characters is accepted.':
    tolerating(bookWrites, 'title', (value) => typeof value === 'string' && value.length > 200, 'Any'),
  'w updateBook accepts-unknown-language refusal.out-of-bounds-accepted: A language other than the five is accepted.':
    tolerating(['updateBook'], 'language', isText, 'en'),
  'w createBook accepts-missing-part refusal.missing-part-accepted: A book without a year gets the current one.':
    editing(['createBook'], (body) => ({ year: 2025, ...body })),
  'w createBook accepts-bad-isbn refusal.wrong-format-accepted': tolerating(bookWrites, 'isbn', isText, null),
  'w createReview accepts-out-of-bounds refusal.out-of-bounds-accepted': editing(['createReview'], (body) =>
    adjust(body, 'rating', (rating) => (Number.isInteger(rating) ? Math.min(5, Number(rating)) : rating)),
  ),
  'w replaceAuthor accepts-empty-name refusal.out-of-bounds-accepted: An author with an empty name is accepted.':
    tolerating(authorWrites, 'name', (value) => value === '', 'Any'),
  'w updateBook accepts-equal-tags refusal.out-of-bounds-accepted: The same tag is accepted twice, and stored once.':
    editing(bookWrites, (body) => adjust(body, 'tags', (tags) => (Array.isArray(tags) ? [...new Set(tags)] : tags))),
  'w updateBook rejects-empty-list request.refused: An empty list of tags is refused.': refusing(
    bookWrites,
    'tags',
    (value) => Array.isArray(value) && value.length === 0,
  ),
  'w createBook rejects-zero request.refused': refusing(bookWrites, 'price', (value) => value === 0),
  'w createAuthor rejects-longest request.refused: A name of more than 80 characters is refused.': refusing(
    authorWrites,
    'name',
    (value) => String(value).length > 80,
  ),
});
