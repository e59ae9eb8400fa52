import { grouped } from '../../text/numbers.js';
import type { TestCase } from '../model/case.js';
import type { Exchange } from '../model/exchange.js';
import type { ReportedBody, ReportedExchange, ReportedHeader } from '../model/reported-exchange.js';
import { isCredential } from './har.js';

/** The most bytes of bodies in a report, in MiB. */
const most = 64;

/** The exchanges of a run, for its report. */
export class KeptExchanges {
  readonly list: ReportedExchange[] = [];
  readonly #baseUrl: string;
  #bytes = 0;
  #left = 0;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
  }

  add(testCase: TestCase, exchange: Exchange, isWriting: boolean): void {
    const { request, response, milliseconds } = exchange;
    if (!response) return;
    this.#bytes += response.bytes.length + (request.body?.length ?? 0);
    if (this.#bytes > most * 2 ** 20) {
      this.#left += 1;
      return;
    }
    const { id, operationId, kind, expect, pointer, isAtUnknownId } = testCase;
    this.list.push({
      case: id,
      operationId,
      kind,
      expect,
      key: request.key,
      ...(pointer !== undefined && { pointer }),
      ...(isAtUnknownId && { isAtUnknownId }),
      ...(isWriting && { isWriting }),
      time: milliseconds,
      request: this.#request(request),
      response: responseOf(response),
    });
  }

  /** A sentence about what was left out. */
  notes(): string[] {
    if (this.#left === 0) return [];
    return [`The report holds ${most} MiB of exchanges; the last ${grouped(this.#left)} were left out.`];
  }

  #request({ method, path, headers, body }: Exchange['request']): ReportedExchange['request'] {
    const postData = body === undefined ? {} : { postData: bodyOf(Buffer.from(body), headers['content-type']) };
    return { method, url: this.#baseUrl + path, headers: headersOf(headers), ...postData };
  }
}

function responseOf({ status, headers, bytes }: NonNullable<Exchange['response']>): ReportedExchange['response'] {
  const type = [headers['content-type'] ?? ''].flat().join(', ');
  return { status, headers: headersOf(headers), content: bodyOf(bytes, type) };
}

function headersOf(headers: Readonly<Record<string, string | readonly string[]>>): ReportedHeader[] {
  return Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => (isCredential(name, value) ? [] : [{ name, value }])),
  );
}

function bodyOf(bytes: Uint8Array, mimeType = ''): ReportedBody {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = all.toString('utf8');
  if (Buffer.from(text).equals(all)) return { mimeType, text };
  return { mimeType, text: all.toString('base64'), encoding: 'base64' };
}
