import type { DirectoryClient, DirectoryResult, PartnerEntryUpdate } from 'directory-contract';
import { Draft } from './draft.js';
import type { PartnerEntry } from './types.js';

type Button = Pick<PartnerEntryUpdate, 'callToActionUrl' | 'callToActionLabel'>;

export interface EntryForm {
  title: string;
  text: string;
  place: string;
  button: Button;
}

export function toForm(entry: PartnerEntry): EntryForm {
  const { title = '', description: text = '', call_to_action_url: url, call_to_action_label: label } = entry;
  const button = { ...(url && { callToActionUrl: url }), ...(label && { callToActionLabel: label }) };
  return { title, text, place: entry['location'] ?? '', button };
}

/** Sends only what the partner changed. */
export function toBody(before: EntryForm, after: EntryForm): Partial<PartnerEntryUpdate> {
  const draft = new Draft<PartnerEntryUpdate>();
  if (after.title !== before.title) draft.set('title', after.title);
  if (after.text !== before.text) draft.set('description', after.text);
  if (after.place !== before.place) draft.set('location', after.place);
  return { ...draft.body, ...after.button };
}

/** Submits the changes for approval by the owner of the directory. */
export async function submit(
  client: DirectoryClient,
  path: Record<'directory_id' | 'entry_id', string>,
  form: EntryForm,
) {
  const before = toForm(await client.orThrow.getPartnerEntry({ path }));
  const submitted = await client.submitPartnerEntryReview({ path, body: toBody(before, form) });
  return textOf(submitted);
}

const textOf = (result: DirectoryResult<'submitPartnerEntryReview'>) =>
  result.ok ? `Submitted as ${result.data.id}` : `Refused with ${result.status}`;

/** Shows each setting of the directory, under whatever name it has. */
export async function settingRows(client: DirectoryClient, directory_id: string): Promise<[string, string][]> {
  const settings = await client.orThrow.getDirectorySettings({ path: { directory_id } });
  return Object.entries(settings).map(([name, value]) => [name, JSON.stringify(value)]);
}
