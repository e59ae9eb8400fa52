import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PackedPackage } from './packed-package.js';
import { plainEnvironment } from './program.js';

/** A running `sandbox` command of the installed package. */
export interface SandboxProcess extends AsyncDisposable {
  /** `http://127.0.0.1:40123` */
  url: string;
  /** The API key that it accepts. */
  key: string;
}

/** The program of the command, in the installed package. */
export function commandOf({ installed }: PackedPackage): string {
  return join(installed, 'dist/cli.cjs');
}

/**
 * Starts the sandbox of the installed package on a free port; disposing of it ends it.
 *
 * @param node the Node.js program that runs it
 * @throws Error if it ends before it has printed its address
 */
export async function startSandbox(packed: PackedPackage, node: string = process.execPath): Promise<SandboxProcess> {
  const child = spawn(node, [commandOf(packed), 'sandbox', '--port', '0'], {
    cwd: packed.folder,
    env: plainEnvironment() as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  for await (const text of child.stdout
    .setEncoding('utf8')
    .iterator({ destroyOnReturn: false }) as AsyncIterable<string>) {
    printed += text;
    if (/^curl .*\n/m.test(printed)) break;
  }
  const url = /http:\/\/[^ '"\n]*?:\d+/.exec(printed)?.[0];
  if (url === undefined)
    throw new Error(`The sandbox of the package printed no address. Its output: ${errors || printed || 'none'}`);
  child.stdout.resume();
  return {
    url,
    key: 'sandbox-key',
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGINT');
      await once(child, 'close');
    },
  };
}
