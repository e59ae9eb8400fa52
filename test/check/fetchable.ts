/** Returns a method that a `Request` accepts (Fetch standard, forbidden methods), and that no path has either. */
export function fetchable(method: string): string {
  return method === 'TRACE' ? 'M-SEARCH' : method;
}
