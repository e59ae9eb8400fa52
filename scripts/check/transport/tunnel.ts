import { request } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import tls from 'node:tls';
import { reasonOf } from '../../text/system-error.js';
import { type ExchangeResponse, type Failure, type FailureCode, headerOf } from '../model/exchange.js';
import { ConnectionFailure, failureFrom } from './failure.js';
import { type ProxyServer, proxyFailure } from './proxy.js';

/** Statuses of a proxy that opens no tunnel to this port, although it may forward requests of plain http. */
const noTunnelStatuses = new Set([400, 403, 404, 405, 501]);

/** Connects to the proxy itself. */
export function connectToProxy({ url }: ProxyServer, secureContext: tls.SecureContext | undefined): Socket {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isSecure = url.protocol === 'https:';
  const target = { host, port: Number(url.port) || (isSecure ? 443 : 80), noDelay: true, keepAlive: true };
  const servername = isIP(host) ? '' : host;
  return isSecure ? tls.connect({ ...target, servername, rejectUnauthorized: true, secureContext }) : connect(target);
}

/**
 * Asks a proxy for a tunnel to the server (RFC 9110 §9.3.6).
 *
 * @param socket a connection to the proxy, which becomes the tunnel
 * @param authority host and port of the server
 * @param done called without an error if the tunnel is open; `mayForward`: the proxy may still forward plain http
 */
export function openTunnel(
  proxy: ProxyServer,
  socket: Socket,
  authority: string,
  done: (error?: ConnectionFailure, mayForward?: boolean) => void,
): void {
  const { authorization } = proxy;
  const headers = { host: authority, ...(authorization !== undefined && { 'proxy-authorization': authorization }) };
  request({ method: 'CONNECT', path: authority, headers, createConnection: () => socket })
    .once('connect', ({ statusCode: status = 0 }, _, firstBytes) => {
      // Node.js has removed its own listener. Later errors of the socket also reach the TLS socket above it.
      socket.on('error', () => undefined);
      if (firstBytes.length > 0) socket.unshift(firstBytes);
      if (status >= 200 && status < 300) return done();
      done(new ConnectionFailure(refusalOf(proxy, status)), noTunnelStatuses.has(status));
      return socket.destroy();
    })
    .on('error', (error) => done(toProxyError(proxy, error)))
    .end();
}

function refusalOf(proxy: ProxyServer, status: number): Failure {
  const code = status === 407 ? 'target.proxy-login' : 'target.proxy-refused';
  const problem =
    status === 407 && proxy.authorization !== undefined
      ? 'refuses the login (407). Correct the user name and the password there, percent-encoded.'
      : status === 407
        ? 'requires a login (407). Set HTTPS_PROXY to http://user:password@host:port (or HTTP_PROXY, for a server ' +
          'without https).'
        : `did not connect to the server: it responded with status ${status}. Check the base URL, or ask whoever ` +
          'runs the proxy to allow this server.';
  return proxyFailure(code, proxy, problem);
}

/** Returns an error of a connection to a proxy as a failure of the proxy. */
export function toProxyError(proxy: ProxyServer, error: Error): ConnectionFailure {
  const { code } = failureFrom(error, 'connecting', { isSecure: proxy.url.protocol === 'https:' });
  const isNotHttp = (error as NodeJS.ErrnoException).code?.startsWith('HPE_') || code in notHttpReasons;
  const reason = notHttpReasons[code] ?? 'its response is not HTTP';
  if (isNotHttp)
    return new ConnectionFailure(
      proxyFailure('target.proxy-not-http', proxy, `cannot be used: ${reason}. Check its scheme and port.`),
    );
  const advice = code === 'tls.certificate' ? 'Name its authority with --ca.' : 'Check its address and the network.';
  return new ConnectionFailure(
    proxyFailure('target.proxy-unreachable', proxy, `cannot be reached: ${reasonOf(error)}. ${advice}`),
  );
}

const notHttpReasons: Partial<Record<FailureCode, string>> = {
  'tls.protocol': 'it does not speak TLS',
  'transport.reset': 'it closed the connection without a response',
};

/** Returns the failure if a proxy that forwards plain http responded itself, in place of the server. */
export function findProxyError(proxy: ProxyServer, response: ExchangeResponse): Failure | undefined {
  const { status } = response;
  const isError = status === 407 || /;\s*error=/.test(headerOf(response, 'proxy-status') ?? '');
  return isError || headerOf(response, 'x-squid-error') !== undefined ? refusalOf(proxy, status) : undefined;
}
