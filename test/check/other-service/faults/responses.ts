import type { ShelfFault } from '../behaviour.js';
import { isObject, type Json, type JsonObject, type Kind, without } from '../store.js';
import { adjust, editView, faults, isOf, type Replacing, respondingWith } from './parts.js';

const field = (kind: Kind, name: string, edit: (value: Json) => Json): Replacing =>
  editView(kind, (resource) => adjust(resource, name, edit));
/** Edits a field that is no null. */
const text = (kind: Kind, name: string, edit: (value: string) => Json): Replacing =>
  field(kind, name, (value) => (value === null ? null : edit(String(value))));
const object = (name: string, edit: (value: JsonObject) => JsonObject): Replacing =>
  field('book', name, (value) => (isObject(value) ? edit(value) : value));
const inList = (edit: (resource: JsonObject) => JsonObject): Replacing =>
  editView('book', (resource, call) => (isOf(call, 'listBooks') ? edit(resource) : resource));

/** Responds with a status that the document does not list for the operation. */
const status = (from: number, to: number): Replacing =>
  respondingWith(({ body, ...reply }) => {
    const newBody = from >= 400 && isObject(body) ? { ...body, status: to } : body;
    return { ...reply, status: to, ...(newBody !== undefined && { body: newBody }) };
  }, from);

/** Responses that break the schema, belong to another request, or have another status than the document lists. */
export const responseFaults: readonly ShelfFault[] = faults({
  'd getBook year-as-text schema.type: A book has its year as a string.': field('book', 'year', String),
  'd listBooks list-without-required schema.required': inList((book) => without(book, 'available')),
  'd getBook date-with-time schema.format': text('book', 'publishedOn', (value) => `${value}T00:00:00Z`),
  'd getAuthor time-without-zone schema.format': text('author', 'createdAt', (value) => value.replace('Z', '')),
  'd getAuthor bad-email schema.format': text('author', 'email', (value) => value.replace('@', ' at ')),
  'd listBooks language-upper-case schema.enum': text('book', 'language', (value) => value.toUpperCase()),
  'd listReviews rating-of-ten schema.maximum': field('review', 'rating', (value) => Number(value) * 2),
  'd getBook tags-repeated schema.uniqueItems: A book has its first tag twice.': field('book', 'tags', (value) =>
    Array.isArray(value) ? [...value.slice(0, 1), ...value] : value,
  ),
  'd listReviews reviewer-null schema.type: A reviewer whose name is not ASCII is null.': text(
    'review',
    'reviewer',
    (value) => (/^[\x20-\x7e]*$/.test(value) ? value : null),
  ),
  'd getBook edition-without-kind schema.oneOf': object('edition', (value) => without(value, 'kind')),
  'd listBooks id-without-prefix schema.pattern: The list has ids without `bk_`.': inList((book) =>
    adjust(book, 'id', (id) => String(id).replace('bk_', '')),
  ),
  'd listBooks list-shortens-title list.differs: Only the list cuts titles off after twelve characters.': inList(
    (book) => adjust(book, 'title', (title) => (String(title).length > 12 ? `${String(title).slice(0, 11)}…` : title)),
  ),
  'd listBooks list-other-price list.differs: Only a single book has its price with tax.': inList((book) =>
    adjust(book, 'price', (price) => Math.round(Number(price) * 93) / 100),
  ),
  'd listReviews list-unwrapped schema.type: The list of reviews is a bare array.': respondingWith(
    (reply) => ({ ...reply, body: (reply.body as JsonObject)['items'] ?? null }),
    200,
  ),

  'd getBook read-203 status.undeclared: Reading a book returns 203.': status(200, 203),
  'd listAuthors list-206 status.undeclared: A page of a list is a 206.': status(200, 206),
  'w createAuthor create-202 status.undeclared: A creation returns 202, although it is complete.': status(201, 202),
  'w replaceAuthor replace-201 status.undeclared: A replacement returns 201.': status(200, 201),
  'd getReview unknown-410 status.undeclared: An unknown review is a 410.': status(404, 410),
  'd getAuthor unknown-403 status.undeclared: An unknown author is a 403.': status(404, 403),
  'd listReviews parent-400 status.undeclared: The reviews of an unknown book are a 400.': status(404, 400),
  'd listBooks bad-query-400 status.undeclared: A wrong query is a 400.': status(422, 400),
  'd updateBook unsupported-406 status.undeclared: A body of another media type is a 406.': status(415, 406),
  'd updateAuthor malformed-406 status.undeclared: A body that is not JSON is a 406.': status(400, 406),
  'w createAuthor invalid-409 status.undeclared: A body that does not fit is a 409.': status(422, 409),
});
