import type { DirectoryCall, Review, ReviewUpdate } from 'directory-contract';
import { api, directoryId, isConflict } from './api.js';
import { mapReview } from './mappers.js';
import type { ReviewItem } from './types.js';

type NewReview = DirectoryCall<'createReview'>['body'];

export interface ReviewFormValues {
  title: string;
  text: string;
  rating: number;
  fullName: string;
  email: string;
}

export async function getReviews(entryId: string): Promise<ReviewItem[]> {
  const items: ReviewItem[] = [];
  for await (const review of api.pages.listReviews({ path: { directory_id: directoryId } })) {
    if (review.entry?.id === entryId) items.push(mapReview(review));
  }
  return items;
}

export const averageRating = (items: ReviewItem[]) =>
  items.reduce((sum, { rating = 0 }) => sum + rating, 0) / Math.max(items.length, 1);

export function toNewReview(values: ReviewFormValues): NewReview {
  const [first_name, ...others] = values.fullName.split(' ');
  return {
    title: values.title,
    summary: values.text,
    rating: values.rating,
    email: values.email,
    first_name,
    last_name: others.join(' '),
  };
}

export async function submitReview(values: ReviewFormValues): Promise<'ok' | 'duplicate'> {
  try {
    await api.orThrow.createReview({ path: { directory_id: directoryId }, body: toNewReview(values) });
    return 'ok';
  } catch (error) {
    if (isConflict(error)) return 'duplicate';
    throw error;
  }
}

export async function moderate(reviewId: string, decision: 'approve' | 'decline'): Promise<Review> {
  const body: ReviewUpdate = { status: decision === 'approve' ? 'A' : 'D' };
  return api.orThrow.updateReview({ path: { directory_id: directoryId, review_id: reviewId }, body });
}

export function badgeColor(review: Review): string {
  switch (review.status) {
    case 'A':
      return 'green';
    case 'D':
      return 'red';
    default:
      return 'grey';
  }
}
