import { createPrivateKey, X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { readBytes } from '../../files/json-file.js';
import { sanitizeLine } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import type { CheckOptions } from '../model/options.js';

/** Paths of PEM files. */
export type CertificateOptions = Pick<CheckOptions, 'clientCert' | 'clientKey' | 'ca'>;

/** The settings of TLS connections; undefined for those of Node.js. */
export interface TlsContexts {
  /** For connections to the server: trusts the authorities, and proves who the client is. */
  server: tls.SecureContext | undefined;
  /** For connections to a proxy: trusts the same authorities, but never shows the client's certificate. */
  proxy: tls.SecureContext | undefined;
  hasClientCertificate: boolean;
}

/** Reads certificates and a key. @throws UsageError, without the content of a file, if they cannot be used */
export function readCertificates({ clientCert, clientKey, ca: authorityFile }: CertificateOptions): TlsContexts {
  const hasClientCertificate = clientCert !== undefined;
  if (clientKey !== undefined && !hasClientCertificate)
    throw new UsageError('--client-key needs --client-cert, which names the file of the certificate. Add it.');
  const trust = authorityFile === undefined ? undefined : { ca: readAuthorities(authorityFile) };
  const proxy = trust && tls.createSecureContext(trust);
  const server = hasClientCertificate
    ? tls.createSecureContext({ ...trust, ...readIdentity(clientCert, clientKey) })
    : proxy;
  return { server, proxy, hasClientCertificate };
}

/** Returns the authorities in a file after those that Node.js trusts by itself, which the option `ca` would replace. */
function readAuthorities(file: string): string[] {
  const text = readPem(file, '--ca');
  parse('certificate', () => new X509Certificate(text), '--ca', file);
  // Node.js 22.15 and later know all certificates that they trust, also those of the system.
  const { getCACertificates } = tls as { getCACertificates?: () => string[] };
  const { NODE_EXTRA_CA_CERTS: extraFile } = process.env;
  const extraTexts = extraFile ? [readPem(extraFile, 'NODE_EXTRA_CA_CERTS')] : [];
  return [...(getCACertificates?.() ?? [...tls.rootCertificates, ...extraTexts]), text];
}

function readIdentity(certFile: string, keyFile = certFile): { cert: string; key: string } {
  const [cert, key] = [readPem(certFile, '--client-cert'), readPem(keyFile, '--client-key')];
  const certificate = parse('certificate', () => new X509Certificate(cert), '--client-cert', certFile);
  const keyName = sanitizeLine(keyFile);
  if (key.includes('ENCRYPTED'))
    throw new UsageError(
      `The private key in ${keyName} is encrypted, so it cannot be used. Decrypt it into a file that only you can ` +
        'read, and name this file with --client-key: openssl pkey -in file -out decrypted.pem',
    );
  const privateKey = parse('private key', () => createPrivateKey(key), '--client-key', keyFile);
  if (certificate.checkPrivateKey(privateKey)) return { cert, key };
  throw new UsageError(
    `The private key in ${keyName} does not belong to the certificate in ${sanitizeLine(certFile)}. Correct ` +
      '--client-cert or --client-key.',
  );
}

function readPem(file: string, flag: string): string {
  return Buffer.from(readBytes(file, `the PEM file of ${flag}`, 1_048_576)).toString('latin1');
}

/** @throws UsageError in place of an error that may quote the file */
function parse<Value>(noun: string, read: () => Value, flag: string, file: string): Value {
  try {
    return read();
  } catch {
    throw new UsageError(
      `Expected a ${noun} in PEM (BEGIN ${noun.toUpperCase()}) for ${flag}, found none in ${sanitizeLine(file)}. ` +
        `Set ${flag} to a file that contains one.`,
    );
  }
}
