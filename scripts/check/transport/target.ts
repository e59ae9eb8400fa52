import { isLoopback } from '../../system/loopback.js';
import { UsageError } from '../../text/usage-error.js';
import type { WriteMode } from '../model/options.js';
import { refuseKey } from './key-in-text.js';

/** The variable of the address that other tools share. */
export const baseUrlVariable = 'DIRECTORY_BASE_URL';

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
 * Reads the address of a server that is to be called. No name is looked up.
 *
 * @param insecureHost the host that may be called by http though it is not this machine
 * @throws UsageError where it is none, holds a user or the key, or would take the key over the network in the clear
 */
export function readTarget(text: string | undefined, insecureHost?: string): Target {
  const target = targetOf(text);
  if (
    target.baseUrl.toLowerCase().startsWith('https:') ||
    target.isLoopback ||
    insecureHost?.toLowerCase() === target.host
  )
    return target;
  const found = insecureHost === undefined ? 'http' : 'http, and another host is allowed to have it';
  throw new UsageError(
    `Expected https for ${new URL(target.baseUrl).host}, found ${found}: over it anybody on the way could read ` +
      'the key. Only this machine may be called by http. ' +
      `Between containers that nobody else can listen to, add --allow-insecure-host ${target.host}; nothing was sent.`,
  );
}

/** The same, of a server that is only spoken of. */
export function targetOf(text: string | undefined): Target {
  if (text === undefined) {
    throw new UsageError(
      `Expected the address of the server with --base-url or ${baseUrlVariable}, found none. Give it as ` +
        'https://directory.example.com.',
    );
  }
  refuseKey(text, 'the base URL');
  if (!URL.canParse(text)) throw new UsageError(`${expected}, found no URL.`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new UsageError(`${expected}, found another scheme.`);
  if (url.username || url.password || url.search || url.hash) {
    throw new UsageError(
      `${expected}, found a user, a query or a fragment in it. The key comes from DIRECTORY_API_KEY alone.`,
    );
  }
  return { baseUrl: text.replace(/\/+$/, ''), host: url.hostname, isLoopback: isLoopback(url.hostname) };
}

const meaning: Readonly<Record<Exclude<WriteMode, 'none'>, (host: string) => string>> = {
  noop: (host) => `sends updates to things of ${host}`,
  roundtrip: (host) => `changes things of ${host} and puts them back`,
  disposable: (host) => `creates, changes and deletes things of ${host}`,
};

/** Whether somebody still has to say that things of the target may be written to. */
export function needsConfirmation(
  { isLoopback: isHere }: Target,
  writes: WriteMode = 'none',
  confirmed?: string,
): writes is Exclude<WriteMode, 'none'> {
  return writes !== 'none' && confirmed === undefined && !isHere;
}

/**
 * Things are written to only on this machine, or on the host that whoever runs the check has named once more.
 *
 * @throws UsageError where that is not so
 */
export function confirmWrites(target: Target, writes: WriteMode = 'none', confirmed: string | undefined): void {
  if (writes === 'none' || confirmed?.toLowerCase() === target.host) return;
  if (confirmed === undefined && !needsConfirmation(target, writes)) return;
  const found = confirmed === undefined ? 'it is not confirmed' : 'another host is confirmed';
  const when = writes === 'disposable' ? 'this server was started for the test' : 'that is meant';
  throw new UsageError(
    `--writes ${writes} ${meaning[writes](target.host)}, and ${found}. If ${when}, add --confirm-host ` +
      `${target.host}; nothing was sent.`,
  );
}
