import { type TransformOptions, transform } from 'esbuild';
import { common } from './options.js';

/**
 * Shortens the names inside functions. In CommonJS, esbuild keeps the names at the top of a file, so that stack traces
 * still name functions and classes; in an ES module it shortens these as well.
 */
export async function withShortNames(text: string, options: TransformOptions = {}): Promise<string> {
  const { target, legalComments } = common;
  const { code } = await transform(text, { ...options, minifyIdentifiers: true, target, legalComments });
  return code;
}
