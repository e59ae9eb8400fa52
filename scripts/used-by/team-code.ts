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

/** @throws UsageError if a glob names no file, or the folder has no usable TypeScript or a broken tsconfig.json */
export function loadTeamCode(globs: readonly string[], folder: string): TeamCode {
  const typescript = loadTypeScript(folder);
  const names = new Set(globs.flatMap((list) => filesOf(typescript, list, folder)));
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

function filesOf({ parseJsonConfigFileContent, sys }: TypeScript, globs: string, folder: string): string[] {
  const include = expandBraces(`{${globs}}`).filter((pattern) => pattern.trim() !== '');
  const { fileNames } = parseJsonConfigFileContent({ include, compilerOptions: { allowJs: true } }, sys, folder);
  if (include.length > 0 && fileNames.length > 0) return fileNames.map((file) => resolve(file));
  throw new UsageError(
    `--used-by "${globs}" matches no TypeScript or JavaScript file in ${folder}. Correct the pattern, or run the ` +
      "command in your project's folder, as in: --used-by 'src/**/*.ts'",
  );
}

const defaults = { strict: true, target: 'esnext', module: 'esnext', moduleResolution: 'bundler', jsx: 'preserve' };

/** The tsconfig.json in the folder, or the project among its references that has the files. */
function configOf(typescript: TypeScript, folder: string, names: ReadonlySet<string>): ts.ParsedCommandLine {
  const { sys } = typescript;
  const path = resolve(folder, 'tsconfig.json');
  if (!sys.fileExists(path))
    return typescript.parseJsonConfigFileContent({ files: [], compilerOptions: defaults }, sys, folder);
  const host = { ...sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const read = (file: string) => typescript.getParsedCommandLineOfConfigFile(file, {}, host);
  const own = read(path);
  if (!own) throw new UsageError(`${path} cannot be read. Correct it.`);
  const referenced = (own.projectReferences ?? []).map((each) => read(typescript.resolveProjectReferencePath(each)));
  const hasFiles = (config?: ts.ParsedCommandLine) => config?.fileNames.some((name) => names.has(name));
  return [own, ...referenced].find(hasFiles) ?? own;
}
