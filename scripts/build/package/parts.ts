import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { common, entryPoints, project, smaller, withShortNames } from './entry-points.js';

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
  });
  const short = shortNames(Object.keys(metafile.outputs));
  const texts = new Map(outputFiles.map(({ path, text }) => [nameOf(path), text]));
  const parts = Object.entries(metafile.outputs).map(([path, { exports, imports }]) => {
    const text = texts.get(nameOf(path)) ?? '';
    return {
      name: short(nameOf(path)),
      text: text.replaceAll(/\bpart-[0-9A-Z]{8}\b/g, short),
      exports,
      parts: imports.filter(({ external }) => !external).map((each) => short(nameOf(each.path))),
      others: imports.filter(({ external }) => external).map((each) => each.path),
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

/**
 * Writes the parts into a folder as CommonJS, and for each entry point for Node.js an ES module that passes it on: with
 * the code in both forms, the package would be a third larger. Only the part that imports Vitest stays an ES module,
 * since Vitest is one.
 *
 * @throws Error if an entry point for every platform needs Node.js
 */
export async function writeParts(folder: string, parts: readonly Part[]): Promise<void> {
  const everywhere = partsForEverywhere(parts);
  await Promise.all(
    parts.map(async (part) => {
      const isOfVitest = part.others.includes('vitest');
      const text = isOfVitest
        ? await converted(part, { ...smaller, format: 'esm' })
        : await commonJs(part, everywhere.includes(part));
      await writeFile(join(folder, `${part.name}.${isOfVitest ? 'js' : 'cjs'}`), text);
    }),
  );
  const passedOn = entryPoints.filter((entry) => entry.inParts && !entry.everywhere).map(({ name }) => name);
  for (const { name, exports, others } of parts)
    if (passedOn.includes(name) && !others.includes('vitest'))
      writeFileSync(
        join(folder, `${name}.js`),
        `import './node-version.js';\nexport { ${exports.join(', ')} } from './${name}.cjs';\n`,
      );
  // If CommonJS that an ES module passes on throws, Node.js 16 and 18 end the program although it catches the error.
  await build({ ...smaller, entryPoints: [join(project, 'scripts/system/node-version.ts')], outdir: folder });
}

/** The entry points for every platform, and all parts that they reach. */
function partsForEverywhere(parts: readonly Part[]): Part[] {
  const names = new Set(entryPoints.filter(({ everywhere }) => everywhere).map(({ name }) => name));
  // The loop also visits the names that it adds.
  for (const name of names) for (const next of parts.find((part) => part.name === name)?.parts ?? []) names.add(next);
  const reached = parts.filter(({ name }) => names.has(name));
  const others = reached.flatMap((part) => part.others);
  if (others.length > 0) throw new Error(`The entry points for every platform import ${others.join(', ')}.`);
  return reached;
}

const moduleUrl = join(project, 'scripts/build/package/module-url.ts');

async function commonJs(part: Part, isEverywhere: boolean): Promise<string> {
  const url = isEverywhere ? '__filename' : 'moduleUrl';
  const text = await converted(
    { ...part, text: requiredLate(part.text) },
    {
      format: 'cjs',
      define: { 'import.meta.url': url },
      inject: isEverywhere ? [] : [moduleUrl],
    },
  );
  // The last line never runs, but tells Node.js which names an ES module can import.
  const names = part.exports.filter((name) => name !== 'default');
  return `${await withShortNames(text, smaller)}0&&(module.exports={${names.join(',')}});\n`;
}

/** Loads parts late by `require`: test runners with a module loader of their own refuse `import()` in CommonJS. */
function requiredLate(text: string): string {
  return text.replaceAll(/\bimport\(("\.\/[\w-]+\.js")\)/g, 'Promise.resolve().then(() => require($1))');
}

async function converted({ name, text }: Part, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    ...common,
    ...options,
    write: false,
    stdin: { contents: text, sourcefile: `${name}.js`, resolveDir: project },
    platform: 'node',
    plugins: [importsOfParts],
  });
  return outputFiles[0]?.text ?? '';
}

/** Leaves imports to Node.js, except those that esbuild writes but nobody uses. */
const importsOfParts: Plugin = {
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
