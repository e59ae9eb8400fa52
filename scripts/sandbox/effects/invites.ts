import type { Effect } from '../model/call.js';
import type { Change } from '../model/store.js';

/** A new invite is pending until it is answered. */
const invite: Effect = (call, byConvention) => {
  const [change] = byConvention(call).changes;
  if (change?.[0] !== 'put') throw new Error('An invite must store a record.');
  const record = { ...change[2], value: { ...change[2].value, status: 'pending' } };
  const put: Change = ['put', change[1], record];
  return { changes: [put], show: () => call.present(change[1], record, call.operation.schema) };
};

export const invites: Record<string, Effect> = {
  inviteOrganization: invite,
  inviteOwnerOrganization: invite,
  inviteOwnerUsers: invite,
  inviteUsers: invite,
};
