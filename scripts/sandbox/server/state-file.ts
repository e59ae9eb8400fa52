import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { LineFile } from '../../files/line-file.js';
import { stageFile } from '../../files/whole-file.js';
import { claim } from '../../system/claim.js';
import { UsageError } from '../../text/usage-error.js';
import { Refusal } from '../model/response.js';
import type { Change, SandboxState } from '../model/store.js';
import { linesFor, readState } from './state-lines.js';

/** A state on disk. What `append` and `replace` were told survives the process however it ends. */
export interface StateFile {
  /** What the file held; undefined where there was none. */
  readonly state: SandboxState | undefined;
  /** True where the last line was not whole: the process before was killed while it wrote. */
  readonly torn: boolean;
  /** Bytes of the lines that `append` wrote, and of what stood there before them. */
  readonly appended: number;
  readonly compactSize: number;
  /** Adds the changes of one request. @throws Refusal where the disk does not take them; then the file is as before */
  append(changes: readonly Change[], serial: number): void;
  /**
   * Takes the place of all that is there.
   *
   * @throws Refusal where the disk does not take it; then the file is as before
   */
  replace(state: SandboxState): void;
  close(): void;
}

/**
 * Opens a state file for this process alone, and makes it where there is none.
 *
 * @throws UsageError where another process has it, or it is damaged elsewhere than in a torn last line; it is left as
 * it is
 */
export async function openStateFile(path: string, initial: SandboxState): Promise<StateFile> {
  // All who open it have to see the same lock, whatever link leads there.
  const real = existsSync(path) ? realpathSync(path) : path;
  const unlock = await locked(real);
  try {
    const found = existsSync(real) ? readState(real) : undefined;
    let file = found?.state && found.isCompact ? new LineFile(real) : replaced(real, found?.state ?? initial);
    let compactSize = file.size;
    return {
      state: found?.state,
      torn: found?.torn === true,
      get appended() {
        return file.size - compactSize;
      },
      get compactSize() {
        return compactSize;
      },
      append(changes, serial) {
        const line = `${JSON.stringify({ serial, changes })}\n`;
        stored(path, () => file.add(line));
      },
      replace(next) {
        const before = file;
        file = stored(path, () => replaced(real, next));
        before.close();
        compactSize = file.size;
      },
      close() {
        file.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Keeps a file for this process. @returns what gives it free again */
async function locked(path: string): Promise<() => void> {
  const found = await claim({ folder: dirname(path), word: `${basename(path)}.lock`, isShared: false });
  if ('release' in found) return found.release;
  throw new UsageError(
    `The process ${found.holder.pid} has ${path} in use. End it, or give this one another file with --state.`,
  );
}

/** Puts a state in the place of what a file held, and opens it. */
function replaced(path: string, state: SandboxState): LineFile {
  const staged = stageFile(path, piecesFor(state), { draft: `${path}.new` });
  let file: LineFile | undefined;
  try {
    // Opened before it is in its place: after that, no change may go to the file that was there.
    file = new LineFile(staged.draft);
    staged.takePlace();
    return file;
  } catch (error) {
    file?.close();
    staged.drop();
    throw error;
  }
}

/** The lines of a state, a megabyte at a time. */
function* piecesFor(state: SandboxState): Iterable<string> {
  let text = '';
  for (const line of linesFor(state)) {
    text += `${line}\n`;
    if (text.length < 1_048_576) continue;
    yield text;
    text = '';
  }
  yield text;
}

function stored<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw new Refusal(
      507,
      `Nothing was changed, since the state could not be stored in ${path}: ${(error as Error).message}`,
    );
  }
}
