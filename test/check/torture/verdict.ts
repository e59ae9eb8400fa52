import { readJournal } from '../../../scripts/check/restore/journal.js';
import { stateFolderOf } from '../../../scripts/check/restore/journal-folder.js';
import type { UndoOptions } from '../../../scripts/check/restore/undo.js';
import type { FaultyServer } from './faulty-server.js';
import type { Ended } from './program.js';
import type { Programs } from './programs.js';

export type UndoSettings = UndoOptions & { baseUrl: string; stateHome: string };

/** An undo must succeed within this number of attempts. */
const undoLimit = 2;

/** Returns a description of the mistake after a run that was not killed; undefined if there is none. */
export function wrongEnd({ exitCode, differing }: Ended, isSame: boolean, open: number): string | undefined {
  if (exitCode === 4) return 'It ended with 4, but nobody else has changed anything.';
  const isNotRestored = exitCode === 5;
  if (isNotRestored !== differing > 0)
    return `It ended with ${exitCode}, but reports ${differing} resources that differ.`;
  if (!isNotRestored && !isSame) return `It ended with ${exitCode}, but the state differs.`;
  return !isNotRestored && open > 0 ? `It ended with ${exitCode}, but its journal is open.` : undefined;
}

/**
 * Runs the undo up to `undoLimit` times.
 *
 * @param textBefore the expected state
 * @returns a description of the mistake; undefined if the undo has restored the original state, and says so
 */
export async function wrongAfterUndo(
  { undoHere }: Programs,
  server: FaultyServer,
  settings: UndoSettings,
  textBefore: string,
): Promise<string | undefined> {
  for (let round = 1; ; round += 1) {
    const reported = await resultsOfUndo(undoHere, settings);
    await server.quiet();
    const { state } = server;
    const isClean = reported.every((each) => each === 'clean');
    const text =
      state === textBefore ? 'the state is the original' : `the state differs: ${firstDifference(textBefore, state)}`;
    const wrong = `Undo ${round} of ${undoLimit} reports "${reported.join(', ') || 'nothing to undo'}", and ${text}`;
    if (isClean && state !== textBefore) return `${wrong}.`;
    if (isClean) return openResources(settings) > 0 ? `${wrong}, and the journal is open.` : undefined;
    if (round === undoLimit) return `${wrong}.`;
  }
}

/** Returns the result for each resource, or the reason why nothing was undone. */
async function resultsOfUndo(undo: Programs['undoHere'], settings: UndoSettings): Promise<string[]> {
  const results: string[] = [];
  try {
    await undo(settings, ({ result: mended }) =>
      results.push(mended.as === 'clean' ? 'clean' : JSON.stringify(mended)),
    );
  } catch (error) {
    results.push(`${(error as Error).name}: ${(error as Error).message}`);
  }
  return results;
}

/** Returns the number of resources with open writes. */
export function openResources({ baseUrl, stateHome }: UndoSettings): number {
  return readJournal(stateFolderOf(baseUrl, stateHome))?.getOpenResources().length ?? 0;
}

function firstDifference(textBefore: string, textAfter: string): string {
  const position = [...textBefore].findIndex((character, index) => character !== textAfter[index]);
  const part = (text: string): string => JSON.stringify(text.slice(Math.max(0, position - 20), position + 40));
  return `expected ${part(textBefore)}, found ${part(textAfter)}`;
}
