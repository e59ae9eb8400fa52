import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { LineFile } from '../../files/line-file.js';
import { stageFile } from '../../files/whole-file.js';
import { claim, heldBy } from '../../system/claim.js';
import { whole } from '../../text/escape.js';
import { reasonOf } from '../../text/system-error.js';
import { UsageError } from '../../text/usage-error.js';
import { Refusal } from '../model/response.js';
import type { Change, SandboxState } from '../model/store.js';
import { lineFor, linesFor, readState } from './state-lines.js';

/**
 * A state on disk. Everything passed to `append` and `replace` survives even if the process is killed. A power cut may
 * lose what `append` wrote last, since waiting for the disk would slow down every request.
 */
export interface StateFile {
  /** The state that the file contained; undefined if the file did not exist. */
  readonly state: SandboxState | undefined;
  /** True if the last line was incomplete: the previous process was killed during a write. */
  readonly torn: boolean;
  /** Bytes of the lines that `append` wrote, and of the lines before them. */
  readonly appended: number;
  readonly compactSize: number;
  /** Adds the changes of one request. @throws Refusal if the write fails; then the file is unchanged */
  append(changes: readonly Change[], serial: number): void;
  /** Replaces the whole content. @throws Refusal if the write fails; then the file is unchanged */
  replace(state: SandboxState): void;
  close(): void;
}

/**
 * Opens a state file for this process alone, and creates it if it does not exist.
 *
 * @throws UsageError if another process uses the file, or if it is empty, or damaged elsewhere than in an incomplete
 * last line; then it is not changed
 */
export async function openStateFile(path: string, initial: SandboxState): Promise<StateFile> {
  // Every process must find the same lock, even if it opens the file through a link.
  const real = existsSync(path) ? realpathSync(path) : path;
  const unlock = await locked(real);
  try {
    const found = existsSync(real) ? readState(real) : undefined;
    let file = found?.isCompact ? new LineFile(real) : replaced(real, found?.state ?? initial);
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
        stored(path, () => file.add(lineFor(changes, serial)));
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

/** Locks a file for this process. @returns a function that releases it */
async function locked(path: string): Promise<() => void> {
  const found = await claim({ folder: dirname(path), word: `${basename(path)}.lock` });
  if ('release' in found) return found.release;
  const next = 'End that process, or choose another file with --state.';
  throw new UsageError(`${whole(path)} is in use ${heldBy(found.holder, next)}`);
}

/** Replaces the content of a file with a state, and opens it. */
function replaced(path: string, state: SandboxState): LineFile {
  const staged = stageFile(path, piecesFor(state), { draft: `${path}.new`, mode: 0o600 });
  let file: LineFile | undefined;
  try {
    // Opened before it takes its place, so that no later change can go to the previous file.
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
    text += line;
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
    throw new Refusal(507, `Nothing was changed, because ${path} could not be written: ${reasonOf(error)}.`);
  }
}
