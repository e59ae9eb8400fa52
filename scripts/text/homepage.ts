/** The address of the published docs, as in package.json. It ends with a slash, so that file names can follow it. */
export const homepage = 'https://directory-contract.example/';

/** Whether an address leads nowhere, because its host name is reserved for examples (RFC 2606 §2). */
function isPlaceholder(address: string): boolean {
  return /\.(?:example|invalid|test)$/.test(new URL(address).hostname);
}

/**
 * The address of the docs, with a slash at the end: the team's address if there is one, else this package's; undefined
 * if this is only a placeholder.
 */
export function docsAddress(teamAddress: string | undefined): string | undefined {
  const address = teamAddress ?? (isPlaceholder(homepage) ? undefined : homepage);
  return address === undefined || address.endsWith('/') ? address : `${address}/`;
}
