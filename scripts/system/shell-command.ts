import { type ChildProcess, spawn } from 'node:child_process';
import { reasonOf } from '../text/system-error.js';

/** The output of a command, or why it failed. */
export interface CommandResult {
  output: string;
  /** Undefined if the command ended with exit code 0. */
  problem: string | undefined;
}

/** The most characters of the output. */
const most = 100_000;

/**
 * Runs a command line in the shell of this machine: `sh -c`, or `cmd /c` on Windows. It gets no input, its
 * standard error is discarded, and it is ended after a time limit, in milliseconds.
 */
export function runInShell(command: string, limit: number): Promise<CommandResult> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true });
  return new Promise((done) => {
    let output = '';
    const end = (problem: string | undefined): void => {
      clearTimeout(timer);
      done({ output, problem });
    };
    const timer = setTimeout(() => {
      leave(child);
      end(`it did not end within ${limit / 1000} s`);
    }, limit);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.length <= most) return;
      leave(child);
      end('it printed more than a key');
    });
    child.once('error', (error: NodeJS.ErrnoException) => end(`the shell did not start: ${reasonOf(error)}`));
    child.once('close', (code, signal) => {
      const how = signal === null ? `it ended with exit code ${code}` : `${signal} ended it`;
      end(code === 0 ? undefined : how);
    });
  });
}

/** Ends a child, and does not wait for programs that it has started and that may still hold its output. */
function leave(child: ChildProcess): void {
  child.kill('SIGKILL');
  child.stdout?.destroy();
}
