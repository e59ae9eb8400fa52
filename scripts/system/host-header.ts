import type { IncomingMessage } from 'node:http';
import { isLoopback } from './loopback.js';

export interface Host {
  /** Normalised as in a URL: lower case, addresses in one spelling, IPv6 in brackets. */
  hostname: string;
  port: string | undefined;
}

/** Parses the host of a request; undefined if it is invalid, or has characters that a shell would not take as text. */
export function hostOf(text: string): Host | undefined {
  const [whole, port] = /^(?:\[[\da-f.:]+\]|[^\s[\]/\\?#@:*%!"$&'()+,;<=>^`{|}~]+)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  if (whole === undefined || !URL.canParse(`http://${whole}/`)) return undefined;
  return { hostname: new URL(`http://${whole}/`).hostname.replace(/\.$/, ''), port };
}

export function isThisMachine(hostname: string): boolean {
  return isLoopback(hostname) || hostname.endsWith('.localhost');
}

/**
 * Whether a request asks for this machine by a loopback name, or by the address of its connection. A page can point
 * the name of its own host to this machine (DNS rebinding), but the browser still sends that name.
 */
export function asksForThisMachine({ hostname }: Host, incoming: IncomingMessage): boolean {
  return isThisMachine(hostname) || hostname === addressOf(incoming);
}

/** The local address of the connection, which matters if the server listens on all addresses. */
function addressOf({ socket: { localAddress = '' } }: IncomingMessage): string | undefined {
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/, '');
  return hostOf(address.includes(':') ? `[${address}]` : address)?.hostname;
}
