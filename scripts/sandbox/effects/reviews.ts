import type { JsonObject } from '../../contract/json.js';
import { type Effect, reading } from '../model/call.js';
import { type Change, moderator, type Stored } from '../model/store.js';

/** Display names of the statuses. The contract does not list `P`; it stands for a review that is not moderated yet. */
const words = new Map([
  ['A', 'approved'],
  ['D', 'declined'],
  ['P', 'pending'],
]);

/** Approving sets `approvedBy` and clears `declinedBy`; declining does the reverse; any other status keeps both. */
function moderated(record: Stored, before: unknown): Stored {
  const { status } = record.value;
  if (status === before || typeof status !== 'string') return record;
  const people: JsonObject =
    status === 'A'
      ? { approvedBy: moderator, declinedBy: null }
      : status === 'D'
        ? { approvedBy: null, declinedBy: moderator }
        : {};
  return { ...record, value: { ...record.value, statusDisplay: words.get(status) ?? status, ...people } };
}

const writeReview: Effect = (call, byConvention) => {
  const outcome = byConvention(call);
  const creates = call.operation.verb === 'create';
  const changes = outcome.changes.map((change): Change => {
    if (change[0] === 'remove') return change;
    const before = call.store.get('Review', change[2].id);
    const fresh: JsonObject = creates
      ? { entryType: 'partner', created: call.now(), status: 'P', approvedBy: null, declinedBy: null }
      : {};
    const record = { ...change[2], value: { ...fresh, ...change[2].value } };
    return ['put', change[1], moderated(record, before?.value['status'])];
  });
  const [put] = changes;
  return { changes, show: () => (put?.[0] === 'put' ? call.present('Review', put[2]) : undefined) };
};

const columns = ['id', 'title', 'company', 'summary', 'firstName', 'lastName', 'email', 'rating', 'created', 'status'];

/** RFC 4180: a field with a comma, a quote or a line break is quoted. */
function cell(value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const exportReviews = reading((call) => {
  // The first media type of the response is text, so the collection cannot be derived from its schema.
  const records = [...call.store.list('Review', call.parameters['directory_id'])];
  const reviews = records.map((record) => call.present('Review', record));
  if (call.media === 'application/json') return reviews;
  const rows = reviews.map((review) => columns.map((name) => cell(review[name])).join(','));
  return [columns.join(','), ...rows, ''].join('\r\n');
});

export const reviews: Record<string, Effect> = { createReview: writeReview, updateReview: writeReview, exportReviews };
