import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { type EntryPoint, entryPoints } from './entry-points.js';

/** The oldest version of TypeScript that can read the types. Tests use this version, too. */
const minTypeScriptVersion = '5.4';

/** The path below `dist/` of the declaration file that the compiler writes for an entry point. */
function declarationOf({ source }: EntryPoint): string {
  return source.replace(/\.ts$/, '.d.ts');
}

/**
 * Completes the compiler's output: copies existing declarations, removes those that no entry point uses, and adds for
 * each entry point `<name>.d.cts` for CommonJS and `old-typescript/<name>.d.ts` for TypeScript that is too old.
 *
 * @throws Error if a declaration refers to a missing file
 */
export function completeDeclarations(project: string, folder: string): void {
  const entries = entryPoints.map((entry) => join(folder, declarationOf(entry)));
  const reachablePaths = collectReachable(project, folder, entries);
  for (const path of declarationsIn(folder)) if (!reachablePaths.has(path)) rmSync(path);
  const program = ts.createProgram(entries, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noEmit: true,
    types: ['node'],
  });
  mkdirSync(join(folder, 'old-typescript'), { recursive: true });
  for (const entry of entryPoints) {
    const names = exportsOf(program, join(folder, declarationOf(entry)));
    writeFileSync(join(folder, `${entry.name}.d.cts`), commonJsText(declarationOf(entry), names));
    writeFileSync(join(folder, 'old-typescript', `${entry.name}.d.ts`), refusalText(names));
  }
}

/** A name that a module exports as a value, a type or both; `DirectoryRequestError` is both. */
interface ExportedName {
  name: string;
  isValue: boolean;
  isType: boolean;
}

function exportsOf(program: ts.Program, path: string): ExportedName[] {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path);
  const module = file && checker.getSymbolAtLocation(file);
  if (!module) throw new Error(`${path} is not a module with exports.`);
  return checker.getExportsOfModule(module).map((symbol) => {
    const { flags } = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return {
      name: symbol.name,
      isValue: (flags & ts.SymbolFlags.Value) !== 0,
      isType: (flags & ts.SymbolFlags.Type) !== 0,
    };
  });
}

/** Types for `require`. They refer to the ES module's types, because copies of classes would be different types. */
function commonJsText(declaration: string, names: readonly ExportedName[]): string {
  const from = `'./${declaration.replace(/\.d\.ts$/, '.js')}' with { 'resolution-mode': 'import' }`;
  const values = names
    .filter(({ isValue }) => isValue)
    .flatMap(({ name, isType }) => [
      `export declare const ${name}: typeof esm.${name};`,
      ...(isType ? [`export type ${name} = esm.${name};`] : []),
    ]);
  return [`import type * as esm from ${from};`, `export type * from ${from};`, ...values, ''].join('\n');
}

/**
 * Types that make an old compiler show a sentence wherever a program uses them. The sentence is a member's name,
 * because the compiler would show a string type only as `String`. Each export repeats it, because the compiler would
 * show only the name of a shared alias.
 */
function refusalText(names: readonly ExportedName[]): string {
  const sentence = `{ 'directory-contract needs TypeScript ${minTypeScriptVersion} or later': never }`;
  const lines = names.flatMap(({ name, isValue, isType }) => [
    ...(isValue ? [`export declare const ${name}: ${sentence};`] : []),
    ...(isType ? [`export type ${name} = ${sentence};`] : []),
  ]);
  return `${lines.join('\n')}\n`;
}

/** Collects all declarations to which `entries` refer. Copies declarations that the compiler has not written. */
function collectReachable(project: string, folder: string, entries: readonly string[]): Set<string> {
  const foundPaths = new Set<string>();
  const visit = (path: string): void => {
    if (foundPaths.has(path)) return;
    foundPaths.add(path);
    if (!existsSync(path)) {
      const originalPath = join(project, relative(folder, path));
      if (!existsSync(originalPath))
        throw new Error(
          `Expected type declarations at ${relative(project, path)} or at ${originalPath}, found neither file.`,
        );
      mkdirSync(dirname(path), { recursive: true });
      copyFileSync(originalPath, path);
    }
    for (const { fileName } of ts.preProcessFile(readFileSync(path, 'utf8')).importedFiles) {
      if (fileName.startsWith('.')) visit(join(dirname(path), fileName.replace(/\.js$/, '.d.ts')));
    }
  };
  entries.forEach(visit);
  return foundPaths;
}

function declarationsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => join(folder, name));
}
