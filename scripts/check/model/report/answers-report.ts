/** The answers to open questions that the contract was taught. */
export interface AnswersReport {
  /** The file with the answers. */
  file: string;
  /** SHA-256 of the answers and overlays; comments, order and sources do not count. @pattern ^[0-9a-f]{64}$ */
  sha256: string;
  /** Number of questions that they answer. @integer @minimum 0 */
  questions: number;
  /** What overlays changed, even where the interface description states something else. */
  corrected?: {
    /** The files of the overlays. */
    overlays: string[];
    /** Ids of the operations that they changed. */
    operations: string[];
    /** Names of the schemas that they changed. */
    schemas: string[];
  };
}
