import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { contractModuleText } from '../../../scripts/build/artefacts/generated-module.js';
import type { undo } from '../../../scripts/check/restore/undo.js';
import type { OpenApiDocument } from '../../../scripts/contract/document.js';
import { temporaryFolder } from '../../temporary-folder.js';
import type { Replacement } from './mutants.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The programs under test, one file each. */
export interface Programs {
  check: string;
  undo: string;
  /** Runs the undo in this process. */
  undoHere: typeof undo;
}

/** Builds a program into one module that can still `require` packages in CommonJS. */
export const inOneModule: BuildOptions = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  minifySyntax: true,
  logLevel: 'silent',
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module';\nconst require = makeRequire(import.meta.url);",
  },
};

let root: string | undefined;

/** Returns a folder that exists until this process ends. */
export function temporaryRoot(): string {
  if (root !== undefined) return root;
  const made = realpathSync(temporaryFolder('torture'));
  root = made;
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  // The programs look for the generated files beside their own folder.
  symlinkSync(join(project, 'generated'), join(made, 'generated'));
  return made;
}

/**
 * Builds the check and the undo, with counted steps.
 *
 * @param contract replaces the package's own contract, so that the programs need not read and compile that one
 * @param mutant changes of the source
 * @throws Error if a text to change does not occur exactly once in its file
 */
export async function buildPrograms(
  contract: OpenApiDocument | undefined,
  mutant: readonly Replacement[] = [],
): Promise<Programs> {
  const folder = mkdtempSync(join(temporaryRoot(), 'programs-'));
  await build({
    absWorkingDir: project,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    entryPoints: { check: here('child.ts'), undo: here('undoing.ts') },
    ...inOneModule,
    minifyWhitespace: true,
    plugins: [counting, replacing(mutant), ...(contract ? [replacingContract(contract)] : [])],
  });
  const undo = join(folder, 'undo.mjs');
  const { undo: undoHere } = (await import(pathToFileURL(undo).href)) as Pick<typeof import('./undoing.js'), 'undo'>;
  return { check: join(folder, 'check.mjs'), undo, undoHere };
}

/** Replaces some imports by modules that count steps. */
const counting: Plugin = {
  name: 'counting',
  setup({ onResolve }) {
    onResolve({ filter: /^node:fs$/ }, ({ importer }) =>
      /scripts\/(check\/restore\/journal|files\/line-file)\.ts$/.test(importer)
        ? { path: here('counted-files.ts') }
        : undefined,
    );
    onResolve({ filter: /\/transport\/transport\.js$/ }, ({ importer }) =>
      importer.startsWith(join(project, 'scripts')) ? { path: here('counted-transport.ts') } : undefined,
    );
  },
};

export function replacing(mutant: readonly Replacement[]): Plugin {
  return {
    name: 'mutant',
    setup({ onLoad }) {
      for (const file of new Set(mutant.map((each) => each.file))) {
        onLoad({ filter: new RegExp(`/${file.replaceAll('.', '\\.')}$`) }, ({ path }) => ({
          contents: mutated(
            readFileSync(path, 'utf8'),
            mutant.filter((each) => each.file === file),
          ),
          loader: 'ts',
        }));
      }
    },
  };
}

function mutated(source: string, mutant: readonly Replacement[]): string {
  return mutant.reduce((text, { file, from, to }) => {
    const pieces = text.split(from);
    if (pieces.length !== 2)
      throw new Error(
        `Expected this in ${file} once, found it ${pieces.length - 1} ` +
          `times. Update this text in mutants.ts: ${from}`,
      );
    return pieces.join(to);
  }, source);
}

function replacingContract(contract: OpenApiDocument): Plugin {
  return {
    name: 'contract',
    setup({ onLoad }) {
      onLoad({ filter: /\/generated\/contract\.js$/ }, () => ({
        contents: contractModuleText(contract),
        loader: 'js',
      }));
    },
  };
}
