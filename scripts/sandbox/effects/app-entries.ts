import type { Effect } from '../model/call.js';
import { showable } from '../model/showable.js';

/** An app entry accepts any field, but an operation of its own shows its `callouts`: only valid ones are kept. */
const withCallouts: Effect = (call, byConvention) => {
  const outcome = byConvention(call);
  const [change] = outcome.changes;
  if (change?.[0] !== 'put') return outcome;
  const record = showable(change[2], ({ value }) => {
    const mistakes = 'callouts' in value ? call.judge.response('listAppEntryCallouts', value['callouts']) : [];
    return mistakes.map(({ pointer, message }) => ({ pointer: `/callouts${pointer}`, message }));
  });
  return { changes: [['put', change[1], record]], show: () => call.present(change[1], record) };
};

export const appEntries: Record<string, Effect> = { createAppEntry: withCallouts, updateAppEntry: withCallouts };
