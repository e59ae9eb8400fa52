import type { Area, Change, Effect } from './change.js';
import { levelOf } from './policy.js';

/** The description of a change that is read from both documents, not from Redocly's report. */
export interface Parts {
  area: Area;
  effect: Effect;
  kind: Change['kind'];
  stated: boolean;
  codeOnly?: boolean;
  rule: string;
  message: string;
  old?: string;
  new?: string;
  before?: unknown;
  after?: unknown;
}

/** A change, with the level from the policy. */
export function change(parts: Parts): Change {
  const { area, effect, kind, stated, codeOnly = false, rule, message, old, new: now, before, after } = parts;
  return {
    level: levelOf(effect, stated),
    effect,
    kind,
    area,
    stated,
    ...(codeOnly && { codeOnly }),
    rule,
    message,
    pointers: { ...(old !== undefined && { old }), ...(now !== undefined && { new: now }) },
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
}
