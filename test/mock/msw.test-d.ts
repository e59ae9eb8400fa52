// The types of the handlers. The type checker runs this file, and reports expected errors that do not occur.
import { review } from '../../generated/examples.js';
import type { components } from '../../generated/types.js';
import { handlers } from '../../scripts/mock/msw.js';

const directory = handlers('https://directory.example.com');

export function types(): void {
  directory.deletePartnerEntry(() => {});
  directory.deletePartnerEntry(async () => undefined);
  directory.updateReview(async ({ body: { rating = 5 } }) => review({ rating }));
  directory.getTier.error(400, {} satisfies components['schemas']['ApiError']);
  // @ts-expect-error there is no such operation
  directory.getNothing();
  // @ts-expect-error tiers have no such parameter
  directory.getTier(({ path: { entry_id } }) => ({ title: entry_id }));
  // @ts-expect-error a title is a text
  directory.getTier(() => ({ title: 1 }));
  // @ts-expect-error an update has no such field
  directory.updateTier(({ body }) => ({ title: body.name }));
  // @ts-expect-error a read has no body
  directory.getTier(({ body }) => ({ title: body.title }));
  // @ts-expect-error a status is a number
  directory.getTier.error('404');
}
