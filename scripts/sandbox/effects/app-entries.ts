import type { Effect } from '../model/call.js';
import { Refusal } from '../model/response.js';

/** An app entry accepts any field, but its `callouts` have an operation of their own, so they must be valid. */
const withCallouts: Effect = (call, byConvention) => {
  const outcome = byConvention(call);
  for (const change of outcome.changes) {
    const callouts = change[0] === 'put' ? change[2].value['callouts'] : undefined;
    if (callouts === undefined) continue;
    const mistakes = call.judge.response('listAppEntryCallouts', callouts);
    if (mistakes.length === 0) continue;
    const placed = mistakes.map(({ pointer, message }) => ({ pointer: `/callouts${pointer}`, message }));
    throw new Refusal(400, 'The callouts are not valid.', placed);
  }
  return outcome;
};

export const appEntries: Record<string, Effect> = { createAppEntry: withCallouts, updateAppEntry: withCallouts };
