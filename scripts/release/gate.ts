import type { PackedPackage } from './packed-package.js';

/** How much a gate checks: what fits into `npm test`, or everything. */
export type Extent = 'sample' | 'all';

/** The result of a gate. */
export interface GateResult {
  /** The measured figure with its limit: `5,712 of 6,000 bytes`. */
  figure: string;
  /** One sentence per problem; empty if the package passes. */
  problems: readonly string[];
  /** Checks that were skipped, each with the reason. They do not fail the gate. */
  leftOut?: readonly string[];
}

/** A requirement that the package must meet before it is published. */
export interface Gate {
  name: string;
  /** The end of a sentence that begins with "The package". */
  about: string;
  /** Checks a packed package. If it cannot, it rejects, and the gate fails. */
  run(packed: PackedPackage, scope: Extent): Promise<GateResult>;
}
