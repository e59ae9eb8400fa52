import { yamlBeside } from '../yaml-beside.js';
import type { Mode } from './service.js';

/** The coverage of one check. */
export interface Reach {
  /** Number of operations with a tested success. */
  success: number;
  requests: number;
}

/** The coverage of the check of an earlier commit, measured by `--checkout`. */
export const before = yamlBeside<{ commit: string; reach: Readonly<Record<string, Record<Mode, Reach>>> }>(
  import.meta.url,
  'before.yaml',
);
