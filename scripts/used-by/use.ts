import type ts from 'typescript';
import type { Key } from './keys.js';

/**
 * - `call`: an operation is called, or named
 * - `read`, `write`, `name`: of a field, or of a type
 * - `compare`: the value of a field, the status or a header of a response meets known values
 * - `build`: an object gets the fields of a type
 * - `dynamic`: any field may be read (or, with `isWrite`, written)
 */
export type UseKind = 'call' | 'read' | 'write' | 'name' | 'compare' | 'build' | 'dynamic';

/** A place in code that depends on the contract. */
export interface Use {
  readonly kind: UseKind;
  readonly keys: readonly Key[];
  readonly node: ts.Node;
  /** Why it is not certain what the code does with the keys. */
  readonly reason?: string;
  /** The values that are written or compared; undefined if the code does not show them. */
  readonly values?: readonly unknown[] | undefined;
  readonly isWrite?: boolean;
  /** Whether a call or an object has a part, such as `query`, `limit`; undefined if the code does not show it. */
  readonly has?: (...path: readonly string[]) => boolean | undefined;
  /** The name with which an operation is called; empty for a path. */
  readonly name?: string;
  /** Whether an operation is called for all pages. */
  readonly isPaged?: boolean;
}
