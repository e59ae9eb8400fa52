import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';

export const project = fileURLToPath(new URL('../../../', import.meta.url));

/** Options of every bundle. */
export const common = {
  absWorkingDir: project,
  bundle: true,
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'error',
  metafile: true,
} satisfies BuildOptions;

/**
 * Names are kept for readable stack traces, and lines are short: with an error that nobody catches, Node.js prints the
 * whole line that threw it, and a terminal or pipe may not take 100 kB before the message.
 */
export const smaller = { minifyWhitespace: true, minifySyntax: true, lineLimit: 200 } satisfies BuildOptions;
