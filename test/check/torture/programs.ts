import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { contractModuleText } from '../../../scripts/build/artefacts/generated-module.js';
import type { undo } from '../../../scripts/check/restore/undo.js';
import type { OpenApiDocument } from '../../../scripts/contract/document.js';
import { temporaryFolder } from '../../temporary-folder.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The check and the undo in one file. */
export interface Programs {
  file: string;
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
  const createdText = realpathSync(temporaryFolder('torture'));
  root = createdText;
  process.once('exit', () => rmSync(createdText, { recursive: true, force: true }));
  // The programs look for the generated files beside their own folder.
  symlinkSync(join(project, 'generated'), join(createdText, 'generated'));
  return createdText;
}

/**
 * Builds the check and the undo, with counted steps.
 *
 * @param contract replaces the package's own contract, which takes longer to read and compile
 */
export async function buildPrograms(contract: OpenApiDocument | undefined): Promise<Programs> {
  const file = join(mkdtempSync(join(temporaryRoot(), 'programs-')), 'program.mjs');
  await build({
    absWorkingDir: project,
    outfile: file,
    entryPoints: [pathOf('program.ts')],
    ...inOneModule,
    minifyWhitespace: true,
    plugins: [counting, ...(contract ? [replacingContract(contract)] : [])],
  });
  const { undo: undoHere } = (await import(pathToFileURL(file).href)) as typeof import('./program.js');
  return { file, undoHere };
}

/** Replaces some imports with modules that count steps. */
const counting: Plugin = {
  name: 'counting',
  setup({ onResolve }) {
    onResolve({ filter: /^node:fs$/ }, ({ importer }) =>
      /scripts\/(check\/restore\/journal|files\/line-file)\.ts$/.test(importer)
        ? { path: pathOf('counted-files.ts') }
        : undefined,
    );
    onResolve({ filter: /\/transport\/transport\.js$/ }, ({ importer }) =>
      importer.startsWith(join(project, 'scripts')) ? { path: pathOf('counted-transport.ts') } : undefined,
    );
  },
};

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
