import { randomBytes } from 'node:crypto';
import { check } from '../../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../../scripts/check/model/options.js';
import type { CheckReport } from '../../../scripts/check/model/report.js';
import { type Answer, json, type NetServer, type NetServerOptions, netServer, say } from './net-server.js';

/** The key that no other origin may see. */
export const canary = `canary-${randomBytes(12).toString('hex')}`;

/** A read that needs no ids, and its path. */
export const read = 'listDirectories';
export const readPath = '/api/directory/private/v1alpha/directories/';

/** A whole check against a hostile server, and what could be seen from outside. */
export interface Ran {
  report: CheckReport;
  milliseconds: number;
  server: NetServer;
  /** A server that nobody was told to call. */
  other: NetServer;
}

export interface HostileOptions extends NetServerOptions {
  /** Where the check is told to go; the server itself by default. */
  baseUrl?: (port: number) => string;
  check?: Partial<CheckOptions>;
}

/** Checks a server in the default mode, with a narrow scope. `answerFor` is told where another origin listens. */
export async function checkAgainst(
  answerFor: (otherUrl: string) => Answer,
  { baseUrl, check: options, ...server }: HostileOptions = {},
): Promise<Ran> {
  process.env['DIRECTORY_API_KEY'] = canary;
  const other = await netServer((socket) => socket.end());
  const hostile = await netServer(answerFor(`http://127.0.0.1:${other.port}`), server);
  const address = baseUrl?.(hostile.port) ?? `${server.tls ? 'https' : 'http'}://127.0.0.1:${hostile.port}`;
  const begin = performance.now();
  try {
    const report = await check({ baseUrl: address, only: [read], runs: 0, timeout: 10, ...options });
    return { report, milliseconds: performance.now() - begin, server: hostile, other };
  } finally {
    await Promise.all([hostile.close(), other.close()]);
  }
}

/**
 * A server that refuses as it should, so that whatever is found is found in the answer to a right request for what is
 * there.
 */
export function rightBut(
  answer: Answer,
  isThere: (path: string) => boolean = (path) => path === readPath,
  key = canary,
): Answer {
  return (socket, request, before) => {
    const shown = /\r\nauthorization: (?:Bearer )?(.*)\r\n/i.exec(request)?.[1];
    if (shown !== key) say(socket, request, json('{}', [], '401 Unauthorized'));
    else if (!isThere(request.split(' ', 2)[1] ?? '')) say(socket, request, json('{}', [], '404 Not Found'));
    else answer(socket, request, before);
  };
}

/** The rules of what was found, each once, in the order of the report. */
export function rulesOf({ findings }: CheckReport): string[] {
  return [...new Set(findings.map(({ rule }) => rule))];
}

/** Whether the success of an operation counts as tested. */
export function isTested({ operations }: CheckReport, operationId = read): boolean {
  return operations.find((operation) => operation.operationId === operationId)?.success.tested === true;
}
