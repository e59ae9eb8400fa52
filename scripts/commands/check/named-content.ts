import { FileMistake, UsageError } from '../../text/usage-error.js';

/**
 * Does work on files. If it fails since one of these is not what it should be, the error shows nothing of that file: a
 * configuration file of somebody else may name any file of its folder.
 *
 * @param files safe to print
 */
export function withoutContentOf<Value>(files: readonly string[] | undefined, work: () => Value): Value {
  const refuse = (error: unknown): never => {
    throw error instanceof FileMistake && files?.includes(error.file) ? new UsageError(error.bare) : error;
  };
  try {
    const value = work();
    return value instanceof Promise ? (value.catch(refuse) as Value) : value;
  } catch (error) {
    return refuse(error);
  }
}
