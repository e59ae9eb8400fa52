import { sanitizeLines } from './escape.js';

/** An error that the user can correct, such as a wrong option or a port in use. Printed without a stack trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  /** @param message sentences, which may quote files and servers, because the constructor sanitizes them */
  constructor(message: string) {
    super(sanitizeLines(message));
  }
}

/** The error for a file with wrong content. The message may quote the file, because the user typed its path. */
export class FileMistake extends UsageError {
  /** The path of the file, safe to print. */
  readonly file: string;
  /** The message without any content of the file, for a path that comes from another file, not from the user. */
  readonly safeMessage: string;

  /** `what` is a noun for the message, such as `a baseline`; `at` is the place inside the file, such as `:3:5`. */
  constructor(message: string, { file, what: noun, at = '' }: { file: string; what: string; at?: string }) {
    super(message);
    this.file = file;
    this.safeMessage =
      `${file}${at}: expected ${noun}, found something else. The content of this file is not shown, because its ` +
      'path comes from another file. Correct that path, or the content.';
  }
}
