import type { QueryClient } from '@tanstack/query-core';
import { queries } from './connect.js';
import type { PartnerEntry, PartnerRow } from './types.js';

/** Columns that every visitor can sort by. Administrators can name any other field in the address of the page. */
export const columns = ['title', 'location', 'featured'] as const satisfies readonly (keyof PartnerEntry)[];

export const partnerPages = (directoryId: string) =>
  queries.listPartnerEntries.infiniteQueryOptions({ path: { directory_id: directoryId } });

export async function loadPartner(queryClient: QueryClient, directory_id: string, entry_id: string) {
  const options = queries.getPartnerEntry.queryOptions({ path: { directory_id, entry_id } });
  return queryClient.fetchQuery({ ...options, staleTime: 60_000 });
}

/** The cached entry, without a request. */
export function peekPartner(queryClient: QueryClient, directory_id: string, entry_id: string) {
  const cached = queryClient.getQueryData(queries.getPartnerEntry.queryKey({ path: { directory_id, entry_id } }));
  return cached?.title === undefined ? undefined : toRow(cached);
}

export function toRow({ id, title, status, image, tier }: PartnerEntry): PartnerRow {
  return {
    ...(id !== undefined && { id }),
    ...(title !== undefined && { title }),
    ...(status !== undefined && { status }),
    ...(image !== undefined && { image: new URL('?width=64', image).href }),
    tierTitle: tier?.title ?? '',
  };
}

export const isListed = (row: PartnerRow) => row.status === 'public';

export function sortBy(entries: readonly PartnerEntry[], key: keyof PartnerEntry): PartnerEntry[] {
  return entries.toSorted((one, other) => String(one[key] ?? '').localeCompare(String(other[key] ?? '')));
}

/** The quotes on the page of a partner, in the order that the partner chose. */
export function quotesOf({ testimonials = [] }: Pick<PartnerEntry, 'testimonials'>): string[] {
  const ordered = testimonials.toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0));
  return ordered.map(({ testimonial_text, author_name }) => `“${testimonial_text}” ${author_name ?? ''}`.trim());
}

export const useCaseTitles = (entry: PartnerEntry) => entry.use_cases?.map((useCase) => useCase.title) ?? [];

/** Keeps a copy for the next visit, whatever fields the entry has. */
export function rememberPartner(storage: Pick<Map<string, string>, 'set'>, entry: PartnerEntry): void {
  storage.set(`partner:${entry.id}`, JSON.stringify(entry));
}
