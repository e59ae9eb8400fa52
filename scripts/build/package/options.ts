import { fileURLToPath } from 'node:url';
import { type BuildOptions, type TransformOptions, transform } from 'esbuild';

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

/**
 * Shortens the names inside functions. In CommonJS, esbuild keeps the names at the top of a file, so that stack traces
 * still name functions and classes; in an ES module it shortens these as well.
 */
export async function withShortNames(text: string, options: TransformOptions = {}): Promise<string> {
  const { target, legalComments } = common;
  const { code } = await transform(text, { ...options, minifyIdentifiers: true, target, legalComments });
  return code;
}
