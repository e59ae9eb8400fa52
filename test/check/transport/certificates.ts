import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const fixturePath = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/only-for-tests-${name}.pem`, import.meta.url));

/** Certificate and key of a server with the name `directory.test`, signed by a private authority. */
export function serverIdentity(): { cert: Buffer; key: Buffer } {
  const pem = readFileSync(fixturePath('way-server'));
  return { cert: pem, key: pem };
}

/** Settings with which a client trusts the authority, and shows a certificate that the authority has signed. */
export const clientFiles = {
  ca: fixturePath('way-authority'),
  clientCert: fixturePath('way-client'),
  clientKey: fixturePath('way-client-key'),
};
