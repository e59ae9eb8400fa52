import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from '../contract/document.js';
import { eachOperation, successesOf } from '../contract/operations.js';
import { isQuickPattern } from '../contract/pattern.js';
import { nodesOf } from '../contract/walk.js';
import { generatedFile } from '../generated-file.js';
import { listen } from '../system/listen.js';
import { UsageError } from '../text/usage-error.js';

const host = '127.0.0.1';

/** The contract that the mock serves if there is no file with answers. */
export const contractFile = fileURLToPath(generatedFile('docs/openapi.yaml'));

/** Maximum wait in milliseconds until Prism listens. An idle machine takes about two seconds. */
const startTimeout = 60_000;

/** A running Prism that serves the contract and responds with its examples. */
export interface Mock {
  /** `http://127.0.0.1:4010`, without a slash at the end. */
  url: string;
  /** Resolves with Prism's output when Prism ends by itself, or after `close`. */
  ended: Promise<string>;
  /** Ends Prism; resolves when the process has ended. */
  close(): Promise<void>;
}

/**
 * Runs Prism with a document (default: the contract), in a process that ends with ours; port 0 means any free port.
 *
 * @throws UsageError if the port is taken, the document is missing, or Prism does not start
 */
export async function runPrism(program: string, port: number, document = contractFile): Promise<Mock> {
  if (!existsSync(document))
    throw new UsageError('generated/docs/openapi.yaml does not exist. Run "npm run build" first.');
  const freePort = await findFreePort(port);
  const url = `http://${host}:${freePort}`;
  const child = spawn(
    process.execPath,
    [program, 'mock', '--host', host, '--port', String(freePort), '--verboseLevel', 'error', document],
    // The mock never needs the key, which is for a live server.
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DIRECTORY_API_KEY: undefined, DIRECTORY_OTHER_API_KEY: undefined },
    },
  );
  const stop = (): void => void child.kill();
  process.once('exit', stop);
  const outputAtEnd = waitForEnd(child).finally(() => process.removeListener('exit', stop));
  const close = async (): Promise<void> => {
    child.kill();
    await outputAtEnd;
  };
  try {
    await Promise.race([
      waitUntilListening(freePort),
      outputAtEnd.then((output) => {
        throw new UsageError(`Prism stopped before it listened on ${url}:\n${output}`);
      }),
    ]);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, ended: outputAtEnd, close };
}

/**
 * Ports outside the range of free ports that systems assign: from that range, another program could get the port before
 * Prism listens.
 */
const portRange = { first: 20_000, count: 10_000 };

/** Returns the port, or a free port for 0. Throws if the port is in use: Prism itself would print a stack trace. */
async function findFreePort(port: number): Promise<number> {
  if (port !== 0) return ensurePortIsFree(port);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ensurePortIsFree(portRange.first + randomInt(portRange.count));
    } catch (error) {
      if (attempt === 20) throw error;
    }
  }
}

async function ensurePortIsFree(port: number): Promise<number> {
  const server = createServer();
  try {
    await listen(server, port, host);
    return port;
  } finally {
    server.close();
  }
}

async function waitUntilListening(port: number): Promise<void> {
  for (const end = performance.now() + startTimeout; performance.now() < end; ) {
    if (await canConnect(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new UsageError(
    `Prism did not start to listen on port ${port} within ${startTimeout / 1000} s. Try again when the machine is ` +
      'less busy.',
  );
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

function waitForEnd(child: ChildProcess): Promise<string> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4_000)));
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', () => resolve(output.trim()));
  });
}

/** Runs Prism with a document in a temporary file, which is removed when Prism or this process ends. */
export async function runPrismForDocument(program: string, port: number, document: OpenApiDocument): Promise<Mock> {
  const folder = mkdtempSync(join(tmpdir(), 'directory-contract-mock-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(withoutLowerSuccesses(withoutSlowPatterns(document).document)));
    const mock = await runPrism(program, port, file);
    const outputAtEnd = mock.ended.finally(remove);
    return { ...mock, ended: outputAtEnd, close: () => mock.close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Removes success statuses below the usual one, because Prism responds with the lowest success status. */
function withoutLowerSuccesses(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const { operation } of eachOperation(copy)) {
    const [[usualStatus] = [], ...otherResponses] = successesOf(copy, operation);
    for (const [status] of otherResponses)
      if (usualStatus !== undefined && status < usualStatus) delete operation.responses[status];
  }
  return copy;
}

/**
 * Removes patterns that may take years to match a short string, because Prism has no time limit. Without such patterns,
 * returns the same document.
 */
export function withoutSlowPatterns(document: OpenApiDocument): {
  document: OpenApiDocument;
  droppedPatterns: ReadonlySet<string>;
} {
  const copy = structuredClone(document);
  const droppedPatterns = new Set<string>();
  for (const { value } of nodesOf(copy, 'schema')) {
    const { pattern } = value;
    if (typeof pattern !== 'string' || isQuickPattern(pattern)) continue;
    droppedPatterns.add(pattern);
    delete value['pattern'];
  }
  return { document: droppedPatterns.size > 0 ? copy : document, droppedPatterns };
}
