import type { RuleTexts } from './text.js';

/** Rules for responses that do not arrive, or do not arrive whole. */
export const transportTexts = {
  'target.not-found': {
    means: 'The name in the base URL has no address in DNS, so that nothing was sent.',
    wrong: `
      > GET https://directroy.example.com/…/directories/
      # DNS: no such name
    `,
    at: 'listDirectories',
    says: 'The host of the base URL has no known address. Check its spelling and the network.',
  },
  'target.refused': {
    means: 'The host refused the connection: no program listens on the port, or a firewall rejects it.',
    wrong: `
      > GET http://127.0.0.1:4021/…/directories/
      # the connection is refused
    `,
    at: 'listDirectories',
    says: 'The host of the base URL refuses connections at this port. Start the server, or correct the port.',
  },
  'target.unreachable': {
    means: 'No connection came about: there is no route to the host, or nothing answers within the time limit.',
    wrong: `
      > GET https://10.0.0.7/…/directories/
      # no answer from the host
    `,
    at: 'listDirectories',
    says: 'The host of the base URL cannot be reached. Check the address, the network and its firewalls.',
  },
  'tls.certificate': {
    means:
      'The certificate has expired, is for another name, or is signed by nobody that Node.js trusts. The check sends ' +
      'no request and no key over such a connection, whatever NODE_TLS_REJECT_UNAUTHORIZED says.',
    wrong: `
      > GET https://directory.example.com/…/directories/
      # the certificate expired yesterday
    `,
    at: 'listDirectories',
    says:
      'The certificate of the server cannot be trusted, so nothing was sent. Correct the certificate or the base ' +
      'URL.',
  },
  'tls.protocol': {
    means: 'The TLS handshake failed before any request: the port speaks plain HTTP, or only old versions of TLS.',
    wrong: `
      > GET https://127.0.0.1:4020/…/directories/
      # the port answers in plain HTTP
    `,
    at: 'listDirectories',
    says: 'The server does not speak TLS as expected. Check that the base URL names an https port.',
  },
  'transport.timeout': {
    means:
      'The time from the connection to the last byte of a response was over --timeout, 30 s by default. A server ' +
      'that sends one byte a second is no exception.',
    wrong: `
      > GET …/entries/
      # no response for 30 s
    `,
    at: 'listEntries',
    says: 'Expected a whole response before the deadline, but got none.',
  },
  'transport.reset': {
    means:
      'The connection ended before the first byte of a response. Reads are repeated up to two times first, and an ' +
      'idle connection that the server closes is no finding.',
    wrong: `
      > GET …/tiers/
      # the server closes the connection
    `,
    at: 'listTiers',
    says: 'Expected a response, but the server closed the connection without one.',
  },
  'transport.truncated': {
    means: 'The connection ended within a response: before the length that Content-Length says, or the last chunk.',
    wrong: `
      > GET …/entries/
      < 200 OK
      < Content-Length: 5210
      < [{"id": "c07ef43e-b5f0-44d8-8c75-5f49fec498c9", "ti
      # the connection ends
    `,
    at: 'listEntries',
    says: 'Expected a whole response, but the connection ended in the middle of it.',
  },
  'transport.not-http': {
    means: 'The first line of the response is not that of HTTP/1.1, or its status is not a number of three digits.',
    wrong: `
      > GET …/tiers/
      < SSH-2.0-OpenSSH_9.6
    `,
    at: 'listTiers',
    says: 'Expected an HTTP/1.1 response, but got bytes of another kind.',
  },
  'transport.framing': {
    means:
      'The headers do not parse, two lengths contradict each other, or the server sends more after the end of a ' +
      'response. If more arrives on a connection, the check repeats the run with each request on its own connection, ' +
      'to find out which operation sends it.',
    wrong: `
      > GET …/tiers/
      < 200 OK
      < Content-Length: 2
      < Transfer-Encoding: chunked
    `,
    at: 'listTiers',
    says: 'Expected a response framed as in RFC 9112, but its headers or lengths do not parse.',
  },
  'transport.too-large': {
    means:
      'The body has more than 10 MiB, after decompression. The check stops reading there, and does not judge the body.',
    wrong: `
      > GET …/entries/
      < 200 OK
      < [{"id": …
      # more than 10 MiB follow
    `,
    at: 'listEntries',
    says: 'Expected a smaller response, but got one over the limit.',
    contract: 'Describe how the list is paged (x-paging, or limit and offset), so that callers can ask for less.',
  },
  'transport.headers-too-large': {
    means: 'The header section has more than 128 KiB. The check stops reading there.',
    wrong: `
      > GET …/tiers/
      < 200 OK
      < X-Trace: 4bf92f35…
      # 200 kB of headers follow
    `,
    at: 'listTiers',
    says: 'Expected at most 128 KiB of headers, but got more.',
  },
  'transport.encoding': {
    means: 'Content-Encoding names another coding than gzip, deflate and br, or more than two codings.',
    wrong: `
      > GET …/tiers/
      > Accept-Encoding: identity;q=1, *;q=0
      < 200 OK
      < Content-Encoding: gzip, gzip, gzip
    `,
    at: 'listTiers',
    says: 'Expected a body in at most two of the content codings gzip, deflate and br, but got another.',
  },
  'transport.interim': {
    means: 'More than eight 1xx responses came in a row, or a 100 or 101 that the request did not ask for.',
    wrong: `
      > GET …/tiers/
      < 101 Switching Protocols
    `,
    at: 'listTiers',
    says: 'Expected a final response, but got an interim one (100 or 101) that the request did not ask for.',
  },
  'transport.failed': {
    means: 'The exchange failed in a way that no other rule names. The finding has the code of the system error.',
    wrong: `
      > GET …/tiers/
      # the operating system reports an error of the connection
    `,
    at: 'listTiers',
    says: 'The request was sent, but its response could not be read (EPROTO).',
  },
  'encoding.unasked': {
    means: 'The request forbids every content coding, and the response has one all the same.',
    wrong: `
      > GET …/directories/
      > Accept-Encoding: identity;q=1, *;q=0
      < 200 OK
      < Content-Encoding: gzip
      < []
    `,
    right: `
      < 200 OK
      < []
    `,
    at: 'listDirectories',
    says: 'The body is compressed though Accept-Encoding forbids it (RFC 9110 §12.5.3).',
  },
} as const satisfies RuleTexts;
