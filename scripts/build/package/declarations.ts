import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { type EntryPoint, entryPoints } from './entry-points.js';

/** The oldest version of TypeScript that the types are made for, and tested with. */
const oldestTypeScript = '5.4';

/** Where the compiler writes the types of an entry point, relative to `dist/`. */
function declarationOf({ source }: EntryPoint): string {
  return source.replace(/\.ts$/, '.d.ts');
}

/**
 * Completes what the compiler wrote into a folder: declarations that are not compiled are copied, those that no entry
 * point leads to are removed, and two files are added for each entry point, `<name>.d.cts` for CommonJS and
 * `old-typescript/<name>.d.ts` for a TypeScript that is too old.
 *
 * @throws Error where a declaration refers to a file that is not there
 */
export function completeDeclarations(project: string, folder: string): void {
  const entries = entryPoints.map((entry) => join(folder, declarationOf(entry)));
  const reached = reachable(project, folder, entries);
  for (const path of declarationsIn(folder)) if (!reached.has(path)) rmSync(path);
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

/** A name that a module exports, and what it is: `DirectoryRequestError` is both. */
interface ExportedName {
  name: string;
  isValue: boolean;
  isType: boolean;
}

function exportsOf(program: ts.Program, path: string): ExportedName[] {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path);
  const module = file && checker.getSymbolAtLocation(file);
  if (!module) throw new Error(`Expected a module with exports at ${path}, found none.`);
  return checker.getExportsOfModule(module).map((symbol) => {
    const { flags } = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return {
      name: symbol.name,
      isValue: (flags & ts.SymbolFlags.Value) !== 0,
      isType: (flags & ts.SymbolFlags.Type) !== 0,
    };
  });
}

/** The types of an ES module for those who require it: the same types, not a copy that would be another class. */
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
 * Types whose use shows a sentence in the compiler's message: whatever is done with them is wrong. The sentence is the
 * name of a member, since of a text the compiler would say `String`, and it stands at each export, since of an alias
 * the compiler would say the name.
 */
function refusalText(names: readonly ExportedName[]): string {
  const sentence = `{ 'directory-contract needs TypeScript ${oldestTypeScript} or later': never }`;
  const lines = names.flatMap(({ name, isValue, isType }) => [
    ...(isValue ? [`export declare const ${name}: ${sentence};`] : []),
    ...(isType ? [`export type ${name} = ${sentence};`] : []),
  ]);
  return `${lines.join('\n')}\n`;
}

/**
 * All declarations that the given ones lead to. Those that were written by hand or by the build come from the project.
 */
function reachable(project: string, folder: string, entries: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const visit = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    if (!existsSync(path)) {
      const original = join(project, relative(folder, path));
      if (!existsSync(original))
        throw new Error(`Expected the types ${relative(project, path)}, found none there and none at ${original}.`);
      mkdirSync(dirname(path), { recursive: true });
      copyFileSync(original, path);
    }
    for (const { fileName } of ts.preProcessFile(readFileSync(path, 'utf8')).importedFiles) {
      if (fileName.startsWith('.')) visit(join(dirname(path), fileName.replace(/\.js$/, '.d.ts')));
    }
  };
  entries.forEach(visit);
  return reached;
}

function declarationsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => join(folder, name));
}
