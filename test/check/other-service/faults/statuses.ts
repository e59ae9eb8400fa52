import type { ShelfFault } from '../behaviour.js';
import { isObject } from '../store.js';
import { faults, type Replacing, respondingWith } from './parts.js';

/** Responds with a status that the document does not list for the operation. */
const unlisted = (from: number, to: number): Replacing =>
  respondingWith(
    (sent) => ({
      ...sent,
      status: to,
      ...(from >= 400 && isObject(sent.body) && { body: { ...sent.body, status: to } }),
    }),
    from,
  );

/** Statuses that the document does not list, both of successes and of refusals, which it lists one by one. */
export const statusFaults: readonly ShelfFault[] = faults({
  'd listAuthors list-206: A page of a list is a 206.': unlisted(200, 206),
  'd getAuthor author-203: A read returns 203.': unlisted(200, 203),
  'w createAuthor create-202: A creation returns 202, although it is complete.': unlisted(201, 202),
  'w createReview create-as-200: A creation returns 200.': unlisted(201, 200),
  'w deleteReview delete-205: A deletion returns 205.': unlisted(204, 205),
  'w replaceAuthor replace-201: A replacement returns 201.': unlisted(200, 201),

  'd getReview unknown-410: An unknown review is a 410.': unlisted(404, 410),
  'd getAuthor unknown-403: An unknown author is a 403.': unlisted(404, 403),
  'd listReviews parent-400: The reviews of an unknown book are a 400.': unlisted(404, 400),
  'd deleteBook unknown-423: The removal of an unknown book is a 423.': unlisted(404, 423),
  'd listBooks bad-query-400: A wrong query is a 400.': unlisted(422, 400),
  'd updateBook unsupported-406: A body of another media type is a 406.': unlisted(415, 406),
  'd updateAuthor malformed-406: A body that is not JSON is a 406.': unlisted(400, 406),
  'w createBook unsupported-403: A body of another media type is a 403.': unlisted(415, 403),
  'w createAuthor invalid-409: A body that does not fit is a 409.': unlisted(422, 409),
  'w updateBook invalid-412: An update that does not fit is a 412.': unlisted(422, 412),
});
