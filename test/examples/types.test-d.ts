// The types of the examples. The type checker runs this file, and reports each expected error that does not occur.
import {
  filter,
  type filterUpdateVisibility,
  partnerEntry,
  partnerEntryHidden,
  type partnerEntryList,
  type partnerEntryUpdateHide,
  type reviewExport,
} from '../../generated/examples.js';
import type { Filter, FilterUpdate, PartnerEntry, PartnerEntryUpdate } from '../../scripts/index.js';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Equal<A, B>): void {}

export function types(): void {
  same<typeof partnerEntryHidden, PartnerEntry>(true);
  same<typeof partnerEntryList, PartnerEntry[]>(true);
  same<typeof partnerEntryUpdateHide, PartnerEntryUpdate>(true);
  same<typeof filterUpdateVisibility, FilterUpdate>(true);
  same<typeof reviewExport, string>(true);
  // @ts-expect-error a field that entries do not have
  void partnerEntryHidden.customSlug;
}

export function factories(): void {
  const entry = partnerEntry({ title: 'Ours', tier: { title: 'Gold' }, metadata: undefined, custom_slug: null });
  same<typeof entry, PartnerEntry>(true);
  const list = filter.list(3, { name: 'Region' });
  same<typeof list, Filter[]>(true);
  // @ts-expect-error a field that entries do not have
  partnerEntry({ customSlug: 'ours' });
  // @ts-expect-error a field that tiers do not have
  partnerEntry({ tier: { name: 'Gold' } });
  // @ts-expect-error an item of a list has no such field
  partnerEntry({ media: [{ name: 'Brochure' }] });
  // @ts-expect-error the title is a text
  partnerEntry.list(2, { title: 1 });
  // @ts-expect-error a title is never null
  partnerEntry({ title: null });
}
