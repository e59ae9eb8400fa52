import { sanitizeLines } from './escape.js';

/** A mistake that the user can correct: a wrong option, a port in use. Printed without a stack trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  /** @param message sentences, which may quote files and servers: they are sanitized here */
  constructor(message: string) {
    super(sanitizeLines(message));
  }
}

/** The error for a file with wrong content. The message may quote the file, for a user who typed its path. */
export class FileMistake extends UsageError {
  /** The path of the file, safe to print. */
  readonly file: string;
  /** The message without any content of the file, for a path that was read from another file. */
  readonly safeMessage: string;

  /** `what` is a noun for the message, such as `a baseline`; `at` the rest of the place, such as `:3:5`. */
  constructor(message: string, { file, what, at = '' }: { file: string; what: string; at?: string }) {
    super(message);
    this.file = file;
    this.safeMessage =
      `${file}${at}: expected ${what}, found something else. The content of this file is not shown, because its ` +
      'path comes from another file. Correct that path, or the content.';
  }
}
