import type { Effect } from '../model/call.js';

/** A directory without a contact form of its own uses the default one. The response is this form, or a list with it. */
const listContactRequestForms: Effect = (call) => ({
  changes: [],
  show() {
    const own = call.store.get(call.operation.collection, call.parameters['directory_id'] ?? '');
    const form = own ?? call.store.get('forms/contact-request/default', 'default');
    const shown = form ? [call.present(call.operation.collection, form, 'ContactRequestForm')] : [];
    return call.operation.isList ? shown : shown[0];
  },
});

export const forms: Record<string, Effect> = { listContactRequestForms };
