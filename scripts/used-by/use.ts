import type ts from 'typescript';
import type { Key } from './keys.js';

/** A place in code that depends on the contract. */
export interface Use {
  /**
   * - `call`: an operation is called
   * - `read`, `write`: of a field
   * - `name`: of a field, a type or an operation, in a type
   * - `compare`: the value of a field meets known values
   * - `value`: one of these values, also of the status or a header of a response
   * - `build`: an object gets the fields of a type
   * - `dynamic`: any field may be read (or, with `isWrite`, written)
   */
  readonly kind: 'call' | 'read' | 'write' | 'name' | 'compare' | 'value' | 'build' | 'dynamic';
  readonly keys: readonly Key[];
  readonly node: ts.Node;
  /** Why it is not certain what the code does with the keys. */
  readonly reason?: string;
  /** The values that are written or compared; undefined if the code does not show them. */
  readonly values?: readonly unknown[] | undefined;
  readonly isWrite?: boolean;
  /** Whether a call or an object has a part, such as `query`, `limit`; undefined if the code does not show it. */
  readonly has?: ((...path: readonly string[]) => boolean | undefined) | undefined;
  /** The name with which code names an operation; empty for a path. */
  readonly name?: string | undefined;
  /** Whether an operation is called for all pages. */
  readonly isPaged?: boolean;
}
