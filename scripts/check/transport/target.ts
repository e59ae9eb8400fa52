import { isListedHost, isLoopback } from '../../system/loopback.js';
import { sanitize } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import type { WriteMode } from '../model/options.js';
import { refuseTextWithKey } from './key.js';

/** The environment variable of the base URL. Other commands use it as well. */
export const baseUrlVariable = 'DIRECTORY_BASE_URL';

export interface ServerTarget {
  /** The address as given, without slashes at the end. */
  baseUrl: string;
  /** Host name or IP address in lower case, without the port. */
  host: string;
  isLoopback: boolean;
}

const expectedAddressText = 'Expected --base-url as https://host[:port][/path]';

/**
 * Reads the address of a server for a run. Does not resolve its host name.
 *
 * @param allowedInsecureHosts hosts other than this machine that may be called over http, with or without a port
 * @throws UsageError if the address is invalid, contains a user name or the key, or would make the run send the key
 * unencrypted
 */
export function readTarget(text: string | undefined, allowedInsecureHosts: readonly string[] = []): ServerTarget {
  const target = targetOf(text);
  const url = new URL(target.baseUrl);
  if (url.protocol === 'https:' || target.isLoopback || isListedHost(url, allowedInsecureHosts)) return target;
  const actual = allowedInsecureHosts.length === 0 ? 'http' : 'http, and --allow-insecure-host names another host';
  throw new UsageError(
    `Expected https for ${url.host}, found ${actual}. With http, anybody on the network path ` +
      'could read the key, so the check uses http only for this machine. Nothing was sent. For containers on a ' +
      `network that is not shared, add --allow-insecure-host ${target.host}.`,
  );
}

/** Reads an address, but does not call it. @throws UsageError if it is invalid, or contains a user name or the key */
export function targetOf(text: string | undefined): ServerTarget {
  if (text === undefined) {
    throw new UsageError(
      `The address of the server is missing. Set --base-url or ${baseUrlVariable}, for example to ` +
        'https://directory.example.com.',
    );
  }
  refuseTextWithKey(text, 'the base URL');
  if (/^(?:\[[\da-f:]+\]|[\w.-]+)(?::\d+)?(?:\/[^?#@]*)?$/i.test(text) && URL.canParse(`http://${text}`)) {
    const scheme = isLoopback(new URL(`http://${text}`).hostname) ? 'http' : 'https';
    throw new UsageError(
      `Expected the address of the server with http:// or https://, found ${sanitize(text)}. Did you mean ` +
        `${scheme}://${sanitize(text)}?`,
    );
  }
  if (!URL.canParse(text)) throw new UsageError(`${expectedAddressText}, but it is not a URL.`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new UsageError(`${expectedAddressText}, found the scheme ${sanitize(url.protocol.slice(0, -1), 20)}.`);
  if (url.username || url.password || url.search || url.hash) {
    throw new UsageError(
      `${expectedAddressText}, without a user name, password, query or fragment, but found at least one of these. ` +
        'Set the key only in DIRECTORY_API_KEY.',
    );
  }
  return { baseUrl: text.replace(/\/+$/, ''), host: url.hostname, isLoopback: isLoopback(url.hostname) };
}

/** Returns the milliseconds from one write to the next; by default 0 for a server on this machine, else 1000. */
export function writeIntervalOf({ baseUrl, writeInterval }: { baseUrl: string; writeInterval?: number }): number {
  return (writeInterval ?? (targetOf(baseUrl).isLoopback ? 0 : 1)) * 1000;
}

const writeEffects: Readonly<Record<Exclude<WriteMode, 'none'>, (host: string) => string>> = {
  noop: (host) => `sends updates to resources of ${host}`,
  roundtrip: (host) => `changes resources of ${host} and then restores them`,
  disposable: (host) => `creates, changes and deletes resources of ${host}`,
};

/** Whether the user still has to confirm writes to the target. */
export function needsConfirmation(
  { isLoopback: isLocal }: ServerTarget,
  writes: WriteMode = 'none',
  confirmedHost?: string,
): writes is Exclude<WriteMode, 'none'> {
  return writes !== 'none' && confirmedHost === undefined && !isLocal;
}

/** Allows writes only to this machine, or to the host that the user confirmed. @throws UsageError for any other host */
export function confirmWrites(target: ServerTarget, writes: WriteMode = 'none', confirmedHost?: string): void {
  if (writes === 'none' || confirmedHost?.toLowerCase() === target.host) return;
  if (confirmedHost === undefined && !needsConfirmation(target, writes)) return;
  const problem = confirmedHost === undefined ? '--confirm-host is missing' : '--confirm-host names another host';
  const condition = writes === 'disposable' ? 'this server was started for the test' : 'you want these writes';
  throw new UsageError(
    `--writes ${writes} ${writeEffects[writes](target.host)}, but ${problem}. Nothing was sent. If ${condition}, add ` +
      `--confirm-host ${target.host}.`,
  );
}
