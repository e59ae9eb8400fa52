import { spawn } from 'node:child_process';
import { reasonOf } from '../text/system-error.js';

const browserCommands: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  // `start` is a command of the shell; its first quoted argument would be the title of a window.
  win32: ['cmd', '/c', 'start', '""'],
};

/** Opens an address in the default browser. If that fails, a line on standard error says so. */
export function openInBrowser(url: string): void {
  const [program = '', ...args] = browserCommands[process.platform] ?? ['xdg-open'];
  const printFailure = (reason: string): void => {
    process.stderr.write(`Cannot open a browser: ${reason}. Open ${url} yourself.\n`);
  };
  const child = spawn(program, [...args, url], { stdio: 'ignore', windowsVerbatimArguments: true });
  child.once('error', (error: NodeJS.ErrnoException) =>
    printFailure(
      error.code === 'ENOENT' ? `this machine has no ${program}` : `${program} did not start: ${reasonOf(error)}`,
    ),
  );
  child.once('exit', (code) => {
    if (code) printFailure(`${program} ended with exit code ${code}`);
  });
  child.unref();
}
