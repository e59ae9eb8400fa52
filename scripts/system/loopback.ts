import type { IncomingMessage } from 'node:http';

/** Whether the host of a URL is this machine: `localhost`, 127.0.0.0/8, `[::1]`. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|\[::1\]|127(\.\d+){3})$/.test(hostname);
}

/** Whether a list of hosts contains the host of a URL of plain http, either with its port or without a port. */
export function isListedHost({ hostname, port }: URL, hosts: readonly string[]): boolean {
  return [hosts].flat().some((host) => [hostname, `${hostname}:${port || 80}`].includes(`${host}`.toLowerCase()));
}

export interface RequestHost {
  /** The host name, normalised as in a URL: lower case, addresses in one spelling, IPv6 in brackets. */
  hostname: string;
  port: string | undefined;
}

/** Parses the host of a request; undefined if it is invalid, or has characters that are special in a shell. */
export function parseHost(text: string): RequestHost | undefined {
  const [host, port] = /^(?:\[[\da-f.:]+\]|[^\s[\]/\\?#@:*%!"$&'()+,;<=>^`{|}~]+)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  if (host === undefined || !URL.canParse(`http://${host}/`)) return undefined;
  return { hostname: new URL(`http://${host}/`).hostname.replace(/\.$/, ''), port };
}

export function isThisMachine(hostname: string): boolean {
  return isLoopback(hostname) || hostname.endsWith('.localhost');
}

/**
 * Whether a request names this machine as its host: by a loopback name, or by the address of its connection. A page can
 * point its own host name to this machine (DNS rebinding), but its requests still contain that name.
 */
export function isForThisMachine({ hostname }: RequestHost, request: IncomingMessage): boolean {
  return isThisMachine(hostname) || hostname === addressOf(request);
}

/** The local address of the connection, needed if the server listens on all addresses. */
function addressOf({ socket: { localAddress = '' } }: IncomingMessage): string | undefined {
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/, '');
  return parseHost(address.includes(':') ? `[${address}]` : address)?.hostname;
}
