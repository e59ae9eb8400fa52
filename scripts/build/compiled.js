// @ts-check
// It is JavaScript because it runs before anything can load TypeScript.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const home = fileURLToPath(new URL('../../', import.meta.url));

/** The folder of compiled code. Below `node_modules/`, packages are found as from any other module of the project. */
const store = join(home, 'node_modules/.directory-contract-build/code');

/** Milliseconds after which no build uses a folder of compiled code any more. */
const outdated = 3_600_000;

/**
 * Modules of this project as JavaScript that Node.js runs by itself.
 *
 * @typedef {object} Compiled
 * @property {readonly string[]} sources all modules, by their paths relative to the project
 * @property {(module: URL) => URL | undefined} fileOf the compiled form of one of the modules
 * @property {(modules: readonly string[], reach: 'static' | 'all') => string} digestOf a digest of the code of modules
 *   and of what they import, with or without their dynamic imports
 */

/**
 * Compiles modules with everything of this project that they import. Packages stay outside.
 *
 * With the TypeScript loader instead, Spectral and the TypeScript compiler would need three times the time to load,
 * because it handles each module of each package as well.
 *
 * @param {readonly string[]} modules paths relative to the project, with forward slashes
 * @returns {Promise<Compiled>}
 */
export async function compiled(modules) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: home,
    entryPoints: [...modules],
    outbase: home,
    outdir: home,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'silent',
    plugins: [ownAddress, generatedOutside, compilerRequired],
  });
  const files = outputFiles.map(({ path, contents }) => ({ path: slashed(relative(home, path)), contents }));
  const digests = new Map(files.map(({ path, contents }) => [path, digest([contents])]));
  const folder = join(store, digest([...digests].flat()).slice(0, 32));
  await keep(folder, files);
  /** @type {Map<string | undefined, string>} */
  const compiledTo = new Map(Object.entries(metafile.outputs).map(([path, { entryPoint }]) => [entryPoint, path]));
  return {
    sources: Object.keys(metafile.inputs),
    fileOf(module) {
      const path = compiledTo.get(slashed(relative(home, fileURLToPath(module))));
      return path === undefined ? undefined : pathToFileURL(join(folder, path));
    },
    digestOf(entries, reach) {
      const reached = new Set(entries.map((entry) => String(compiledTo.get(entry))));
      for (const path of reached)
        for (const { path: next, kind, external } of metafile.outputs[path]?.imports ?? [])
          if (!external && (reach === 'all' || kind !== 'dynamic-import')) reached.add(next);
      return digest([...reached].sort().flatMap((path) => [path, String(digests.get(path))]));
    },
  };
}

/**
 * The compiled form of one module.
 *
 * @param {URL} module
 * @returns {Promise<URL>}
 */
export async function compiledModule(module) {
  const { fileOf } = await compiled([slashed(relative(home, fileURLToPath(module)))]);
  return /** @type {URL} */ (fileOf(module));
}

/**
 * Gives each module the address of its source, from which it finds other files of the project.
 *
 * @type {import('esbuild').Plugin}
 */
const ownAddress = {
  name: 'own-address',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]scripts[\\/].*\.[jt]s$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.')) return undefined;
      // A quotation mark before it makes it the name of a setting.
      const contents = text
        .replaceAll(/(?<!['"`])\bimport\.meta\.url\b/g, () => JSON.stringify(pathToFileURL(path).href))
        .replaceAll(/(?<!['"`])\bimport\.meta\.dirname\b/g, () => JSON.stringify(dirname(path)));
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

/**
 * What a build makes is no part of its code.
 *
 * @type {import('esbuild').Plugin}
 */
const generatedOutside = {
  name: 'generated-outside',
  setup({ onResolve }) {
    onResolve({ filter: /\/generated\// }, ({ path, resolveDir }) => ({
      path: pathToFileURL(join(resolveDir, path)).href,
      external: true,
    }));
  },
};

/**
 * An import of the TypeScript compiler would search its 9 MB for the names of its exports, which takes a second.
 *
 * @type {import('esbuild').Plugin}
 */
const compilerRequired = {
  name: 'compiler-required',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^typescript$/ }, ({ path }) => ({ path, namespace: 'required' }));
    onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({
      contents: `import { createRequire } from 'node:module';
export default createRequire(${JSON.stringify(import.meta.url)})(${JSON.stringify(path)});`,
    }));
  },
};

/**
 * Writes files to a folder that is there as a whole or not at all, since builds run side by side.
 *
 * @param {string} folder
 * @param {readonly { path: string, contents: Uint8Array }[]} files
 */
async function keep(folder, files) {
  const now = new Date();
  if (isKept(folder, files)) return utimesSync(folder, now, now);
  const draft = `${folder}.${randomUUID()}`;
  for (const parent of new Set(files.map(({ path }) => dirname(path))))
    mkdirSync(join(draft, parent), { recursive: true });
  await Promise.all(files.map(({ path, contents }) => writeFile(join(draft, path), contents)));
  try {
    renameSync(draft, folder);
  } catch {
    // Another build may have just written the same code, and run it already.
    if (!isKept(folder, files)) {
      rmSync(folder, { recursive: true, force: true });
      renameSync(draft, folder);
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  for (const name of readdirSync(store)) {
    const other = join(store, name);
    const { mtimeMs = 0 } = statSync(other, { throwIfNoEntry: false }) ?? {};
    if (now.getTime() - mtimeMs > outdated) rmSync(other, { recursive: true, force: true });
  }
}

/**
 * Whether a folder has files with these contents; after a power cut they may be empty.
 *
 * @param {string} folder
 * @param {readonly { path: string, contents: Uint8Array }[]} files
 */
function isKept(folder, files) {
  return files.every(({ path, contents }) => {
    const file = join(folder, path);
    return existsSync(file) && readFileSync(file).equals(contents);
  });
}

/** @param {readonly (string | Uint8Array)[]} parts */
function digest(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

/** @param {string} path */
function slashed(path) {
  return path.split(sep).join('/');
}
