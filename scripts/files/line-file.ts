import { closeSync, constants, fdatasyncSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { writeBytes } from './write-bytes.js';

/** A file that lines are added to, each of them whole or not at all. Only one process at a time may have it open. */
export class LineFile {
  readonly #descriptor: number;
  #size: number;

  /**
   * Opens a file, and makes it where there is none.
   *
   * @param size bytes of its whole lines: a torn line behind them goes; by default all that it has
   * @param mode of a new file
   */
  constructor(path: string, size?: number, mode?: number) {
    this.#descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT, mode);
    this.#size = size ?? fstatSync(this.#descriptor).size;
    ftruncateSync(this.#descriptor, this.#size);
    // A whole line may lack its break, and the next one must not follow on it.
    if (this.#size > 0 && this.#lastByte() !== 10) this.add('\n');
  }

  /** Bytes that it has. */
  get size(): number {
    return this.#size;
  }

  /** Adds all of a text, or nothing. @throws Error where the disk does not take it; then the file is as before */
  add(text: string): void {
    const bytes = Buffer.from(text);
    try {
      writeBytes(this.#descriptor, bytes, this.#size);
      this.#size += bytes.length;
    } catch (error) {
      ftruncateSync(this.#descriptor, this.#size);
      throw error;
    }
  }

  /** What was added is on disk when this returns; the name of a new file is when its folder is synced, too. */
  sync(): void {
    fdatasyncSync(this.#descriptor);
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #lastByte(): number | undefined {
    const last = Buffer.alloc(1);
    readSync(this.#descriptor, last, 0, 1, this.#size - 1);
    return last[0];
  }
}
