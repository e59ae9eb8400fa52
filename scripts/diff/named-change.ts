import type { Area, Change, Effect } from './change.js';
import { levelOf } from './policy.js';

/** What is said of one change that is read from both documents, and not from the report of Redocly. */
interface Told {
  area: Area;
  effect: Effect;
  kind: Change['kind'];
  stated: boolean;
  rule: string;
  message: string;
  old?: string;
  new?: string;
  before?: string;
  after?: string;
}

/** The change, with the level that policy gives it. */
export function change({ area, effect, kind, stated, rule, message, old, new: now, before, after }: Told): Change {
  return {
    level: levelOf(effect, stated),
    effect,
    kind,
    area,
    stated,
    rule,
    message,
    pointers: { ...(old !== undefined && { old }), ...(now !== undefined && { new: now }) },
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
}
