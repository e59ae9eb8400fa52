/** A mistake that the user can correct: a wrong option, a port in use. Printed without a stack trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
