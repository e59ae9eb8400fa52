/** Where the docs are published, as in package.json: a page is at its name (`check.html`). It ends with a slash. */
export const homepage = 'https://directory-contract.example/';

/** Whether nobody can open an address: its name is reserved for examples (RFC 2606 §2). */
function isPlaceholder(address: string): boolean {
  return /\.(?:example|invalid|test)$/.test(new URL(address).hostname);
}

/**
 * Where the docs are published, with a slash at the end: at the address that a team gives, else at that of this
 * package; undefined if that is only a placeholder.
 */
export function docsAddress(teamAddress: string | undefined): string | undefined {
  const address = teamAddress ?? (isPlaceholder(homepage) ? undefined : homepage);
  return address === undefined || address.endsWith('/') ? address : `${address}/`;
}
