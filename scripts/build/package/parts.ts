import { build } from 'esbuild';
import { entryPoints } from './entry-points.js';
import { leanLibraries } from './lean-libraries.js';
import { common } from './options.js';

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
