import type { Effect } from '../call.js';
import { approval } from './approval.js';
import { entries } from './entries.js';
import { entryContent } from './entry-content.js';
import { filters } from './filters.js';
import { forms } from './forms.js';
import { matchmaking } from './matchmaking.js';
import { reviews } from './reviews.js';
import { tiers } from './tiers.js';

/** What operations do beyond the convention, by operationId. */
export const effects: Readonly<Record<string, Effect | undefined>> = {
  ...approval,
  ...entries,
  ...entryContent,
  ...filters,
  ...forms,
  ...matchmaking,
  ...reviews,
  ...tiers,
};
