import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { commonOptions, entryPoints, minifyOptions, project, shortenNames } from './entry-points.js';

/** A file of the published programs: an entry point, or code that several of them share or load only when needed. */
export interface ProgramPart {
  /** The file name without its extension: the name of an entry point, or a name such as `part-7`. */
  name: string;
  /** An ES module that imports other parts as `./<name>.js`. */
  text: string;
  exports: readonly string[];
  /** The names of the parts that this part imports, by `import` or by `import()`. */
  parts: readonly string[];
  /** The modules outside the package that this part imports, such as `node:fs`. */
  externals: readonly string[];
}

/** Prism is large, so users install it themselves. Tests need the same instance of vitest that runs them. */
const externalModules = ['@stoplight/*', 'vitest'];

/**
 * Splits the command and the entry points that share code into parts, so that each part is loaded only when needed.
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
  const textsByPart = new Map(outputFiles.map(({ path, text }) => [nameOf(path), text]));
  const parts = Object.entries(metafile.outputs).map(([path, { exports, imports }]) => {
    const text = textsByPart.get(nameOf(path)) ?? '';
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

/** Replaces the digests in part names with numbers, because digests occur in many files and do not compress. */
function createShortener(paths: readonly string[]): (name: string) => string {
  const partNames = paths.map(nameOf).filter((name) => name.startsWith('part-'));
  const shortNames = new Map(partNames.map((name, index) => [name, `part-${index + 1}`]));
  return (name) => shortNames.get(name) ?? name;
}

/**
 * Writes the parts as CommonJS. Each entry point for Node.js also gets an ES module that re-exports its part: with all
 * code in both forms, the package would be a third larger. Only the part that imports Vitest stays an ES module.
 *
 * @throws Error if an entry point that also runs in browsers needs Node.js
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
  const esModuleNames = entryPoints.filter((entry) => entry.sharesParts && !entry.isUniversal).map(({ name }) => name);
  for (const { name, exports, externals } of parts)
    if (esModuleNames.includes(name) && !externals.includes('vitest'))
      writeFileSync(
        join(folder, `${name}.js`),
        `import './node-version.js';\nexport { ${exports.join(', ')} } from './${name}.cjs';\n`,
      );
  // The ES modules first check the Node.js version: versions 16 and 18 crash if re-exported CommonJS throws.
  await build({ ...minifyOptions, entryPoints: [join(project, 'scripts/system/node-version.ts')], outdir: folder });
}

/** The entry points that also run in browsers, and all parts that these import, directly or indirectly. */
function findUniversalParts(parts: readonly ProgramPart[]): ProgramPart[] {
  const names = new Set(entryPoints.filter(({ isUniversal }) => isUniversal).map(({ name }) => name));
  // The loop also visits names that are added during the loop.
  for (const name of names) for (const next of parts.find((part) => part.name === name)?.parts ?? []) names.add(next);
  const universalParts = parts.filter(({ name }) => names.has(name));
  const externals = universalParts.flatMap((part) => part.externals);
  if (externals.length > 0)
    throw new Error(
      `Entry points that also run in browsers must not import other packages, found ${externals.join(', ')}.`,
    );
  return universalParts;
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
  // The added line never runs. It tells Node.js which names an ES module can import from this file.
  const names = part.exports.filter((name) => name !== 'default');
  const code = withEqualHelpers(await shortenNames(text, minifyOptions));
  return `${code}0&&(module.exports={${names.join(',')}});\n`;
}

/**
 * Gives functions that esbuild adds to each file the same names inside of them. Otherwise, these names depend on the
 * rest of the file, and the functions do not compress.
 */
function withEqualHelpers(text: string): string {
  return text.replace(/^var .*?__toCommonJS=.*?"__esModule".*?\),\w\)/s, (helpers) => {
    const names = [...new Set(helpers.match(/\b[A-Za-z]\b/g))];
    return helpers.replace(/\b[A-Za-z]\b/g, (name) => String.fromCharCode(97 + names.indexOf(name)));
  });
}

/** Turns each `import()` into `require`: test runners with their own module loader refuse `import()` in CommonJS. */
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

/** Leaves imports unchanged, but lets esbuild drop imports that the code does not use. */
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
