import type { PackedPackage } from './packed-package.js';

/** How much a gate looks at: what fits into `npm test`, or everything. */
export type Extent = 'sample' | 'all';

/** What a gate found. */
export interface GateResult {
  /** What was measured, with its bound: `5,712 of 6,000 bytes`. */
  figure: string;
  /** A sentence for each thing that is wrong; none where the package passes. */
  problems: readonly string[];
  /** What could not be had, as a sentence with the reason. It fails nothing. */
  leftOut?: readonly string[];
}

/** Something that the package must hold to before anybody gets it. */
export interface Gate {
  name: string;
  /** The end of a sentence that begins with "The package". */
  about: string;
  /** Looks at a packed package. Where it cannot, it rejects, and the gate is not passed either. */
  run(packed: PackedPackage, scope: Extent): Promise<GateResult>;
}
