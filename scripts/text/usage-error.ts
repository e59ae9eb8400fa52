/** A wrong command line, an address that is taken, a tool that is missing: one sentence for the person who typed. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
