import { resolve } from 'node:path';
import type ts from 'typescript';
import { UsageError } from '../text/usage-error.js';
import { loadTypeScript, type TypeScript } from './typescript.js';

/** The code of a team, as a program of its own TypeScript. */
export interface TeamCode {
  readonly typescript: TypeScript;
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly folder: string;
  /** The files that the globs name. */
  readonly files: readonly ts.SourceFile[];
}

const extensions = ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs'].map((name) => `.${name}`);

/** @throws UsageError if a glob names no file, or the folder has no usable TypeScript or a broken tsconfig.json */
export function loadTeamCode(globs: readonly string[], folder: string): TeamCode {
  const typescript = loadTypeScript(folder);
  const names = new Set((globs.length > 0 ? globs : ['']).flatMap((list) => filesOf(typescript, list, folder)));
  const { options, fileNames } = configOf(typescript, folder, names);
  // Declarations that the code uses without an import are in other files of the project.
  const declarations = fileNames.filter((name) => /\.d\.[cm]?ts$/.test(name));
  const program = typescript.createProgram([...names, ...declarations], {
    ...options,
    ...([...names].some((name) => /\.[cm]?jsx?$/.test(name)) && { allowJs: true, checkJs: true }),
    noEmit: true,
    skipLibCheck: true,
    composite: false,
    incremental: false,
  });
  const files = [...names].flatMap((name) => program.getSourceFile(name) ?? []);
  return { typescript, program, checker: program.getTypeChecker(), folder, files };
}

/** Writes `a.{ts,tsx}` as two patterns, because TypeScript knows no braces. A list in braces becomes its patterns. */
function expandBraces(glob: string): string[] {
  const [, before, inner, after] = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(glob) ?? [];
  return inner === undefined ? [glob] : inner.split(',').flatMap((part) => expandBraces(`${before}${part}${after}`));
}

function filesOf({ sys }: TypeScript, globs: string, folder: string): string[] {
  const patterns = expandBraces(`{${globs}}`).filter((pattern) => pattern.trim() !== '');
  // A pattern without a wildcard names a file of any kind.
  const named = patterns.length > 0 ? sys.readDirectory(folder, extensions, undefined, patterns) : [];
  const files = named.filter((file) => extensions.some((extension) => file.endsWith(extension)));
  if (files.length > 0) return files.map((file) => resolve(file));
  throw new UsageError(
    `--used-by "${globs}" matches no TypeScript or JavaScript file in ${folder}. Correct the pattern, or run the ` +
      "command in your project's folder, as in: --used-by 'src/**/*.ts'",
  );
}

type Config = Pick<ts.ParsedCommandLine, 'options' | 'fileNames'>;

/** The options of the tsconfig.json in the folder, or of the project among its references that has the files. */
function configOf(typescript: TypeScript, folder: string, names: ReadonlySet<string>): Config {
  const path = resolve(folder, 'tsconfig.json');
  if (!typescript.sys.fileExists(path)) return { options: defaultsOf(typescript), fileNames: [] };
  const read = (file: string): ts.ParsedCommandLine | undefined => {
    const host = { ...typescript.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
    return typescript.getParsedCommandLineOfConfigFile(file, {}, host);
  };
  const own = read(path);
  if (!own) throw new UsageError(`${path} cannot be read. Correct it.`);
  const referenced = (own.projectReferences ?? []).flatMap(
    (reference) => read(typescript.resolveProjectReferencePath(reference)) ?? [],
  );
  return [own, ...referenced].find(({ fileNames }) => fileNames.some((name) => names.has(name))) ?? own;
}

function defaultsOf({ ScriptTarget, ModuleKind, ModuleResolutionKind, JsxEmit }: TypeScript): ts.CompilerOptions {
  return {
    strict: true,
    target: ScriptTarget.ESNext,
    module: ModuleKind.ESNext,
    moduleResolution: ModuleResolutionKind.Bundler,
    jsx: JsxEmit.Preserve,
  };
}
