import { closeSync, constants, fdatasyncSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { writeBytes } from './to-disk.js';

/** A file to which lines are appended, each whole or not at all. Only one process at a time may have it open. */
export class LineFile {
  readonly #descriptor: number;
  #size: number;

  /**
   * Opens a file, or creates it.
   *
   * @param size bytes of its complete lines; a torn line after them is cut off. By default the whole file stays.
   * @param mode permissions of a new file
   */
  constructor(path: string, size?: number, mode?: number) {
    this.#descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT, mode);
    this.#size = size ?? fstatSync(this.#descriptor).size;
    ftruncateSync(this.#descriptor, this.#size);
    // The last line may lack its line break; the next line must not join it.
    if (this.#size > 0 && this.#lastByte() !== 10) this.add('\n');
  }

  /** In bytes. */
  get size(): number {
    return this.#size;
  }

  /** Appends a text whole. @throws Error if the disk fails; then the file is as before */
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

  /** Waits until the text is on disk. For a new file, sync its folder as well, so that its name is on disk. */
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
