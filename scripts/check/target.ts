import { UsageError } from '../command.js';
import { refuseKey } from './key-in-text.js';
import { flagOf, baseUrlVariable } from './settings.js';

/** The server that is checked. */
export interface Target {
  /** As it was given, without slashes at the end. */
  baseUrl: string;
  /** Name or address, in small letters, without the port. */
  host: string;
  /** Whether it is this machine. */
  isLoopback: boolean;
}

const expected = 'Expected --base-url as https://host[:port][/path]';

/**
 * Reads the address of a server. No name is looked up.
 *
 * @throws UsageError where it is none, holds a user or the key, or would take the key over the network in the clear
 */
export function readTarget(text: string | undefined): Target {
  if (text === undefined) {
    throw new UsageError(`Expected the address of the server with ${flagOf('baseUrl')} or ${baseUrlVariable}, found none. Give it as https://directory.example.com.`);
  }
  refuseKey(text, 'the base URL');
  if (!URL.canParse(text)) throw new UsageError(`${expected}, found no URL.`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new UsageError(`${expected}, found another scheme.`);
  if (url.username || url.password || url.search || url.hash) {
    throw new UsageError(`${expected}, found a user, a query or a fragment in it. The key comes from DIRECTORY_API_KEY alone.`);
  }
  const target: Target = { baseUrl: text.replace(/\/+$/, ''), host: url.hostname, isLoopback: isLoopback(url.hostname) };
  if (url.protocol === 'http:' && !target.isLoopback) {
    throw new UsageError(`Expected https for ${url.host}, found http, over which anybody could read the key. Only this machine may be called by http.`);
  }
  return target;
}

/**
 * Things are changed only on this machine, or on the host that whoever runs the check has named once more.
 *
 * @throws UsageError where that is not so
 */
export function confirmWrites({ host, isLoopback: isHere }: Target, writes: 'none' | 'disposable' | undefined, confirmed: string | undefined): void {
  if (writes !== 'disposable') return;
  if (confirmed === undefined && isHere) return;
  if (confirmed?.toLowerCase() === host) return;
  const found = confirmed === undefined ? 'it is not confirmed' : 'another host is confirmed';
  throw new UsageError(
    `--writes disposable creates, changes and deletes things of ${host}, and ${found}. ` +
      `If this server was started for the test, add --confirm-host ${host}; nothing was sent.`,
  );
}

/** Whether a host, as a URL has it, is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
