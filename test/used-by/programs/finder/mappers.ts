import type { EntryMedia, EntryResource, PartnerEntry, Review } from 'directory-contract';
import type { LinkItem, PartnerDetails, PartnerSummary, ReviewItem, ReviewStatus } from './types.js';

export function mapSummary(entry: PartnerEntry): PartnerSummary {
  const { id = '', title, headline, image, slug, tier } = entry;
  return { id, title: title ?? 'Unnamed partner', headline, image, slug, tierName: tier?.title ?? null };
}

export function mapDetails(entry: PartnerEntry, badges: string[] = []): PartnerDetails {
  const {
    description = '',
    external_url: website,
    developer_name: name,
    support_email: email,
    resources = [],
    media,
  } = entry;
  return {
    ...mapSummary(entry),
    about: description.split('\n')[0] ?? '',
    ...(website ? { website } : {}),
    contact: { ...(name && { name }), ...(email && { email }) },
    links: sortByOrder(resources).map(mapLink).filter(isDefined),
    gallery: media?.filter(isPicture).map((item) => item.url ?? '') ?? [],
    badges,
  };
}

function sortByOrder<T extends { order?: number }>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
}

const mapLink = ({ title, url, file }: EntryResource): LinkItem | undefined => {
  const href = url ?? file;
  return href ? { label: title ?? href, href } : undefined;
};

const isPicture = (item: EntryMedia) => !item.pdfFileThumbnailUrl;

export function isDefined<T>(value: T | undefined | null): value is T {
  return value !== undefined && value !== null;
}

const reviewStates: Record<string, ReviewStatus> = { A: 'approved', D: 'declined' };

export const mapReview = (review: Review): ReviewItem => {
  const { email: _email, approvedBy: _approved, declinedBy: _declined, status, ...rest } = review;
  return { ...rest, state: status ? (reviewStates[status] ?? 'pending') : 'pending' };
};
