import type { Effect } from '../call.js';
import { recordsOf } from '../convention.js';
import type { Change, JsonObject, Stored } from '../store.js';

/** Who approves and declines in the sandbox: there is one key and so one person. */
const moderator: JsonObject = {
  id: '5f0c3a52-9d55-4f0e-8d0b-7f3f7a1f9b10', firstName: 'Sandbox', lastName: 'Moderator', email: 'moderator@directory.example.com',
};

const words: Record<string, string> = { A: 'approved', D: 'declined' };

/** Approving sets who approved and clears who declined; declining does the reverse; any other code leaves both. */
function moderated(record: Stored, before: unknown): Stored {
  const { status } = record.value;
  if (status === before || typeof status !== 'string') return record;
  const people: JsonObject =
    status === 'A' ? { approvedBy: moderator, declinedBy: null } : status === 'D' ? { approvedBy: null, declinedBy: moderator } : {};
  return { ...record, value: { ...record.value, statusDisplay: words[status] ?? status, ...people } };
}

const writeReview: Effect = (call, byConvention) => {
  const outcome = byConvention(call);
  const creates = call.operation.verb === 'create';
  const changes = outcome.changes.map((change): Change => {
    if (change[0] === 'remove') return change;
    const before = call.store.get('Review', change[2].id);
    const fresh: JsonObject = creates ? { entryType: 'partner', created: call.now(), approvedBy: null, declinedBy: null } : {};
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

const exportReviews: Effect = (call) => ({
  changes: [],
  show() {
    const rows = [...recordsOf(call)].map((record) => {
      const review = call.present('Review', record);
      return columns.map((name) => cell(review[name])).join(',');
    });
    return [columns.join(','), ...rows, ''].join('\r\n');
  },
});

export const reviews: Record<string, Effect> = { createReview: writeReview, updateReview: writeReview, exportReviews };
