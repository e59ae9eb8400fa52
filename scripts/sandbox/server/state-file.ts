import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from '../model/answer.js';
import { lockFile } from '../../system/lock.js';
import { syncFolder } from '../../files/sync-folder.js';
import { linesFor, readState } from './state-lines.js';
import type { Change, SandboxState } from '../model/store.js';

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
  /** Takes the place of all that is there. @throws Refusal where the disk does not take it; then the file is as before */
  replace(state: SandboxState): void;
  close(): void;
}

/**
 * Opens a state file for this process alone, and makes it where there is none.
 *
 * @throws UsageError where another process has it, or it is damaged elsewhere than in a torn last line; it is left as it is
 */
export function openStateFile(path: string, initial: SandboxState): StateFile {
  // The file that a link leads to is the one to keep; renaming would put a file in the place of the link.
  const real = existsSync(path) ? realpathSync(path) : path;
  const unlock = lockFile(real);
  try {
    const found = existsSync(real) ? readState(real) : undefined;
    let file = found?.state && found.isCompact ? open(real) : writeWhole(real, found?.state ?? initial);
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
        const line = Buffer.from(`${JSON.stringify({ serial, changes })}\n`);
        stored(path, () => writeAll(file, line));
      },
      replace(next) {
        const before = file;
        file = stored(path, () => writeWhole(real, next));
        closeSync(before.descriptor);
        compactSize = file.size;
      },
      close() {
        closeSync(file.descriptor);
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

interface OpenFile {
  descriptor: number;
  size: number;
}

function open(path: string): OpenFile {
  const descriptor = openSync(path, 'r+');
  return { descriptor, size: fstatSync(descriptor).size };
}

/** All bytes, or none of them. */
function writeAll(file: OpenFile, bytes: Buffer): void {
  try {
    for (let done = 0; done < bytes.length; )
      done += writeSync(file.descriptor, bytes, done, bytes.length - done, file.size + done);
    file.size += bytes.length;
  } catch (error) {
    ftruncateSync(file.descriptor, file.size);
    throw error;
  }
}

/** A new file beside the old one, which takes its place when it is whole and on disk. */
function writeWhole(path: string, state: SandboxState): OpenFile {
  const beside = `${path}.new`;
  const file: OpenFile = { descriptor: openSync(beside, 'w'), size: 0 };
  try {
    let text = '';
    for (const line of linesFor(state)) {
      text += `${line}\n`;
      if (text.length < 1_048_576) continue;
      writeAll(file, Buffer.from(text));
      text = '';
    }
    writeAll(file, Buffer.from(text));
    fsyncSync(file.descriptor);
    renameSync(beside, path);
    syncFolder(dirname(path));
    return file;
  } catch (error) {
    closeSync(file.descriptor);
    rmSync(beside, { force: true });
    throw error;
  }
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
