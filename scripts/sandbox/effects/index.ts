import type { Effect } from '../model/call.js';
import { appEntries } from './app-entries.js';
import { approval } from './approval.js';
import { entries } from './entries.js';
import { entryContent } from './entry-content.js';
import { filters } from './filters.js';
import { forms } from './forms.js';
import { invites } from './invites.js';
import { matchmaking } from './matchmaking.js';
import { reviews } from './reviews.js';
import { tiers } from './tiers.js';

/** Behaviour of operations beyond the convention, by operationId. */
export const effects: Readonly<Record<string, Effect | undefined>> = {
  ...appEntries,
  ...approval,
  ...entries,
  ...entryContent,
  ...filters,
  ...forms,
  ...invites,
  ...matchmaking,
  ...reviews,
  ...tiers,
};
