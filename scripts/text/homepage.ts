/** The address of the published docs, as in package.json. It ends with a slash; file names of pages follow it. */
export const homepage = 'https://directory-contract.example/';

/** Whether an address leads nowhere, because its name is reserved for examples (RFC 2606 §2). */
function isPlaceholder(address: string): boolean {
  return /\.(?:example|invalid|test)$/.test(new URL(address).hostname);
}

/**
 * The address of the docs, with a slash at the end: that of the team, else that of this package; undefined if the
 * latter is only a placeholder.
 */
export function docsAddress(teamAddress: string | undefined): string | undefined {
  const address = teamAddress ?? (isPlaceholder(homepage) ? undefined : homepage);
  return address === undefined || address.endsWith('/') ? address : `${address}/`;
}
