import querystring from 'node:querystring';
import { isThisMachine } from '../../system/loopback.js';
import { sanitize } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import type { Failure, FailureCode } from '../model/exchange.js';
import { failureOf } from './failure.js';
import { combineSearches, type KeySearch, registerSecretValue } from './key.js';

/** A proxy through which the connections of a run go. */
export interface ProxyServer {
  /** Scheme, host and port: `http:` or `https:`. */
  readonly url: URL;
  /** The value of `Proxy-Authorization`; undefined if the user gave no login. */
  readonly authorization: string | undefined;
  /** The flag or variable that sets the proxy, such as `HTTPS_PROXY`. */
  readonly source: string;
  /** Finds the user name and the password in strings. */
  readonly search: KeySearch;
}

export const proxyFlag = '--proxy';

/**
 * Chooses the proxy for a server, from the flag or from the variables that most programs read. A variable in lower case
 * wins, as in curl. This machine is never called through a proxy. `advice` is a sentence about this choice, to add if
 * the server cannot be reached; it may be empty.
 *
 * @param flagValue the value of `--proxy`, which overrides all variables
 * @throws UsageError if the setting is not the address of an http or https proxy
 */
export function chooseProxy(
  target: URL,
  flagValue: string | undefined,
  environment = process.env,
): { proxy?: ProxyServer; advice: string } {
  if (isThisMachine(target.hostname)) return { advice: '' };
  const ownName = target.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const names = [ownName, 'ALL_PROXY'].flatMap((name) => [name.toLowerCase(), name]);
  const source = flagValue === undefined ? names.find((name) => environment[name]) : proxyFlag;
  if (source === undefined)
    return { advice: `If a proxy leads out of your network, name it with ${ownName} or ${proxyFlag}.` };
  if (source !== proxyFlag && isExcluded(target, environment['no_proxy'] || environment['NO_PROXY'] || ''))
    return { advice: `The proxy of ${source} was not used, because NO_PROXY contains this host.` };
  const proxy = parseProxy(flagValue ?? environment[source] ?? '', source);
  return { proxy, advice: `The way leads through the proxy of ${source}.` };
}

/** Whether a list such as `.example.com, 10.0.0.7, host:8443` names a host. A domain includes those below it. */
function isExcluded({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  const targetPort = port || (protocol === 'https:' ? '443' : '80');
  const entries = list.toLowerCase().split(/[\s,]+/);
  return entries.some((entry) => {
    const [, ipv6, plainName, entryPort] = /^(?:\[(.+)\]|(.*:.*:.*|[^:]+))(?::(\d+))?$/.exec(entry) ?? [];
    const name = (ipv6 ?? plainName ?? '').replace(/^\*?\.|\.$/g, '');
    if (name === '' || (entryPort !== undefined && entryPort !== targetPort)) return false;
    return name === '*' || host === name || host.endsWith(`.${name}`);
  });
}

/**
 * Parses the address of a proxy. Registers its login, so that all later searches look for it.
 *
 * @throws UsageError, which does not quote the address, since it may contain a password
 */
export function parseProxy(text: string, source: string): ProxyServer {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    const actual = /^socks/.test(address) ? 'a SOCKS proxy, which is not supported' : 'something else';
    throw new UsageError(`Expected ${source} as http://host:port or https://host:port, found ${actual}. Correct it.`);
  }
  const [user, password] = [url.username, url.password].map((part) => querystring.unescape(part));
  if (source === proxyFlag && (user || password))
    throw new UsageError(
      `${proxyFlag} contains a user name or a password, which other users of this machine can read there. Set the ` +
        'variable HTTPS_PROXY (or HTTP_PROXY, for a server without https) to this address instead.',
    );
  const searches = [user, password].flatMap((part) => registerSecretValue(part ?? '') ?? []);
  return {
    url: new URL(`${url.protocol}//${url.host}`),
    authorization: user || password ? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` : undefined,
    source,
    search: combineSearches(searches),
  };
}

/** @param problem sentences that begin after the name of the proxy, such as `cannot be reached. Check it.` */
export function proxyFailure(code: FailureCode, { url, source }: ProxyServer, problem: string): Failure {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return failureOf(code, `The proxy ${sanitize(url.hostname)}:${port} (from ${source}) ${problem}`);
}
