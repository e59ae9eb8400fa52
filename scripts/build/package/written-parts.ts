import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { entryPoints } from './entry-points.js';
import { gathered } from './gathered-parts.js';
import { common, project, smaller, withShortNames } from './options.js';
import type { Part } from './parts.js';

/**
 * Writes the parts into a folder as CommonJS, and for each entry point for Node.js an ES module that passes it on: with
 * the code in both forms, the package would be a third larger. Only the part that imports Vitest stays an ES module,
 * since Vitest is one.
 *
 * @throws Error if an entry point for every platform needs Node.js
 */
export async function writeParts(folder: string, split: readonly Part[]): Promise<void> {
  const { parts, included } = gathered(split);
  const everywhere = partsForEverywhere(parts);
  await Promise.all(
    parts.map(async (part) => {
      const isOfVitest = part.others.includes('vitest');
      const text = isOfVitest
        ? await converted(part, included(part), { ...smaller, format: 'esm' })
        : await commonJs(part, included(part), everywhere.includes(part));
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

async function commonJs(part: Part, included: ReadonlyMap<string, string>, isEverywhere: boolean): Promise<string> {
  const url = isEverywhere ? '__filename' : 'moduleUrl';
  const text = await converted({ ...part, text: requiredLate(part.text) }, included, {
    format: 'cjs',
    define: { 'import.meta.url': url },
    inject: isEverywhere ? [] : [moduleUrl],
  });
  // The last line never runs, but tells Node.js which names an ES module can import.
  const names = part.exports.filter((name) => name !== 'default');
  return `${await withShortNames(text, smaller)}0&&(module.exports={${names.join(',')}});\n`;
}

/** Loads parts late by `require`: test runners with a module loader of their own refuse `import()` in CommonJS. */
function requiredLate(text: string): string {
  return text.replaceAll(/\bimport\(("\.\/[\w-]+\.js")\)/g, 'Promise.resolve().then(() => require($1))');
}

/** @param included the texts of modules that become a part of this one, by name */
async function converted(
  { name, text }: Part,
  included: ReadonlyMap<string, string>,
  options: BuildOptions,
): Promise<string> {
  const { outputFiles } = await build({
    ...common,
    ...options,
    write: false,
    stdin: { contents: text, sourcefile: `${name}.js`, resolveDir: project },
    platform: 'node',
    plugins: [importsOf(included)],
  });
  return outputFiles[0]?.text ?? '';
}

/** Leaves imports to Node.js, except those of included modules, and those that esbuild writes but nobody uses. */
function importsOf(included: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'imports-of-parts',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^/ }, ({ path }) => {
        if (path === moduleUrl) return undefined;
        const [, part] = /^\.\/(.*)\.js$/.exec(path) ?? [];
        if (part === undefined) return { path, external: true };
        return included.has(part)
          ? { path: part, namespace: 'part', sideEffects: false }
          : { path: `./${part}.cjs`, external: true, sideEffects: false };
      });
      onLoad({ filter: /^/, namespace: 'part' }, ({ path }) => ({ contents: included.get(path) ?? '' }));
    },
  };
}
