import type { Json, JsonObject } from '../../contract/json.js';
import { applyBody } from '../model/apply.js';
import { bodyObject, type Call, type CallOutcome, type Effect, namedResource } from '../model/call.js';
import { Refusal } from '../model/response.js';
import type { Change, Stored } from '../model/store.js';
import { checkTier, showableEntry } from './entries.js';

const pending = 'edit';

/** A submitted edit is stored with the entry and not shown. A second edit replaces the first. */
const submit: Effect = (call) => {
  const entry = namedResource(call);
  const changes = bodyObject(call);
  // An edit that could not be applied later is refused now.
  const after = applied(call, entry, changes);
  checkTier(call, after);
  const mistakes = call.judge.response('getPartnerEntry', call.present('PartnerEntry', after));
  if (mistakes.length > 0) throw new Refusal(400, 'With this edit, the entry would not fit the contract.', mistakes);
  const edit: JsonObject = { id: call.newId(), entry: entry.id, state: 'submitted', changes };
  return outcome({ ...entry, hidden: { ...entry.hidden, [pending]: edit } }, shown(call, edit, 'submitted'));
};

const end =
  (state: string, apply: boolean): Effect =>
  (call) => {
    const entry = namedResource(call);
    const edit = entry.hidden?.[pending] as JsonObject | undefined;
    if (!edit) throw new Refusal(409, 'No edit of this entry is awaiting approval.');
    const { [pending]: _, ...hidden } = entry.hidden ?? {};
    const without: Stored = { ...entry, hidden };
    const after = apply ? applied(call, without, edit['changes'] as JsonObject) : without;
    // The tier may have been deleted since the edit was submitted.
    if (apply) checkTier(call, after, '/tier', 409);
    return outcome(after, shown(call, edit, state));
  };

function applied(call: Call, entry: Stored, changes: JsonObject): Stored {
  const { id: _, ...fields } = changes;
  const after = applyBody({ ...call, request: call.schemas.named('PartnerEntryUpdate') ?? {} }, entry, fields);
  return showableEntry(call, after);
}

function shown(call: Call, { id, entry }: JsonObject, state: string): JsonObject {
  return call.present('PartnerEntryEdit', { id: String(id), parents: {}, value: { entry: entry as Json, state } });
}

function outcome(entry: Stored, response: JsonObject): CallOutcome {
  const put: Change = ['put', 'PartnerEntry', entry];
  return { changes: [put], show: () => response };
}

export const approval: Record<string, Effect> = {
  submitPartnerEntryReview: submit,
  approvePartnerEntryReview: end('approved', true),
  rejectPartnerEntryChanges: end('rejected', false),
  discardPartnerEntryReview: end('discarded', false),
};
