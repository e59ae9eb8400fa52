import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { commonOptions, entryPoints, minifyOptions, project, shortenNames } from './entry-points.js';

/** A module of the published programs: an entry point, or code that several of them share or load late. */
export interface ProgramPart {
  /** The name of the file without its extension: that of the entry point, or `part-7`. */
  name: string;
  /** An ES module that imports other parts as `./<name>.js`. */
  text: string;
  exports: readonly string[];
  /** The names of the other parts that the part imports, by `import` or by `import()`. */
  parts: readonly string[];
  /** The other modules that the part imports, such as `node:fs`. */
  externals: readonly string[];
}

/** Prism is large, and users install it themselves; vitest must be the instance that runs the tests. */
const externalModules = ['@stoplight/*', 'vitest'];

/**
 * Splits the command and the entry points that share code into parts, so that each is loaded when it is needed.
 *
 * @returns the parts, and the bundled files relative to the project
 */
export async function splitIntoParts(): Promise<{ parts: ProgramPart[]; inputs: string[] }> {
  const sources = entryPoints.filter(({ sharesParts }) => sharesParts).map(({ name, source }) => [name, source]);
  const { outputFiles, metafile } = await build({
    ...commonOptions,
    write: false,
    outdir: 'dist',
    entryPoints: { program: 'scripts/cli.ts', ...Object.fromEntries(sources) },
    format: 'esm',
    splitting: true,
    chunkNames: 'part-[hash]',
    platform: 'node',
    external: externalModules,
  });
  const shorten = createShortener(Object.keys(metafile.outputs));
  const texts = new Map(outputFiles.map(({ path, text }) => [nameOf(path), text]));
  const parts = Object.entries(metafile.outputs).map(([path, { exports, imports }]) => {
    const text = texts.get(nameOf(path)) ?? '';
    return {
      name: shorten(nameOf(path)),
      text: text.replaceAll(/\bpart-[0-9A-Z]{8}\b/g, shorten),
      exports,
      parts: imports.filter(({ external }) => !external).map((each) => shorten(nameOf(each.path))),
      externals: imports.filter(({ external }) => external).map((each) => each.path),
    };
  });
  return { parts, inputs: Object.keys(metafile.inputs) };
}

function nameOf(path: string): string {
  return path.replace(/^.*[\\/]|\.js$/g, '');
}

/** Replaces the digests in names of parts by numbers: digests do not compress, and each occurs in many parts. */
function createShortener(paths: readonly string[]): (name: string) => string {
  const digests = paths.map(nameOf).filter((name) => name.startsWith('part-'));
  const shortNames = new Map(digests.map((name, index) => [name, `part-${index + 1}`]));
  return (name) => shortNames.get(name) ?? name;
}

/**
 * Writes the parts as CommonJS. For each entry point for Node.js, an ES module re-exports it: with the code in both
 * forms, the package would be a third larger. Only the part that imports Vitest, an ES module, stays an ES module.
 *
 * @throws Error if an entry point for every platform needs Node.js
 */
export async function writeParts(folder: string, parts: readonly ProgramPart[]): Promise<void> {
  const universalParts = findUniversalParts(parts);
  await Promise.all(
    parts.map(async (part) => {
      const usesVitest = part.externals.includes('vitest');
      const text = usesVitest
        ? await transformPart(part, { ...minifyOptions, format: 'esm' })
        : await toCommonJs(part, universalParts.includes(part));
      await writeFile(join(folder, `${part.name}.${usesVitest ? 'js' : 'cjs'}`), text);
    }),
  );
  const esmNames = entryPoints.filter((entry) => entry.sharesParts && !entry.isUniversal).map(({ name }) => name);
  for (const { name, exports, externals } of parts)
    if (esmNames.includes(name) && !externals.includes('vitest'))
      writeFileSync(
        join(folder, `${name}.js`),
        `import './node-version.js';\nexport { ${exports.join(', ')} } from './${name}.cjs';\n`,
      );
  // The ES modules check the version first: Node.js 16 and 18 end the program if re-exported CommonJS throws.
  await build({ ...minifyOptions, entryPoints: [join(project, 'scripts/system/node-version.ts')], outdir: folder });
}

/** The entry points for every platform, and all parts that they reach. */
function findUniversalParts(parts: readonly ProgramPart[]): ProgramPart[] {
  const names = new Set(entryPoints.filter(({ isUniversal }) => isUniversal).map(({ name }) => name));
  // The loop also visits the names that it adds.
  for (const name of names) for (const next of parts.find((part) => part.name === name)?.parts ?? []) names.add(next);
  const reachable = parts.filter(({ name }) => names.has(name));
  const externals = reachable.flatMap((part) => part.externals);
  if (externals.length > 0)
    throw new Error(`Universal entry points must not import other packages, found ${externals.join(', ')}.`);
  return reachable;
}

const moduleUrl = join(project, 'scripts/build/package/module-url.ts');

async function toCommonJs(part: ProgramPart, isUniversal: boolean): Promise<string> {
  const url = isUniversal ? '__filename' : 'moduleUrl';
  const text = await transformPart(
    { ...part, text: toLazyRequire(part.text) },
    {
      format: 'cjs',
      define: { 'import.meta.url': url },
      inject: isUniversal ? [] : [moduleUrl],
    },
  );
  // The last line never runs. It tells Node.js which names an ES module can import.
  const names = part.exports.filter((name) => name !== 'default');
  return `${await shortenNames(text, minifyOptions)}0&&(module.exports={${names.join(',')}});\n`;
}

/** Loads parts late by `require`: test runners with a module loader of their own refuse `import()` in CommonJS. */
function toLazyRequire(text: string): string {
  return text.replaceAll(/\bimport\(("\.\/[\w-]+\.js")\)/g, 'Promise.resolve().then(() => require($1))');
}

async function transformPart({ name, text }: ProgramPart, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    ...commonOptions,
    ...options,
    write: false,
    stdin: { contents: text, sourcefile: `${name}.js`, resolveDir: project },
    platform: 'node',
    plugins: [partImportsPlugin],
  });
  return outputFiles[0]?.text ?? '';
}

/** Leaves imports to Node.js, but lets esbuild drop imports of parts that the code does not use. */
const partImportsPlugin: Plugin = {
  name: 'imports-of-parts',
  setup({ onResolve }) {
    onResolve({ filter: /^/ }, ({ path }) => {
      if (path === moduleUrl) return undefined;
      const [, part] = /^\.\/(.*)\.js$/.exec(path) ?? [];
      return part === undefined
        ? { path, external: true }
        : { path: `./${part}.cjs`, external: true, sideEffects: false };
    });
  },
};
