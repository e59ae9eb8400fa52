import type { FailureCode } from '../exchange.js';
import { type Rules, violation } from './rule.js';

/** A response that does not come, or does not come whole. */
export const transportRules = {
  'target.not-found': {
    title: 'The host name of the server has an address.',
    why: 'Without an address nobody can call the server.',
    source: 'RFC 9110 §4.3.1',
    weight: violation,
    advice: 'Check the spelling of the base URL, and the DNS entry of the host.',
  },
  'target.refused': {
    title: 'The server accepts connections at the port of the base URL.',
    why: 'A host that refuses the connection runs no server at this port.',
    source: 'RFC 9110 §4.3.1',
    weight: violation,
    advice: 'Start the server, or correct the port of the base URL.',
  },
  'target.unreachable': {
    title: 'The network leads to the server.',
    why: 'A server that cannot be reached serves nobody, however right its responses are.',
    source: 'RFC 9110 §4.3.1',
    weight: violation,
    advice: 'Check the address, the route to it, and the firewalls on both sides.',
  },
  'tls.certificate': {
    title: 'The server shows a certificate that can be trusted for its host name.',
    why: 'A client that goes on without a valid certificate gives its key to whoever intercepts the connection.',
    source: 'RFC 9110 §4.3.4',
    weight: violation,
    advice: 'Renew the certificate, send the whole chain, and check that it names the host of the base URL.',
  },
  'tls.protocol': {
    title: 'The server speaks TLS at an https address.',
    why: 'Clients end a connection whose TLS handshake fails.',
    source: 'RFC 9110 §4.2.2',
    weight: violation,
    advice: 'Check that the port of the base URL is an https port, and that it offers TLS 1.2 or later.',
  },
  'transport.timeout': {
    title: 'A whole response comes before the deadline.',
    why: 'A client that waits for ever holds its own callers back.',
    source: 'RFC 9110 §15.5.9, §15.6.5',
    weight: violation,
    advice:
      'Look in the log of the server for what the request waits for. If the operation is slow by nature, allow ' +
      'more time with --timeout.',
  },
  'transport.reset': {
    title: 'The server responds before it closes the connection.',
    why: 'A client cannot tell whether a request without a response had an effect.',
    source: 'RFC 9112 §9.6',
    weight: violation,
    advice:
      'Look in the log of the server, or of the proxy before it, for a crash or a limit at the time of the request.',
  },
  'transport.truncated': {
    title: 'A response arrives as long as its headers announce.',
    why: 'Half a body is no JSON, or, worse, JSON of something else.',
    source: 'RFC 9112 §8',
    weight: violation,
    advice:
      'Compare Content-Length with the bytes that are sent; look for a process that ends in the middle of a response.',
  },
  'transport.not-http': {
    title: 'The server answers in HTTP/1.1.',
    why: 'A client cannot read anything else.',
    source: 'RFC 9112 §2.1, §4',
    weight: violation,
    advice: 'Check that the port belongs to the HTTP server, and that nothing writes into its connections.',
  },
  'transport.framing': {
    title: 'Headers and lengths of a response parse, and nothing follows its end.',
    why: 'Bytes that follow a response are read as the response to the next request, which may be of another user.',
    source: 'RFC 9112 §6.3, §11.1, §11.2',
    weight: violation,
    advice:
      'Send either Content-Length or Transfer-Encoding, with the right length. Look for code that writes to ' +
      'the connection after the response has ended.',
  },
  'transport.too-large': {
    title: 'The body of a response stays under 10 MiB.',
    why: 'Clients hold a JSON body in memory as a whole.',
    source: 'RFC 9110 §8.6',
    weight: violation,
    advice: 'Return the list in pages, or send less of each item.',
  },
  'transport.headers-too-large': {
    title: 'The headers of a response stay under 128 KiB.',
    why: 'HTTP libraries refuse responses with large headers.',
    source: 'RFC 9110 §5.4',
    weight: violation,
    advice: 'Look for a header that repeats or grows, such as a cookie or a trace.',
  },
  'transport.encoding': {
    title: 'A body has at most two content codings, of gzip, deflate and br.',
    why: 'A client that does not know a coding cannot read the body.',
    source: 'RFC 9110 §8.4',
    weight: violation,
    advice: 'Send the body without Content-Encoding, as the request asks.',
  },
  'transport.interim': {
    title: 'A final response follows after a few interim ones.',
    why: 'A client that only gets 1xx responses never learns what came of its request.',
    source: 'RFC 9110 §15.2',
    weight: violation,
    advice: 'Send 100 or 101 only to a request that asks for it, and always a final response.',
  },
  'transport.failed': {
    title: 'A request can be sent, and its response read.',
    why: 'Whatever the reason, a client gets nothing.',
    source: 'RFC 9112 §9',
    weight: violation,
    advice: 'Send the request again with the curl line of the finding, and look in the log of the server.',
  },
  'encoding.unasked': {
    title: 'The server does not compress a body when Accept-Encoding forbids it.',
    why: 'A client that asks for plain bytes may be unable to decompress.',
    source: 'RFC 9110 §12.5.3',
    weight: violation,
    advice: 'Let the server, or the proxy that compresses, obey Accept-Encoding: identity;q=1, *;q=0.',
  },
} as const satisfies Rules & Record<FailureCode, Rules[string]>;
