import { relative } from 'node:path';
import type ts from 'typescript';
import { type Node, objectOf } from '../contract/json.js';
import type { ContractChange, ContractDiff } from '../diff/change.js';
import { readComparedDocument } from '../diff/compared-document.js';
import { type DocumentPair, pairDocuments } from '../diff/operations.js';
import { groupBy } from '../text/group-by.js';
import { formatList } from '../text/numbers.js';
import { UsageError } from '../text/usage-error.js';
import { readContractTypes } from './contract-types.js';
import { findUsesOf } from './find-uses.js';
import { createLocator } from './keys.js';
import { judgeChange, notShown, type UseVerdict } from './match.js';
import { loadTeamCode, type TeamCode } from './team-code.js';
import type { Use } from './use.js';

/** A place in the code of a team; the line and the column begin at 1. */
export interface CodePlace {
  /** The path from the folder of the team. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The line of code, without spaces around it. */
  readonly text: string;
}

export interface TouchingChange {
  readonly change: ContractChange;
  readonly places: readonly CodePlace[];
}

/** The changes of a contract by their effect on the code of a team. */
export interface UsedBy {
  readonly touching: readonly TouchingChange[];
  readonly possible: readonly (TouchingChange & { readonly reason: string })[];
  readonly untouched: readonly ContractChange[];
  /** The number of files that were read. */
  readonly files: number;
  /** The places of syntax errors. What follows in these files may be missing. */
  readonly unreadable: readonly CodePlace[];
  /** Imports that lead to no module: the types of what they import are unknown. */
  readonly unresolved: readonly CodePlace[];
}

export interface UsedByOptions {
  /** The documents of the comparison. */
  readonly documents: { readonly old: Uint8Array; readonly new: Uint8Array };
  /** Patterns of files, from the folder, such as `src/*.ts`. */
  readonly globs: readonly string[];
  /** The folder of the team, with its tsconfig.json and its node_modules. */
  readonly folder: string;
}

/**
 * Finds which changes of a contract touch the code of a team.
 *
 * @throws UsageError if a pattern matches no file, TypeScript is missing, or the code has no types of the contract
 */
export function findUses(diff: ContractDiff, { documents, globs, folder }: UsedByOptions): UsedBy {
  const code = loadTeamCode(globs, folder);
  const pair = readPair(diff, documents);
  return judgeUses(readUses(code, [...pathsOf(pair.before), ...pathsOf(pair.after)]), code, diff, pair);
}

export function readPair({ old, new: current }: ContractDiff, documents: UsedByOptions['documents']): DocumentPair {
  const before = readComparedDocument(old.name, documents.old).document;
  return pairDocuments(before, readComparedDocument(current.name, documents.new).document);
}

export const pathsOf = ({ paths }: Node): string[] => Object.keys(objectOf(paths));

/**
 * Finds what code uses of the contract with these paths, in whatever version the code has it.
 *
 * @throws UsageError if the code has no types of the contract
 */
export function readUses(code: TeamCode, paths: readonly string[]): Use[] {
  const contract = readContractTypes(code, new Set(paths));
  if (contract.paths.size > 0) return findUsesOf(contract, code);
  throw new UsageError(
    'The files of --used-by, and the files that they import, have no types of this contract. Expected an interface ' +
      `"paths" with its paths. Run the command in your project's folder after the installation of its packages.`,
  );
}

/** Sorts the changes of a contract by their effect on the uses of it. */
export function judgeUses(uses: readonly Use[], code: TeamCode, diff: ContractDiff, pair: DocumentPair): UsedBy {
  const locator = createLocator(pair);
  // The code may have the types of the new document, where operations may have other addresses.
  const ownUses = uses.map((use) => ({ ...use, keys: use.keys.map(locator.toOldKey) }));
  const touching: TouchingChange[] = [];
  const possible: UsedBy['possible'][number][] = [];
  const untouched: ContractChange[] = [];
  for (const change of diff.changes) {
    const byVerdict = groupBy(ownUses, judgeChange(change, locator.place(change), diff.changes));
    const placesWith = (...verdicts: UseVerdict[]): CodePlace[] =>
      placesOf(
        verdicts.flatMap((each) => byVerdict.get(each) ?? []),
        code.folder,
      );
    const reasons = [...byVerdict.keys()].filter((verdict) => typeof verdict === 'string');
    // If some calls lack a part, others may lack it, too.
    if (byVerdict.has(true)) touching.push({ change, places: placesWith(true, notShown) });
    else if (reasons.length === 0) untouched.push(change);
    else possible.push({ change, places: placesWith(...reasons), reason: formatList(reasons, 3) });
  }
  const unreadable = code.files.flatMap((file) => {
    const [mistake] = code.program.getSyntacticDiagnostics(file);
    return mistake ? placeIn(file, mistake.start, code.folder) : [];
  });
  const unresolved = code.files.flatMap((file) => unresolvedImports(file, code));
  return { touching, possible, untouched, files: code.files.length, unreadable, unresolved };
}

/** The imports of a file whose modules cannot be found, so that the types of what they import are unknown. */
function unresolvedImports(file: ts.SourceFile, { typescript, checker, folder }: TeamCode): CodePlace[] {
  return file.statements.flatMap((statement) => {
    const isImport = typescript.isImportDeclaration(statement) && statement.importClause !== undefined;
    if (!isImport || checker.getSymbolAtLocation(statement.moduleSpecifier)) return [];
    return placeIn(file, statement.moduleSpecifier.getStart(file), folder);
  });
}

function placeIn(file: ts.SourceFile, start: number, folder: string): CodePlace {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const [text = ''] = file.text.slice(start - character).split(/[\r\n]/, 1);
  const path = relative(folder, file.fileName).replaceAll('\\', '/');
  return { file: path, line: line + 1, column: character + 1, text: text.trim() };
}

/** The first place in each line. */
function placesOf(uses: readonly Use[], folder: string): CodePlace[] {
  const places = uses.map(({ node }) => placeIn(node.getSourceFile(), node.getStart(), folder));
  const sorted = places.sort(
    (a, b) => (a.file < b.file ? -1 : Number(a.file > b.file)) || a.line - b.line || a.column - b.column,
  );
  return [...groupBy(sorted, ({ file, line }) => `${file}:${line}`).values()].map(([first]) => first);
}
