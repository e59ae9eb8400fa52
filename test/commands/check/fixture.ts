import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readSettings } from '../../../scripts/commands/check/command-settings.js';
import { runCheck } from '../../../scripts/commands/check/run.js';
import { configFile, type GivenFlags } from '../../../scripts/commands/check/settings.js';
import { createSandbox, createSandboxFor, type Sandbox } from '../../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../../scripts/sandbox/server/serve.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { taughtWith } from '../../answers/taught.js';
import { listenHere } from '../../listen-here.js';
import { temporaryFolder } from '../../temporary-folder.js';

/** The key of the sandbox. */
export const key = 'sandbox-key';

/** Reads settings as the command does. The folder is empty, or contains this configuration file. */
export function settingsFrom(
  flags: GivenFlags,
  environment: NodeJS.ProcessEnv = {},
  config?: object,
): ReturnType<typeof readSettings> {
  const folder = temporaryFolder();
  if (config) writeFileSync(join(folder, configFile), JSON.stringify(config));
  return readSettings(flags, environment, folder);
}

/** A server that records its requests, and responds with this function. */
export async function countingServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume();
    answer(request, response);
  });
  const { url, close } = await listenHere(server);
  onTestFinished(close);
  return { url, requests };
}

/** Serves a sandbox with these faults over HTTP; returns its address. */
export function sandboxAt(...faults: string[]): Promise<string> {
  return serve(createSandbox({ faults }));
}

/** Serves a sandbox with these answers over HTTP; returns its address. */
export function taughtSandboxAt(answers: Record<string, unknown>): Promise<string> {
  const { document, validators } = taughtWith(answers);
  return serve(createSandboxFor(document, validators)());
}

async function serve(sandbox: Sandbox): Promise<string> {
  const server = await serveSandbox({ sandbox });
  onTestFinished(() => server.close());
  return server.url;
}

export interface Ran {
  code: number;
  output: string;
  errors: string;
}

export interface Where {
  environment?: NodeJS.ProcessEnv;
  folder?: string;
  isTTY?: boolean;
  /** Whether both streams lead to the same terminal. */
  isOneTerminal?: boolean;
}

type Collector = ReturnType<typeof collector>;

/**
 * Calls the function of a command with streams that keep its output. A UsageError becomes its message and the exit
 * code 2, as in the program.
 */
export async function ranWith(
  run: (streams: { output: Collector; errors: Collector }) => Promise<number> | number,
  { isOneTerminal = false, isTTY = isOneTerminal }: Pick<Where, 'isTTY' | 'isOneTerminal'> = {},
): Promise<Ran> {
  const output = collector(isTTY);
  const errors = isOneTerminal ? output : collector(isTTY);
  try {
    const code = await run({ output, errors });
    return { code, output: output.text(), errors: errors.text() };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { code: 2, output: output.text(), errors: `${errors.text()}${error.message}` };
  }
}

/** Runs the command in this process. */
export function checked(flags: GivenFlags, options: Where = {}): Promise<Ran> {
  const { environment = {}, folder = temporaryFolder() } = options;
  return ranWith((streams) => runCheck(flags, { ...streams, environment, folder }), options);
}

/** Returns a stream that keeps the text written to it. */
export function collector(
  isTTY: boolean,
  columns = 80,
): { write(text: string | Uint8Array): boolean; isTTY: boolean; columns: number; text(): string } {
  let keptText = '';
  return {
    write: (text) => {
      keptText += String(text);
      return true;
    },
    isTTY,
    columns,
    text: () => keptText,
  };
}
