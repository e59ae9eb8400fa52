import type { QueryClient } from '@tanstack/query-core';
import { type DirectoryClient, DirectoryResponseError } from 'directory-contract';
import { queries } from './connect.js';
import { Draft } from './draft.js';
import type { DirectoryRefusal, Listener, Review, ReviewCard, ReviewUpdate } from './types.js';

export interface ReviewForm {
  readonly title: string;
  readonly text: string;
  readonly stars: number;
  readonly author: { readonly first: string; readonly last: string; readonly mail?: string };
}

export function toCard(review: Review): ReviewCard {
  const { firstName, lastName = '', summary, shortSummary = summary, approvedBy, ...rest } = review;
  return {
    ...(rest.id !== undefined && { id: rest.id }),
    ...(rest.title !== undefined && { title: rest.title }),
    ...(rest.company !== undefined && { company: rest.company }),
    ...(shortSummary !== undefined && { summary: shortSummary }),
    rating: Math.round(rest.rating ?? 0),
    author: `${firstName} ${lastName.slice(0, 1)}.`,
    state: approvedBy?.email ? 'approved' : stateOf(review),
  };
}

function stateOf({ status }: Pick<Review, 'status'>): ReviewCard['state'] {
  switch (status) {
    case 'A':
      return 'approved';
    case 'D':
      return 'declined';
    default:
      return 'open';
  }
}

export const reviewsOf = (reviews: readonly Review[], entryId: string) =>
  reviews.filter(({ entry, entryType }) => entryType === 'partner' && entry?.id === entryId);

/** Sends the form of a visitor. A moderator sees the review before others do. */
export function toReview({ title, text, stars, author }: ReviewForm): Draft<ReviewUpdate> {
  const draft = new Draft<ReviewUpdate>().set('title', title).set('summary', text);
  draft.set('rating', Math.min(5, Math.max(1, stars)));
  draft.set('first_name', author.first).set('last_name', author.last);
  return author.mail ? draft.set('email', author.mail) : draft;
}

/** Approves and declines reviews, and tells the page about it. */
export class Moderation {
  readonly #client: DirectoryClient;
  readonly #directoryId: string;
  #onRefusal: Listener<DirectoryRefusal> = () => undefined;

  constructor(client: DirectoryClient, directoryId: string) {
    this.#client = client;
    this.#directoryId = directoryId;
  }

  onRefusal(listener: Listener<DirectoryRefusal>): void {
    this.#onRefusal = listener;
  }

  approve = (reviewId: string) => this.#update(reviewId, { status: 'A' });

  decline = (reviewId: string, reason: string) => this.#update(reviewId, { status: 'D', summary: reason });

  async remove(reviewId: string): Promise<boolean> {
    const path = { directory_id: this.#directoryId, review_id: reviewId };
    const removed = await this.#client.deleteReview({ path });
    return removed.status === 204;
  }

  async visitEach(visit: Listener<Review>): Promise<void> {
    for await (const review of this.#client.pages.listReviews({ path: { directory_id: this.#directoryId } }))
      visit(review);
  }

  async #update(reviewId: string, body: ReviewUpdate): Promise<Review | undefined> {
    const path = { directory_id: this.#directoryId, review_id: reviewId };
    const result = await this.#client.updateReview({ path, body });
    if (result.ok) return result.data;
    this.#onRefusal(result);
    return undefined;
  }
}

export async function sendReview(queryClient: QueryClient, directory_id: string, form: ReviewForm) {
  const call = { path: { directory_id }, body: toReview(form).body };
  try {
    const { id, created } = await queries.createReview.mutationOptions().mutationFn(call);
    return { id, year: created ? new Date(created).getUTCFullYear() : undefined };
  } catch (error) {
    if (error instanceof DirectoryResponseError && error.status === 409) return { isRepeated: true };
    throw error;
  } finally {
    await queries.createReview.invalidate(queryClient, call);
  }
}
