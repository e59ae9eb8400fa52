import { readFile } from 'node:fs/promises';
import { sep } from 'node:path';
import type { Plugin } from 'esbuild';
import { withShortNames } from './short-names.js';

/** Modules of undici that the check never runs, by path in `node_modules/`, and their texts instead. */
const leftOut = new Map([
  // For bodies other than text and bytes, which are the only ones that the check sends.
  ['undici/lib/web/fetch/body.js', "exports.extractBody = () => { throw new Error('Expected text or bytes.'); };"],
  // For HTTP/2, which the check does not offer.
  ['undici/lib/dispatcher/client-h2.js', "module.exports = () => { throw new Error('Expected HTTP/1.1.'); };"],
  // The parser for processors with SIMD; the other one runs on all, and reads headers about as fast.
  ['undici/lib/llhttp/llhttp_simd-wasm.js', "module.exports = require('./llhttp-wasm.js');"],
]);

/**
 * Makes third-party modules smaller: leaves out what is never run, and shortens the names inside, since nobody reads
 * their stack traces. Ours keep theirs.
 */
export const leanLibraries: Plugin = {
  name: 'lean-libraries',
  setup({ onLoad, onEnd }) {
    const found = new Set<string>();
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => {
      const module = path.replaceAll(sep, '/').replace(/^.*\/node_modules\//, '');
      const instead = leftOut.get(module);
      if (instead !== undefined) {
        found.add(module);
        return { contents: instead };
      }
      return { contents: await withShortNames(await readFile(path, 'utf8')) };
    });
    onEnd(() => {
      const missing = [...leftOut.keys()].filter((module) => !found.has(module));
      const text = (module: string): string => `No module imports ${module}. Correct the list in lean-libraries.ts.`;
      return { errors: missing.map((module) => ({ text: text(module) })) };
    });
  },
};
