import { spawn } from 'node:child_process';

/** Programs that show an address in the browser that the person has chosen, by platform. */
const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  // `start` is a command of the shell; its first quoted argument would be the title of a window.
  win32: ['cmd', '/c', 'start', '""'],
};

/** Shows an address in the browser of the system. Where none opens, a line on standard error says so. */
export function openInBrowser(url: string): void {
  const [program = '', ...args] = openers[process.platform] ?? ['xdg-open'];
  const sorry = (why: string): void => {
    process.stderr.write(`No browser could be opened: ${why}. Open ${url} yourself.\n`);
  };
  const child = spawn(program, [...args, url], { stdio: 'ignore', windowsVerbatimArguments: true });
  child.once('error', ({ code }: NodeJS.ErrnoException) =>
    sorry(code === 'ENOENT' ? `there is no ${program} on this machine` : `${program} says ${code}`),
  );
  child.once('exit', (code) => {
    if (code) sorry(`${program} ended with ${code}`);
  });
  child.unref();
}
