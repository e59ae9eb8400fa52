import { readFile } from 'node:fs/promises';
import { sep } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { entryPoints } from './entry-points.js';
import { common, withShortNames } from './options.js';

/** A module of the published programs: an entry point, or code that several of them share or load late. */
export interface Part {
  /** The name of its file without extension: that of the entry point, or `part-7`. */
  name: string;
  /** An ES module that imports other parts as `./<name>.js`. */
  text: string;
  exports: readonly string[];
  /** The names of the parts that it imports, at once or late. */
  parts: readonly string[];
  /** The other modules that it imports, such as `node:fs`. */
  others: readonly string[];
  /** Whether it is neither an entry point nor loaded late, but only shared by such parts. */
  isShared: boolean;
}

/** Prism is large, and users install it themselves; vitest must be the instance that runs the tests. */
const notBundled = ['@stoplight/*', 'vitest'];

/**
 * Splits the command and the entry points that share code into parts, so that each is loaded when it is needed.
 *
 * @returns the parts, and the bundled files relative to the project
 */
export async function splitIntoParts(): Promise<{ parts: Part[]; inputs: string[] }> {
  const sources = entryPoints.filter(({ inParts }) => inParts).map(({ name, source }) => [name, source]);
  const { outputFiles, metafile } = await build({
    ...common,
    write: false,
    outdir: 'dist',
    entryPoints: { program: 'scripts/cli.ts', ...Object.fromEntries(sources) },
    format: 'esm',
    splitting: true,
    chunkNames: 'part-[hash]',
    platform: 'node',
    external: notBundled,
    plugins: [leanLibraries],
  });
  const short = shortNames(Object.keys(metafile.outputs));
  const texts = new Map(outputFiles.map(({ path, text }) => [nameOf(path), text]));
  const parts = Object.entries(metafile.outputs).map(([path, { entryPoint, exports, imports }]) => {
    const text = texts.get(nameOf(path)) ?? '';
    return {
      name: short(nameOf(path)),
      text: text.replaceAll(/\bpart-[0-9A-Z]{8}\b/g, short),
      exports,
      parts: imports.filter(({ external }) => !external).map((each) => short(nameOf(each.path))),
      others: imports.filter(({ external }) => external).map((each) => each.path),
      isShared: entryPoint === undefined,
    };
  });
  return { parts, inputs: Object.keys(metafile.inputs) };
}

function nameOf(path: string): string {
  return path.replace(/^.*[\\/]|\.js$/g, '');
}

/** Numbers for the digests that esbuild puts into names: digests do not compress, and each is in many parts. */
function shortNames(paths: readonly string[]): (name: string) => string {
  const digests = paths.map(nameOf).filter((name) => name.startsWith('part-'));
  const numbers = new Map(digests.map((name, index) => [name, `part-${index + 1}`]));
  return (name) => numbers.get(name) ?? name;
}

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
const leanLibraries: Plugin = {
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
