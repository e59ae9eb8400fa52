import type { Effect } from '../model/call.js';
import { Refusal } from '../model/response.js';

/** An app entry takes any field; its callouts are shown on their own as well, and so must be callouts. */
const withCallouts: Effect = (call, byConvention) => {
  const outcome = byConvention(call);
  for (const change of outcome.changes) {
    const callouts = change[0] === 'put' ? change[2].value['callouts'] : undefined;
    if (callouts === undefined) continue;
    const mistakes = call.judge.answer('listAppEntryCallouts', callouts);
    if (mistakes.length === 0) continue;
    const placed = mistakes.map(({ pointer, message }) => ({ pointer: `/callouts${pointer}`, message }));
    throw new Refusal(400, 'These are no callouts.', placed);
  }
  return outcome;
};

export const appEntries: Record<string, Effect> = { createAppEntry: withCallouts, updateAppEntry: withCallouts };
