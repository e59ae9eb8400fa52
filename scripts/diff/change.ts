import type { Level } from './version.js';

/**
 * What a change does to those who use the contract. `breaking`: what was right before can be wrong now. `additive`:
 * there is more than before, or a part means the same and is otherwise (deprecated, a wider request). `documentation`:
 * words only.
 */
export type Effect = 'breaking' | 'additive' | 'documentation';

/** To what a change belongs. */
export interface Area {
  readonly kind: 'operation' | 'schema' | 'document';
  /**
   * The operationId (`get /things/` where there is none), the name of the schema, or for the document the name of a
   * shared parameter or answer; empty for the document itself.
   */
  readonly name: string;
}

/** One difference between two versions of a contract, with its weight. */
export interface Change {
  readonly level: Level;
  readonly effect: Effect;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly area: Area;
  /** Whether the source states what is changed. What is not stated changes by a minor version at most. */
  readonly stated: boolean;
  /** Stable name of the rule: one of Redocly (`property-removed`) or one of ours (`operation-renamed`). */
  readonly rule: string;
  /** A sentence on one line; names stand between backticks, and none has one itself. */
  readonly message: string;
  /** JSON pointers into the two documents; absent where there is no such place. */
  readonly pointers: { readonly old?: string; readonly new?: string };
  /** What stood at the old pointer, where it is a value to compare. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** A rule of the policy that the new document breaks, whatever its version is. */
export interface PolicyProblem {
  readonly rule: 'keep-the-old-name' | 'deprecate-before-removal';
  /** The operation, by its old name. */
  readonly operationId: string;
  /** What is wrong and what to do, in one sentence or two; names stand between backticks. */
  readonly message: string;
}

/** One of the two documents. */
export interface Compared {
  /** Where it came from: a path, or words such as `this package`. */
  readonly name: string;
  /** Its `info.version`. */
  readonly version: string;
}

/**
 * What changed between two versions of a contract; `--format json` prints it. Within one `formatVersion`, fields and
 * rules may be added, and none is renamed or removed.
 */
export interface ContractDiff {
  readonly formatVersion: 1;
  /** `info.title` of the new document. */
  readonly title: string;
  readonly old: Compared;
  readonly new: Compared;
  /** The weight of the heaviest change; `none` where nothing changed. */
  readonly level: Level | 'none';
  readonly counts: Readonly<Record<Level, number>>;
  /** The old version, raised by `level`; null where the old `info.version` is no version of semver. */
  readonly proposed: string | null;
  /** Whether the new `info.version` is `proposed` or above. */
  readonly isRaisedEnough: boolean;
  readonly problems: readonly PolicyProblem[];
  /** The heaviest first, then by area. */
  readonly changes: readonly Change[];
}
