import { NotFoundError } from './api.js';
import type { PartnerService } from './partner-service.js';
import * as reviewService from './review-service.js';
import type { PartnerDetails, ReviewItem } from './types.js';

export type State<T> = { status: 'loading' } | { status: 'done'; data: T } | { status: 'failed'; message: string };

export function useAsync<T>(load: () => Promise<T>, onChange: (state: State<T>) => void): () => Promise<void> {
  return async () => {
    onChange({ status: 'loading' });
    try {
      onChange({ status: 'done', data: await load() });
    } catch (error) {
      onChange({ status: 'failed', message: error instanceof NotFoundError ? 'Not found' : String(error) });
    }
  };
}

export interface PartnerPage {
  partner: PartnerDetails;
  reviews: ReviewItem[];
  isRecommended: boolean;
}

export function usePartner(service: PartnerService, id: string, onChange: (state: State<PartnerPage>) => void) {
  return useAsync(async () => {
    const [partner, reviews] = await Promise.all([service.get(id), reviewService.getReviews(id)]);
    return {
      partner,
      reviews: reviews.filter(({ state }) => state === 'approved'),
      isRecommended: reviewService.averageRating(reviews) >= 4,
    };
  }, onChange);
}

export const headlineOf = (state: State<PartnerPage>): string =>
  state.status === 'done' ? `${state.data.partner.title} · ${state.data.partner.tierName ?? 'no tier'}` : '…';

export const quotesOf = ({ reviews }: PartnerPage) =>
  reviews.map(
    ({ shortSummary, summary = '', firstName, company }) => `${shortSummary ?? summary} (${firstName}, ${company})`,
  );
