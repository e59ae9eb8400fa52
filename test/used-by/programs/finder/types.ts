import type { Filter, PartnerEntry, PartnerEntryUpdate, Review } from 'directory-contract';

export type PartnerId = NonNullable<PartnerEntry['id']>;

export type PartnerSummary = Pick<PartnerEntry, 'title' | 'headline' | 'image' | 'slug'> & {
  id: PartnerId;
  tierName: string | null;
};

export interface PartnerDetails extends PartnerSummary {
  about: string;
  website?: string;
  contact: { name?: string; email?: string };
  links: LinkItem[];
  gallery: string[];
  badges: string[];
}

export interface LinkItem {
  label: string;
  href: string;
}

export type EditableFields = Omit<
  PartnerEntryUpdate,
  'id' | 'type' | 'owner' | 'tier' | 'resources' | 'verifications' | 'media' | 'callouts' | 'userAssignedFilterOptions'
>;

export type ReviewStatus = 'pending' | 'approved' | 'declined';

export type ReviewItem = Omit<Review, 'email' | 'approvedBy' | 'declinedBy' | 'status'> & { state: ReviewStatus };

export type FilterMap = Map<string, Required<Pick<Filter, 'id' | 'name'>>>;

export interface Column<T> {
  key: keyof T;
  label: string;
  format?: (value: unknown) => string;
}
