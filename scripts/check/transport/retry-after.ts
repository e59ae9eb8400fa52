/** Returns the milliseconds of a `Retry-After` (RFC 9110 §10.2.3), at most a minute; a second if it is invalid. */
export function retryAfter(value: string | undefined, now: number): number {
  const text = value?.trim() ?? '';
  const asked = /^\d{1,12}$/.test(text)
    ? Number(text) * 1000
    : /^[A-Za-z]{3,9},? /.test(text)
      ? Date.parse(text) - now
      : NaN;
  return Number.isNaN(asked) ? 1000 : Math.min(Math.max(asked, 0), 60_000);
}
