import { randomBytes } from 'node:crypto';
import { check } from '../../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../../scripts/check/model/options.js';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { spelledOut } from '../spelled-out.js';
import { json, type NetServer, netServer, type Responder, say } from './net-server.js';

/** The key, which must never reach another origin. */
export const canary = `canary-${randomBytes(12).toString('hex')}`;

/** The id and the path of a read that needs no ids. */
export const read = 'listDirectories';
export const readPath = '/api/directory/private/v1alpha/directories/';

/** The result of a whole check against a hostile server, and the traffic of that server. */
export interface Ran {
  report: CheckReport;
  server: NetServer;
  /** A second server, which must receive no request. */
  other: NetServer;
}

/** Checks a server in the default mode, with a narrow scope. `responderFor` gets the URL of another origin. */
export async function checkAgainst(
  responderFor: (otherUrl: string) => Responder,
  { check: options }: { check?: Partial<CheckOptions> } = {},
): Promise<Ran> {
  process.env['DIRECTORY_API_KEY'] = canary;
  const otherServer = await netServer((socket) => socket.end());
  const hostileServer = await netServer(responderFor(`http://127.0.0.1:${otherServer.port}`));
  const baseUrl = `http://127.0.0.1:${hostileServer.port}`;
  try {
    const report = await check({ baseUrl, only: [read], runs: 0, timeout: 10, ...options });
    return { report, server: hostileServer, other: otherServer };
  } finally {
    await Promise.all([hostileServer.close(), otherServer.close()]);
  }
}

const allowed = ['allow: GET, HEAD, POST, PUT, PATCH, DELETE'];

/**
 * A server that refuses correctly. So every finding is about a response to a valid request for an existing resource.
 */
export function rightBut(
  respond: Responder,
  isThere: (path: string) => boolean = (path) => path === readPath,
  key = canary,
): Responder {
  return (socket, request, before) => {
    const shownText = /\r\nauthorization: (?:Bearer )?(.*)\r\n/i.exec(request)?.[1];
    if (shownText !== key) say(socket, request, json('{}', [], '401 Unauthorized'));
    else if (!isThere(spelledOut(request.split(' ', 2)[1] ?? '')))
      say(socket, request, json('{}', [], '404 Not Found'));
    else if (/^(?:TRACE|OPTIONS|M-SEARCH) /.test(request)) say(socket, request, json('{}', allowed, '405 Not Allowed'));
    else respond(socket, request, before);
  };
}

/** Returns the rules of all findings, each once, in the order of the report. */
export function rulesOf({ findings }: CheckReport): string[] {
  return [...new Set(findings.map(({ rule }) => rule))];
}

/** Whether the success of an operation counts as tested. */
export function isTested({ operations }: CheckReport, operationId = read): boolean {
  return operations.find((operation) => operation.operationId === operationId)?.success.tested === true;
}
