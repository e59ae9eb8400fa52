import type { DirectoryCall, FilterOption, PartnerEntry, Review, Tier } from 'directory-contract';

export type { DirectoryRefusal, Filter, PartnerEntry, Review, ReviewUpdate } from 'directory-contract';

/** A row in the table of partners. */
export type PartnerRow = Pick<PartnerEntry, 'id' | 'title' | 'status' | 'image'> & { tierTitle: string };

/** A review as the page of a partner shows it. Its author's address stays on the server. */
export type ReviewCard = Pick<Review, 'id' | 'title' | 'summary' | 'rating' | 'company'> & {
  author: string;
  state: 'open' | 'approved' | 'declined';
};

export interface FilterGroup {
  readonly name: string;
  readonly allowsMany: boolean;
  readonly optionIds: readonly NonNullable<FilterOption['id']>[];
}

export type TierChoice = Required<Pick<Tier, 'id' | 'title'>>;

/** What the dialog for a new filter sends. */
export type NewFilter = DirectoryCall<'createFilter'>['body'];

export type Listener<Value> = (value: Value) => void;
