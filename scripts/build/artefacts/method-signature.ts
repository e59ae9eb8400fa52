import { quoted } from './literal.js';
import type { OperationEntry } from './operations.js';

/** The maximum length of a generated line that can be broken. */
export const columns = 110;

/** The signature of a method of an interface, on one line if it fits. */
export function method(name: string, { id, needsArgument }: OperationEntry, result: string): string {
  const start = `  ${name}(call${needsArgument ? '' : '?'}: DirectoryCall<${quoted(id)}>):`;
  return start.length + result.length + 2 <= columns ? `${start} ${result};` : `${start}\n    ${result};`;
}
