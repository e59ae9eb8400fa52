import { relative } from 'node:path';
import type ts from 'typescript';
import type { ContractChange, ContractDiff } from '../diff/change.js';
import { readComparedDocument } from '../diff/compared-document.js';
import { pairDocuments } from '../diff/operations.js';
import { formatList } from '../text/numbers.js';
import { UsageError } from '../text/usage-error.js';
import { findDeclarations } from './declarations.js';
import { collectUses } from './find-uses.js';
import { createLocator } from './keys.js';
import { judgeChange } from './match.js';
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

/** The changes of a contract by their effect on the code of a team. */
export interface UsedBy {
  readonly touching: readonly { readonly change: ContractChange; readonly places: readonly CodePlace[] }[];
  readonly possible: readonly {
    readonly change: ContractChange;
    readonly places: readonly CodePlace[];
    readonly reason: string;
  }[];
  readonly untouched: readonly ContractChange[];
  /** The number of files that were read. */
  readonly files: number;
  /** The places of syntax errors. What follows in these files may be missing. */
  readonly unreadable: readonly CodePlace[];
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
  return findUsesIn(loadTeamCode(globs, folder), diff, documents);
}

/** @throws UsageError if the code has no types of the contract */
export function findUsesIn(code: TeamCode, diff: ContractDiff, documents: UsedByOptions['documents']): UsedBy {
  const read = (side: 'old' | 'new') => readComparedDocument(diff[side].name, documents[side]).document;
  const locator = createLocator(pairDocuments(read('old'), read('new')));
  const declarations = findDeclarations(code, locator);
  if (declarations.paths.size === 0) {
    throw new UsageError(
      'The files of --used-by, and the files that they import, have no types of this contract. Expected an interface ' +
        `"paths" with its paths. Run the command in your project's folder after the installation of its packages.`,
    );
  }
  const uses = collectUses(code, declarations);
  const placesOf = (list: readonly { use: Use }[]): CodePlace[] =>
    sortPlaces(list.map(({ use: { node } }) => placeIn(node.getSourceFile(), node.getStart(), code.folder)));
  const judged = diff.changes.map((change) => {
    const judge = judgeChange(change, locator.place(change), declarations.rootsWithin);
    const verdicts = uses.map((use) => ({ use, verdict: judge(use) }));
    const others = verdicts.filter(({ verdict }) => typeof verdict === 'string');
    const reason = formatList([...new Set(others.map(({ verdict }) => String(verdict)))], 3);
    return {
      change,
      reason,
      sure: placesOf(verdicts.filter(({ verdict }) => verdict === true)),
      others: placesOf(others),
    };
  });
  const isPossible = ({ sure, others }: (typeof judged)[number]): boolean => sure.length === 0 && others.length > 0;
  return {
    touching: judged.filter(({ sure }) => sure.length > 0).map(({ change, sure }) => ({ change, places: sure })),
    possible: judged.filter(isPossible).map(({ change, others, reason }) => ({ change, places: others, reason })),
    untouched: judged.filter(({ sure, others }) => sure.length + others.length === 0).map(({ change }) => change),
    files: code.files.length,
    unreadable: code.files.flatMap((file) =>
      code.program
        .getSyntacticDiagnostics(file)
        .slice(0, 1)
        .map(({ start = 0 }) => placeIn(file, start, code.folder)),
    ),
  };
}

function placeIn(file: ts.SourceFile, start: number, folder: string): CodePlace {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const [from, to] = [file.getLineStarts()[line] ?? 0, file.getLineStarts()[line + 1] ?? file.text.length];
  const path = relative(folder, file.fileName).replaceAll('\\', '/');
  return { file: path, line: line + 1, column: character + 1, text: file.text.slice(from, to).trim() };
}

/** The first place in each line. */
function sortPlaces(places: readonly CodePlace[]): CodePlace[] {
  const sorted = [...places].sort(
    (a, b) => (a.file < b.file ? -1 : Number(a.file > b.file)) || a.line - b.line || a.column - b.column,
  );
  return sorted.filter(({ file, line }, index) => sorted[index - 1]?.line !== line || sorted[index - 1]?.file !== file);
}
