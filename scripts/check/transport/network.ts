import type { CheckOptions } from '../model/options.js';
import { type CertificateOptions, readCertificates, type TlsContexts } from './certificates.js';
import { Pace } from './pauses.js';
import { chooseProxy, type ProxyServer } from './proxy.js';

export type NetworkOptions = CertificateOptions & Pick<CheckOptions, 'proxy' | 'rate' | 'onNotice'>;

/** The way to a server: proxy, certificates and pace. All transports of a run share it. */
export class Network {
  readonly tls: TlsContexts;
  readonly proxy: ProxyServer | undefined;
  /** A sentence to add if the server cannot be reached; may be empty. */
  readonly advice: string;
  readonly pace: Pace | undefined;
  /** Whether the proxy forwards requests of plain http in place of opening a tunnel, so that it reads them. */
  isForwarded = false;
  readonly #origin: URL;
  readonly #onNotice: NetworkOptions['onNotice'];

  /** @throws UsageError if a certificate, a key or the address of the proxy cannot be used */
  constructor(origin: URL, options: NetworkOptions) {
    const { proxy, advice } = chooseProxy(origin, options.proxy);
    this.tls = readCertificates(options);
    this.proxy = proxy;
    this.advice = advice;
    this.pace = options.rate === undefined ? undefined : new Pace(options.rate);
    this.#origin = origin;
    this.#onNotice = options.onNotice;
  }

  /** Sends all further requests in the form for a proxy that forwards them. */
  forward(): void {
    const [proxyHost, host] = [this.proxy?.url.host, this.#origin.host];
    if (!this.isForwarded)
      this.#onNotice?.(`The proxy ${proxyHost} opens no tunnel to ${host}, so it forwards requests and sees the key.`);
    this.isForwarded = true;
  }
}
