/** Replaces TRACE, which a `Request` refuses (Fetch standard, forbidden methods), by a method that no path has. */
export function fetchable(method: string): string {
  return method === 'TRACE' ? 'M-SEARCH' : method;
}
