import type { Effect } from '../model/call.js';

/** A directory without a contact form of its own uses the default one. */
const listContactRequestForms: Effect = (call) => ({
  changes: [],
  show() {
    const own = call.store.get(call.operation.collection, call.parameters['directory_id'] ?? '');
    const form = own ?? call.store.get('forms/contact-request/default', 'default');
    return form ? [call.present(call.operation.collection, form, 'ContactRequestForm')] : [];
  },
});

export const forms: Record<string, Effect> = { listContactRequestForms };
