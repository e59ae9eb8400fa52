import type { Level } from './version.js';

/**
 * The effect of a change on users of the contract. `breaking`: code that was correct before can be wrong now.
 * `additive`: something is new, or changed but keeps its meaning (deprecated, a request that accepts more).
 * `documentation`: only words changed.
 */
export type ChangeEffect = 'breaking' | 'additive' | 'documentation';

/** The part of the contract in which a change is. */
export interface ChangeArea {
  readonly kind: 'operation' | 'schema' | 'document';
  /**
   * The operationId (or `get /filters/` if it is missing), the name of the schema, or the name of a shared parameter or
   * response; empty for the document itself.
   */
  readonly name: string;
}

/** A value that one of two documents allows, and the other does not. */
export interface Witness {
  readonly value: unknown;
  readonly allowedBy: 'old' | 'new';
}

/** One difference between two versions of a contract, with its weight. */
export interface ContractChange {
  readonly level: Level;
  readonly effect: ChangeEffect;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly area: ChangeArea;
  /** The operations of a change of the document that concerns only these: their names in the new document. */
  readonly operations?: readonly string[];
  /** Who sends the values of a changed schema: callers in requests, the service in responses, or both. */
  readonly direction?: 'request' | 'response' | 'both';
  /** Whether the interface description states the changed part. Changes of other parts are minor or patch changes. */
  readonly stated: boolean;
  /** Set if only names in generated code change; requests and responses stay the same. */
  readonly codeOnly?: true;
  /** For a breaking change of a schema, a value that only one of the documents allows. */
  readonly witness?: Witness;
  /** Set for a breaking change of a schema if no such value was found, and none is proven not to exist. */
  readonly isUndecided?: true;
  /** Stable name of the rule: `property-removed`, `operation-renamed`. */
  readonly rule: string;
  /** A sentence on one line. Names are enclosed in backticks, and contain no backticks themselves. */
  readonly message: string;
  /** JSON pointers into the two documents; absent if the document lacks the place. */
  readonly pointers: { readonly old?: string; readonly new?: string };
  /** The old value, if it can be compared. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** A violation of the policy by the new document, independent of its version. */
export interface PolicyProblem {
  readonly rule: 'keep-the-old-name' | 'deprecate-before-removal';
  /** The operation, by its old name. */
  readonly operationId: string;
  /** The problem and its solution, in one or two sentences; names are enclosed in backticks. */
  readonly message: string;
}

export interface ComparedVersion {
  /** The source of the document: a path, or words such as `this package`. */
  readonly name: string;
  /** The document's `info.version`. */
  readonly version: string;
}

/**
 * The changes between two versions of a contract; `--format json` prints it. Within one `formatVersion`, new fields and
 * rules may appear, but existing ones are neither renamed nor removed.
 */
export interface ContractDiff {
  readonly formatVersion: 1;
  /** `info.title` of the new document. */
  readonly title: string;
  readonly old: ComparedVersion;
  readonly new: ComparedVersion;
  /** The level of the heaviest change; `none` if nothing changed. */
  readonly level: Level | 'none';
  readonly counts: Readonly<Record<Level, number>>;
  /** The old version, raised by `level`; null if the old `info.version` is not a semver version. */
  readonly proposed: string | null;
  /** Whether the new `info.version` is at least `proposed`. */
  readonly isRaisedEnough: boolean;
  readonly problems: readonly PolicyProblem[];
  /** Heaviest first, then by area. */
  readonly changes: readonly ContractChange[];
}
