import type { Call, ShelfFault } from '../behaviour.js';
import { failure, faults, isOf, type Replacing } from './parts.js';

/** Fails if the last id in the path of the operation, as it was sent, has this form. */
const failingOn =
  (form: RegExp): Replacing =>
  (before, id) => ({
    query: (call) => (isOf(call, id) && form.test(lastOf(call)) ? failure() : before.query(call)),
  });

/** The last part of the path, percent-encoded. */
function lastOf({ target }: Call): string {
  return target.split('?', 1)[0]?.split('/').at(-1) ?? '';
}

/** Uses only a part of the id that it gets. */
const reading =
  (name: string, read: (id: string) => string): Replacing =>
  (before, id) => ({
    resource(call) {
      const sent = call.parameters[name];
      if (isOf(call, id) && sent !== undefined) call.parameters[name] = read(sent);
      return before.resource(call);
    },
  });

/** Reads of unknown ids that fail or succeed. */
export const unknownIdFaults: readonly ShelfFault[] = faults({
  'd getBook long-id-500: A very long id returns 500.': failingOn(/^.{500}/),
  'd getBook null-byte-500: A zero byte in an id returns 500.': failingOn(/%00/),
  'd getAuthor decoded-twice-500: An id with a percent sign is decoded twice, and returns 500.': failingOn(/%25/),
  'd getAuthor broken-id-500: Invalid percent-encoding in an id returns 500.': failingOn(/%E0%A4%A$/),
  'd getBook emoji-id-500: An emoji in an id returns 500.': failingOn(/%F0%9F/),
  'd getAuthor quote-id-500: A quote in an id returns 500.': failingOn(/%27/),
  'd getBook slash-id-500: An encoded slash in an id returns 500.': failingOn(/%2F/i),
  'd getReview huge-id-500: A number of thirty digits as an id returns 500.': failingOn(/^\d{20}/),
  'd getReview negative-id-500: A negative number as an id returns 500.': failingOn(/^-\d/),
  'd getReview id-read-as-number: Letters behind the number of a review are ignored.': reading('reviewId', (id) =>
    String(Number.parseInt(id, 10)),
  ),
  'd getBook id-cut: Characters behind the id of a book are ignored.': reading('bookId', (id) => id.slice(0, 13)),
  'd getBook id-until-zero: A zero byte ends an id.': (before, id) => ({
    resource(call) {
      const [first] = call.store.book.keys();
      if (isOf(call, id) && call.parameters['bookId']?.includes('\0')) call.parameters['bookId'] = first ?? '';
      return before.resource(call);
    },
  }),
});
