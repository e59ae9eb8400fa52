import type { RecordedExchange } from '../model/recorded-traffic.js';
import type { ReportedExchange } from '../model/reported-exchange.js';
import { readEntry } from './har.js';

/** Reads an exchange of a JSON report, or says why it cannot be judged. */
export function readReported(entry: unknown): (RecordedExchange & { origin: string }) | string {
  const exchange = readEntry(entry);
  if (typeof exchange === 'string') return exchange;
  const {
    case: id,
    operationId,
    kind,
    expect,
    key,
    pointer,
    isAtUnknownId,
    isWriting,
    request,
  } = entry as ReportedExchange;
  const { origin, pathname, search } = new URL(request.url);
  if ([id, operationId, kind, expect, key].some((each) => typeof each !== 'string')) return 'the entry is incomplete';
  return {
    // The key was never in it, so a parameter whose name looks like one is none.
    exchange: { ...exchange, request: { ...exchange.request, path: pathname + search, key } },
    origin,
    purpose: {
      id,
      operationId,
      kind,
      expect,
      isWriting: isWriting === true,
      ...(typeof pointer === 'string' && { pointer }),
      ...(isAtUnknownId === true && { isAtUnknownId }),
    },
  };
}
