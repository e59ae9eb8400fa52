// The types of the examples. The type checker runs this file, and reports each expected error that does not occur.
import {
  type filterUpdateVisibility,
  partnerEntryHidden,
  type partnerEntryList,
  type partnerEntryUpdateHide,
  type reviewExport,
} from '../../generated/examples.js';
import type { FilterUpdate, PartnerEntry, PartnerEntryUpdate } from '../../scripts/index.js';

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
