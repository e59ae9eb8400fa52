import type { IncomingMessage } from 'node:http';
import { isForThisMachine, isThisMachine, parseHost, type RequestHost } from '../../system/loopback.js';
import { sanitize } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import { Refusal } from '../model/response.js';

/** Additional callers that a server accepts, besides programs and pages of this machine. */
export interface CallerOptions {
  /** Origins of pages. `null` is the origin of files and sandboxed frames; `*` is every origin except `null`. */
  allowOrigins?: readonly string[] | undefined;
  /** Host names of the server, with or without a port: `sandbox`, `sandbox:4020`. */
  allowHosts?: readonly string[] | undefined;
}

type CallerCheck = (incoming: IncomingMessage) => Refusal | undefined;

/**
 * Returns a function that checks the caller of a request: it returns a refusal, or undefined for an allowed caller.
 *
 * A browser sends requests for any page that its user visits, and names the page's origin in every request that could
 * change something. A page can also point its own host name to this machine (DNS rebinding). For the browser, page and
 * server then have the same origin, but the Host header still names the host of the page.
 *
 * @param host the host that the server listens on
 * @throws UsageError for an invalid origin or host
 */
export function createCallerCheck(host: string, { allowOrigins = [], allowHosts = [] }: CallerOptions): CallerCheck {
  const origins = new Set(allowOrigins.map(readOrigin));
  const hosts = [parseHost(host.includes(':') ? `[${host}]` : host), ...allowHosts.map(readHost)];
  const isAllowedHost = ({ hostname, port = '80' }: RequestHost): boolean =>
    hosts.some((allowed) => allowed?.hostname === hostname && (allowed.port ?? port) === port);
  return (incoming) => {
    const { host: hostHeader = '', origin, 'sec-fetch-site': site } = incoming.headers;
    const requestHost = parseHost(hostHeader);
    if (!requestHost || !(isForThisMachine(requestHost, incoming) || isAllowedHost(requestHost))) {
      const expected =
        'expected localhost, a loopback address, or the address on which the sandbox listens. The request was not ' +
        'performed.';
      const advice = adviceFor('you trust the host', '--allow-host', hostHeader);
      const mistake = `The host "${toPrintable(hostHeader)}" is not the host of this sandbox`;
      return new Refusal(403, `${mistake}: ${expected} ${advice}`);
    }
    if (origin !== undefined) {
      const isAllowedOrigin = origins.has(origin) || (origin !== 'null' && origins.has('*'));
      if (isAllowedOrigin || isPageOfThisMachine(origin)) return undefined;
      const advice = adviceFor('you trust the page', '--allow-origin', origin);
      const caller = `Pages of the origin "${toPrintable(origin)}"`;
      return new Refusal(403, `${caller} may not call this sandbox. The request was not performed. ${advice}`);
    }
    // Browsers send no origin for links and images; old browsers send none for forms.
    if (site === undefined || isTrustedSite(site, requestHost) || origins.has('*')) return undefined;
    return new Refusal(403, noOriginMessage);
  };
}

const noOriginMessage =
  'A page of another site sent this request without an Origin header, as links and images do. The request was not ' +
  'performed. Type the address yourself, or use fetch in the page and start the sandbox with --allow-origin and the ' +
  'origin of the page.';

/**
 * Whether a user typed the address, or a page of this machine sent the request, according to Sec-Fetch-Site.
 * `same-site` includes pages of other hosts, so it counts only if the request names this machine as its host.
 */
function isTrustedSite(site: unknown, { hostname }: RequestHost): boolean {
  return site === 'none' || site === 'same-origin' || (site === 'same-site' && isThisMachine(hostname));
}

/** The headers that let a page read the response to an accepted request (Fetch standard, CORS protocol). */
export function corsHeaders({ headers: { origin } }: IncomingMessage): Record<string, string> {
  if (origin === undefined) return { vary: 'origin' };
  return { vary: 'origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': '*' };
}

/** The headers that let a page send its request, even if the page is public and this server is in a private network. */
export function preflightHeaders(incoming: IncomingMessage): Record<string, string> {
  const { headers } = incoming;
  const isForPrivateNetwork = headers['access-control-request-private-network'] === 'true';
  return {
    ...corsHeaders(incoming),
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    // List names: `*` would not allow the Authorization header.
    'access-control-allow-headers': headers['access-control-request-headers'] ?? 'authorization, content-type',
    ...(isForPrivateNetwork && { 'access-control-allow-private-network': 'true' }),
    'access-control-max-age': '600',
  };
}

function isPageOfThisMachine(origin: string): boolean {
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === origin && isThisMachine(url.hostname.replace(/\.$/, ''));
}

function readOrigin(text: string): string {
  if (text === '*' || text === 'null') return text;
  const [, origin] = /^([a-z][a-z\d+.-]*:\/\/[^\s/\\?#@*%]+)\/?$/i.exec(text) ?? [];
  if (origin === undefined || !URL.canParse(origin)) {
    const expected = '*, null or an origin such as https://app.example.com:8443';
    throw new UsageError(`Expected --allow-origin with ${expected}, found "${sanitize(text)}".`);
  }
  // `URL` has no origin for the schemes of browser extensions. Keep the given text: extensions send the same text.
  const { origin: canonicalOrigin } = new URL(origin);
  return canonicalOrigin === 'null' ? origin : canonicalOrigin;
}

function readHost(text: string): RequestHost {
  const host = parseHost(text);
  if (host) return host;
  throw new UsageError(`Expected --allow-host with a host such as sandbox or sandbox:4020, found "${sanitize(text)}".`);
}

/** Text from a request, made safe for a terminal. */
function toPrintable(text: string): string {
  return text.slice(0, 200).replace(/[^ -~]/g, '?');
}

/** A sentence that says how to allow a caller. It includes the value only if a shell needs no quotes for it. */
function adviceFor(condition: string, flag: string, value: string): string {
  const isPlainValue = /^[\w.:/[\]-]{1,200}$/.test(value);
  return `If ${condition}, start the sandbox with ${flag} ${isPlainValue ? value : 'and this value'}.`;
}
