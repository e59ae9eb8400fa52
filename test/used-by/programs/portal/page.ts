import { QueryClient } from '@tanstack/query-core';
import { client } from './connect.js';
import { filterOptions, loadTiers } from './filters.js';
import {
  isListed,
  loadPartner,
  partnerPages,
  quotesOf,
  rememberPartner,
  sortBy,
  toRow,
  useCaseTitles,
} from './partners.js';
import { Moderation, reviewsOf, toCard } from './reviews.js';
import type { PartnerEntry, PartnerRow, Review } from './types.js';

export const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });

const storage = new Map<string, string>();

export async function tablePage(directoryId: string, column: string, matches: (row: PartnerRow) => boolean) {
  const { pages } = await queryClient.fetchInfiniteQuery(partnerPages(directoryId));
  const entries = sortBy(
    pages.flatMap(({ items }) => items),
    column as keyof PartnerEntry,
  );
  const tiers = await loadTiers(queryClient, directoryId);
  return { tiers, rows: entries.map(toRow).filter(isListed).filter(matches) };
}

export async function partnerPage(directoryId: string, entryId: string) {
  const entry = await loadPartner(queryClient, directoryId, entryId);
  rememberPartner(storage, entry);
  const reviews: Review[] = [];
  await new Moderation(client, directoryId).visitEach((review) => reviews.push(review));
  const cards = reviewsOf(reviews, entryId).map(toCard);
  return { cards, quotes: quotesOf(entry), useCases: useCaseTitles(entry), filters: filterOptions(directoryId) };
}
