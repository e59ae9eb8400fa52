import { existsSync, readFileSync } from 'node:fs';
import { whyUnwritable, writeFileAtomically } from '../files/whole-file.js';
import { sanitize } from '../text/escape.js';
import { reasonOf } from '../text/system-error.js';
import { UsageError } from '../text/usage-error.js';

/** An answers file that somebody else may be editing. */
export class SavedAnswers {
  readonly path: string;
  readonly #initialText: string;
  #lastText: string | undefined;

  /** Begins with `initialText` if the file does not exist. @throws UsageError if the file exists but cannot be read */
  constructor(path: string, initialText: string) {
    this.path = path;
    this.#initialText = initialText;
    this.#lastText = this.#read();
  }

  /** The content as it was last read or written. */
  get text(): string {
    return this.#lastText ?? this.#initialText;
  }

  /** Checks, before long work, that the file is writable. @throws UsageError if it is not */
  requireWritable(): void {
    const reason = whyUnwritable(this.path);
    if (reason !== undefined) throw this.#refusal('written', reason);
  }

  /** Writes all or nothing. @throws UsageError if that fails, or if somebody changed the file since the last access */
  write(text: string): void {
    if (this.#read() !== this.#lastText)
      throw new UsageError(
        `Somebody has changed ${sanitize(this.path)} since it was read, so it was not overwritten. Run the command ` +
          'again.',
      );
    try {
      writeFileAtomically(this.path, text);
    } catch (error) {
      throw this.#refusal('written', reasonOf(error));
    }
    this.#lastText = text;
  }

  #read(): string | undefined {
    if (!existsSync(this.path)) return undefined;
    try {
      return readFileSync(this.path, 'utf8');
    } catch (error) {
      throw this.#refusal('read', reasonOf(error));
    }
  }

  #refusal(access: 'read' | 'written', reason: string): UsageError {
    return new UsageError(`${sanitize(this.path)} cannot be ${access}: ${reason}. Choose another file with --answers.`);
  }
}
