import { describeError, reasonOf } from '../../text/system-error.js';
import type { Failure, FailureCode } from '../model/exchange.js';
import texts from './failure.json' with { type: 'json' };

export type AttemptStage = 'connecting' | 'sent' | 'begun' | 'receiving';

const sentences: Readonly<Record<FailureCode, string>> = texts;

export function failureOf(code: FailureCode, message: string = sentences[code]): Failure {
  return { code, message };
}

/** Error codes that have the same meaning at every stage of an attempt. */
const errorCodes: Partial<Record<FailureCode, readonly string[]>> = {
  'target.not-found': ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'],
  'target.refused': ['ECONNREFUSED'],
  // With EACCES or EPERM, a firewall of this machine refused the connection.
  'target.unreachable': ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL', 'EACCES', 'EPERM'],
  'transport.headers-too-large': ['UND_ERR_HEADERS_OVERFLOW'],
  'transport.reset': ['ECONNRESET', 'ECONNABORTED', 'EPIPE'],
};
const failureCodes = Object.keys(errorCodes) as FailureCode[];

const certificatePattern =
  /CERT|SELF_SIGNED|ISSUER|HOSTNAME|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|CRL|LEAF_SIGNATURE|UNSPECIFIED/;

/** Error codes of a machine that has run out of memory, files or ports. These are not faults of the server. */
const machineErrorCodes = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']);

/** Errors that mean a bug in this program. No server should be able to cause them. */
const programErrors = [RangeError, ReferenceError, SyntaxError, TypeError];

/** A failure that is known before a connection to the server exists, such as that of a proxy. */
export class ConnectionFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** The connection on which an error occurred. */
interface FailedConnection {
  isSecure: boolean;
  hasClientCertificate?: boolean;
  /** A sentence to add if the host cannot be found or reached; may be empty. */
  advice?: string;
}

/** Returns the failure for an error of undici or Node.js, without the error's message, which may quote the server. */
export function failureFrom(error: unknown, stage: AttemptStage, connection: FailedConnection): Failure {
  if (error instanceof ConnectionFailure) return error.failure;
  const { isSecure, hasClientCertificate = false } = connection;
  const code = codeOf(error);
  // An alert about a certificate is about that of the client (RFC 8446 §6.2).
  if (isSecure && /_ALERT_(\w*CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)/.test(code))
    return clientCertificateFailure(hasClientCertificate);
  // With TLS 1.2, many servers send this alert if they want a client certificate.
  if (isSecure && /_ALERT_HANDSHAKE_FAILURE/.test(code))
    return failureOf(
      'tls.protocol',
      'The server ended the TLS handshake: it requires a client certificate or different TLS settings. ' +
        certificateAdvice(hasClientCertificate),
    );
  if (isSecure && stage === 'connecting') {
    if (certificatePattern.test(code)) return failureOf('tls.certificate');
    if (/^(ERR_SSL|ERR_TLS|ERR_OSSL|EPROTO|ECONNRESET|EPIPE)/.test(code)) return failureOf('tls.protocol');
  }
  if (isSecure && isTlsError(error)) return failureOf('tls.protocol');
  if (isParserError(error)) return toParserFailure((error as Error).message);
  if (machineErrorCodes.has(code))
    return failureOf('target.unreachable', `The request could not be sent: ${reasonOf(error)}.`);
  if (code === '' && programErrors.some((errorClass) => error instanceof errorClass))
    return failureOf('target.unreachable', describeError(error));
  const failureCode = failureCodes.find((failureCode) => errorCodes[failureCode]?.includes(code));
  if (failureCode !== undefined) return withAdvice(failureOf(failureCode), connection);
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
      return failureOf('target.unreachable');
    case 'ETIMEDOUT':
      return withAdvice(failureOf(stage === 'connecting' ? 'target.unreachable' : 'transport.reset'), connection);
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      // Before the headers are complete, undici uses this code for unparsable headers that contain a length.
      return stage === 'receiving'
        ? failureOf('transport.truncated', 'Expected as many bytes as Content-Length announces, but got fewer.')
        : failureOf('transport.framing');
    case 'UND_ERR_SOCKET':
      return toSocketFailure(error, stage);
    case 'UND_ERR_INVALID_ARG':
    case 'UND_ERR_NOT_SUPPORTED':
    case 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH':
      return failureOf(
        'transport.failed',
        'The request could not be sent: HTTP does not allow its method, its path or one of its headers.',
      );
    default: {
      const isSent = stage !== 'connecting';
      const problem = isSent
        ? 'The request was sent, but its response could not be read'
        : 'The request could not be sent';
      return failureOf('transport.failed', `${problem}${/^[A-Z_0-9]{1,60}$/.test(code) ? ` (${code})` : ''}.`);
    }
  }
}

/** Adds the advice to the failure of a host that cannot be found or reached. */
export function withAdvice(failure: Failure, { advice = '' }: Pick<FailedConnection, 'advice'>): Failure {
  const isAboutHost = failure.code === 'target.not-found' || failure.code === 'target.unreachable';
  return isAboutHost ? { ...failure, message: `${failure.message} ${advice}`.trimEnd() } : failure;
}

export function clientCertificateFailure(hasClientCertificate: boolean): Failure {
  const problem = hasClientCertificate
    ? 'The server refuses the client certificate.'
    : 'The server requires a client certificate.';
  return failureOf('tls.protocol', `${problem} ${certificateAdvice(hasClientCertificate)}`);
}

function certificateAdvice(hasClientCertificate: boolean): string {
  return hasClientCertificate
    ? 'Check that the certificate of --client-cert has not expired, and that the server trusts its authority.'
    : 'Name the file of your certificate with --client-cert, and that of its private key with --client-key.';
}

export function isTlsError(error: unknown): boolean {
  return /^(ERR_SSL|EPROTO)/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  if (typeof code === 'string') return code;
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : '';
}

/** Whether undici's parser found invalid bytes. Such an error has a reason in its message, but no code. */
export function isParserError(error: unknown): boolean {
  return error instanceof Error && error.name === 'HTTPParserError';
}

/** The failure for a first line whose status is not a number from 100 to 999. */
export const statusFailure = failureOf(
  'transport.not-http',
  'Expected a status from 100 to 999 in the first line of the response, but got something else (RFC 9112 §4).',
);

function toParserFailure(reason: string): Failure {
  if (/\(Invalid (response status|status code)/.test(reason)) return statusFailure;
  if (/\((Expected HTTP|Invalid HTTP version|Expected space after version)/.test(reason)) {
    return failureOf('transport.not-http');
  }
  return failureOf(reason.includes('EOF') ? 'transport.truncated' : 'transport.framing');
}

function toSocketFailure(error: unknown, stage: AttemptStage): Failure {
  const { message } = error as Error;
  // undici uses these messages for a 100 or 101 that the request did not ask for.
  if (message === 'bad response' || message === 'bad upgrade') {
    return failureOf(
      'transport.interim',
      'Expected a final response, but got an interim one (100 or 101) that the request did not ask for.',
    );
  }
  return failureOf(stage === 'begun' || stage === 'receiving' ? 'transport.truncated' : 'transport.reset');
}
