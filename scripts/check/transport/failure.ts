import type { Failure, FailureCode } from '../model/exchange.js';

/** How far an attempt had come. */
export type Stage = 'connecting' | 'sent' | 'begun' | 'answering';

const sentences: Readonly<Record<FailureCode, string>> = {
  'target.not-found': 'No address is known for the host of the base URL. Check its spelling and the network.',
  'target.refused':
    'The host of the base URL accepts no connection at this port. Start the server, or correct the port.',
  'target.unreachable':
    'The host of the base URL could not be reached. Check the address, the network and its firewalls.',
  'tls.certificate':
    'The certificate of the server cannot be trusted, so nothing was sent. Correct it or the base URL.',
  'tls.protocol': 'The server does not speak TLS as expected. Check that the base URL names an https port.',
  'transport.timeout': 'Expected a whole answer before the deadline, found none.',
  'transport.reset': 'Expected an answer, found that the server closed the connection without one.',
  'transport.truncated': 'Expected a whole answer, found that the connection ended in the middle of it.',
  'transport.not-http': 'Expected an HTTP/1.1 answer, found bytes that are none.',
  'transport.framing': 'Expected an answer framed as RFC 9112 has it, found headers or lengths that do not parse.',
  'transport.too-large': 'Expected a smaller answer, found one over the limit.',
  'transport.headers-too-large': 'Expected at most 128 KiB of headers, found more.',
  'transport.encoding': 'Expected a body in at most two of the content codings gzip, deflate and br, found another.',
  'transport.interim': 'Expected a final answer after at most 8 interim ones, found none.',
  'transport.failed': 'The request could not be sent.',
};

/** A failure with its usual sentence, or with one that says more. */
export function failureOf(code: FailureCode, message: string = sentences[code]): Failure {
  return { code, message };
}

/** What an error means wherever it comes up, by its code. */
const byCode: ReadonlyMap<string, FailureCode> = new Map([
  ...['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'].map(
    (code) => [code, 'target.not-found'] as const,
  ),
  ['ECONNREFUSED', 'target.refused'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL', 'UND_ERR_CONNECT_TIMEOUT'].map(
    (code) => [code, 'target.unreachable'] as const,
  ),
  // What a firewall of this machine forbids.
  ...['EACCES', 'EPERM'].map((code) => [code, 'target.unreachable'] as const),
  ['UND_ERR_HEADERS_OVERFLOW', 'transport.headers-too-large'],
  ...['ECONNRESET', 'ECONNABORTED', 'EPIPE'].map((code) => [code, 'transport.reset'] as const),
]);

/**
 * What an error of undici or of the system means. Its own text is never passed on: it may hold what the server sent.
 */
export function failureFrom(error: unknown, stage: Stage, secure: boolean): Failure {
  const code = codeOf(error);
  if (secure && stage === 'connecting') {
    if (
      /CERT|SELF_SIGNED|ISSUER|HOSTNAME|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|CRL|LEAF_SIGNATURE|UNSPECIFIED/.test(
        code,
      )
    )
      return failureOf('tls.certificate');
    if (/^(ERR_SSL|ERR_TLS|ERR_OSSL|EPROTO|ECONNRESET|EPIPE)/.test(code)) return failureOf('tls.protocol');
  }
  if (secure && /^(ERR_SSL|EPROTO)/.test(code)) return failureOf('tls.protocol');
  if (isParserError(error)) return ofParser((error as Error).message);
  const known = byCode.get(code);
  if (known !== undefined) return failureOf(known);
  switch (code) {
    case 'ETIMEDOUT':
      return failureOf(stage === 'connecting' ? 'target.unreachable' : 'transport.reset');
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      // Before the end of the headers it only says that a length was among them when they did not parse.
      return stage === 'answering'
        ? failureOf('transport.truncated', 'Expected as many bytes as Content-Length says, found fewer.')
        : failureOf('transport.framing');
    case 'UND_ERR_SOCKET':
      return ofSocket(error, stage);
    case 'UND_ERR_INVALID_ARG':
    case 'UND_ERR_NOT_SUPPORTED':
    case 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH':
      return failureOf(
        'transport.failed',
        'The request could not be sent: its method, path or a header is none that HTTP allows.',
      );
    default: {
      const what =
        stage === 'connecting'
          ? 'The request could not be sent'
          : 'The request was sent, and its answer could not be read';
      return failureOf('transport.failed', `${what}${/^[A-Z_0-9]{1,60}$/.test(code) ? ` (${code})` : ''}.`);
    }
  }
}

function codeOf(error: unknown): string {
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  if (typeof code === 'string') return code;
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : '';
}

/** Whether bytes were found that the parser of undici does not know; it gives a reason, and no code. */
export function isParserError(error: unknown): boolean {
  return error instanceof Error && error.name === 'HTTPParserError';
}

/** Of a status line whose status is no number from 100 to 999. */
export const noStatus = failureOf(
  'transport.not-http',
  'Expected a status of three digits, from 100 on, in the first line of the answer, found something else (RFC ' +
    '9112 §4).',
);

function ofParser(reason: string): Failure {
  if (/\(Invalid (response status|status code)/.test(reason)) return noStatus;
  if (/\((Expected HTTP|Invalid HTTP version|Expected space after version)/.test(reason)) {
    return failureOf('transport.not-http');
  }
  return failureOf(reason.includes('EOF') ? 'transport.truncated' : 'transport.framing');
}

function ofSocket(error: unknown, stage: Stage): Failure {
  const { message } = error as Error;
  // What undici says of a status 100 or 101 that nothing asked for.
  if (message === 'bad response' || message === 'bad upgrade') {
    return failureOf(
      'transport.interim',
      'Expected a final answer, found an interim one (100 or 101) that was not asked for.',
    );
  }
  return failureOf(stage === 'begun' || stage === 'answering' ? 'transport.truncated' : 'transport.reset');
}
