import { drift, type Rules, violation } from './rule.js';

/** Rules for responses that do not arrive, or do not arrive whole. */
export const transportRules = {
  'target.not-found': {
    title: 'The host name of the server has an address.',
    why: 'Without an address no client can call the server.',
    source: 'RFC 9110 §4.3.1',
    weight: violation,
    advice: 'Check the spelling of the base URL, and the DNS entry of the host.',
  },
  'target.refused': {
    title: 'The server accepts connections on the port of the base URL.',
    why: 'A host that refuses the connection runs no server on this port.',
    source: 'RFC 9110 §4.3.1',
    weight: violation,
    advice: 'Start the server, or correct the port of the base URL.',
  },
  'target.unreachable': {
    title: 'The server can be reached over the network.',
    why: 'No client can use a server that it cannot reach.',
    source: 'RFC 9110 §4.3.1',
    weight: violation,
    advice: 'Check the address, the route to it, and the firewalls on both sides.',
  },
  'tls.certificate': {
    title: 'The server presents a certificate that can be trusted for its host name.',
    why: 'A client that continues without a valid certificate gives its key to anyone who intercepts the connection.',
    source: 'RFC 9110 §4.3.4',
    weight: violation,
    advice: 'Renew the certificate, send the whole chain, and check that it names the host of the base URL.',
  },
  'tls.protocol': {
    title: 'The server speaks TLS at an https address.',
    why: 'Clients close a connection if its TLS handshake fails.',
    source: 'RFC 9110 §4.2.2',
    weight: violation,
    advice: 'Check that the port of the base URL is an https port, and that it offers TLS 1.2 or later.',
  },
  'transport.timeout': {
    title: 'A whole response arrives before the deadline.',
    why: 'A client that waits forever blocks its own callers.',
    source: 'RFC 9110 §15.5.9, §15.6.5',
    weight: violation,
    advice:
      'Find out from the log of the server what the request waits for. If the operation is slow by nature, allow ' +
      'more time with --timeout.',
  },
  'transport.reset': {
    title: 'The server responds before it closes the connection.',
    why: 'A client cannot tell whether a request without a response had an effect.',
    source: 'RFC 9112 §9.6',
    weight: violation,
    advice:
      'Look in the log of the server, or of the proxy in front of it, for a crash or a limit at the time of the ' +
      'request.',
  },
  'transport.truncated': {
    title: 'A response is as long as its headers announce.',
    why: 'Half a body is not valid JSON or, worse, is JSON with another meaning.',
    source: 'RFC 9112 §8',
    weight: violation,
    advice:
      'Compare Content-Length with the bytes that are sent; look for a process that ends in the middle of a response.',
  },
  'transport.not-http': {
    title: 'The server responds in HTTP/1.1.',
    why: 'A client cannot read any other protocol.',
    source: 'RFC 9112 §2.1, §4',
    weight: violation,
    advice: 'Check that the port belongs to the HTTP server, and that nothing writes into its connections.',
  },
  'transport.framing': {
    title: 'The headers and lengths of a response are valid, and nothing follows its end.',
    why: 'Clients read bytes after a response as the response to the next request, perhaps of another user.',
    source: 'RFC 9112 §6.3, §11.1, §11.2',
    weight: violation,
    advice:
      'Send either Content-Length or Transfer-Encoding, with the right length. Look for code that writes to ' +
      'the connection after the response has ended.',
  },
  'transport.too-large': {
    title: 'The body of a response stays under 10 MiB.',
    why: 'Clients keep a whole JSON body in memory.',
    source: 'RFC 9110 §15.5.14; a limit of the check',
    weight: drift,
    advice: 'Return the list in pages, or send less of each item.',
  },
  'transport.headers-too-large': {
    title: 'The headers of a response stay under 128 KiB.',
    why: 'HTTP libraries reject responses with large headers.',
    source: 'RFC 9110 §5.4; a limit of the check',
    weight: drift,
    advice: 'Look for a header that repeats or grows, such as a cookie or a trace.',
  },
  'transport.encoding': {
    title: 'A body has at most two content codings: gzip, deflate or br.',
    why: 'A client that does not know a coding cannot read the body.',
    source: 'RFC 9110 §8.4, §12.5.3 (SHOULD)',
    weight: drift,
    advice: 'Send the body without Content-Encoding, as the request asks.',
  },
  'transport.interim': {
    title: 'A final response follows after a few interim responses.',
    why: 'A client that receives only 1xx responses never learns the outcome of its request.',
    source: 'RFC 9110 §15.2',
    weight: violation,
    advice: 'Send 100 or 101 only to a request that asks for it, and always send a final response.',
  },
  'transport.failed': {
    title: 'A request can be sent, and its response read.',
    why: 'Without a response, a client cannot use the operation.',
    source: 'RFC 9112 §9',
    weight: violation,
    advice: 'Send the request again with the curl line of the finding, and look in the log of the server.',
  },
  'encoding.unasked': {
    title: 'The server does not compress a body when Accept-Encoding forbids it.',
    why: 'A client that asks for plain bytes may be unable to decompress.',
    source: 'RFC 9110 §12.5.3 (SHOULD)',
    weight: drift,
    advice: 'Make the server, or the proxy that compresses, obey Accept-Encoding: identity;q=1, *;q=0.',
  },
} as const satisfies Rules;
